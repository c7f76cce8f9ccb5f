/** A game that is given as a graph: its positions as nodes with their values, around the one that is looked at. */
import { explain, type App, type Page } from "./app.js";
import { h, replace, s } from "./dom.js";
import { briefInterval, interval } from "./fraction.js";
import { panel } from "./panel.js";
import type { Entry } from "./protocol.js";
import { inFile } from "./route.js";
import { strip } from "./strip.js";
import type { Table } from "./tables.js";

/** So many nodes are drawn: those that are reached first. */
const MOST = 36;
const WIDTH = 132;
const HEIGHT = 64;

export const gamePage = (app: App): Page => {
  const verdict = h("div");
  const side = h("div", { class: "side" });
  const drawing = h("div", { class: "graph" });
  const names = h("div", { class: "below" });
  let asking = 0;

  const address = (what: string, at: string): string => inFile("game", what, at);

  const draw = (what: string, entries: Map<string, Entry>, root: string, current: string, cut: boolean): void => {
    // Columns by distance; the order within a column is that in which nodes were met.
    const depth = new Map<string, number>([[root, 0]]);
    for (const [name, entry] of entries) for (const { after } of entry.options) if (after !== null && entries.has(after) && !depth.has(after)) depth.set(after, (depth.get(name) ?? 0) + 1);
    const columns: string[][] = [];
    for (const name of entries.keys()) (columns[depth.get(name) ?? 0] ??= []).push(name);
    const rows = Math.max(...columns.map(({ length }) => length));
    const at = new Map<string, [number, number]>();
    columns.forEach((column, x) => column.forEach((name, y) => at.set(name, [x * (WIDTH + 64) + WIDTH / 2 + 12, (y + 0.5 + (rows - column.length) / 2) * (HEIGHT + 26) + 8])));
    const edges: SVGElement[] = [];
    for (const [name, entry] of entries) {
      const [x0, y0] = at.get(name)!;
      for (const { after, by, best_to_win: best } of entry.options) {
        if (after === null || !at.has(after)) continue;
        const [x1, y1] = at.get(after)!;
        const kind = `edge ${by}${best ? " best" : ""}`;
        if (after === name) {
          edges.push(s("path", { class: kind, d: `M${x0 - 14} ${y0 - 26}c-16 -30 44 -30 28 0`, "marker-end": `url(#tip-${by})` }));
          continue;
        }
        const bend = by === "white" ? -14 : by === "black" ? 14 : 0;
        const length = Math.hypot(x1 - x0, y1 - y0);
        const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
        const reach = Math.min(Math.abs(WIDTH / 2 / (ux || 1e-9)), Math.abs(HEIGHT / 2 / (uy || 1e-9)));
        const [a, b] = [
          [x0 + ux * reach - uy * bend * 0.4, y0 + uy * reach + ux * bend * 0.4],
          [x1 - ux * (reach + 7) - uy * bend * 0.4, y1 - uy * (reach + 7) + ux * bend * 0.4],
        ];
        const middle = [(x0 + x1) / 2 - uy * bend * 2, (y0 + y1) / 2 + ux * bend * 2];
        edges.push(s("path", { class: kind, d: `M${a[0]!.toFixed(1)} ${a[1]!.toFixed(1)}Q${middle[0]!.toFixed(1)} ${middle[1]!.toFixed(1)} ${b[0]!.toFixed(1)} ${b[1]!.toFixed(1)}`, "marker-end": `url(#tip-${by})` }));
      }
    }
    const clip = (text: string): string => (text.length > 17 ? `${text.slice(0, 16)}…` : text);
    const nodes = [...entries].map(([name, entry]) => {
      const [x, y] = at.get(name)!;
      const same = JSON.stringify(entry.lower) === JSON.stringify(entry.upper);
      const value = same ? briefInterval(interval(entry.lower)) : `${briefInterval(interval(entry.lower))} – ${briefInterval(interval(entry.upper))}`;
      return s(
        "a",
        { href: address(what, name), class: `node ${entry.turn ?? "over"}`, "aria-current": name === current ? "true" : undefined },
        name !== clip(name) && s("title", {}, `${name} ${value}`),
        s("rect", { x: x - WIDTH / 2, y: y - HEIGHT / 2 + 6, width: WIDTH, height: HEIGHT - 12, rx: entry.turn === null ? 2 : 14 }),
        s("text", { x, y: y - 3, "text-anchor": "middle" }, clip(name)),
        s("text", { x, y: y + 16, "text-anchor": "middle", class: "worth" }, value),
      );
    });
    const tip = (by: string): SVGElement => s("marker", { id: `tip-${by}`, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" }, s("path", { d: "M0 0L10 5L0 10z", class: `edge-tip ${by}` }));
    const [width, height] = [columns.length * (WIDTH + 64) - 40, rows * (HEIGHT + 26) + 16];
    const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": "The game as a graph" }, s("defs", {}, tip("white"), tip("black"), tip("chance")), ...edges, ...nodes);
    replace(
      drawing,
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Graph of the game" }, picture),
      h("p", { class: "key" }, h("span", { class: "line white" }), "Left's option ", h("span", { class: "line black" }), "Right's option; thick: best", cut && `. Drawn are the ${entries.size} positions that come first from here.`),
    );
  };

  const show = async (what: string, wanted: string | null): Promise<void> => {
    const number = ++asking;
    try {
      const table: Table = await app.tables.file(what);
      const all = await app.engine.call("names", table.verdict.id);
      const probe = (name: string): Promise<Entry> => app.engine.call("probe", table.verdict.id, name);
      // It begins at the first position that is not over.
      let begin = all[0];
      for (const name of all.slice(0, MOST)) {
        if ((await probe(name)).turn === null) continue;
        begin = name;
        break;
      }
      const current = wanted ?? begin;
      if (current === undefined || begin === undefined) throw new Error("This game has no position.");
      const entry = await probe(current);
      if (number !== asking) return;
      // Small games are drawn from their first position, so that nothing jumps.
      const root = all.length <= MOST ? begin : current;
      const entries = new Map<string, Entry>();
      const queue = [root, ...(all.length <= MOST ? all : [])];
      let cut = false;
      for (const name of queue) {
        if (entries.has(name)) continue;
        if (entries.size === MOST) {
          cut = true;
          break;
        }
        const met = await probe(name);
        entries.set(name, met);
        // Met in the order of the options.
        queue.splice(queue.indexOf(name) + 1 + (all.length <= MOST ? 0 : queue.length), 0, ...met.options.flatMap(({ after }) => (after === null || entries.has(after) ? [] : [after])));
      }
      if (number !== asking) return;
      replace(verdict, strip(table.judged, table.verdict, current));
      replace(side, h("h2", {}, current), panel(entry, (option) => option.after !== null && app.go(address(what, option.after))));
      draw(what, entries, root, current, cut || entries.size < all.length);
      replace(
        names,
        all.length > MOST &&
          h(
            "label",
            {},
            "position ",
            h("input", { type: "text", value: current, list: "names", change: (event: Event) => app.go(address(what, (event.target as HTMLInputElement).value)) }),
            h("datalist", { id: "names" }, ...all.slice(0, 500).map((name) => h("option", { value: name }))),
          ),
      );
      app.say(`${current}. ${entry.meaning}`);
    } catch (error) {
      if (number !== asking) return;
      replace(side, explain(error, () => void show(what, wanted)));
    }
  };

  return {
    element: h("div", { class: "page game" }, verdict, h("div", { class: "columns" }, h("div", { class: "left" }, drawing, names), side)),
    show: ({ what, query }) => void show(what, query.get("at")),
  };
};
