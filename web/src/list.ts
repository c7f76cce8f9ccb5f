/** The certificates that come with the site, to be opened and verified. */
import { explain, type App, type Page } from "./app.js";
import { button, h, replace } from "./dom.js";
import { kindOf } from "./kinds.js";
import type { Listed } from "./protocol.js";

export const tablesPage = (app: App): Page => {
  const groups = h("div");
  const verdict = h("div");
  const open = async (listed: Listed): Promise<void> => {
    try {
      app.go(await app.tables.address(await app.tables.open(listed.path)));
    } catch (error) {
      replace(verdict, explain(error));
    }
  };
  const draw = async (): Promise<void> => {
    const index = await app.tables.index;
    const all = [...new Set(index.map(({ kind }) => kindOf(kind).group))];
    replace(groups, ...all.map((group) => h("section", {}, h("h2", {}, group), h("ul", { class: "tables" }, ...index.filter(({ kind }) => kindOf(kind).group === group).map((listed) => h("li", {}, button(listed.about, () => void open(listed))))))));
  };
  return { element: h("div", { class: "page" }, h("h1", {}, "All certificates"), verdict, groups), show: () => void draw().catch((error: unknown) => replace(groups, explain(error))) };
};
