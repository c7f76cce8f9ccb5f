/** What a table has to offer beside the position that is shown: lists of positions, the members of a plan, a line that wins, files to carry away. */
import { explain, type App } from "./app.js";
import type { Board } from "./board.js";
import { button, copier, download, h, replace } from "./dom.js";
import { brief, briefInterval, interval, must } from "./fraction.js";
import type { Entry, Found } from "./protocol.js";
import { toShare } from "./route.js";
import type { Answered, Source } from "./source.js";

const LISTS = [
  [0, "zugzwangs", "bid"],
  [1, "widest gaps", "gap"],
  [2, "quiescent positions", ""],
  [3, "largest labels", "label"],
] as const;

/** Of one answer; `address` is that of a position. */
export const around = (app: App, answer: Answered, board: Board, address: (fen: string) => string): HTMLElement[] => {
  const { table, entry } = answer;
  const { verdict, judged } = table;
  const results = h("div", { class: "found" });
  const find = async (kind: number, title: string, what: string): Promise<void> => {
    replace(results, h("p", { role: "status" }, "Looking…"));
    try {
      const { count, positions: all } = await app.engine.call("find", verdict.id, kind);
      const item = (one: Found["positions"][number]): HTMLElement =>
        h("li", {}, h("a", { href: address(one.position) }, one.position), ` ${briefInterval(interval(one.lower))}${JSON.stringify(one.lower) === JSON.stringify(one.upper) ? "" : ` to ${briefInterval(interval(one.upper))}`}`, one.number !== null && what !== "" ? `, ${what} ${brief(must(one.number))}` : "");
      const shown = all.length < count ? `; ${all.length} of them` : "";
      replace(results, h("p", { role: "status" }, `${verdict.about}, ${title}: ${count.toLocaleString("en")}, up to symmetry${shown}`), h("ul", {}, ...all.map(item)));
    } catch (error) {
      replace(results, explain(error));
    }
  };
  const steps = async (): Promise<void> => {
    const names = await app.engine.call("names", verdict.id);
    const at = names.indexOf(entry.position);
    const near = (step: number): HTMLElement | false => names[at + step] !== undefined && h("a", { href: address(names[at + step]!) }, step < 0 ? "previous" : "next");
    replace(results, h("p", { class: "row" }, `Position ${at + 1} of ${names.length}.`, near(-1), near(1)), h("ul", {}, ...names.map((one) => h("li", {}, h("a", { href: address(one), "aria-current": one === entry.position ? "true" : undefined }, one)))));
  };
  const hasLabels = verdict.max_white_label !== null || verdict.max_black_label !== null;
  const lists = verdict.kind !== "list" && h("div", { class: "row" }, h("span", { class: "quiet" }, "In this table:"), ...LISTS.filter(([kind]) => kind !== 3 || hasLabels).map(([kind, title, what]) => button(title, () => void find(kind, title, what))));
  const members = verdict.kind === "list" && h("div", { class: "row" }, button("the positions of this plan", () => void steps()), verdict.root !== undefined && h("a", { href: address(verdict.root) }, "its first position"));
  if (verdict.kind === "list") void steps();
  const file = entry.position.replaceAll(/[/ ]/g, "-");
  const carry = h(
    "div",
    { class: "row" },
    h("span", { class: "quiet" }, "Carry away:"),
    button("text", () => download(`${file}.txt`, "text/plain", `${judged.name}: verified: ${verdict.claim} (sha-256 ${verdict.sha256})\n\n${entry.text}`)),
    button("SVG", () => download(`${file}.svg`, "image/svg+xml", board.export())),
    copier("copy FEN", () => entry.position),
    copier("copy address", () => toShare(location.hash)),
  );
  return [lists, members, results, carry].filter((part) => part !== false);
};

/** The moves that the labels promise, for each side that has one: greedy moves of least label, and the best answers between them. */
export const winningLines = async (source: Source, first: Entry): Promise<HTMLElement[]> => {
  const sides = (["white", "black"] as const).filter((by) => typeof (by === "white" ? first.white_label : first.black_label) === "number");
  const lines: HTMLElement[] = [];
  for (const by of sides) {
    const [moves, place]: [string[], number] = [[], by === "white" ? 0 : 1];
    let entry = first;
    for (let left = 40; left > 0; left--) {
      const label = by === "white" ? entry.white_label : entry.black_label;
      const own = entry.options.find((option) => option.by === by && option.first);
      const falls = own && (own.wins || Number(own.labels[place]) < Number(label));
      const step = falls ? own : entry.options.find((option) => option.by !== by && option.best_not_to_lose);
      if (!step || !Number.isFinite(Number(label))) break;
      moves.push(falls ? step.move : `(${entry.players[1 - place]}: ${step.move})`);
      if (step.wins || step.after === null) break;
      const next = await source.ask(step.after).catch(() => undefined);
      if (!next) break;
      entry = next.entry;
    }
    lines.push(h("p", {}, moves.length === 0 ? `${first.players[place]} has no line that wins from here.` : `${first.players[place]} wins by ${moves.join(", ")}, if it gets each of these moves.`));
  }
  return lines.length > 0 ? lines : [h("p", {}, "This certificate has no labels, and so no line that wins.")];
};
