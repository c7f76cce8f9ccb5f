/** The solver as WebAssembly: hands a question over, calls it, takes the certificates. The names are those of `web/solver-glue`. */
import type { Doing, Estimate, File, Request, Solved } from "./solver.js";

interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  output(): number;
  output_length(): number;
  file(number: number): number;
  file_length(number: number): number;
  estimate(): void;
  solve(): void;
}

/** What the solver says; `files` are the names of certificates in the order of need, the last one is what was asked for. */
type Said = { error?: string; certificates: string[]; game: string | null };

/** So often progress is told of, in milliseconds. */
const OFTEN = 100;

export class SolverModule {
  private exports!: Exports;
  private doing: Doing = { doing: "", done: 0, of: 0 };
  private told = 0;

  private constructor(private readonly progress: (doing: Doing) => void) {}

  static async load(bytes: BufferSource, progress: (doing: Doing) => void): Promise<SolverModule> {
    const module = new SolverModule(progress);
    const { instance } = await WebAssembly.instantiate(bytes, { page: { phase: module.phase, advance: module.advance } });
    module.exports = instance.exports as unknown as Exports;
    return module;
  }

  /** What an answer would take. */
  estimate(request: Request): Estimate {
    this.write(request);
    this.exports.estimate();
    return this.read<Estimate>();
  }

  /** Solves. What cannot be solved is an error in words. */
  solve(request: Request): Solved {
    this.write(request);
    this.exports.solve();
    const { certificates, game } = this.read<Said>();
    const files = certificates.map((name, number) => this.file(name, number));
    const asked = files.pop();
    if (asked === undefined) throw new Error("found no certificate, required one");
    return { ...asked, imports: files, ...(game === null ? {} : { game: this.file(game, certificates.length) }) };
  }

  private readonly phase = (name: number, length: number, of: number): void => {
    this.doing = { doing: this.text(name, length), done: 0, of };
    this.told = performance.now();
    this.progress(this.doing);
  };

  private readonly advance = (steps: number): void => {
    this.doing.done += steps;
    const now = performance.now();
    if (now - this.told < OFTEN) return;
    this.told = now;
    this.progress({ ...this.doing });
  };

  private text(at: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at >>> 0, length));
  }

  private write(request: Request): void {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = this.exports.room(bytes.length) >>> 0;
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  private read<T>(): T {
    const answer = JSON.parse(this.text(this.exports.output(), this.exports.output_length())) as T & { error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  /** A copy: the next call takes the room of the last one. */
  private file(name: string, number: number): File {
    const at = this.exports.file(number) >>> 0;
    return { name, bytes: new Uint8Array(this.exports.memory.buffer, at, this.exports.file_length(number)).slice() };
  }
}
