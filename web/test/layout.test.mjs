// Where nodes stand: the same graph gives the same picture, boxes do not overlap, and edges can be seen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, random } from "./bundle.mjs";

const { layout, HEAD } = await load("layout");
const shape = { width: 60, height: 44 };

const overlaps = ({ at }, { width, height }) => {
  const wrong = [];
  for (const [a, [x, y]] of at.entries()) for (const [b, [u, v]] of at.entries()) if (a < b && Math.abs(x - u) < width && Math.abs(y - v) < height) wrong.push(`${a} ${b}`);
  return wrong;
};
/** The head of each edge as its three corners. */
const corners = ({ head }) => head.match(/-?[\d.]+ -?[\d.]+/g).map((point) => point.split(" ").map(Number));
/** The boxes that a point lies in. */
const boxes = ({ at }, { width, height }, [x, y]) => [...at.keys()].filter((node) => Math.abs(at[node][0] - x) < width / 2 - 0.1 && Math.abs(at[node][1] - y) < height / 2 - 0.1);
/** Points of a shaft, which is a chain of cubics. */
const points = ({ shaft }) => {
  const [start, ...rest] = shaft.match(/-?[\d.]+ -?[\d.]+/g).map((point) => point.split(" ").map(Number));
  const cubic = (a, b, c, d) => Array.from({ length: 21 }, (_, k) => k / 20).map((t) => [0, 1].map((i) => (1 - t) ** 3 * a[i] + 3 * t * (1 - t) ** 2 * b[i] + 3 * t * t * (1 - t) * c[i] + t ** 3 * d[i]));
  return Array.from({ length: rest.length / 3 }, (_, k) => cubic(k === 0 ? start : rest[3 * k - 1], ...rest.slice(3 * k, 3 * k + 3))).flat();
};
const length = (all) => all.slice(1).reduce((sum, [x, y], k) => sum + Math.hypot(x - all[k][0], y - all[k][1]), 0);

const sound = (count, edges, options) => {
  const laid = layout(count, edges, options);
  assert.deepEqual(layout(count, edges, options), laid, "the same picture");
  assert.deepEqual(overlaps(laid, options), []);
  for (const [x, y] of laid.at) assert.ok(x >= options.width / 2 && y >= options.height / 2 && x <= laid.width - options.width / 2 && y <= laid.height - options.height / 2, "all of it is in the picture");
  laid.edges.forEach((edge, number) => {
    const shaft = points(edge);
    assert.ok(length(shaft) >= 12, `the shaft of ${edges[number]} can be seen: ${length(shaft)}`);
    for (const point of [...corners(edge), ...shaft.slice(1)]) assert.deepEqual(boxes(laid, options, point), [], `${edges[number]} runs across a box`);
    const [[x, y], ...base] = corners(edge);
    for (const [u, v] of base) assert.ok(Math.hypot(u - x, v - y) >= HEAD);
  });
  return laid;
};

const path = (count, order = (k) => k) => Array.from({ length: count - 1 }, (_, k) => [[order(k), order(k + 1)], [order(k + 1), order(k)]]).flat();

test("a path is a line in its order", () => {
  for (const isDown of [false, true]) {
    const { at } = sound(9, path(9), { ...shape, isDown });
    const [along, aside] = isDown ? [1, 0] : [0, 1];
    assert.equal(new Set(at.map((point) => point[aside])).size, 1);
    assert.deepEqual(at.map((point) => point[along]), at.map((point) => point[along]).sort((a, b) => a - b));
    assert.equal(new Set(at.map((point) => point[along])).size, 9);
  }
});

test("a path whose nodes come in another order is a line, too", () => {
  const order = (k) => (k * 4) % 9;
  const { at } = sound(9, path(9, order), shape);
  const xs = Array.from({ length: 9 }, (_, k) => at[order(k)][0]);
  assert.deepEqual(xs, [...xs].sort((a, b) => a - b));
});

test("no node, one node, and parts that do not hang together", () => {
  assert.deepEqual(layout(0, [], shape).at, []);
  sound(1, [], shape);
  sound(1, [[0, 0], [0, 0]], shape);
  sound(5, [[0, 1], [2, 3]], shape);
});

test("edges both ways, of both players, and loops are apart", () => {
  const laid = sound(2, [[0, 1], [0, 1], [1, 0], [1, 0], [0, 0], [0, 0]], shape);
  assert.equal(new Set(laid.edges.map(({ shaft }) => shaft)).size, 6);
  assert.equal(new Set(laid.edges.map(({ end }) => end.join())).size, 6);
});

test("any graph: no boxes overlap, no edge runs across a box, each has a shaft", () => {
  const next = random(7);
  for (let round = 0; round < 60; round++) {
    const count = 1 + Math.floor(next() * 40);
    const edges = Array.from({ length: Math.floor(next() * count * 2) }, () => [Math.floor(next() * count), Math.floor(next() * count)]);
    sound(count, edges, { width: 48 + 40 * next(), height: 44, isDown: round % 2 === 1, first: round % 3 === 0 ? 0 : undefined });
  }
});
