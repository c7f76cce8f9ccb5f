/** A worker's end: it answers one call after the other, because a module has one room. */
import type { Message } from "./port.js";

const tell = (message: Message, transfer: Transferable[] = []): void => postMessage(message, { transfer });

/** `files` are the parts of an answer that are handed over; a worker that has handed some over keeps memory that nobody needs. */
export const answering = (who: string, calls: Record<string, (...args: never[]) => unknown>, files: (answer: unknown) => Transferable[] = () => []): void => {
  let queue: Promise<unknown> = Promise.resolve();
  self.onmessage = ({ data: { number, name, args } }: MessageEvent<{ number?: number; name: string; args: never[] }>) => {
    if (number === undefined) return;
    queue = queue.then(async () => {
      try {
        const answer = await calls[name]!(...args);
        const given = files(answer);
        tell({ number, answer, isOver: given.length > 0 }, given);
      } catch (error) {
        // A trap is a bug of the module, or memory that is not there; nothing that it held is believed any more.
        const isOver = error instanceof RangeError || (typeof WebAssembly !== "undefined" && error instanceof WebAssembly.RuntimeError);
        const text = error instanceof Error ? error.message : String(error);
        tell({ number, error: isOver ? `declined: the ${who} stopped (${text}); this is a bug of it, or memory that is not there` : text, isOver });
      }
    });
  };
  tell({ started: true });
};
