/**
 * The bytes of a certificate, read and written as the chapter "The format" says: for the index of files, and for breaking certificates on purpose. Nothing is
 * judged here. What cannot be read raises an error.
 */

export interface Values {
  oddParts: bigint[];
  numerators: bigint[];
  odd: number[];
  powers: number[];
}

export interface Certificate {
  statement: number;
  /** Files, ranks, rule for pawns; none of a game. */
  board: number[];
  men: number[];
  root: number;
  members: { pieces: number[][]; passed: number }[];
  bits: number;
  form: number;
  imports: string[];
  values: Values;
  slices: Uint8Array[];
}

export type Hash = (bytes: Uint8Array) => string;

const MAGIC = "bidcert\n";
const LETTERS = "KkQRBNPqrbnp";

class Reader {
  at = 0;
  constructor(readonly bytes: Uint8Array) {}
  take(count: number): Uint8Array {
    if (count > this.bytes.length - this.at) throw new RangeError("the file ends too early");
    return this.bytes.subarray(this.at, (this.at += count));
  }
  byte(): number {
    return this.take(1)[0]!;
  }
  number(): number {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      shift += 7n;
      if (byte < 128) return Number(value);
    }
  }
  natural(): bigint {
    let value = 0n;
    for (const byte of [...this.take(this.number())].reverse()) value = (value << 8n) | BigInt(byte);
    return value;
  }
  column(count: number): number[] {
    const width = this.byte();
    const all = Array<number>(count).fill(0);
    for (let plane = 0; plane < width; plane++) this.take(count).forEach((byte, place) => (all[place]! += byte * 2 ** (8 * plane)));
    return all;
  }
}

class Writer {
  readonly bytes: number[] = [];
  push(bytes: Iterable<number>): void {
    for (const byte of bytes) this.bytes.push(byte);
  }
  number(number: number): void {
    let rest = BigInt(number);
    for (; rest >= 128n; rest >>= 7n) this.bytes.push(Number(rest & 127n) | 128);
    this.bytes.push(Number(rest));
  }
  natural(number: bigint): void {
    const bytes: number[] = [];
    for (let rest = number; rest > 0n; rest >>= 8n) bytes.push(Number(rest & 255n));
    this.number(bytes.length);
    this.push(bytes);
  }
  column(numbers: readonly number[]): void {
    const most = numbers.reduce((a, b) => Math.max(a, b), 0);
    let width = 0;
    while (most >= 256 ** width) width += 1;
    this.bytes.push(width);
    for (let plane = 0; plane < width; plane++) this.push(numbers.map((number) => Math.floor(number / 256 ** plane) % 256));
  }
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text: string): Uint8Array => new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** Reads the head; `slices` are read too unless `headOnly`. */
export const read = (bytes: Uint8Array, headOnly = false): Certificate => {
  const file = new Reader(bytes);
  if (String.fromCharCode(...file.take(8)) !== MAGIC) throw new RangeError("not a certificate: it begins with other bytes");
  const little = (part: Uint8Array): number => [...part].reduceRight((sum, byte) => sum * 256 + byte, 0);
  const version = little(file.take(2));
  if (version !== 2) throw new RangeError(`format ${version}, required 2`);
  const head = new Reader(file.take(little(file.take(4))));
  file.take(32);
  const certificate: Certificate = {
    statement: head.byte(),
    board: [],
    men: [],
    root: 0,
    members: [],
    bits: 0,
    form: 0,
    imports: [],
    values: { oddParts: [], numerators: [], odd: [], powers: [] },
    slices: [],
  };
  if (certificate.statement > 2) {
    if (!headOnly) throw new RangeError("a further game, of which this page cannot change numbers: `check` verifies it");
    head.take(head.number());
  } else if (certificate.statement !== 1) certificate.board = [...head.take(3)];
  if (certificate.statement === 0) certificate.men = [...head.take(head.number())];
  if (certificate.statement === 2) {
    certificate.root = head.number();
    for (let left = head.number(); left > 0; left--) {
      const pieces = Array.from({ length: head.number() }, () => [...head.take(2)]);
      certificate.members.push({ pieces, passed: head.number() });
    }
  }
  [certificate.bits, certificate.form] = [head.byte(), head.byte()];
  for (let left = head.number(); left > 0; left--) certificate.imports.push(hex(head.take(32)));
  if (headOnly) return certificate;
  if (certificate.bits === 0) {
    const naturals = (): bigint[] => Array.from({ length: head.number() }, () => head.natural());
    const [oddParts, numerators] = [naturals(), naturals()];
    certificate.values = { oddParts, numerators, odd: head.column(numerators.length), powers: head.column(numerators.length) };
  }
  for (let left = head.number(); left > 0; left--) {
    const length = head.number();
    head.take(32);
    certificate.slices.push(file.take(length));
  }
  return certificate;
};

/** Writes it, with all digests made right. */
export const write = (certificate: Certificate, hash: Hash): Uint8Array => {
  const head = new Writer();
  head.push([certificate.statement, ...certificate.board]);
  if (certificate.statement === 0) {
    head.number(certificate.men.length);
    head.push(certificate.men);
  }
  if (certificate.statement === 2) {
    head.number(certificate.root);
    head.number(certificate.members.length);
    for (const { pieces, passed } of certificate.members) {
      head.number(pieces.length);
      head.push(pieces.flat());
      head.number(passed);
    }
  }
  head.push([certificate.bits, certificate.form]);
  head.number(certificate.imports.length);
  certificate.imports.forEach((digest) => head.push(unhex(digest)));
  if (certificate.bits === 0) {
    const { oddParts, numerators, odd, powers } = certificate.values;
    for (const list of [oddParts, numerators]) {
      head.number(list.length);
      list.forEach((number) => head.natural(number));
    }
    head.column(odd);
    head.column(powers);
  }
  head.number(certificate.slices.length);
  for (const slice of certificate.slices) {
    head.number(slice.length);
    head.push(unhex(hash(slice)));
  }
  const length = head.bytes.length;
  const start = new Uint8Array([...ascii(MAGIC), 2, 0, length & 255, (length >> 8) & 255, (length >> 16) & 255, length >>> 24, ...head.bytes]);
  const all = new Uint8Array(start.length + 32 + certificate.slices.reduce((sum, slice) => sum + slice.length, 0));
  all.set(start);
  all.set(unhex(hash(start)), start.length);
  let at = start.length + 32;
  for (const slice of certificate.slices) {
    all.set(slice, at);
    at += slice.length;
  }
  return all;
};

/** The columns of a slice of exact values or of a plan, by their names; the number of its positions is `count`. */
export const columnNames = ({ statement, form }: Certificate): string[] => {
  const moves = statement === 0 ? ["White's move", "Black's move"] : [];
  const names: Record<number, string[]> = {
    0: ["value", ...moves, "T", "T′"],
    1: ["lower value", "upper value", "T", "T′"],
    3: ["bound"],
    4: ["bound"],
    5: ["bound", "label"],
    6: ["bound", "label"],
  };
  return names[form] ?? [];
};

export const readSlice = (certificate: Certificate, slice: Uint8Array, count: number): number[][] => {
  const reader = new Reader(slice);
  return columnNames(certificate).map(() => reader.column(count));
};

export const writeSlice = (columns: readonly number[][]): Uint8Array => {
  const writer = new Writer();
  columns.forEach((column) => writer.column(column));
  return new Uint8Array(writer.bytes);
};

/** `KNk`: White's men first. */
export const signature = (men: readonly number[]): string => {
  const letters = men.map((man) => LETTERS[man] ?? "?");
  return [...letters.filter((letter) => letter < "a"), ...letters.filter((letter) => letter > "a")].join("");
};

/** The value of an index as a fraction in text. */
export const valueText = ({ values }: Certificate, index: number): string => {
  const denominator = values.oddParts[values.odd[index]!]! << BigInt(values.powers[index]!);
  return denominator === 1n ? `${values.numerators[index]}` : `${values.numerators[index]}/${denominator}`;
};
