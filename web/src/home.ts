/** The first page: what a bidding game is, in twenty seconds, and where to go on. */
import type { App, Page } from "./app.js";
import { h } from "./dom.js";

export const homePage = (_app: App): Page => ({ element: h("div", { class: "page" }, h("h1", {}, "Bidding games")), show: () => undefined });
