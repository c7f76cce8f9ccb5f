/** The page's end of a worker: calls with promises, progress, and a stop that ends the worker. The next call starts another one. */
import type { Progress } from "./protocol.js";

/** A worker was stopped: the page wanted it, or its memory was needed. */
export class Stopped extends Error {
  constructor(
    why: string,
    readonly who: string,
  ) {
    super(why);
  }
}

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void };

/** What a worker says. */
export interface Message {
  number?: number;
  progress?: Progress;
  started?: true;
  answer?: unknown;
  error?: string;
  /** Whether the worker holds memory that nobody needs, or can be asked no more. */
  isOver?: boolean;
}

export class Port<Calls extends { [name in keyof Calls]: (...args: never[]) => unknown }> {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 0;
  /** Whether a worker has said anything. */
  private hasStarted = false;
  /** Told of progress; of undefined when nothing is under way. */
  onProgress: (progress: Progress | undefined) => void = () => undefined;
  /** Told when all that the worker knew is lost. */
  onRestart: () => void = () => undefined;

  /** `who` is what works there; `missing` is said if it never comes. */
  constructor(
    private readonly address: string | URL,
    private readonly who: string,
    private readonly missing: string,
  ) {}

  protected start(): Worker {
    if (this.worker) return this.worker;
    const worker = (this.worker = new Worker(this.address, { type: "module", name: this.who }));
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      this.hasStarted = true;
      if (data.progress) return this.onProgress(data.progress);
      if (data.number === undefined) return;
      const waiting = this.waiting.get(data.number);
      this.waiting.delete(data.number);
      if (this.waiting.size === 0) this.onProgress(undefined);
      if (data.error === undefined) waiting?.resolve(data.answer as never);
      else waiting?.reject(new Error(data.error));
      // Memory that was taken is given back with the worker, unless it has more to do.
      if (data.isOver && (data.error !== undefined || this.waiting.size === 0)) this.stop(`the ${this.who} stopped`);
    };
    worker.onerror = () => this.end(new Error(this.hasStarted ? `The ${this.who} stopped. Ask again, and it starts anew.` : this.missing));
    return worker;
  }

  /** Ends what is under way, and gives the memory back. */
  stop(why = "stopped"): void {
    this.end(new Stopped(why, this.who));
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
    const [worker, number] = [this.start(), this.next++];
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve: resolve as Waiting["resolve"], reject });
      worker.postMessage({ number, name, args });
    });
  }
}
