/**
 * Positions as they are set up: a board of any size from 2×2 to 16×16 with men on it, legal or not. What a position is worth, and what may move, is not
 * known here; the checker says that.
 */

export const LEAST = 2;
export const MOST = 16;
export const MEN = "KQRBNPkqrbnp";

export interface Position {
  readonly files: number;
  readonly ranks: number;
  /** By rank, then by file, from a1; "" where nobody stands. */
  readonly squares: readonly string[];
  /** The square that may be captured on *en passant*, or "". */
  readonly passed: string;
}

export const NAMES: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** `white king`. */
export const manName = (man: string): string => `${man === man.toUpperCase() ? "white" : "black"} ${NAMES[man.toLowerCase()]}`;

export const squareName = (files: number, index: number): string => String.fromCharCode(97 + (index % files)) + (Math.floor(index / files) + 1);

export const squareIndex = ({ files, ranks }: { files: number; ranks: number }, name: string): number | undefined => {
  const parts = /^([a-p])(\d{1,2})$/.exec(name);
  if (!parts) return undefined;
  const [file, rank] = [parts[1]!.charCodeAt(0) - 97, Number(parts[2]) - 1];
  return file < files && rank >= 0 && rank < ranks ? rank * files + file : undefined;
};

export const empty = (files: number, ranks: number): Position => ({ files, ranks, squares: Array<string>(files * ranks).fill(""), passed: "" });

/** Reads the placement field of a FEN, and a square for *en passant* beside it or in its own field; undefined if it is none on a board of these sizes. */
export const readFen = (fen: string): Position | undefined => {
  const [field = "", first = "", , third = ""] = fen.trim().split(/[ _]+/);
  const passed = third === "" ? first : third;
  const rows: string[][] = [];
  for (const text of field.split("/")) {
    const row: string[] = [];
    for (const part of text.match(/\d+|./gu) ?? []) {
      if (/^\d+$/.test(part)) {
        if (Number(part) > MOST) return undefined;
        row.push(...Array<string>(Number(part)).fill(""));
      } else if (MEN.includes(part)) row.push(part);
      else return undefined;
    }
    rows.unshift(row);
  }
  const [files, ranks] = [rows[0]!.length, rows.length];
  const fits = (n: number): boolean => n >= LEAST && n <= MOST;
  if (!fits(files) || !fits(ranks) || rows.some((row) => row.length !== files)) return undefined;
  return { files, ranks, squares: rows.flat(), passed: /^[a-p]\d+$/.test(passed) ? passed : "" };
};

export const fen = ({ files, ranks, squares, passed }: Position): string => {
  const rows: string[] = [];
  for (let rank = ranks - 1; rank >= 0; rank--) {
    let [row, gap] = ["", 0];
    for (const man of squares.slice(rank * files, (rank + 1) * files)) {
      if (man === "") gap += 1;
      else {
        row += (gap ? gap : "") + man;
        gap = 0;
      }
    }
    rows.push(row + (gap ? gap : ""));
  }
  return rows.join("/") + (passed && ` ${passed}`);
};

/** The position with each square taken from another one; nobody where that is none. A right does not outlive it. */
const from = (position: Position, files: number, ranks: number, source: (file: number, rank: number) => [number, number]): Position => {
  const squares: string[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    for (let file = 0; file < files; file++) {
      const [f, r] = source(file, rank);
      squares.push(f >= 0 && r >= 0 && f < position.files && r < position.ranks ? position.squares[r * position.files + f]! : "");
    }
  }
  return { files, ranks, squares, passed: "" };
};

const exchanged = (man: string): string => (man === man.toUpperCase() ? man.toLowerCase() : man.toUpperCase());

/** White and Black exchanged, and the board turned upside down. */
export const exchangeColours = (position: Position): Position => {
  const turned = from(position, position.files, position.ranks, (file, rank) => [file, position.ranks - 1 - rank]);
  return { ...turned, squares: turned.squares.map(exchanged) };
};

/** Left and right exchanged. */
export const mirror = (position: Position): Position => from(position, position.files, position.ranks, (file, rank) => [position.files - 1 - file, rank]);

/** Turned by a quarter, clockwise; files become ranks. */
export const quarter = (position: Position): Position => from(position, position.ranks, position.files, (file, rank) => [position.files - 1 - rank, file]);

/** All men moved alike; undefined if one would leave the board, or a pawn would reach the first or the last rank. */
export const shift = (position: Position, right: number, up: number): Position | undefined => {
  const moved = from(position, position.files, position.ranks, (file, rank) => [file - right, rank - up]);
  const men = (squares: readonly string[]): number => squares.filter((man) => man !== "").length;
  const onEdge = (squares: readonly string[]): boolean => squares.some((man, index) => man.toLowerCase() === "p" && (index < moved.files || index >= moved.files * (moved.ranks - 1)));
  return men(moved.squares) === men(position.squares) && !onEdge(moved.squares) ? moved : undefined;
};

/** With a man put on a square, or nobody. */
export const put = (position: Position, index: number, man: string): Position => ({ ...position, passed: "", squares: position.squares.map((other, place) => (place === index ? man : other)) });

/** The same men on a board of another size, as far as it has room. */
export const resize = (position: Position, files: number, ranks: number): Position => from(position, files, ranks, (file, rank) => [file, rank]);
