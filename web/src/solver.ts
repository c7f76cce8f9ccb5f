/**
 * The page's end of the worker that solves. Nothing that it gives is believed: the page hands the certificates to the checker's worker, imports first.
 * The worker, and with it `solver.wasm`, is started by the first question; `stop` ends it, and the next question starts another one.
 */

/** An endgame of bidding chess. */
export interface EndgameRequest {
  kind: "endgame";
  /** Files x ranks, such as `8x8`. */
  board: string;
  /** The men, such as `KNk`; at most four. */
  material: string;
  /** Where pawns step twice; if absent, as the board has it: on boards of 8 ranks or more. */
  pawns?: "single" | "double";
  /** Bounds in units of 2^-bits; if absent, exact values where they are not too large. */
  bits?: number;
  /** What an endless play is worth: `richer`, `1/3`, …; if absent, what either player can force. */
  never?: string;
  /** Who is paid, as `--pays` of the native program has it: `bank` (poorman), or the bank's share, `1/2` (taxman); if absent, the other player. */
  payment?: string;
  /** So many chips in all, whole bids. */
  chips?: number;
  /** With chips or a payment: who moves after a bid is won. If absent, the buyer moves for chips, and decides for a payment. */
  winner?: "moves" | "decides";
  /** With a payment, where the buyer moves: who owns ties. */
  ties?: "white" | "black";
}

/** A game of one's own, as JSON. */
export interface GraphRequest {
  kind: "graph";
  text: string;
  bits?: number;
  never?: string;
  payment?: string;
  chips?: number;
  winner?: "moves" | "decides";
  ties?: "white" | "black";
}

/** Hex on a board of files x ranks, such as `3x3`. */
export interface HexRequest {
  kind: "hex";
  board: string;
  /** Stones that lie already: a line for each rank, in it `.` for a free cell, `L` or `R` for a stone. */
  text?: string;
}

/** Impartial chess on a partition. */
export interface PartitionRequest {
  kind: "partition";
  /** `King`, `Queen`, …, or moves such as `0:1,1:1`. */
  piece: string;
  /** `6^2,5,1`, or a staircase `S(3,2,2)`. */
  board: string;
  /** The values of all cells, the losing cells alone, or a race of two pieces; values if absent. */
  ask?: "values" | "losing" | "race";
  /** In a race: Right's piece. */
  other?: string;
  misere?: boolean;
}

export type Request = EndgameRequest | GraphRequest | HexRequest | PartitionRequest;

/** What an answer would take. */
export interface Estimate {
  /** Positions of all endgames that are to be solved. */
  positions: number;
  /** Memory, about. */
  bytes: number;
  /** In this browser, roughly. */
  seconds: number;
  /** Whether the page solves it. */
  allowed: boolean;
  /** A sentence. */
  words: string;
  /** What to type to have the native program solve it. */
  command: string;
}

export interface File {
  name: string;
  bytes: Uint8Array;
}

/** A certificate, and what it rests on: each import after its own. */
export interface Solved extends File {
  imports: File[];
  /** The game that the checker needs, for certificates of games in files. */
  game?: File;
}

export interface Doing {
  /** A phase, in words. */
  doing: string;
  done: number;
  /** 0 where nobody knows how much there is. */
  of: number;
}

/** What the page asks the worker. */
export interface SolverCalls {
  estimate: (request: Request) => Estimate;
  solve: (request: Request) => Solved;
}

export class Stopped extends Error {}

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void; progress: (doing: Doing) => void };

/** What the worker says. */
export interface Said {
  number: number;
  progress?: Doing;
  answer?: unknown;
  error?: string;
  /** Whether the worker holds memory that nobody needs, or can be asked no more. */
  isOver?: boolean;
}

export class Solver {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 0;

  constructor(private readonly address: string | URL = "solver-worker.js") {}

  /** What an answer would take. */
  estimate(request: Request): Promise<Estimate> {
    return this.call("estimate", request, () => undefined);
  }

  /** Solves; tells of progress meanwhile. What the browser cannot do is an error in words. */
  solve(request: Request, progress: (doing: Doing) => void = () => undefined): Promise<Solved> {
    return this.call("solve", request, progress);
  }

  /** Ends what is under way, and gives the memory back. */
  stop(why = "stopped"): void {
    this.worker?.terminate();
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    waiting.forEach(({ reject }) => reject(new Stopped(why)));
  }

  private start(): Worker {
    const worker = new Worker(this.address, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      const waiting = this.waiting.get(data.number);
      if (data.progress) return waiting?.progress(data.progress);
      this.waiting.delete(data.number);
      if (data.error === undefined) waiting?.resolve(data.answer as never);
      else waiting?.reject(new Error(data.error));
      // The memory of what was solved is given back with the worker, unless it has more to do.
      if (data.isOver && (data.error !== undefined || this.waiting.size === 0)) this.stop("the solver stopped");
    };
    worker.onerror = () => this.stop("the solver's worker could not be started");
    return worker;
  }

  private call<Name extends keyof SolverCalls>(name: Name, request: Request, progress: (doing: Doing) => void): Promise<ReturnType<SolverCalls[Name]>> {
    this.worker ??= this.start();
    const number = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve: resolve as Waiting["resolve"], reject, progress });
      this.worker?.postMessage({ number, name, request });
    });
  }
}
