/**
 * Where the nodes of a graph stand, and how its edges run. A pure function: the same graph gives the same picture. Layers, order and room are dagre's; here edges
 * are turned away from the first node beforehand, so that no cycle is left, and drawn as curves that pass a layer between its boxes, never across one.
 */
import { graphlib, layout as arrange } from "@dagrejs/dagre";

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
/** Room between boxes of a layer: a loop fits in. Between layers: an arrow can be seen. */
const ASIDE = 34;
const GAP = 60;

type Edge = readonly [from: number, to: number];
type Point = [along: number, aside: number];

/** The nodes by their distance from the first ones, along edges in either direction: of each part a node that nothing leads to, or the end of a path, is first. */
const inOrder = (count: number, edges: readonly Edge[], first: number | undefined): number[] => {
  const near = Array.from({ length: count }, (_, node) => new Set(edges.flatMap(([from, to]) => (from === to ? [] : from === node ? [to] : to === node ? [from] : []))));
  const nodes = [...near.keys()];
  const starts = [...(first === undefined ? [] : [first]), ...nodes.filter((node) => !edges.some(([from, to]) => to === node && from !== node)), ...nodes.filter((node) => near[node]!.size <= 1), ...nodes];
  const order = new Set<number>();
  // A set that grows while it is gone through is a queue.
  for (const start of starts) if (!order.has(start)) for (const node of order.add(start)) near[node]!.forEach((next) => order.add(next));
  return [...order];
};

export const layout = (count: number, edges: readonly Edge[], { width, height, isDown = false, first }: Shape): Laid => {
  // Along is from layer to layer; aside is within one.
  const [long, wide] = isDown ? [height, width] : [width, height];
  const graph = new graphlib.Graph({ multigraph: true }).setGraph({ rankdir: isDown ? "TB" : "LR", nodesep: ASIDE, ranksep: GAP, edgesep: 12, marginx: ASIDE, marginy: ASIDE }).setDefaultEdgeLabel(() => ({}));
  const order = inOrder(count, edges, first);
  const place = new Map(order.map((node, at) => [node, at]));
  for (const node of order) graph.setNode(`${node}`, { width, height });
  const isBack = ([from, to]: Edge): boolean => place.get(from)! > place.get(to)!;
  edges.forEach((edge, number) => edge[0] !== edge[1] && graph.setEdge(...((isBack(edge) ? [...edge].reverse() : edge).map(String) as [string, string]), {}, `${number}`));
  if (count > 0) arrange(graph);

  const swap = ([a, b]: Point): Point => (isDown ? [b, a] : [a, b]);
  const at = [...place.keys()].map((): [number, number] => [0, 0]);
  for (const node of order) at[node] = [graph.node(`${node}`).x, graph.node(`${node}`).y];
  const middles = at.map(swap);
  const layers = new Set(middles.map(([along]) => Math.round(along)));
  const text = (...points: Point[]): string => points.map((point) => swap(point).map((x) => x.toFixed(1)).join(" ")).join(" ");
  const head = ([a, b]: Point, [u, v]: Point): string => `M${text([a, b])}L${text([a - u * HEAD - v * HALF, b - v * HEAD + u * HALF])}L${text([a - u * HEAD + v * HALF, b - v * HEAD - u * HALF])}z`;
  /** Where an edge touches the long side of a box: the farther aside it goes, the nearer to the corner. */
  const port = (node: number, [along, aside]: Point, beyond: number): Point => {
    const [[a, b], room] = [middles[node]!, wide / 2 - 6];
    return [a + Math.sign(along - a) * (long / 2 + beyond), b + ((aside - b) * room) / (room + Math.abs(aside - b))];
  };
  const loops = new Map<number, number>();
  const drawn = edges.map((edge, number): Laid["edges"][number] => {
    const [from, to] = edge;
    if (from === to) {
      // A loop stands before the short side of its box; a second one behind the other.
      const before = loops.get(from) ?? 0;
      loops.set(from, before + 1);
      const sign = before % 2 === 0 ? -1 : 1;
      const [a, b] = [middles[from]![0], middles[from]![1] + (sign * wide) / 2];
      const reach = Math.min(12, long / 2 - 4);
      const end: Point = [a + reach, b + sign * 2];
      const top = b + sign * (ASIDE - 6);
      return { shaft: `M${text([a - reach, b])}C${text([a - reach - 4, top], [a + reach, top], [end[0], end[1] + sign * HEAD])}`, head: head(end, [0, -sign]), end: swap(end) };
    }
    const [tail, tip] = isBack(edge) ? [to, from] : [from, to];
    const inner = graph.edge(`${tail}`, `${tip}`, `${number}`).points.slice(1, -1).map(({ x, y }: { x: number; y: number }) => swap([x, y]));
    if (isBack(edge)) inner.reverse();
    const sign = Math.sign(middles[to]![0] - middles[from]![0]);
    const [start, end] = [port(from, inner[0]!, 0), port(to, inner.at(-1)!, 2)];
    // Beside boxes it runs straight.
    const through = inner.flatMap((point: Point): Point[] => (layers.has(Math.round(point[0])) ? [[point[0] - (sign * long) / 2, point[1]], [point[0] + (sign * long) / 2, point[1]]] : [point]));
    const points: Point[] = [start, ...through, [end[0] - sign * HEAD, end[1]]];
    const curves = points.slice(1).map((next, before) => {
      const [last, middle] = [points[before]!, (points[before]![0] + next[0]) / 2];
      return `C${text([middle, last[1]], [middle, next[1]], next)}`;
    });
    return { shaft: `M${text(start)}${curves.join("")}`, head: head(end, [sign, 0]), end: swap(end) };
  });
  const size = graph.graph();
  return { width: size.width ?? 0, height: size.height ?? 0, at, edges: drawn };
};
