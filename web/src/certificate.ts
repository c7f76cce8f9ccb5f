/**
 * The bytes of a certificate, read and written as the chapter "The format" says: for the index of files, and for breaking certificates on purpose. Nothing is
 * judged here. What cannot be read raises an error.
 */

/** Values on one denominator; none where numbers are in units. */
export interface Values {
  denominator: bigint;
  numerators: bigint[];
}

export interface Certificate {
  statement: number;
  /** Files, ranks, rule for pawns; none of a game. */
  board: number[];
  men: number[];
  root: number;
  members: { pieces: number[][]; passed: number }[];
  /** The SHA-256 of the game's file. */
  game: string;
  /** What an endless play is worth, numerator and denominator, if one value is stated. */
  never: [number, number] | null;
  bits: number;
  form: number;
  imports: string[];
  values: Values;
  slices: Uint8Array[];
}

export type Hash = (bytes: Uint8Array) => string | Promise<string>;

const VERSION = 3;
const MAGIC = "bidcert\n";

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
  /** Bytes with their number before them. */
  counted(bytes: readonly number[] | Uint8Array): void {
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

/** A natural number, least significant byte first. */
const natural = (bytes: Uint8Array): bigint => [...bytes].reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
/** The same backwards, in so many bytes or more. */
const wide = (number: bigint, width: number): number[] => {
  const bytes: number[] = [];
  for (let rest = number; rest > 0n; rest >>= 8n) bytes.push(Number(rest & 255n));
  while (bytes.length < width) bytes.push(0);
  return bytes;
};

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** Reads the head; `slices` are read too unless `headOnly`. */
export const read = (bytes: Uint8Array, headOnly = false): Certificate => {
  const file = new Reader(bytes);
  if (String.fromCharCode(...file.take(8)) !== MAGIC) throw new RangeError("not a certificate: it begins with other bytes");
  const little = (part: Uint8Array): number => [...part].reduceRight((sum, byte) => sum * 256 + byte, 0);
  const version = little(file.take(2));
  if (version !== VERSION) throw new RangeError(`format ${version}, required ${VERSION}: solve again`);
  const head = new Reader(file.take(little(file.take(4))));
  file.take(32);
  const certificate: Certificate = {
    statement: head.byte(),
    board: [],
    men: [],
    root: 0,
    members: [],
    game: "",
    never: null,
    bits: 0,
    form: 0,
    imports: [],
    values: { denominator: 1n, numerators: [] },
    slices: [],
  };
  const body = new Reader(head.take(head.number()));
  if (certificate.statement > 2 && !headOnly) throw new RangeError("a further game, of which this page cannot change numbers: `check` verifies it");
  if (certificate.statement === 0 || certificate.statement === 2) certificate.board = [...body.take(3)];
  if (certificate.statement === 0) certificate.men = [...body.take(body.number())];
  if (certificate.statement === 1) certificate.game = hex(body.take(32));
  if (certificate.statement === 2) {
    certificate.root = body.number();
    for (let left = body.number(); left > 0; left--) {
      const pieces = Array.from({ length: body.number() }, () => [...body.take(2)]);
      certificate.members.push({ pieces, passed: body.number() });
    }
  }
  if (head.byte() === 1) certificate.never = [head.number(), head.number()];
  [certificate.bits, certificate.form] = [head.byte(), head.byte()];
  for (let left = head.number(); left > 0; left--) certificate.imports.push(hex(head.take(32)));
  if (headOnly) return certificate;
  const [denominator, numerators] = [head.take(head.number()), head.take(head.number())];
  for (let at = 0; at < numerators.length; at += denominator.length) certificate.values.numerators.push(natural(numerators.subarray(at, at + denominator.length)));
  if (numerators.length > 0) certificate.values.denominator = natural(denominator);
  for (let left = head.number(); left > 0; left--) {
    const length = head.number();
    head.take(32);
    certificate.slices.push(file.take(length));
  }
  return certificate;
};

/** Writes it, with all digests made right. */
export const write = async (certificate: Certificate, hash: Hash): Promise<Uint8Array> => {
  const [head, body] = [new Writer(), new Writer()];
  body.push(certificate.board);
  if (certificate.statement === 0) body.counted(certificate.men);
  if (certificate.statement === 1) body.push(unhex(certificate.game));
  if (certificate.statement === 2) {
    body.number(certificate.root);
    body.number(certificate.members.length);
    for (const { pieces, passed } of certificate.members) {
      body.number(pieces.length);
      body.push(pieces.flat());
      body.number(passed);
    }
  }
  head.push([certificate.statement]);
  head.counted(body.bytes);
  head.push([certificate.never === null ? 0 : 1]);
  certificate.never?.forEach((part) => head.number(part));
  head.push([certificate.bits, certificate.form]);
  head.number(certificate.imports.length);
  certificate.imports.forEach((digest) => head.push(unhex(digest)));
  const { denominator, numerators } = certificate.values;
  const spelt = numerators.length === 0 ? [] : wide(denominator, 1);
  head.counted(spelt);
  head.counted(numerators.flatMap((number) => wide(number, spelt.length)));
  head.number(certificate.slices.length);
  for (const slice of certificate.slices) {
    head.number(slice.length);
    head.push(unhex(await hash(slice)));
  }
  const length = head.bytes.length;
  const start = new Uint8Array([...ascii(MAGIC), VERSION, 0, length & 255, (length >> 8) & 255, (length >> 16) & 255, length >>> 24, ...head.bytes]);
  const all = new Uint8Array(start.length + 32 + certificate.slices.reduce((sum, slice) => sum + slice.length, 0));
  all.set(start);
  all.set(unhex(await hash(start)), start.length);
  let at = start.length + 32;
  for (const slice of certificate.slices) {
    all.set(slice, at);
    at += slice.length;
  }
  return all;
};

/** The columns of a slice of exact values or of a plan, by their names; the number of its places is `count`. */
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

/** The value of an index as a fraction in text. */
export const valueText = ({ values }: Certificate, index: number): string => {
  const numerator = values.numerators[index]!;
  let [common, rest] = [values.denominator, numerator];
  while (rest > 0n) [common, rest] = [rest, common % rest];
  const [n, d] = [numerator / common, values.denominator / common];
  return d === 1n ? `${n}` : `${n}/${d}`;
};
