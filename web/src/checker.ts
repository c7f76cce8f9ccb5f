/** Modules of WebAssembly: bytes are written into their room, they are called, and the text that they leave is read. The names are those of `web/glue`. */

/** An answer in which one value stands as the lower and as the upper one, if there is one value. */
export const joined = <T>(answer: T): T => {
  const { never, v, v_decimal: decimal, bid_v: bid } = (answer ?? {}) as Record<string, unknown>;
  if (typeof never !== "string" || v === null || v === undefined) return answer;
  return { ...answer, lower: v, upper: v, lower_decimal: decimal, upper_decimal: decimal, bid_lower: bid, bid_upper: bid };
};

/** What each module has. */
export interface Room {
  memory: WebAssembly.Memory;
  room(length: number): number;
  output(): number;
  output_length(): number;
}

export class Module<Exports extends Room> {
  exports!: Exports;

  protected async start(from: BufferSource | WebAssembly.Module, imports: WebAssembly.Imports = {}): Promise<this> {
    const made = from instanceof WebAssembly.Module ? await WebAssembly.instantiate(from, imports) : (await WebAssembly.instantiate(from, imports)).instance;
    this.exports = made.exports as unknown as Exports;
    return this;
  }

  write(bytes: Uint8Array): void {
    this.bytes(this.exports.room(bytes.length), bytes.length).set(bytes);
  }

  writeText(text: string): void {
    this.write(new TextEncoder().encode(text));
  }

  protected bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, at >>> 0, length);
  }

  protected text(at = this.exports.output(), length = this.exports.output_length()): string {
    return new TextDecoder().decode(this.bytes(at, length));
  }
}

type Calls<Names extends string, Args extends number[]> = Record<Names, (...args: Args) => void>;
type Exports = Room & Calls<"digest" | "keep" | "read_game" | "verify" | "listed" | "ask" | "kinds", []> & Calls<"forget" | "probe" | "heat" | "names" | "turns" | "probe_holds", [id: number]> & Calls<"rows" | "at" | "find" | "stated", [id: number, number: number]> & Calls<"changed", [id: number, column: number, place: number, to: number]> & { sum(a: number, b: number): number };

export class Checker extends Module<Exports> {
  static load(from: BufferSource | WebAssembly.Module): Promise<Checker> {
    return new Checker().start(from);
  }

  read<T>(): T {
    return joined(JSON.parse(this.text()) as T);
  }

  /** A file that was left; a copy, because the next call takes its room. */
  file(): Uint8Array {
    return this.bytes(this.exports.output(), this.exports.output_length()).slice();
  }
}
