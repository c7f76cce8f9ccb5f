/** The page's end of the worker: calls with promises, progress, and a stop button that ends the worker and starts another one. */
import type { Calls, Progress } from "./protocol.js";

export class Stopped extends Error {}

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void };
type Message = { progress?: Progress; started?: true; number: number; answer?: unknown; error?: string; isTrap?: boolean };

/** What is said if the worker does not come. */
const MISSING = "The checker did not start: a file of this site (worker.js) is missing, or this browser forbids workers. Load the page again; if that does not help, verify on your own machine with the command `check`.";

export class Engine {
  /** None before the first call, and after it was stopped. */
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 0;
  /** Whether a worker has said anything: one that never did is not started again by itself. */
  private hasStarted = false;
  /** Told of progress; of undefined when nothing is under way. */
  onProgress: (progress: Progress | undefined) => void = () => undefined;
  /** Told when all that was verified is lost. */
  onRestart: () => void = () => undefined;

  constructor(private readonly address: string | URL) {
    this.worker = this.start();
  }

  private start(): Worker {
    const worker = new Worker(this.address, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      this.hasStarted = true;
      if (data.started) return;
      if (data.progress) return this.onProgress(data.progress);
      const waiting = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (this.waiting.size === 0) this.onProgress(undefined);
      if (data.error === undefined) waiting?.resolve(data.answer as never);
      else waiting?.reject(new Error(data.error));
      if (data.isTrap) this.stop("the checker stopped");
    };
    worker.onerror = () => this.end(new Error(this.hasStarted ? "The checker stopped. Ask again, and it starts anew." : MISSING));
    return worker;
  }

  /** Ends what is under way; the next call starts a worker again. */
  stop(why = "stopped"): void {
    this.end(new Stopped(why));
  }

  private end(error: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.onRestart();
    this.onProgress(undefined);
    waiting.forEach(({ reject }) => reject(error));
  }

  call<Name extends keyof Calls>(name: Name, ...args: Parameters<Calls[Name]>): Promise<ReturnType<Calls[Name]>> {
    this.worker ??= this.start();
    const worker = this.worker;
    const number = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve: resolve as Waiting["resolve"], reject });
      worker.postMessage({ number, name, args });
    });
  }
}
