/**
 * Two modules are the same checker: the first one is fetched with the page, and knows games as graphs, chess, Losing Chess, chips and payments; the second one
 * knows all kinds, and is fetched where one of the others is opened. The first one declines them, so nothing is verified by less than it takes.
 */
import { Checker } from "./checker.js";

/** The statements that the second one alone knows (Hex, partitions, and what came later), and where a certificate has its number. */
const OTHERS = [8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23];
const STATEMENT = 14;
/** What archives begin with; a plain one has its mark later. */
const ARCHIVES = [
  [0, "\x1f\x8b"],
  [0, "\xfd7zXZ\0"],
  [257, "ustar"],
] as const;
/** The second module's numbers begin here. */
const SECOND = 1 << 24;

const begins = (bytes: Uint8Array, at: number, mark: string): boolean => String.fromCharCode(...bytes.subarray(at, at + mark.length)) === mark;

/** Whether these bytes are an endless game or a scored one: JSON with its first field near the front. */
const isOther = (bytes: Uint8Array): boolean => /^\s*\{\s*"(endless|scored)-game"/.test(String.fromCharCode(...bytes.subarray(0, 200)));

/** Whether these bytes are a certificate that the second one alone knows, or what such a one is about: a model, an endless or scored game. */
export const isModel = (bytes: Uint8Array): boolean =>
  begins(bytes, 0, "bidcert") ? OTHERS.includes(bytes[STATEMENT] ?? 0) : isOther(bytes) || ARCHIVES.some(([at, mark]) => begins(bytes, at, mark));

/** A module, and what to add to its numbers. */
export interface Held {
  checker: Checker;
  first: number;
}

export class Checkers {
  private readonly held = new Map<string, Promise<Held>>();

  /** `first` is the first module, if the page has compiled it; the worker fetches it itself if it has not. */
  constructor(
    private readonly fetched: (name: string) => Promise<Uint8Array>,
    private readonly first: Promise<WebAssembly.Module | undefined>,
  ) {}

  /** The module for these bytes, or for a number that it gave; without them the first one. */
  get(about?: Uint8Array | number): Promise<Held> {
    const isSecond = typeof about === "number" ? about >= SECOND : about !== undefined && isModel(about);
    const [name, first] = isSecond ? ["models.wasm", SECOND] : ["checker.wasm", 0];
    let held = this.held.get(name);
    if (held === undefined) {
      const given = isSecond ? Promise.resolve(undefined) : this.first;
      held = given.then(async (module) => ({ checker: await Checker.load(module ?? ((await this.fetched(name)) as BufferSource)), first }));
      this.held.set(name, held);
    }
    return held;
  }
}
