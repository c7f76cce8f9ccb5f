/** Auctions that pay otherwise: on a board as every other one, and as a graph where the certificate is about a game in a file. */
import { explain, type App, type Page } from "./app.js";
import { boardPage } from "./board-page.js";
import { h, replace } from "./dom.js";
import { asking, latest } from "./frame.js";
import type { Route } from "./route.js";

export const paymentsPage = (app: App): Page => {
  const element = h("div");
  const board = boardPage(app, "payments");
  let [graph, current]: [Page | undefined, Page | undefined] = [undefined, undefined];
  const last = latest((error, again) => {
    current = undefined;
    replace(element, h("div", { class: "page" }, explain(error, again)));
  });
  const show = (route: Route): Promise<void> =>
    last(async (stays) => {
      if (!current) replace(element, h("div", { class: "page" }, asking()));
      const { verdict } = await app.tables.file(route.what);
      if (!verdict.is_board) graph ??= (await import("./game.js")).gamePage(app);
      if (!stays()) return;
      const next = verdict.is_board ? board : graph!;
      if (next !== current) replace(element, next.element);
      current = next;
      next.show(route);
    });
  return { element, show: (route) => void show(route), key: (key) => current?.key?.(key) ?? false };
};
