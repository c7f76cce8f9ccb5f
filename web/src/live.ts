/**
 * Live boards in the book: `<bidding-board fen="…">` around a picture. The picture stays until a reader asks for more, and stays for good where no checker can
 * run. The book's pages load this file if it is there.
 */
import { explain } from "./app.js";
import { button, h, replace } from "./dom.js";
import { Engine } from "./engine.js";
import { asking, latest } from "./frame.js";
import { walked } from "./near.js";
import { panel } from "./panel.js";
import * as positions from "./position.js";
import { chess as explore } from "./route.js";
import { ruleOf } from "./rules.js";
import type { Option } from "./protocol.js";
import { strip } from "./strip.js";
import { Tables } from "./tables.js";

const root = new URL(".", import.meta.url);
let tables: Tables | undefined;

const start = (): Tables => {
  if (!tables) {
    document.head.append(h("link", { rel: "stylesheet", href: new URL("live.css", root).href }));
    tables = new Tables(new Engine(new URL("worker.js", root)));
  }
  return tables;
};

class BiddingBoard extends HTMLElement {
  connectedCallback(): void {
    if (this.querySelector(".live-start")) return;
    const first = this.getAttribute("fen") ?? "";
    if (!positions.readFen(first)) return;
    this.append(h("p", { class: "live-start" }, button("try this position", () => this.live(first))));
  }

  private live(first: string): void {
    const held = start();
    const side = h("div", { class: "side" });
    const link = h("a", {}, "open in the explorer");
    let options: Option[] = [];
    const movesOf = (from: number): Option[] => options.filter(({ by }) => (by === "white") === ((positions.readFen(current)!.squares[from] || "k") < "a"));
    const follow = ({ after, leads }: Option): void => (after === null ? near.say(`${leads}.`) : void show(after));
    const [board, near] = walked(() => positions.readFen(current)!, movesOf, follow);
    let current = first;
    const last = latest((error) => replace(side, explain(error)));
    const show = (fen: string): Promise<void> =>
      last(async (stays) => {
        current = fen;
        options = [];
        board.show({ position: positions.readFen(fen)!, turned: false, label: fen });
        link.href = new URL(`index.html${explore(fen)}`, root).href;
        replace(side, asking());
        const { table, entry } = await held.probe(fen);
        if (!stays()) return;
        options = entry.options;
        near.clear();
        replace(side, panel(entry, follow, { rule: ruleOf(table, entry), verified: strip(table.judged, table.verdict, entry.position), isUsual: true }));
      });
    this.classList.add("live");
    replace(this, h("div", { class: "columns" }, h("div", {}, board.svg, near.element, h("p", {}, link, " ", button("back to the first position", () => void show(first)))), side));
    void show(first);
  }
}

if (!customElements.get("bidding-board")) customElements.define("bidding-board", BiddingBoard);
