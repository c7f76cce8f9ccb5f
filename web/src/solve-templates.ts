/** Games to begin with: small ones, drawn. */
import { addPosition, EMPTY, type By, type Drawing, type OwnOption } from "./solve-model.js";
import { make, text as written } from "./fraction.js";
import { arrange } from "./solve-read.js";

interface Row {
  name: string;
  /** What it is worth, if the game ends there. */
  value?: string;
  left?: readonly string[];
  right?: readonly string[];
  both?: readonly string[];
  x?: number;
  y?: number;
}

/** A drawing from its rows; those without a place get one. */
const drawn = (title: string, rows: readonly Row[]): Drawing => {
  let made: Drawing = { ...EMPTY, title };
  for (const { name, value, x = NaN, y = NaN } of rows) made = addPosition(made, x, y, { name, sort: value === undefined ? "bid" : "end", value: value ?? "" }).drawing;
  const ids = new Map(made.positions.map(({ id, name }) => [name, id]));
  const options = rows.flatMap(({ name, left = [], right = [], both = [] }) => {
    const to = (by: By, names: readonly string[]): OwnOption[] => names.map((target) => ({ from: ids.get(name)!, to: ids.get(target)!, by, weight: "" }));
    return [...to("left", [...both, ...left]), ...to("right", [...both, ...right])];
  });
  return arrange({ ...made, options });
};

/** Tug-of-war on a path: both players may move to either neighbour. */
export const path = (count: number): Drawing => {
  const [across, most] = [Math.min(95, 760 / count), Math.ceil(Math.sqrt(count * 2))];
  // Long paths wind.
  const at = (place: number): { x: number; y: number } => {
    const [row, column] = [Math.floor(place / most), place % most];
    return count <= 9 ? { x: 45 + place * across, y: 150 + (place % 2) * 30 } : { x: 60 + (row % 2 === 0 ? column : most - 1 - column) * 105, y: 60 + row * 90 };
  };
  return drawn(
    `Tug-of-war on a path of ${count} nodes`,
    Array.from({ length: count }, (_, place) =>
      place === 0 || place === count - 1 ? { name: `${place}`, value: place === 0 ? "0" : "1", ...at(place) } : { name: `${place}`, both: [`${place - 1}`, `${place + 1}`], ...at(place) },
    ),
  );
};

/** Both players may wait: the two values differ. */
export const waiting = (): Drawing =>
  drawn("Waiting", [
    { name: "wait", left: ["wait", "out left"], right: ["wait", "out right"], x: 270, y: 90 },
    { name: "out left", value: "1/4", x: 110, y: 220 },
    { name: "out right", value: "3/4", x: 430, y: 220 },
  ]);

/** A cycle on which both walk either way, with a win and a loss hanging on it. */
export const cycle = (count: number): Drawing => {
  const half = Math.floor(count / 2);
  const name = (place: number): string => `c${((place + count) % count) + 1}`;
  const around = (place: number, radius: number): { x: number; y: number } => {
    const angle = Math.PI + (2 * Math.PI * place) / count;
    return { x: 300 + radius * 1.5 * Math.cos(angle), y: 190 + radius * Math.sin(angle) };
  };
  return drawn(`A cycle of ${count} nodes`, [
    ...Array.from({ length: count }, (_, place) => ({ name: name(place), both: [name(place - 1), name(place + 1), ...(place === 0 ? ["lost"] : place === half ? ["won"] : [])], ...around(place, 110) })),
    { name: "lost", value: "0", x: 45, y: 190 },
    { name: "won", value: "1", x: 570, y: around(half, 170).y },
  ]);
};

/** Tug-of-war on a star: arms of two steps, with ends of different worth. */
export const star = (arms: number): Drawing => {
  const worth = (arm: number): string => (arm === 0 ? "1" : arm === 1 ? "0" : written(make(BigInt(arm - 1), BigInt(arms - 1))));
  const at = (arm: number, radius: number): { x: number; y: number } => ({ x: 300 + radius * 1.4 * Math.cos((2 * Math.PI * arm) / arms), y: 200 + radius * Math.sin((2 * Math.PI * arm) / arms) });
  const numbers = Array.from({ length: arms }, (_, arm) => arm);
  return drawn(`Tug-of-war on a star of ${arms} arms`, [
    { name: "middle", both: numbers.map((arm) => `arm ${arm + 1}`), x: 300, y: 200 },
    ...numbers.map((arm) => ({ name: `arm ${arm + 1}`, both: ["middle", `end ${arm + 1}`], ...at(arm, 90) })),
    ...numbers.map((arm) => ({ name: `end ${arm + 1}`, value: worth(arm), ...at(arm, 165) })),
  ]);
};

/** Random options for both players. The same numbers give the same game. */
export const randomGame = (count: number, random: () => number = Math.random): Drawing => {
  const ends = Math.max(2, Math.round(count / 5));
  const names = Array.from({ length: count }, (_, place) => (place < count - ends ? `p${place + 1}` : `end ${place - count + ends + 1}`));
  const some = (own: string): string[] => {
    const others = names.filter((name) => name !== own);
    return [0, 1].map(() => others[Math.floor(random() * others.length)]!).filter((name, place, all) => all.indexOf(name) === place);
  };
  const worth = (place: number): string => (place === 0 ? "0" : place === 1 ? "1" : written(make(BigInt(Math.floor(random() * 5)), 4n)));
  return drawn(
    `A random game of ${count} positions`,
    names.map((name, place) => (place < count - ends ? { name, left: some(name), right: some(name) } : { name, value: worth(place - count + ends) })),
  );
};

/** What they are called; `count` is a number that the reader may choose, with its bounds. */
export const TEMPLATES: readonly { name: string; count?: [start: number, least: number, most: number]; make: (count: number) => Drawing }[] = [
  { name: "a path of n nodes", count: [5, 3, 60], make: path },
  { name: "waiting", make: waiting },
  { name: "a cycle of n nodes", count: [5, 3, 24], make: cycle },
  { name: "tug-of-war on a star of n arms", count: [3, 2, 12], make: star },
  { name: "random, n positions", count: [8, 4, 60], make: (count) => randomGame(count) },
];
