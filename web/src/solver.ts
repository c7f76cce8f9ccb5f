/**
 * The page's end of the worker that solves. Nothing that it gives is believed: the page hands the certificates to the checker's worker, imports first.
 * The worker, and with it `solver.wasm`, is started by the first question; `stop` ends it, and the next question starts another one.
 */
import { Port } from "./port.js";
import type { Progress } from "./protocol.js";

/** The rules of an auction that a question may change. */
export interface AuctionRequest {
  /** Bounds in units of 2^-bits; if absent, exact values where they are not too large. */
  bits?: number | undefined;
  /** What an endless play is worth: `richer`, `1/3`, …; if absent, what either player can force. */
  never?: string;
  /** Who is paid, as `--pays` of the native program has it: `bank` (poorman), or the bank's share, `1/2` (taxman); if absent, the other player. */
  payment?: string | undefined;
  /** So many chips in all, whole bids. */
  chips?: number | undefined;
  /** With chips or a payment: who moves after a bid is won. If absent, the buyer moves for chips, and decides for a payment. */
  winner?: "moves" | "decides";
  /** With a payment, where the buyer moves: who owns ties. */
  ties?: "white" | "black";
}

/** An endgame of bidding chess. */
export interface EndgameRequest extends AuctionRequest {
  kind: "endgame";
  /** Files x ranks, such as `8x8`. */
  board: string;
  /** The men, such as `KNk`; at most four. */
  material: string;
  /** Where pawns step twice; if absent, as the board has it: on boards of 8 ranks or more. */
  pawns?: "single" | "double";
}

/** A game of one's own, as JSON. */
export interface GraphRequest extends AuctionRequest {
  kind: "graph";
  text: string;
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

/** What the page asks the worker. */
export interface SolverCalls {
  estimate: (request: Request) => Estimate;
  solve: (request: Request) => Solved;
}

export class Solver extends Port<SolverCalls> {
  constructor(address: string | URL = "solver-worker.js") {
    super(address, "solver", "The solver's worker could not be started.");
  }

  /** Solves; tells of progress meanwhile. What the browser cannot do is an error in words. */
  solve(request: Request, progress: (doing: Progress) => void = () => undefined): Promise<Solved> {
    this.onProgress = (doing) => doing && progress(doing);
    return this.call("solve", request);
  }
}
