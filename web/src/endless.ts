/** Endless games: positions with their means, shares or labels in a table; what is verified of one position in words. */
import { type App, type Page } from "./app.js";
import { h, replace, row, scrolled, tableOf } from "./dom.js";
import { boundPage } from "./frame.js";
import type { Rows, Said } from "./protocol.js";
import { asCommand } from "./strip.js";

/** The position's name that a row begins with, without the checker's quotation marks; none if the name was cut. */
const nameOf = (cell: string): string | undefined => {
  try {
    return JSON.parse(cell) as string;
  } catch {
    return undefined;
  }
};

const positionTable = ({ rows, columns, count }: Rows, current: string, address: (name: string) => string): HTMLElement => {
  const line = ({ row: cells }: Rows["rows"][number]): HTMLElement => {
    const name = nameOf(cells[0] ?? "");
    const first = name === undefined ? (cells[0] ?? "") : h("a", { href: address(name), "aria-current": name === current ? "true" : undefined }, name);
    return row([first, ...cells.slice(1)], { class: name === current ? "best" : undefined });
  };
  return tableOf({ class: "positions" }, `${count === rows.length ? "All" : `The first ${rows.length} of ${count}`} positions`, columns, rows.map(line));
};

/** A page with one position in words, and a table of all: the rule of the game; which lines are about the position; the table as people see it, and its name. */
export const listPage = (app: App, { rule, meaning, shown, label }: { rule: string; meaning: (lines: string[]) => string[]; shown: (rows: Rows) => Rows; label: string }): Page =>
  boundPage(app, (slots) => async ({ table: { verdict }, at, isWanted, address }) => {
    const { id } = verdict;
    const rows = await app.engine.call("rows", id, 0);
    const first = rows.rows[0]?.row[0] ?? "";
    const name = at ?? nameOf(first) ?? first;
    const said = (await app.engine.call("say", id, name)) as Said;
    if (!isWanted()) return "";
    slots.rule(verdict.kind === "poorman" ? "Both players bid whole chips. Whoever bids more pays the bank, and moves, or says who moves: what is bid is gone for both." : verdict.kind === "robin-hood" ? "Before each bid the richer player pays the poorer one a part of the difference. Then whoever bids more pays the other, and moves." : rule);
    const [, ...lines] = said.text.trim().split("\n");
    replace(slots.answer, h("h2", {}, name), ...meaning(lines).map((line) => h("p", { class: "meaning" }, line)));
    replace(slots.details, asCommand(said.text));
    replace(slots.drawing, scrolled(label, positionTable(shown(rows), name, address)));
    app.say(`${name}. ${lines[0] ?? ""}`);
    return name;
  });

export const endlessPage = (app: App): Page =>
  listPage(app, {
    rule: "A play of this game never ends. What counts is all of it: the reward of a step on average, or the greatest priority that is seen for ever.",
    meaning: (lines) => lines,
    shown: (rows) => rows,
    label: "All positions",
  });
