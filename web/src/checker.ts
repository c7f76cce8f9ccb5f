/** The checker as WebAssembly: writes bytes into its room, calls it, reads the text that it leaves. The names are those of `web/glue`. */

/** An answer in which one value stands as the lower and as the upper one, if there is one value. */
export const joined = <T>(answer: T): T => {
  const { never, v, v_decimal: decimal, bid_v: bid } = (answer ?? {}) as Record<string, unknown>;
  if (typeof never !== "string" || v === null || v === undefined) return answer;
  return { ...answer, lower: v, upper: v, lower_decimal: decimal, upper_decimal: decimal, bid_lower: bid, bid_upper: bid };
};

interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  output(): number;
  output_length(): number;
  digest(): void;
  keep(): void;
  read_game(): void;
  verify(): void;
  listed(): void;
  rows(id: number, from: number): void;
  forget(id: number): void;
  ask(): void;
  probe(id: number): void;
  at(id: number, number: number): void;
  heat(id: number): void;
  find(id: number, kind: number): void;
  names(id: number): void;
  turns(id: number): void;
  probe_holds(id: number): void;
  kinds(): void;
  sum(a: number, b: number): number;
}

export class Checker {
  private constructor(readonly exports: Exports) {}

  static async load(bytes: BufferSource): Promise<Checker> {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Checker(instance.exports as unknown as Exports);
  }

  write(bytes: Uint8Array): void {
    const at = this.exports.room(bytes.length) >>> 0;
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  writeText(text: string): void {
    this.write(new TextEncoder().encode(text));
  }

  read<T>(): T {
    const at = this.exports.output() >>> 0;
    const bytes = new Uint8Array(this.exports.memory.buffer, at, this.exports.output_length());
    return joined(JSON.parse(new TextDecoder().decode(bytes)) as T);
  }
}
