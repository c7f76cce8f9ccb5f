/**
 * Two modules are the same checker: the first one is fetched with the page, and knows games as graphs, chess, Losing Chess, chips and payments; the second one
 * knows all kinds, and is fetched where the first one does not know what is opened. The first one declines that, so nothing is verified by less than it takes.
 */
import { Checker } from "./checker.js";

/** The second module's numbers begin here. */
const SECOND = 1 << 24;

/** A module, and what to add to its numbers. */
export interface Held {
  checker: Checker;
  first: number;
}

/** Whether a module can read this certificate, game or model. */
export const knows = (checker: Checker, bytes: Uint8Array): boolean => {
  checker.write(bytes);
  if (String.fromCharCode(...bytes.subarray(0, 7)) === "bidcert") checker.exports.listed();
  else checker.exports.read_game();
  return checker.read<{ error?: string }>().error === undefined;
};

export class Checkers {
  private readonly held = new Map<number, Promise<Held>>();

  /** `first` is the first module, if the page has compiled it; the worker fetches it itself if it has not. */
  constructor(
    private readonly fetched: (name: string) => Promise<Uint8Array>,
    private readonly first: Promise<WebAssembly.Module | undefined>,
  ) {}

  private load(first: number): Promise<Held> {
    const made = async (): Promise<Held> => ({ checker: await Checker.load((first === 0 && (await this.first)) || ((await this.fetched(first === 0 ? "checker.wasm" : "models.wasm")) as BufferSource)), first });
    const held = this.held.get(first) ?? made();
    this.held.set(first, held);
    // Next time it is tried again.
    held.catch(() => this.held.delete(first));
    return held;
  }

  /** The module for these bytes, or for a number that it gave; without them the first one. */
  async get(about: Uint8Array | number = 0): Promise<Held> {
    if (typeof about === "number") return this.load(about >= SECOND ? SECOND : 0);
    const held = await this.load(0);
    return knows(held.checker, about) ? held : this.load(SECOND);
  }
}
