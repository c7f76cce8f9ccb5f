/** Scored games: positions with what they are worth in points, or with the shares for so many points, in a table; what is verified of one in words. */
import { type App, type Page } from "./app.js";
import { listPage } from "./endless.js";
import type { Rows } from "./protocol.js";

/** What the columns are called; of bounds, or where play may never end, there are two of a kind. */
const NAMES: Record<string, string> = {
  points_lower: "points",
  points_upper: "upper points",
  price_lower: "fair price",
  price_upper: "upper price",
  left_below: "Left: Right has less than",
  right_above: "Right: Right has more than",
  left_best: "Left's best",
  right_best: "Right's best",
};

/** A table for people: a second column of a kind that says the same is left out. */
const shown = ({ columns, rows, count }: Rows): Rows => {
  const repeats = (place: number): boolean => /^(points|price)_upper$/.test(columns[place]!) && rows.every(({ row }) => row[place] === row[place - 1]);
  const kept = [...columns.keys()].filter((place) => !repeats(place));
  return { columns: kept.map((place) => NAMES[columns[place]!] ?? columns[place]!), rows: rows.map((one) => ({ ...one, row: kept.map((place) => one.row[place]!) })), count };
};

/** What is said of the position itself, before numbers and options. */
const meaning = (lines: string[]): string[] => {
  const end = lines.findIndex((line) => line === "" || line.startsWith("lower value:"));
  return end < 0 ? lines : lines.slice(0, end);
};

export const scoresPage = (app: App): Page =>
  listPage(app, {
    rule: "A play of this game ends with points. Left wants many, and Right few; before each move that is bid for, both players bid.",
    meaning,
    shown,
    label: "All positions where play goes on",
  });
