/**
 * Hex, counted by the page. Every free cell is filled by the toss of a coin; the share of the fillings that Left wins is what the board is worth to her. The
 * best cell for both is the one that decides most often. The certificates have the empty boards; all later positions are counted here, and not verified.
 *
 * The count goes cell by cell. What is behind matters only through the last cells of each file: which of them are Left's, which of these hang together, and
 * which hang on the top.
 */
import { make, text, type Fraction } from "./fraction.js";
import type { Choice, Side, Spot } from "./strategy.js";

/** `.` is free, `X` is Left's, `O` is Right's; by rank, then by file, from a1. */
export interface HexBoard {
  size: number;
  cells: string[];
}

export const readBoard = (name: string): HexBoard | undefined => {
  const rows = name.split("/");
  const size = rows.length;
  if (size < 2 || size > 5 || rows.some((row) => row.length !== size || !/^[.XO]+$/.test(row))) return undefined;
  return { size, cells: rows.flatMap((row) => [...row]) };
};
export const boardName = ({ size, cells }: HexBoard): string => Array.from({ length: size }, (_, rank) => cells.slice(rank * size, (rank + 1) * size).join("")).join("/");
export const cellName = (size: number, cell: number): string => `${String.fromCharCode(97 + (cell % size))}${Math.floor(cell / size) + 1}`;
export const emptyBoard = (size: number): string => Array.from({ length: size }, () => ".".repeat(size)).join("/");

/** Names in the order of their first appearance; 0 is no stone of Left's, 1 hangs on the first rank. */
const renamed = (front: readonly number[]): number[] => {
  const names = new Map([[0, 0], [1, 1]]);
  return front.map((part) => names.get(part) ?? (names.set(part, names.size), names.get(part)!));
};

/** The front after one more cell. Its neighbours that are behind it: the one below, the one below to the right, and the one to the left. */
const place = (front: readonly number[], size: number, cell: number, isLeft: boolean): number[] => {
  const file = cell % size;
  const next = [...front];
  if (!isLeft) next[file] = 0;
  else {
    const beside = [front[file]!, file + 1 < size ? front[file + 1]! : 0, file > 0 ? front[file - 1]! : 0];
    if (cell < size) beside.splice(0, 2, 1);
    const joined = beside.filter((part) => part > 0);
    const name = joined.length === 0 ? size + 2 : Math.min(...joined);
    next.forEach((part, at) => joined.includes(part) && (next[at] = name));
    next[file] = name;
  }
  return renamed(next);
};

/** In how many fillings of the free cells Left joins the first rank to the last. */
export const wins = ({ size, cells }: HexBoard): number => {
  let fronts = new Map<string, [front: number[], count: number]>([["", [Array<number>(size).fill(0), 1]]]);
  cells.forEach((stone, cell) => {
    const after = new Map<string, [number[], number]>();
    for (const [front, count] of fronts.values()) {
      for (const isLeft of stone === "." ? [true, false] : [stone === "X"]) {
        const next = place(front, size, cell, isLeft);
        const key = next.join();
        const known = after.get(key);
        if (known) known[1] += count;
        else after.set(key, [next, count]);
      }
    }
    fronts = after;
  });
  return [...fronts.values()].reduce((sum, [front, count]) => sum + (front.includes(1) ? count : 0), 0);
};

const share = (board: HexBoard): Fraction => make(BigInt(wins(board)), 1n << BigInt(board.cells.filter((stone) => stone === ".").length));
const put = (board: HexBoard, cell: number, stone: string): HexBoard => ({ ...board, cells: board.cells.map((other, at) => (at === cell ? stone : other)) });
/** Lets the page breathe. */
const rest = (): Promise<void> => new Promise((done) => setTimeout(done));

/** The position as a player has to know it. The counts are made cell by cell, with rests between them. */
export const hexSpot = async (name: string): Promise<Spot> => {
  const board = readBoard(name);
  if (!board) throw new Error(`${name} is no board of Hex from 2x2 to 5x5.`);
  const free = board.cells.flatMap((stone, cell) => (stone === "." ? [cell] : []));
  const value = share(board);
  const isOver = value.n === 0n || (value.n === 1n && value.d === 1n);
  const options: Choice[] = [];
  for (const cell of isOver ? [] : free) {
    for (const by of ["white", "black"] as Side[]) {
      const after = put(board, cell, by === "white" ? "X" : "O");
      const worth = share(after);
      const isWon = by === "white" ? worth.n === worth.d : worth.n === 0n;
      const left = isWon ? 0 : free.length - 1;
      const move = cellName(board.size, cell);
      options.push({ by, move, squares: move, lower: text(worth), upper: text(worth), labels: [left, left], best_to_win: false, best_not_to_lose: false, first: false, wins: isWon, after: boardName(after) });
      await rest();
    }
  }
  for (const by of ["white", "black"] as Side[]) {
    const own = options.filter((option) => option.by === by);
    const ranked = own.map(({ lower }) => lower as string);
    const best = ranked.reduce<string | undefined>((a, b) => (a === undefined || (by === "white" ? isMore(b, a) : isMore(a, b)) ? b : a), undefined);
    own.filter(({ lower }) => lower === best).forEach((option) => Object.assign(option, { best_to_win: true, best_not_to_lose: true, first: true }));
  }
  return { position: name, lower: text(value), upper: text(value), white_label: free.length, black_label: free.length, turn: isOver ? null : "bid", options };
};

const isMore = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map((one) => one.split("/").map(BigInt)) as [bigint[], bigint[]];
  return x[0]! * (y[1] ?? 1n) > y[0]! * (x[1] ?? 1n);
};

/** The cells that join a winner's edges: for the picture at the end. */
export const chain = (board: HexBoard, side: Side): number[] => {
  const stone = side === "white" ? "X" : "O";
  const { size, cells } = board;
  const near = (cell: number): number[] => {
    const [file, rank] = [cell % size, Math.floor(cell / size)];
    return [[0, 1], [0, -1], [1, 0], [-1, 0], [1, -1], [-1, 1]].map(([f, r]) => [file + f!, rank + r!]).filter(([f, r]) => f! >= 0 && r! >= 0 && f! < size && r! < size).map(([f, r]) => r! * size + f!);
  };
  const from = new Map<number, number>();
  const queue = cells.flatMap((own, cell) => (own === stone && (side === "white" ? cell < size : cell % size === 0) ? [cell] : []));
  queue.forEach((cell) => from.set(cell, -1));
  for (const cell of queue) {
    if (side === "white" ? cell >= size * (size - 1) : cell % size === size - 1) {
      const path = [cell];
      for (let at = from.get(cell)!; at >= 0; at = from.get(at)!) path.push(at);
      return path;
    }
    for (const next of near(cell)) if (cells[next] === stone && !from.has(next)) (from.set(next, cell), queue.push(next));
  }
  return [];
};
