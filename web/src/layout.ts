/**
 * Where the nodes of a graph stand, and how its edges run. A pure function: the same graph gives the same picture. Nodes stand in layers by their distance from
 * the first one, along edges in either direction: so every edge stays in its layer, or goes to the next one, and runs between the boxes, never across one.
 */

export interface Shape {
  /** The size of a box. */
  width: number;
  height: number;
  /** Layers from top to bottom, not from left to right. */
  isDown?: boolean;
  /** The node that comes first, if the graph does not say it itself. */
  first?: number | undefined;
}

export interface Laid {
  width: number;
  height: number;
  /** The middle of each box. */
  at: [number, number][];
  /** For each edge its shaft and its head, as paths; and where it ends. */
  edges: { shaft: string; head: string; end: [number, number] }[];
}

/** The length of an arrowhead, and half of its width. */
export const HEAD = 10;
const HALF = 4.5;
/** Room between boxes of a layer: a loop fits in. */
const ASIDE = 34;
const MARGIN = 34;
const SWEEPS = 8;

type Edge = readonly [from: number, to: number];

/** The distance of each node from one of them; undefined where no edges lead. */
const distances = (near: readonly number[][], from: number): (number | undefined)[] => {
  const found: (number | undefined)[] = Array<undefined>(near.length).fill(undefined);
  found[from] = 0;
  const queue = [from];
  for (const node of queue) {
    for (const next of near[node]!) {
      if (found[next] !== undefined) continue;
      found[next] = found[node]! + 1;
      queue.push(next);
    }
  }
  return found;
};

/** The node of a part from which layers are counted: the end of a path, a node that nothing leads to, or one as far outside as can be. */
const firstOf = (part: readonly number[], near: readonly number[][], isReached: readonly boolean[]): number => {
  const isPath = part.every((node) => near[node]!.length <= 2);
  const ends = part.filter((node) => near[node]!.length <= 1);
  if (isPath && ends.length > 0) return ends[0]!;
  const source = part.find((node) => !isReached[node]);
  if (source !== undefined) return source;
  const farthest = (from: number): number => {
    const found = distances(near, from);
    return part.reduce((best, node) => (found[node]! > found[best]! ? node : best), from);
  };
  const other = farthest(part[0]!);
  return Math.min(other, farthest(other));
};

/** Numbers that are as near to the wanted ones as they can be, each larger than the last one by a step at least. */
const apart = (wanted: readonly number[], step: number): number[] => {
  const blocks: { sum: number; count: number }[] = [];
  wanted.forEach((want, place) => {
    let block = { sum: want - place * step, count: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count; last = blocks.at(-1)) {
      block = { sum: block.sum + last.sum, count: block.count + last.count };
      blocks.pop();
    }
    blocks.push(block);
  });
  return blocks.flatMap(({ sum, count }) => Array<number>(count).fill(sum / count)).map((base, place) => base + place * step);
};

const mean = (numbers: readonly number[]): number | undefined => (numbers.length === 0 ? undefined : numbers.reduce((a, b) => a + b, 0) / numbers.length);

/** The layers of one part, and how far aside each node stands. */
const arrange = (part: readonly number[], near: readonly number[][], first: number, step: number, aside: number[]): number[][] => {
  const depth = distances(near, first);
  const layers: number[][] = [];
  for (const node of part) (layers[depth[node]!] ??= []).push(node);
  for (const layer of layers) layer.forEach((node, place) => (aside[node] = (place - (layer.length - 1) / 2) * step));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const order = sweep % 2 === 0 ? layers.keys() : [...layers.keys()].reverse();
    for (const place of order) {
      const layer = layers[place]!;
      const beside = sweep % 2 === 0 ? place - 1 : place + 1;
      const want = (node: number): number => mean(near[node]!.filter((other) => depth[other] === beside).map((other) => aside[other]!)) ?? aside[node]!;
      const wanted = new Map(layer.map((node) => [node, want(node)]));
      layer.sort((a, b) => wanted.get(a)! - wanted.get(b)! || aside[a]! - aside[b]! || a - b);
      apart(layer.map((node) => wanted.get(node)!), step).forEach((found, index) => (aside[layer[index]!] = found));
    }
  }
  return layers;
};

/** Edges leave and reach the long side of a box; each has a place of its own there. */
const ports = (edges: readonly Edge[], depth: readonly number[], aside: readonly number[], room: number): { out: number[]; into: number[] } => {
  const sides = new Map<string, { edge: number; isOut: boolean; other: number }[]>();
  const put = (node: number, side: string, edge: number, isOut: boolean, other: number): void => {
    const key = `${node} ${side}`;
    sides.set(key, [...(sides.get(key) ?? []), { edge, isOut, other: aside[other]! }]);
  };
  edges.forEach(([from, to], edge) => {
    if (from === to) return;
    const ahead = depth[to]! - depth[from]!;
    put(from, ahead < 0 ? "before" : "after", edge, true, to);
    put(to, ahead > 0 ? "before" : "after", edge, false, from);
  });
  const found = { out: edges.map(() => 0), into: edges.map(() => 0) };
  for (const all of sides.values()) {
    all.sort((a, b) => a.other - b.other || a.edge - b.edge);
    const step = Math.min(12, room / all.length);
    all.forEach(({ edge, isOut }, place) => ((isOut ? found.out : found.into)[edge] = (place - (all.length - 1) / 2) * step));
  }
  return found;
};

type Point = [along: number, aside: number];

export const layout = (count: number, edges: readonly Edge[], { width, height, isDown = false, first }: Shape): Laid => {
  // Along is from layer to layer; aside is within one.
  const [long, wide] = isDown ? [height, width] : [width, height];
  const near = Array.from({ length: count }, (): number[] => []);
  const isReached = Array<boolean>(count).fill(false);
  for (const [from, to] of edges) {
    if (from === to) continue;
    isReached[to] = true;
    if (!near[from]!.includes(to)) near[from]!.push(to);
    if (!near[to]!.includes(from)) near[to]!.push(from);
  }
  const aside = Array<number>(count).fill(0);
  const depth = Array<number>(count).fill(0);
  let below = MARGIN;
  const seen = Array<boolean>(count).fill(false);
  // The part of the first node comes first.
  for (const node of first === undefined ? Array(count).keys() : [first, ...Array(count).keys()]) {
    if (seen[node]) continue;
    const reached = distances(near, node);
    const part = [...Array(count).keys()].filter((other) => reached[other] !== undefined);
    for (const other of part) seen[other] = true;
    const layers = arrange(part, near, node === first ? node : firstOf(part, near, isReached), wide + ASIDE, aside);
    layers.forEach((layer, place) => layer.forEach((other) => (depth[other] = place)));
    const [least, most] = [Math.min(...part.map((other) => aside[other]!)), Math.max(...part.map((other) => aside[other]!))];
    for (const other of part) aside[other] = aside[other]! - least + below + wide / 2;
    below += most - least + wide + ASIDE;
  }
  // The more edges run between two layers, the more room they have.
  const layers = Math.max(0, ...depth) + 1;
  const gaps = Array<number>(layers).fill(0);
  for (const [from, to] of edges) if (from !== to) gaps[Math.min(depth[from]!, depth[to]!)]! += 1;
  const starts = [MARGIN];
  for (const crowd of gaps) starts.push(starts.at(-1)! + long + 44 + Math.min(70, 2.5 * Math.max(0, crowd - 2)));
  const along = depth.map((place) => starts[place]! + long / 2);

  const { out, into } = ports(edges, depth, aside, wide - 12);
  const swap = ([a, b]: Point): Point => (isDown ? [b, a] : [a, b]);
  const text = (...points: Point[]): string => points.map((point) => swap(point).map((x) => x.toFixed(1)).join(" ")).join(" ");
  const head = ([a, b]: Point, [u, v]: Point): string => `M${text([a, b])}L${text([a - u * HEAD - v * HALF, b - v * HEAD + u * HALF])}L${text([a - u * HEAD + v * HALF, b - v * HEAD - u * HALF])}z`;
  const loops = new Map<number, number>();
  const drawn = edges.map(([from, to], edge): Laid["edges"][number] => {
    if (from === to) {
      // A loop stands before the short side of its box; a second one behind the other.
      const number = loops.get(from) ?? 0;
      loops.set(from, number + 1);
      const sign = number % 2 === 0 ? -1 : 1;
      const [a, b] = [along[from]!, aside[from]! + (sign * wide) / 2];
      const reach = Math.min(12, long / 2 - 4);
      const end: Point = [a + reach, b + sign * 2];
      const neck: Point = [end[0], end[1] + sign * HEAD];
      const top = b + sign * (ASIDE - 6);
      return { shaft: `M${text([a - reach, b])}C${text([a - reach - 4, top], [a + reach, top], neck)}`, head: head(end, [0, -sign]), end: swap(end) };
    }
    const ahead = Math.sign(depth[to]! - depth[from]!);
    const leave = ahead < 0 ? -1 : 1;
    const start: Point = [along[from]! + (leave * long) / 2, aside[from]! + out[edge]!];
    const arrive = ahead > 0 ? 1 : -1;
    const end: Point = [along[to]! - arrive * (long / 2 + 2), aside[to]! + into[edge]!];
    const neck: Point = [end[0] - arrive * HEAD, end[1]];
    const bend = ahead === 0 ? 26 : Math.abs(neck[0] - start[0]) / 2;
    return { shaft: `M${text(start)}C${text([start[0] + leave * bend, start[1]], [neck[0] - arrive * bend, neck[1]], neck)}`, head: head(end, [arrive, 0]), end: swap(end) };
  });
  const size: Point = swap([starts.at(-2)! + long + MARGIN + (gaps.at(-1)! > 0 ? 30 : 0), below - ASIDE + MARGIN]);
  return { width: size[0], height: size[1], at: along.map((a, node) => swap([a, aside[node]!])), edges: drawn };
};
