/** The checker as WebAssembly: writes bytes into its room, calls it, reads the text that it leaves. The names are those of `web/glue`. */

interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  output(): number;
  output_length(): number;
  digest(): void;
  keep(): void;
  read_game(): void;
  verify(withGame: number): void;
  forget(id: number): void;
  ask(): void;
  probe(id: number): void;
  at(id: number, number: number): void;
  heat(id: number): void;
  find(id: number, kind: number): void;
  names(id: number): void;
  turns(id: number): void;
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
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  }
}
