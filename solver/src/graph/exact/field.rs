//! Arithmetic modulo a prime below 2^58, in Montgomery form.
//!
//! Sums of up to [`PRODUCTS`] products are reduced at once, which is why the prime leaves six bits of a word free. The
//! wrapping operations are modulo 2^64 on purpose: that is how Montgomery's reduction works (*Modular multiplication
//! without trial division*, 1985).

/// The bits of the primes.
pub const PRIME_BITS: u32 = 58;
/// How many products of residues may be added up before they are reduced: 2^6.
pub const PRODUCTS: usize = 64;

/// The integers modulo an odd prime `p < 2^58`. Residues are below `p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    prime: u64,
    /// −1/p modulo 2^64.
    negated_inverse: u64,
    /// 2^128 modulo p: takes a residue to Montgomery form.
    to_form: u64,
}

impl Field {
    /// The field of the largest prime below `below`.
    ///
    /// # Panics
    ///
    /// Where `below` is not within 4 … 2^58.
    #[must_use]
    pub fn below(below: u64) -> Self {
        assert!((4..=1 << PRIME_BITS).contains(&below), "a prime of at most {PRIME_BITS} bits");
        let prime = (3..below).rev().find(|&candidate| is_prime(candidate)).expect("3 is prime");
        // Newton's iteration doubles the number of right bits: 3, 6, 12, 24, 48, 96.
        let inverse =
            (0..5).fold(prime, |inverse: u64, _| inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse))));
        let wide = u128::from(prime);
        let word = (1u128 << 64) % wide;
        Self { prime, negated_inverse: inverse.wrapping_neg(), to_form: (word * word % wide) as u64 }
    }

    /// The prime.
    #[must_use]
    pub fn prime(self) -> u64 {
        self.prime
    }

    /// `sum / 2^64` modulo p, for `sum < 2^64·p`.
    #[inline]
    #[must_use]
    pub fn reduce(self, sum: u128) -> u64 {
        let multiple = (sum as u64).wrapping_mul(self.negated_inverse);
        let reduced = (sum.wrapping_add(u128::from(multiple).wrapping_mul(u128::from(self.prime))) >> 64) as u64;
        if reduced >= self.prime { reduced.wrapping_sub(self.prime) } else { reduced }
    }

    /// The Montgomery form of a residue.
    #[must_use]
    pub fn form(self, residue: u64) -> u64 {
        self.reduce(u128::from(residue) * u128::from(self.to_form))
    }

    /// The product of two numbers, in Montgomery form if both are; the product of a form with a plain residue is plain.
    #[inline]
    #[must_use]
    pub fn product(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    /// `−a`.
    #[inline]
    #[must_use]
    pub fn negative(self, a: u64) -> u64 {
        if a == 0 { 0 } else { self.prime - a }
    }

    /// `a + b`.
    #[inline]
    #[must_use]
    pub fn sum(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    /// The inverse of a number in Montgomery form; of 0 it is 0.
    #[must_use]
    pub fn inverse(self, a: u64) -> u64 {
        let (mut power, mut exponent, mut result) = (a, self.prime - 2, self.form(1));
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.product(result, power);
            }
            power = self.product(power, power);
            exponent >>= 1;
        }
        result
    }

    /// The Montgomery form of a small integer.
    #[must_use]
    pub fn form_of(self, number: i64) -> u64 {
        self.form(i128::from(number).rem_euclid(i128::from(self.prime)) as u64)
    }
}

/// Whether `n` is prime: Miller and Rabin's test with the first twelve primes as bases, which decides every `n <
/// 3.3·10^24` (Sorenson and Webster, *Strong pseudoprimes to twelve prime bases*, 2017).
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || BASES.iter().any(|&base| n.is_multiple_of(base)) {
        return BASES.contains(&n);
    }
    let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let (mut power, mut factor, mut exponent) = (1, base, (n - 1) >> twos);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = product(power, factor);
            }
            factor = product(factor, factor);
            exponent >>= 1;
        }
        if power == 1 {
            return true;
        }
        for _ in 0..twos {
            if power == n - 1 {
                return true;
            }
            power = product(power, power);
        }
        false
    })
}
