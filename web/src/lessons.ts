import type { App, Page } from "./app.js";
import { h } from "./dom.js";
export const lessonsPage = (app: App): Page => {
  void app;
  return { element: h("div", { class: "page" }), show: () => undefined };
};
