/** What the page and the worker that runs the checker say to each other. */

/** A value: a fraction, or two bounds. */
export type Stated = string | [string, string];

export interface Verified {
  verdict: "verified";
  /** The number to ask under. */
  id: number;
  sha256: string;
  /** The endgame, the game, or "a plan". */
  about: string;
  kind: "endgame" | "game" | "list" | "turns" | "proof" | "auction" | "chips" | "payments" | "hex" | "partition" | "model" | "rewards" | "nim";
  /** What can be asked for, as the end of a sentence. */
  question: string;
  claim: string;
  form: string;
  bits: number;
  /** What an endless play is worth, if the certificate is about one value of each position. */
  never: string | null;
  positions: number;
  proved: number;
  /** How many places the positions have: they are numbered. */
  places: number;
  conditions: Record<string, number>;
  max_white_label: number | null;
  max_black_label: number | null;
  not_sharp?: number;
  root?: string;
  imports: string[];
}

export interface Failed {
  verdict: "rejected" | "declined";
  sha256: string;
  condition: string | null;
  message: string;
  missing: string | null;
  needs_game: boolean;
}

export type Verdict = Verified | Failed;

/** A verdict with what the page knows of the file. */
export interface Judged {
  name: string;
  /** The path of the file in the site, if it came from there. */
  path: string | undefined;
  bytes: number;
  /** The game that it is about, by file name. */
  game: string | undefined;
  milliseconds: number;
  verdict: Verdict;
}

export interface Option {
  by: "white" | "black" | "chance";
  move: string;
  squares: string;
  lower: Stated;
  upper: Stated;
  labels: (number | "infinite" | null)[];
  weight: number;
  best_to_win: boolean;
  best_not_to_lose: boolean;
  /** Whether it is one of the greedy moves of least label. */
  first: boolean;
  leads: string;
  /** Whether the move wins at once. */
  wins: boolean;
  bound: string | null;
  /** The FEN or the name of the position after it. */
  after: string | null;
}

/** Where there is one value, it stands as the lower and as the upper one. */
export interface Entry {
  position: string;
  meaning: string;
  /** What an endless play is worth, if there is one value. */
  never: string | null;
  sharp: boolean | null;
  lower: Stated;
  upper: Stated;
  lower_decimal: string;
  upper_decimal: string;
  bid_lower: string | null;
  bid_upper: string | null;
  kind: "zugzwang" | "quiescent" | null;
  white_label: number | "infinite" | null;
  black_label: number | "infinite" | null;
  bound: { relation: string; value: string; player: "white" | "black"; move: string } | null;
  turn: "bid" | "white" | "black" | "chance" | null;
  text: string;
  label_words: (string | null)[];
  bid_words: (string | null)[];
  players: [string, string];
  gap: string | null;
  options: Option[];
}

export interface Asked {
  fen: string;
  files: number;
  ranks: number;
  men: string;
  used: string;
  names: string[];
  notes: string[];
}

export interface Heat {
  square: string;
  fen: string;
  lower: Stated;
  upper: Stated;
}

export interface Found {
  count: number;
  positions: { position: string; lower: Stated; upper: Stated; number: string | null }[];
}

/** A position of Losing Chess by turns, with what a table or a proof says of it and of each move. */
export interface Stop {
  position: string;
  mover: "white" | "black";
  says: string;
  moves: { move: string; squares: string; after: string; says: string; chosen: boolean }[];
}

/** A file of the site. */
export interface Listed {
  path: string;
  bytes: number;
  sha256: string;
  statement: number;
  /** `8x8 KNk`; of a game its title; of a plan the root; of a proof in Losing Chess the first moves. */
  about: string;
  board: number[];
  bits: number;
  form: number;
  /** What an endless play is worth, if the certificate is about one value of each position. */
  never?: string;
  imports: string[];
  /** The game's file, for certificates of games. */
  game?: string;
  /** The members' FENs of a plan. */
  members?: string[];
}

export interface Progress {
  doing: string;
  done: number;
  of: number;
}

export interface Calls {
  open: (path: string) => Judged;
  openBytes: (name: string, bytes: Uint8Array, game: { name: string; bytes: Uint8Array } | undefined) => Judged;
  keep: (bytes: Uint8Array) => string;
  digest: (bytes: Uint8Array) => string;
  ask: (text: string) => Asked;
  probe: (id: number, text: string) => Entry;
  at: (id: number, number: number) => Entry;
  heat: (id: number, fen: string, square: string) => Heat[];
  find: (id: number, kind: number) => Found;
  names: (id: number) => string[];
  turns: (id: number, text: string) => Stop;
  forget: (id: number) => null;
}
