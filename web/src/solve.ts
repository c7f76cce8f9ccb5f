/** The page that solves: any small game, here and now. Three tabs with addresses: chess, a game of one's own, other games. */
import type { App, Page } from "./app.js";
import { h, replace } from "./dom.js";
import { to } from "./route.js";
import { chessPanel, type Panel } from "./solve-chess.js";
import { gamePanel } from "./solve-game.js";
import { keptList } from "./solve-kept.js";
import { otherPanel } from "./solve-other.js";

const TABS = [
  ["", "Chess", "Set up a board from 2x2 to 16x16 with a few men. The solver runs in this page, and the checker verifies what it finds.", chessPanel],
  ["game", "Your own game", "Draw any finite game. Both players bid for each move; or it is somebody's turn, or chance moves.", gamePanel],
  ["other", "Other games", "Hex, and chess on partitions.", otherPanel],
] as const;

export const solvePage = (app: App): Page => {
  const kept = keptList(app);
  const panels = new Map<string, Panel>();
  const place = h("div");
  const hint = h("p", { class: "hint" });
  const links = TABS.map(([what, name]) => h("a", { href: to("solve", what), "data-tab": what }, name));
  let current: Panel | undefined;
  return {
    element: h("div", { class: "page solve" }, h("h1", {}, "Solve any small game here"), h("nav", { class: "tabs", "aria-label": "What is solved" }, ...links), hint, place, kept.element),
    show: (next) => {
      const [what, name, words, make] = TABS.find(([tab]) => tab === next.what) ?? TABS[0];
      for (const link of links) {
        if (link.dataset["tab"] === what) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
      replace(hint, words);
      const panel = panels.get(what) ?? make(app, kept.draw);
      panels.set(what, panel);
      if (panel !== current) replace(place, panel.element);
      current = panel;
      app.title(`Solve: ${name.toLowerCase()}`);
      panel.show(next);
      kept.draw();
    },
    key: (key) => current?.key?.(key) ?? false,
  };
};
