/** Staircases S(k,a,b): the value for every k, and the board of numbers for a k that fits. */
import type { App } from "./app.js";
import { Cells } from "./cells.js";
import { allRows, diagram, show } from "./diagram.js";
import { button, h, replace, row, scrolled } from "./dom.js";
import { facts, field, type Asked, type Slots } from "./frame.js";
import { rowsOf, type About } from "./partitions.js";
import type { Said } from "./protocol.js";
import { asCommand } from "./strip.js";

/** The slider goes so far; a field takes any number. */
const SLIDER = 60;
/** Boards with more rows or columns are not drawn. */
const LARGEST = 60;

export const stairs = (app: App, slots: Slots): ((asked: Asked, about: About & { kind: "stairs" }) => Promise<string>) => {
  let [goTo, k]: [Asked["goTo"], number] = [() => undefined, 1];
  let values = new Map<string, string>();
  let layers = 0;
  const note = h("p", { class: "key" });
  const cells = new Cells((name, quiet) => {
    cells.select(name);
    if (!quiet) app.say(name);
  });
  const slider = h("input", { type: "range", min: 1, max: SLIDER, "aria-label": "number of steps k", input: () => goTo(slider.value, true) });
  const typed = h("input", { type: "number", min: 1, class: "short", "aria-label": "k", change: () => goTo(typed.value) });
  const curve = h("div");

  return async (asked, { a, b }) => {
    const { table, at, isNew, isWanted } = asked;
    ({ goTo } = asked);
    const { id, claim } = table.verdict;
    const wanted = at ?? "4";
    const answer = (await app.engine.call("say", id, wanted)) as Said;
    if (isNew || values.size === 0) {
      const rows = await allRows(app, id);
      values = new Map(rows.map(({ row: [layer, row, column, value] }) => [`${layer} ${row} ${column}`, value!]));
      layers = Math.max(...rows.map(({ row }) => Number(row[0]))) + 1;
    }
    if (!isWanted()) return "";
    k = Number(wanted);
    const value = field(answer, "normal");
    if (isNew) replace(slots.drawing, h("div", { class: "row slide" }, h("label", {}, "steps k ", slider), typed), h("div", { class: "scrolled" }, cells.svg), note, curve);
    slider.value = `${Math.min(k, SLIDER)}`;
    typed.value = `${k}`;
    const isDrawn = k <= layers && k * Math.max(a, b) <= LARGEST;
    cells.svg.classList.toggle("gone", !isDrawn);
    if (isDrawn) {
      const rows = rowsOf(`S(${k},${a},${b})`)!;
      // The value of a cell depends on its place in its block, and on how many blocks lie beyond it.
      const at = (name: string): string => {
        const [row, column] = name.split(":").map(Number) as [number, number];
        return values.get(`${k - 1 - Math.floor(row / b) - Math.floor(column / a)} ${row % b} ${column % a}`) ?? "";
      };
      const most = Math.max(1, Number(value), ...rows.flatMap((length, row) => Array.from({ length }, (_, column) => Number(at(`${row}:${column}`)))));
      show(cells, rows, diagram(rows, { heat: (name) => Number(at(name)) / most, text: at, spoken: (name) => `${name}: value ${at(name)}`, kind: (name) => (at(name) === "0" ? "losing" : undefined) }), `S(${k},${a},${b})`);
    } else if (slots.drawing.contains(document.activeElement) && cells.svg.contains(document.activeElement)) slider.focus();
    note.textContent = isDrawn
      ? "In each cell: the value of nim for the piece there, in normal play. At 0, with a thick frame, who has to move loses."
      : k > layers
        ? `The certificate lists ${layers} layers, and proves how all further ones repeat. The board of S(${k},${a},${b}) is not drawn; its value is proved.`
        : `The board of S(${k},${a},${b}) has up to ${k * Math.max(a, b)} rows or columns: too large to be drawn here.`;
    replace(slots.answer, h("h2", {}, `The staircase S(${k},${a},${b})`), h("p", { class: "value" }, value), h("p", { class: "meaning" }, value === "0" ? "Whoever has to move first loses, in normal play." : `Whoever has to move first wins, in normal play. With other games beside it, this staircase counts as a heap of ${value}.`));
    const repeats = /layers repeat from layer (\d+) on after (\d+), with values greater by (\d+)/.exec(claim);
    replace(
      slots.details,
      facts(
        ["what S(k,a,b) is", `${k} block${k === 1 ? "" : "s"} of ${b} row${b === 1 ? "" : "s"}, the longest ${k * a} columns wide`],
        ...(repeats ? ([["for all k", `from k = ${Number(repeats[1]) + 1} on, the value of k + ${repeats[2]} steps is that of k steps plus ${repeats[3]}`]] as [string, string][]) : []),
      ),
      asCommand(answer.text),
    );
    if (isNew) void corners(app, id, curve, goTo, isWanted, layers);
    app.say(`k = ${k}: value ${value}.`);
    return `k = ${k}`;
  };
};

/** The values of the first staircases, as a table. */
const corners = async (app: App, id: number, holder: HTMLElement, goTo: Asked["goTo"], isWanted: () => boolean, layers: number): Promise<void> => {
  const most = Math.min(24, Math.max(8, layers + 2));
  const all: string[] = [];
  for (let k = 1; k <= most; k++) all.push(field((await app.engine.call("say", id, `${k}`)) as Said, "normal"));
  if (!isWanted()) return;
  const cells = all.map((_, k) => button(`${k + 1}`, () => goTo(`${k + 1}`), { class: "plain" }));
  const line = (name: string, cells: readonly (Node | string)[]): HTMLElement => row([h("th", { scope: "row" }, name), ...cells]);
  replace(holder, scrolled("values by k", h("table", { class: "numbers" }, h("tbody", {}, line("k", cells), line("value", all)))));
};
