/** Partitions and pieces as the checker writes them. What a position is worth is not known here; only what may be asked, and where a piece may go. */

/** A pair: rows and columns that are deleted. */
export type By = readonly [number, number];

export interface Piece {
  name: string;
  steps: readonly By[];
  rides: readonly By[];
}

/** The pieces that have names, as the checker has them. */
const PIECES: Record<string, [steps: By[], rides: By[]]> = {
  Downright: [[[0, 1], [1, 0]], []],
  Pawn: [[[0, 1], [1, 1]], []],
  Knight: [[[1, 2], [2, 1]], []],
  Bishop: [[], [[1, 1]]],
  King: [[[0, 1], [1, 0], [1, 1]], []],
  Rook: [[], [[0, 1], [1, 0]]],
  Queen: [[], [[0, 1], [1, 0], [1, 1]]],
};

/** A piece by its name, or by its moves such as `0:1,1:1*`. */
export const piece = (name: string): Piece => {
  const known = PIECES[name];
  if (known) return { name, steps: known[0], rides: known[1] };
  const read = (word: string): By => word.replace("*", "").split(":").map(Number) as unknown as By;
  const words = name.split(",").filter((word) => /^\d+:\d+\*?$/.test(word));
  return { name, steps: words.filter((word) => !word.endsWith("*")).map(read), rides: words.filter((word) => word.endsWith("*")).map(read) };
};

/** The rule of a piece in words. */
export const ruleOf = ({ name }: Piece): string =>
  ({
    Downright: "one column to the right or one row down",
    Pawn: "one column to the right, or one to the right and one down",
    Knight: "one row down and two columns to the right, or two down and one to the right",
    Bishop: "any number of cells along the diagonal, down and to the right",
    King: "one cell to the right, down, or both",
    Rook: "any number of cells to the right, or down",
    Queen: "any number of cells to the right, down, or along the diagonal",
  })[name] ?? `by ${name}: rows down and columns to the right, with * as often as one likes`;

/** The rows of a partition such as `6^2,5,1`, or of a staircase `S(3,2,2)`; undefined if it is none. */
export const rowsOf = (text: string): number[] | undefined => {
  const stairs = /^S\((\d+),(\d+),(\d+)\)$/.exec(text.trim());
  if (stairs) {
    const [k, a, b] = stairs.slice(1).map(Number) as [number, number, number];
    return Array.from({ length: k * b }, (_, row) => a * (k - Math.floor(row / b)));
  }
  const rows: number[] = [];
  for (const word of text.split(",")) {
    const run = /^\s*(\d+)(?:\^(\d+))?\s*$/.exec(word);
    if (!run) return undefined;
    const [part, count] = [Number(run[1]), Number(run[2] ?? 1)];
    if (part < 1 || part > (rows.at(-1) ?? Infinity) || rows.length + count > 4096) return undefined;
    rows.push(...Array<number>(count).fill(part));
  }
  return rows;
};

/** `6^2,5,1`. */
export const partitionText = (rows: readonly number[]): string => {
  const runs: [number, number][] = [];
  for (const part of rows) {
    if (runs.at(-1)?.[0] === part) runs.at(-1)![1] += 1;
    else runs.push([part, 1]);
  }
  return runs.map(([part, count]) => (count > 1 ? `${part}^${count}` : `${part}`)).join(",");
};

/** Where a piece may go from a cell: the cells of a board. */
export const options = ({ steps, rides }: Piece, rows: readonly number[], [row, column]: By): By[] => {
  const has = ([r, c]: By): boolean => r < rows.length && c < rows[r]!;
  const all: By[] = steps.map(([r, c]): By => [row + r, column + c]).filter(has);
  for (const [r, c] of rides) for (let times = 1; has([row + times * r, column + times * c]); times++) all.push([row + times * r, column + times * c]);
  return all;
};

export type About =
  | { kind: "board"; pieces: Piece[]; misere: boolean; rows: number[]; partition: string }
  | { kind: "sizes"; pieces: Piece[]; most: number }
  | { kind: "stairs"; pieces: Piece[]; a: number; b: number };

/** Reads what a certificate is about, as the checker says it. */
export const aboutOf = (about: string): About | undefined => {
  const pieces = (text: string): Piece[] => text.split(" against ").map(piece);
  const board = /^(.+) on the board ([\d^,]+?)(, misère)?$/.exec(about);
  if (board) {
    const rows = rowsOf(board[2]!);
    return rows && { kind: "board", pieces: pieces(board[1]!), misere: board[3] !== undefined, rows, partition: board[2]! };
  }
  const sizes = /^(.+) on all partitions up to (\d+)$/.exec(about);
  if (sizes) return { kind: "sizes", pieces: pieces(sizes[1]!), most: Number(sizes[2]) };
  const stairs = /^(.+) on the staircases S\(k,(\d+),(\d+)\)$/.exec(about);
  if (stairs) return { kind: "stairs", pieces: pieces(stairs[1]!), a: Number(stairs[2]), b: Number(stairs[3]) };
  return undefined;
};

/** What the classes of games mean. */
const CLASSES: Record<string, string> = {
  domestic: "no position has the value 0 in one play and more than 1 in the other",
  tame: "the two values differ only where they are 0 and 1",
  pet: "the two values differ only where they are 0 and 1, and elsewhere both are 2 or more",
  miserable: "from a position that is none with 0 and 1, one can move to both sorts of positions with 0 and 1, or to neither",
  returnable: "after each move from a position with 0 and 1, unless it is the end, one can move back to such a pair of values",
  forced: "from a position with 0 and 1 one can move only to positions with 0 and 1",
};

export interface InClass {
  name: string;
  meaning: string;
  /** The first position against it, if there is one. */
  against: string | undefined;
}

/** The classes that the claim of a certificate states: `classes: domestic; not tame, first at 3,2;`. */
export const classesOf = (claim: string): InClass[] => {
  const list = /classes: (.*)$/.exec(claim)?.[1] ?? "";
  return list.split(";").flatMap((part): InClass[] => {
    const found = /^\s*(not )?([a-z]+)(?:, first at (.+?))?\s*\.?$/.exec(part);
    const meaning = found && CLASSES[found[2]!];
    return found && meaning !== undefined && meaning !== null ? [{ name: found[2]!, meaning, against: found[1] === undefined ? undefined : found[3] }] : [];
  });
};
