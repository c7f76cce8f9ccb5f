//! Every number of chips at once.
