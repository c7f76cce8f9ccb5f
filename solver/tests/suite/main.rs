//! The solver from outside: values that are known, certificates that the checker verifies, and what is read back.

mod aims;
mod all_pay;
mod analysis;
mod certificates;
mod games;
mod lifting;
mod picture;
mod poorman;
mod property;
mod rewards;
mod robin_hood;
mod sharp;
mod theorems;
mod thresholds;
mod turns;
mod umb;
mod units;
