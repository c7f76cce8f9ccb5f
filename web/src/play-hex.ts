/** Hex at the board: its positions by name, with what a verified certificate counts. Whoever has joined the edges is seen here, for the picture at the end. */
import { make, text } from "./fraction.js";
import { squareIndex } from "./position.js";
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
/** The stones as the solver reads them. */
export const stones = (name: string): string => name.replaceAll("X", "L").replaceAll("O", "R").replaceAll("/", "\n");
export const emptyBoard = (size: number): string => Array.from({ length: size }, () => ".".repeat(size)).join("/");

/** What a verified certificate says of a board: in how many fillings of the free cells Left wins, in all and with her stone on a cell. */
export interface HexCounts {
  left_wins: string;
  cells: { cell: string; left_wins_with_left: string }[];
}

/** The position as a player has to know it: the best cell for both is the one that decides most often. */
export const hexSpot = (name: string, { left_wins: all, cells }: HexCounts): Spot => {
  const board = readBoard(name);
  if (!board) throw new Error(`${name} is no board of Hex from 2x2 to 5x5.`);
  const free = board.cells.filter((stone) => stone === ".").length;
  const value = text(make(BigInt(all), 1n << BigInt(free)));
  const isOver = value === "0" || value === "1";
  const fillings = 1n << BigInt(Math.max(0, free - 1));
  const best = cells.reduce((most, { left_wins_with_left: won }) => (BigInt(won) > most ? BigInt(won) : most), 0n);
  const options = (isOver ? [] : cells).flatMap(({ cell, left_wins_with_left: won }) =>
    (["white", "black"] as const).map((by): Choice => {
      const worth = text(make(by === "white" ? BigInt(won) : BigInt(all) - BigInt(won), fillings));
      const [isBest, isWon] = [BigInt(won) === best, worth === (by === "white" ? "1" : "0")];
      const [label, place] = [isWon ? 0 : free - 1, squareIndex({ files: board.size, ranks: board.size }, cell)!];
      const after = boardName({ ...board, cells: board.cells.map((stone, at) => (at === place ? (by === "white" ? "X" : "O") : stone)) });
      return { by, move: cell, squares: cell, lower: worth, upper: worth, labels: [label, label], best_to_win: isBest, best_not_to_lose: isBest, first: isBest, wins: isWon, after };
    }),
  );
  return { position: name, lower: value, upper: value, white_label: free, black_label: free, turn: isOver ? null : "bid", options };
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
