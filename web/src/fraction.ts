/**
 * Exact numbers: read, compared, and written for people. All numbers of the page go through this file, and no value that is shown comes from floating point.
 * A decimal is cut off, never rounded, and says so with "…".
 */

export interface Fraction {
  readonly n: bigint;
  /** Greater than 0; without a common factor with `n`. */
  readonly d: bigint;
}

const gcd = (a: bigint, b: bigint): bigint => {
  if (a < 0n) a = -a;
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
};

export const make = (n: bigint, d: bigint): Fraction => {
  if (d === 0n) throw new RangeError("a denominator is 0");
  if (d < 0n) [n, d] = [-n, -d];
  const common = gcd(n, d);
  return common === 1n ? { n, d } : { n: n / common, d: d / common };
};

export const ZERO = make(0n, 1n);
export const ONE = make(1n, 1n);
export const HALF = make(1n, 2n);

/** Reads `3/4`, `-3`, `0.25` or `.5`; undefined if it is none of these. */
export const read = (text: string): Fraction | undefined => {
  const clean = text.trim().replace(/^−/, "-");
  const whole = /^(-?\d+)(?:\s*\/\s*(\d+))?$/.exec(clean);
  if (whole) {
    const d = BigInt(whole[2] ?? "1");
    return d === 0n ? undefined : make(BigInt(whole[1]!), d);
  }
  const point = /^(-?)(\d*)[.,](\d+)$/.exec(clean);
  if (!point) return undefined;
  const digits = BigInt(point[2]! + point[3]!);
  return make(point[1] ? -digits : digits, 10n ** BigInt(point[3]!.length));
};

/** Reads what the checker wrote. */
export const must = (text: string): Fraction => {
  const found = read(text);
  if (!found) throw new RangeError(`found ${text}, required a fraction`);
  return found;
};

export const add = (a: Fraction, b: Fraction): Fraction => make(a.n * b.d + b.n * a.d, a.d * b.d);
export const negative = (a: Fraction): Fraction => ({ n: -a.n, d: a.d });
export const minus = (a: Fraction, b: Fraction): Fraction => add(a, negative(b));
export const times = (a: Fraction, b: Fraction): Fraction => make(a.n * b.n, a.d * b.d);
export const half = (a: Fraction): Fraction => make(a.n, a.d * 2n);
export const compare = (a: Fraction, b: Fraction): number => {
  const [x, y] = [a.n * b.d, b.n * a.d];
  return x < y ? -1 : x > y ? 1 : 0;
};
export const least = (a: Fraction, b: Fraction): Fraction => (compare(a, b) <= 0 ? a : b);
export const greatest = (a: Fraction, b: Fraction): Fraction => (compare(a, b) >= 0 ? a : b);

/** As programs write it: `3/4`, and whole numbers without a denominator. */
export const text = (a: Fraction): string => (a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`);

/** The first decimals, cut off, with "…" if more follow; zeros at the end are left out if nothing follows. */
export const decimal = (a: Fraction, places = 6): string => {
  const sign = a.n < 0n ? "-" : "";
  const scaled = (a.n < 0n ? -a.n : a.n) * 10n ** BigInt(places);
  const [quotient, rest] = [scaled / a.d, scaled % a.d];
  const digits = `${quotient}`.padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  let decimals = places === 0 ? "" : digits.slice(-places);
  if (rest === 0n) decimals = decimals.replace(/0+$/, "");
  return `${sign}${whole}${decimals && "."}${decimals}${rest === 0n ? "" : "…"}`;
};

/** How many digits a fraction may have and still be written whole in a line. */
const SHORT = 24;

/** A short fraction whole, with its decimals; a long one by its decimals, with the number of its digits. */
export const number = (a: Fraction, places = 6): string => {
  if (a.d === 1n) return `${a.n}`;
  const digits = `${a.d}`.length;
  return digits > SHORT ? `${decimal(a, places)} (${digits} digits)` : `${text(a)} = ${decimal(a, places)}`;
};

/** Short: for cells of tables. */
export const brief = (a: Fraction): string => (text(a).length <= 11 ? text(a) : decimal(a, 6));

/** In per cent of the money, cut off. */
export const percent = (a: Fraction, places = 2): string => `${decimal(times(a, make(100n, 1n)), places)} %`;

/** A number between 0 and 1 for lengths and colours on the screen, and for nothing else. */
export const forDrawing = (a: Fraction): number => Number((a.n * 1_000_000_000n) / a.d) / 1e9;

/** The largest number by which division is tried. */
const LARGEST_DIVISOR = 20_000n;

/** A number greater than 0 as a product of prime powers below a bound and of what is left: `2^27 · 3^2 · (12 digits)`. */
export const factors = (number: bigint): string => {
  const parts: string[] = [];
  let rest = number;
  for (let p = 2n; p <= LARGEST_DIVISOR && p * p <= rest; p += p === 2n ? 1n : 2n) {
    let power = 0;
    for (; rest % p === 0n; rest /= p) power += 1;
    if (power > 0) parts.push(power === 1 ? `${p}` : `${p}^${power}`);
  }
  const isPrime = rest <= LARGEST_DIVISOR * LARGEST_DIVISOR;
  if (rest > 1n) parts.push(isPrime ? `${rest}` : `a number of ${`${rest}`.length} digits without a factor up to ${LARGEST_DIVISOR}`);
  return parts.length === 0 ? "1" : parts.join(" · ");
};

/** A value that may be known exactly, or by two bounds. */
export interface Interval {
  readonly low: Fraction;
  readonly high: Fraction;
}

export const interval = (stated: string | readonly string[]): Interval => {
  const [low, high] = typeof stated === "string" ? [stated, stated] : stated;
  return { low: must(low!), high: must(high!) };
};

export const isExact = ({ low, high }: Interval): boolean => compare(low, high) === 0;

/** An interval in a cell: its first decimals if both ends share them. */
export const briefInterval = (x: Interval): string => {
  if (isExact(x)) return brief(x.low);
  const [low, high] = [decimal(x.low, 6), decimal(x.high, 6)];
  return low.replace("…", "") === high.replace("…", "") ? `${low.replace("…", "")}…` : `${low} to ${high}`;
};

/** An interval in a line, as the command says it: the lower end, and the least power of 2 that is no smaller than the width. */
export const wholeInterval = (x: Interval): string => {
  if (isExact(x)) return number(x.low);
  const width = minus(x.high, x.low);
  return `${decimal(x.low, 12)} or up to 2^-${(width.d / width.n).toString(2).length - 1} more`;
};
