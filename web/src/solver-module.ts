/** The solver as WebAssembly: hands a question over, calls it, takes the certificates. The names are those of `web/solver-glue`. */
import { Module, type Room } from "./checker.js";
import type { Progress } from "./protocol.js";
import type { Estimate, File, Request, Solved } from "./solver.js";

interface Exports extends Room {
  file(number: number): number;
  file_length(number: number): number;
  estimate(): void;
  solve(): void;
}

/** So often progress is told of, in milliseconds. */
const OFTEN = 100;

export class SolverModule extends Module<Exports> {
  private doing: Progress = { doing: "", done: 0, of: 0 };
  private told = 0;

  private constructor(private readonly progress: (doing: Progress) => void) {
    super();
  }

  static load(bytes: BufferSource, progress: (doing: Progress) => void): Promise<SolverModule> {
    const module = new SolverModule(progress);
    return module.start(bytes, { page: { phase: module.phase, advance: module.advance } });
  }

  /** What an answer would take. */
  estimate(request: Request): Estimate {
    this.writeText(JSON.stringify(request));
    this.exports.estimate();
    return this.read<Estimate>();
  }

  /** Solves. What cannot be solved is an error in words. */
  solve(request: Request): Solved {
    this.writeText(JSON.stringify(request));
    this.exports.solve();
    // The names are in the order of need: the last one is what was asked for.
    const { certificates, game } = this.read<{ certificates: string[]; game: string | null }>();
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

  private read<T>(): T {
    const answer = JSON.parse(this.text()) as T & { error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  /** A copy: the next call takes the room of the last one. */
  private file(name: string, number: number): File {
    return { name, bytes: this.bytes(this.exports.file(number), this.exports.file_length(number)).slice() };
  }
}
