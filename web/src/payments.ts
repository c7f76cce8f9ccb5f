/** Auctions that pay otherwise: on a board as every other one, and as a graph where the certificate is about a game in a file. */
import { explain, type App, type Page } from "./app.js";
import { boardPage } from "./board-page.js";
import { h, replace } from "./dom.js";
import type { Route } from "./route.js";

export const paymentsPage = (app: App): Page => {
  const element = h("div");
  const board = boardPage(app, "payments");
  let [graph, current, asking]: [Page | undefined, Page | undefined, number] = [undefined, undefined, 0];
  const show = async (route: Route): Promise<void> => {
    const number = ++asking;
    if (!current) replace(element, h("div", { class: "page" }, h("p", { class: "notice", role: "status" }, "Asking the checker…")));
    try {
      const { verdict } = await app.tables.file(route.what);
      if (!verdict.is_board) graph ??= (await import("./game.js")).gamePage(app);
      if (number !== asking) return;
      const next = verdict.is_board ? board : graph!;
      if (next !== current) replace(element, next.element);
      current = next;
      next.show(route);
    } catch (error) {
      if (number !== asking) return;
      current = undefined;
      replace(element, h("div", { class: "page" }, explain(error, () => void show(route))));
    }
  };
  return { element, show: (route) => void show(route), key: (key) => current?.key?.(key) ?? false };
};
