/**
 * Live boards in the book: `<bidding-board fen="…">` around a picture. The picture stays until a reader asks for more, and stays for good where no checker can
 * run. The book's pages load this file if it is there.
 */
import { explain } from "./app.js";
import { Board } from "./board.js";
import { button, h, replace } from "./dom.js";
import { Engine } from "./engine.js";
import { panel } from "./panel.js";
import * as positions from "./position.js";
import { chess as explore } from "./route.js";
import { strip } from "./strip.js";
import { Tables } from "./tables.js";

const root = new URL(".", import.meta.url);
let tables: Tables | undefined;

const start = (): Tables => {
  if (!tables) {
    document.head.append(h("link", { rel: "stylesheet", href: new URL("live.css", root).href }));
    tables = new Tables(new Engine(new URL("worker.js", root)), root);
  }
  return tables;
};

class BiddingBoard extends HTMLElement {
  private asking = 0;

  connectedCallback(): void {
    if (this.querySelector(".live-start")) return;
    const first = this.getAttribute("fen") ?? "";
    if (!positions.readFen(first)) return;
    this.append(h("p", { class: "live-start" }, button("try this position", () => this.live(first))));
  }

  private live(first: string): void {
    const held = start();
    const side = h("div", { class: "side" });
    const verdict = h("div");
    const link = h("a", {}, "open in the explorer");
    let options: { squares: string; by: string; after: string | null }[] = [];
    const board = new Board({
      carry: (from, to) => {
        const { files } = positions.readFen(current)!;
        const squares = positions.squareName(files, from) + positions.squareName(files, Math.max(to, 0));
        const found = to < 0 ? undefined : options.find((option) => option.squares === squares || option.squares.startsWith(`${squares}=`));
        if (found?.after) void show(found.after);
      },
    });
    let current = first;
    const show = async (fen: string): Promise<void> => {
      const asked = ++this.asking;
      current = fen;
      const position = positions.readFen(fen)!;
      board.show({ position, turned: false, label: fen });
      link.href = new URL(`index.html${explore(fen)}`, root).href;
      replace(side, h("p", {}, "Asking the checker…"));
      try {
        const { table, entry } = await held.probe(fen);
        if (asked !== this.asking) return;
        options = entry.options;
        replace(verdict, strip(table.judged, table.verdict, entry.position));
        replace(side, panel(entry, ({ after }) => after !== null && void show(after)));
      } catch (error) {
        if (asked === this.asking) replace(side, explain(error));
      }
    };
    this.classList.add("live");
    replace(this, verdict, h("div", { class: "columns" }, h("div", {}, board.svg, h("p", {}, link, " ", button("back to the first position", () => void show(first)))), side));
    void show(first);
  }
}

if (!customElements.get("bidding-board")) customElements.define("bidding-board", BiddingBoard);
