/** All partitions up to a size: a diagram whose boxes are added and removed by a click, with the values of the partition and its winning moves. */
import type { App } from "./app.js";
import { Cells, square, type Cell } from "./cells.js";
import { classes, frameOf, SIDE } from "./diagram.js";
import { button, h, replace } from "./dom.js";
import { facts, field, type Asked, type Slots } from "./frame.js";
import { options, partitionText, rowsOf, type About, type By } from "./partitions.js";
import type { Said } from "./protocol.js";
import { asCommand } from "./strip.js";

/** The rows and columns of the field in which boxes are put: one more than there are. */
const fieldOf = (rows: readonly number[], most: number): [number, number] => [Math.min(most, Math.max(6, rows.length + 1)), Math.min(most, Math.max(8, (rows[0] ?? 0) + 1))];

/** The partition after a click: a box that is there is removed with what hangs on it, one that is not is added with what carries it. */
export const toggled = (rows: readonly number[], [row, column]: By): number[] => {
  if (column < (rows[row] ?? 0)) return rows.map((part, index) => (index >= row ? Math.min(part, column) : part)).filter((part) => part > 0);
  const next = Array.from({ length: Math.max(rows.length, row + 1) }, (_, index) => rows[index] ?? 0);
  return next.map((part, index) => (index <= row ? Math.max(part, column + 1) : part));
};

export const young = (app: App, slots: Slots): ((asked: Asked, about: About & { kind: "sizes" }) => Promise<string>) => {
  let rows: number[] = [];
  let [goTo, most]: [Asked["goTo"], number] = [() => undefined, 0];
  const typed = h("input", { type: "text", spellcheck: "false", autocomplete: "off", change: () => goTo(typed.value.trim()) });

  const click = (name: string, quiet: boolean): void => {
    if (quiet) return;
    const next = toggled(rows, name.split(":").map(Number) as unknown as By);
    const size = next.reduce((sum, part) => sum + part, 0);
    if (size === 0) return app.say("A partition has one box or more.");
    if (size > most) {
      said.textContent = `That would have ${size} boxes; this certificate is about partitions of at most ${most}.`;
      return app.say(said.textContent);
    }
    goTo(partitionText(next), true);
  };
  const cells = new Cells(click);
  const said = h("p", { class: "quiet", role: "status" });

  return async (asked, about) => {
    const { table, at, isNew, isWanted } = asked;
    ({ goTo } = asked);
    ({ most } = about);
    const wanted = at ?? (most >= 6 ? "3,2,1" : "1");
    const answer = (await app.engine.call("say", table.verdict.id, wanted)) as Said;
    if (!isWanted()) return "";
    rows = rowsOf(field(answer, "partition")) ?? rowsOf(wanted) ?? [1];
    const [normal, misere] = [field(answer, "normal"), field(answer, "misere")];
    const moves = (name: string): Set<string> => new Set(field(answer, name).split(" ").filter((by) => by.includes(":")));
    const [toNormal, toMisere] = [moves("winning_normal"), moves("winning_misere")];
    const reach = new Set(options(about.pieces[0]!, rows, [0, 0]).map(([row, column]) => `${row}:${column}`));
    const [high, wide] = fieldOf(rows, most);
    const cell = (row: number, column: number): Cell => {
      const name = `${row}:${column}`;
      const isBox = column < (rows[row] ?? 0);
      const marks = [toNormal.has(name) && "wins in normal play", toMisere.has(name) && "wins in misère play", !toNormal.has(name) && !toMisere.has(name) && reach.has(name) && "a move"].filter(Boolean).join(", ");
      return {
        name,
        row,
        column,
        ...square(SIDE + column * SIDE, SIDE + row * SIDE, SIDE),
        spoken: `row ${row + 1}, column ${column + 1}: ${isBox ? "a box" : "free"}${marks === "" ? "" : `; moving here: ${marks}`}`,
        kind: [isBox ? "box" : "free", (toNormal.has(name) || toMisere.has(name)) && "best", reach.has(name) && "reach"].filter(Boolean).join(" "),
        ...(name === "0:0" ? { text: "♟" } : toNormal.has(name) || toMisere.has(name) ? { text: toNormal.has(name) && toMisere.has(name) ? "nm" : toNormal.has(name) ? "n" : "m" } : {}),
      };
    };
    const all = Array.from({ length: high }, (_, row) => Array.from({ length: wide }, (_, column) => cell(row, column))).flat();
    if (isNew) replace(slots.drawing, h("div", { class: "scrolled" }, cells.svg), said, h("p", { class: "key" }, "Click a free cell to add boxes, a box to remove it and what hangs on it. The piece stands on the first box; n and m mark its winning moves in normal and in misère play."), h("div", { class: "row" }, h("label", {}, "partition ", typed), button("transpose", () => goTo(partitionText(Array.from({ length: rows[0] ?? 0 }, (_, column) => rows.filter((part) => part > column).length)), true))));
    said.textContent = `${rows.reduce((sum, part) => sum + part, 0)} of at most ${most} boxes.`;
    typed.value = partitionText(rows);
    const [width, height] = [SIDE * (1.2 + wide), SIDE * (1.2 + high)];
    cells.build({ cells: all, width, height, label: `the partition ${partitionText(rows)}`, letters: 10, most: Math.min(560, width * 2.4), ground: frameOf(Array<number>(high).fill(wide)) });
    const wins = (value: string): string => (value === "0" ? "loses" : "wins");
    replace(
      slots.answer,
      h("h2", {}, `The partition ${partitionText(rows)}`),
      h("p", { class: "value" }, normal, h("span", { class: "fraction" }, " in normal play"), ` ${misere}`, h("span", { class: "fraction" }, " in misère play")),
      h("p", { class: "meaning" }, `Whoever has to move ${wins(normal)} in normal play, and ${wins(misere)} in misère play.`),
    );
    const list = (name: string): string => field(answer, name).replace(/(\d+):(\d+)/g, "$1 down $2 right").split(/(?<=right) /).join("; ");
    replace(slots.details, facts(["winning, normal play", list("winning_normal")], ["winning, misère play", list("winning_misere")]), classes(table.verdict.claim, (to) => asked.address(to)), asCommand(answer.text));
    app.say(`${partitionText(rows)}: ${normal} in normal play, ${misere} in misère play.`);
    return partitionText(rows);
  };
};
