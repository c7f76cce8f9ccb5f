/** Endless games: positions with their means, shares or labels in a table; what is verified of one position in words. */
import { type App, type Page } from "./app.js";
import { h, replace } from "./dom.js";
import { asCommand, boundPage } from "./frame.js";
import type { Rows, Said } from "./protocol.js";

/** A name as the checker quotes it, without the marks. */
const plain = (quoted: string): string => (JSON.parse(quoted) as string);

/** The position's name that a row begins with; the row's number if the name was cut. */
const nameOf = (cell: string): string | undefined => {
  try {
    return plain(cell);
  } catch {
    return undefined;
  }
};

const table = (rows: Rows, current: string, address: (name: string) => string): HTMLElement =>
  h(
    "table",
    { class: "positions" },
    h("caption", {}, `${rows.count === rows.rows.length ? "All" : `The first ${rows.rows.length} of ${rows.count}`} positions`),
    h("thead", {}, h("tr", {}, ...rows.columns.map((column) => h("th", { scope: "col" }, column)))),
    h(
      "tbody",
      {},
      ...rows.rows.map(({ row }) => {
        const name = nameOf(row[0] ?? "");
        const first = name === undefined ? (row[0] ?? "") : h("a", { href: address(name), "aria-current": name === current ? "true" : undefined }, name);
        return h("tr", { class: name === current ? "best" : undefined }, h("td", {}, first), ...row.slice(1).map((cell) => h("td", {}, cell)));
      }),
    ),
  );

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
    replace(slots.drawing, h("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": label }, table(shown(rows), name, address)));
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
