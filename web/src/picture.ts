/** Small pictures for cards: what a certificate is about, drawn from its few words. They say nothing that is verified. */
import { s } from "./dom.js";
import { drawMan } from "./men.js";
import { aboutOf, rowsOf } from "./partitions.js";
import { empty, fen, readFen, type Position } from "./position.js";
import type { KindName } from "./protocol.js";

/** A position with the men of an endgame such as `8x8 KPk, double step`: kings in corners, pawns where they may stand. Undefined if there is no room. */
export const example = (about: string): Position | undefined => {
  const parts = /^(\d+)x(\d+) ([KQRBNPkqrbnp]+)\b/.exec(about);
  if (!parts) return undefined;
  const [files, ranks, men] = [Number(parts[1]), Number(parts[2]), [...parts[3]!]];
  const squares = Array<string>(files * ranks).fill("");
  const put = (man: string, order: readonly number[]): boolean => {
    const free = order.find((index) => squares[index] === "");
    if (free !== undefined) squares[free] = man;
    return free !== undefined;
  };
  const all = squares.map((_, index) => index);
  // White's men from below, Black's from above, each a few files in.
  const spread = (white: boolean, indices: readonly number[]): number[] => {
    const rank = (index: number): number => Math.floor(index / files);
    const near = (index: number): number => Math.abs((index % files) - (white ? Math.floor(files / 3) : Math.floor((2 * files) / 3)));
    return [...indices].sort((a, b) => (white ? rank(a) - rank(b) : rank(b) - rank(a)) || near(a) - near(b) || a - b);
  };
  const inner = all.filter((index) => index >= files && index < files * (ranks - 1));
  const isWhite = (man: string): boolean => man === man.toUpperCase();
  const order = (man: string): number => (man.toLowerCase() === "p" ? 0 : man.toLowerCase() === "k" ? 1 : 2);
  for (const man of [...men].sort((a, b) => order(a) - order(b))) {
    const where = man.toLowerCase() === "p" ? spread(isWhite(man), inner) : man === "K" ? all : man === "k" ? [...all].reverse() : spread(isWhite(man), ranks > 4 ? inner : all);
    if (!put(man, where) && !put(man, all)) return undefined;
  }
  return { ...empty(files, ranks), squares };
};

export const exampleFen = (about: string): string | undefined => {
  const position = example(about);
  return position && fen(position);
};

const frame = (width: number, height: number, ...children: SVGElement[]): SVGSVGElement => s("svg", { class: "mini", viewBox: `0 0 ${width} ${height}`, "aria-hidden": true }, ...children);

const board = ({ files, ranks, squares }: Position): SVGSVGElement => {
  const dark = squares.flatMap((_, index) => {
    const [file, rank] = [index % files, Math.floor(index / files)];
    return (file + rank) % 2 === 0 ? [`M${file * 48} ${(ranks - 1 - rank) * 48}h48v48h-48z`] : [];
  });
  const men = squares.flatMap((man, index) => (man === "" ? [] : [drawMan(man, (index % files) * 48, (ranks - 1 - Math.floor(index / files)) * 48)]));
  return frame(files * 48, ranks * 48, s("rect", { width: files * 48, height: ranks * 48, class: "mini-light" }), s("path", { d: dark.join(""), class: "mini-dark" }), ...men);
};

const dots = (points: readonly [number, number][], radius: number): SVGElement[] => points.map(([x, y]) => s("circle", { cx: x, cy: y, r: radius, class: "mini-dot" }));

const hex = (files: number, ranks: number): SVGSVGElement => {
  const cells: SVGElement[] = [];
  const arm = 10 / Math.sqrt(3);
  for (let rank = 0; rank < ranks; rank++)
    for (let file = 0; file < files; file++) {
      const [x, y] = [5 + 10 * file + 5 * rank, arm + (ranks - 1 - rank) * 1.5 * arm];
      const corners = [0, 1, 2, 3, 4, 5].map((corner) => `${(x + arm * Math.sin((corner * Math.PI) / 3)).toFixed(1)},${(y + arm * Math.cos((corner * Math.PI) / 3)).toFixed(1)}`);
      cells.push(s("polygon", { points: corners.join(" "), class: 2 * file === files - 1 && 2 * rank === ranks - 1 ? "mini-hot" : "mini-cell" }));
    }
  return frame(10 * files + 5 * (ranks - 1), arm * (1.5 * (ranks - 1) + 2), ...cells);
};

/** Rows of cells; where there are many, only the outline. */
const rows = (all: readonly number[]): SVGSVGElement => {
  const [wide, high] = [all[0] ?? 1, all.length];
  const side = 60 / Math.max(wide, high);
  const cells = wide * high <= 120;
  const d = all.map((length, row) => (cells ? Array.from({ length }, (_, column) => `M${column * side} ${row * side}h${side}v${side}h${-side}z`).join("") : `M0 ${row * side}h${length * side}v${side}h${-length * side}z`)).join("");
  return frame(wide * side + 1, high * side + 1, s("path", { d, class: cells ? "mini-cell" : "mini-whole" }));
};

const path = (count: number): SVGSVGElement => {
  const points = Array.from({ length: count }, (_, index): [number, number] => [8 + index * 16, 10]);
  return frame(16 * count, 20, s("path", { d: `M8 10h${16 * (count - 1)}`, class: "mini-line" }), ...dots(points, 5));
};

const graph = (): SVGSVGElement => frame(64, 44, s("path", { d: "M10 34L32 10L54 34M10 34H54M32 10V34", class: "mini-line" }), ...dots([[10, 34], [32, 10], [54, 34], [32, 34]], 5));

/** Larger boards would have men too small to be seen: then the men alone, two in a row. */
const LARGEST = 5;

const menAlone = (men: readonly string[]): SVGSVGElement => {
  const rows = Math.ceil(men.length / 2);
  const squares = Array.from({ length: 2 * rows }, (_, place) => s("rect", { x: (place % 2) * 48, y: Math.floor(place / 2) * 48, width: 48, height: 48, class: (place + Math.floor(place / 2)) % 2 === 0 ? "mini-light" : "mini-dark" }));
  return frame(96, 48 * rows, ...squares, ...men.map((man, place) => drawMan(man, (place % 2) * 48, Math.floor(place / 2) * 48)));
};

export const picture = (kind: KindName, about: string): SVGSVGElement => {
  const position = example(about) ?? readFen(/ for (\S+)$/.exec(about)?.[1] ?? "");
  const men = position?.squares.filter((man) => man !== "") ?? [];
  if (position) return Math.max(position.files, position.ranks) > LARGEST && men.length <= 4 ? menAlone([...men].sort((a, b) => "KQRBNPkqrbnp".indexOf(a) - "KQRBNPkqrbnp".indexOf(b))) : board(position);
  const size = /(\d+)x(\d+)/.exec(about);
  if (/\bHex\b/.test(about) && size) return hex(Math.min(11, Number(size[1])), Math.min(11, Number(size[2])));
  const partition = aboutOf(about);
  if (partition) return rows(partition.kind === "board" ? partition.rows : partition.kind === "sizes" ? [5, 3, 2, 1] : rowsOf(`S(3,${partition.a},${partition.b})`)!);
  const nodes = / path of (\d+) nodes/.exec(about);
  if (nodes) return path(Math.min(9, Number(nodes[1])));
  if (kind === "turns" || kind === "proof" || kind === "auction") return board({ ...empty(3, 3), squares: ["", "k", "", "", "", "", "P", "", "R"] });
  return graph();
};
