/** Scored games: positions with what they are worth in points, or with the shares for so many points, in a table; what is verified of one in words. */
import { type App, type Page } from "./app.js";
import { h, replace } from "./dom.js";
import { nameOf, table } from "./endless.js";
import { asCommand, boundPage } from "./frame.js";
import type { Rows, Said } from "./protocol.js";

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

export const scoresPage = (app: App): Page =>
  boundPage(app, (slots) => async ({ table: { verdict }, at, isWanted, address }) => {
    const { id } = verdict;
    const rows = await app.engine.call("rows", id, 0);
    const name = at ?? nameOf(rows.rows[0]?.row[0] ?? "") ?? "";
    const said = (await app.engine.call("say", id, name)) as Said;
    if (!isWanted()) return "";
    slots.rule("A play of this game ends with points. Left wants many, and Right few; before each move that is bid for, both players bid.");
    const [, ...lines] = said.text.trim().split("\n");
    const end = lines.findIndex((line) => line === "" || line.startsWith("lower value:"));
    const meaning = end < 0 ? lines : lines.slice(0, end);
    replace(slots.answer, h("h2", {}, name), ...meaning.map((line) => h("p", { class: "meaning" }, line)));
    replace(slots.details, asCommand(said.text));
    replace(slots.below, h("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": "All positions where play goes on" }, table(shown(rows), name, address)));
    app.say(`${name}. ${lines[0] ?? ""}`);
    return name;
  });
