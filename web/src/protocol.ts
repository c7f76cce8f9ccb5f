/** What the page and the worker that runs the checker say to each other. */

/** The kinds of certificates, as the checker names them. */
export type KindName = "endgame" | "game" | "list" | "turns" | "proof" | "auction" | "chips" | "payments" | "hex" | "partition" | "model" | "rewards" | "endless" | "scores" | "all-pay" | "poorman" | "robin-hood";

/** A value: a fraction, or two bounds. */
export type Stated = string | [string, string];

export interface Verified {
  verdict: "verified";
  /** The number to ask under. */
  id: number;
  sha256: string;
  /** The endgame, the game, or "a plan". */
  about: string;
  kind: KindName;
  /** Whether its positions are men on a board. */
  is_board: boolean;
  /** The SHA-256 of the file of the game that it is about. */
  game: string | null;
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
  /** The usual names of the files that answer, one for each rule for pawns, the likeliest first. */
  names: string[];
  /** What those files are about. */
  abouts: string[];
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

/** A file of the site: what it says of itself, which nobody has verified. */
export interface Listed {
  path: string;
  bytes: number;
  /** How it begins: enough to find a file, which is verified by all of it. */
  sha256: string;
  kind: KindName;
  /** `8x8 KNk`; of a game its title; of a plan the root; of a proof in Losing Chess the first moves. */
  about: string;
  /** What its numbers are: `exact, sharp`. */
  numbers: string;
  /** What an endless play is worth, if the certificate is about one value of each position. */
  never?: string;
  /** The game's file, for certificates of games. */
  game?: string;
  /** The members' FENs of a plan. */
  members?: string[];
}

/** What a certificate says of itself. */
export interface Told {
  kind: KindName;
  about: string;
  numbers: string;
  /** The SHA-256 of the certificates that it rests on. */
  imports: string[];
  /** What an endless play is worth, if one value is stated. */
  never: string | null;
}

/** A number that is stated of a place: what it says, and others that could stand there, with what they would say. */
export interface StatedNumber {
  name: string;
  stored: number;
  says: string;
  others: [number, string][];
}

/** A part of a table: what is verified of each position, in the columns of its kind. */
export interface Rows {
  columns: string[];
  rows: { number: number; name: string; row: string[] }[];
  /** How many positions there are in all. */
  count: number;
}

/** An answer of a kind that states no values of positions: the fields are those of `check --json`, the text is that of `check`. */
export type Said = { text: string } & Record<string, unknown>;

/** What somebody does with so many chips. */
export interface Advice {
  wins: boolean;
  bid: number;
  /** The moves after the chips alone were paid, and after the star was paid, too. */
  after_buying: string[];
  with_star: string[];
  star: "use" | "keep" | null;
}

/** An auction with chips: of each player, called as in the game, from how many chips on the player wins; never if null. */
export type Chips = Said & {
  position: string;
  /** How many chips there are in all. */
  chips: number;
  options: { by: "white" | "black"; move: string; squares: string; after: string | null; white_from: number | null; white_with_star_from: number | null; black_from: number | null; black_with_star_from: number | null }[];
};

export interface Progress {
  doing: string;
  done: number;
  of: number;
}

/** What the page asks of the worker. */
export interface Calls {
  /** What the site lists. */
  index: () => Listed[];
  open: (path: string) => Judged;
  openBytes: (name: string, bytes: Uint8Array) => Judged;
  /** Keeps a game or a model, for the certificates that are about it. */
  keepGame: (name: string, bytes: Uint8Array) => { game: string; sha256: string };
  listed: (bytes: Uint8Array) => Told;
  keep: (bytes: Uint8Array) => string;
  digest: (bytes: Uint8Array) => string;
  ask: (text: string) => Asked;
  probe: (id: number, text: string) => Entry;
  at: (id: number, number: number) => Entry;
  heat: (id: number, fen: string, square: string) => Heat[];
  find: (id: number, kind: number) => Found;
  names: (id: number) => string[];
  /** Up to 4096 rows, from a number on. */
  rows: (id: number, from: number) => Rows;
  /** What is said of a position, whatever the kind: an `Entry` where values of positions are stated, else a `Said`. */
  say: (id: number, text: string) => Entry | Said;
  sayAt: (id: number, number: number) => Entry | Said;
  turns: (id: number, text: string) => Stop;
  /** An auction with chips: a position, and what the first player holds, such as `12*`; nothing behind it if nobody asks for that. */
  probeHolds: (id: number, text: string, holds: string) => Chips;
  forget: (id: number) => null;
  /** What a certificate that was verified states of a place. */
  stated: (id: number, bytes: Uint8Array, place: number) => StatedNumber[];
  /** It with another number in a column, at a place: with right digests. */
  changed: (id: number, bytes: Uint8Array, column: number, place: number, to: number) => Uint8Array;
}
