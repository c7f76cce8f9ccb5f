/** The page's end of the worker: calls with promises, progress, and a stop button that ends the worker and starts another one. */
import type { Calls, Progress } from "./protocol.js";

export class Stopped extends Error {}

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void };

export class Engine {
  private worker: Worker;
  private waiting = new Map<number, Waiting>();
  private next = 0;
  /** Told of progress; of undefined when nothing is under way. */
  onProgress: (progress: Progress | undefined) => void = () => undefined;
  /** Told when all that was verified is lost. */
  onRestart: () => void = () => undefined;

  constructor(private readonly address: string | URL) {
    this.worker = this.start();
  }

  private start(): Worker {
    const worker = new Worker(this.address, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<{ progress?: Progress; number: number; answer?: unknown; error?: string; isTrap?: boolean }>) => {
      if (data.progress) return this.onProgress(data.progress);
      const waiting = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (this.waiting.size === 0) this.onProgress(undefined);
      if (data.error === undefined) waiting?.resolve(data.answer as never);
      else waiting?.reject(new Error(data.error));
      if (data.isTrap) this.stop("the checker stopped");
    };
    worker.onerror = () => this.stop("the worker could not be started");
    return worker;
  }

  /** Ends what is under way. */
  stop(why = "stopped"): void {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.worker = this.start();
    this.onRestart();
    this.onProgress(undefined);
    waiting.forEach(({ reject }) => reject(new Stopped(why)));
  }

  call<Name extends keyof Calls>(name: Name, ...args: Parameters<Calls[Name]>): Promise<ReturnType<Calls[Name]>> {
    const number = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve: resolve as Waiting["resolve"], reject });
      this.worker.postMessage({ number, name, args });
    });
  }
}
