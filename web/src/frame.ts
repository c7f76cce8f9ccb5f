/** A page that is bound to one file: it verifies the file that the address names, and shows what that says of the place that the address names. */
import { explain, type App, type Page } from "./app.js";
import { capital, h, replace } from "./dom.js";
import { strip, titleOf } from "./strip.js";
import { inFile, to, type PageName, type Query, type Route } from "./route.js";
import type { Table } from "./tables.js";

/** Where a page puts what it has: the answer stands first, on a phone above the drawing. */
export interface Slots {
  heading: (text: string) => void;
  /** The rule of the game, in a sentence. */
  rule: (...children: (Node | string)[]) => void;
  answer: HTMLElement;
  drawing: HTMLElement;
  details: HTMLElement;
  /** Below all, over the whole width. */
  below: HTMLElement;
}

export interface Asked {
  page: PageName;
  table: Table;
  /** The place that the address names, if it names one. */
  at: string | null;
  query: URLSearchParams;
  /** Whether the file is another one than the last time. */
  isNew: boolean;
  /** False as soon as another address is wanted: then nothing more is shown. */
  isWanted: () => boolean;
  /** Goes to a place of the same file; quietly if the step should not be one of the history. */
  goTo: (at: string, quiet?: boolean, more?: Query) => void;
  /** The address of a place of the same file. */
  address: (at: string, more?: Query) => string;
}

/** Shows a place, and gives it a short name for the title; an error that it throws is shown in the place of the answer. */
export type Show = (asked: Asked) => Promise<string>;

export const asking = (): HTMLElement => h("p", { class: "notice", role: "status" }, "Asking the checker…");

/** Of several questions the last one counts: what comes of an older one is dropped. `fail` is told what went wrong with the last one, and how to ask again. */
export const latest = (fail: (error: unknown, again: () => void) => void): ((work: (stays: () => boolean) => Promise<void>) => Promise<void>) => {
  let last = 0;
  const ask = async (work: (stays: () => boolean) => Promise<void>): Promise<void> => {
    const number = ++last;
    const stays = (): boolean => number === last;
    await work(stays).catch((error: unknown) => stays() && fail(error, () => void ask(work)));
  };
  return ask;
};

/** A page with a drawing, and what is said at its side. `ask` finds what an address is about, and gives what shows it; without an answer there is no drawing. */
export const sidedPage = (name: string, side: HTMLElement, stage: readonly Node[], ask: (route: Route, stays: () => boolean) => Promise<() => unknown>, more: readonly Node[] = [], key?: Page["key"]): Page => {
  const columns = h("div", { class: "columns bad" }, h("div", { class: "stage" }, ...stage), side, ...more);
  const lost = (shown: HTMLElement, back?: string): void => {
    columns.classList.add("bad");
    replace(side, shown, back !== undefined && h("p", {}, h("a", { href: back }, "to the beginning")));
  };
  let here: Route | undefined;
  const last = latest((error, again) => lost(explain(error, again), here?.query.has("at") ? inFile(here.page, here.what) : undefined));
  const show = async (route: Route): Promise<void> => {
    here = route;
    if (columns.classList.contains("bad")) lost(asking());
    await last(async (stays) => {
      const draw = await ask(route, stays);
      if (!stays()) return;
      columns.classList.remove("bad");
      await draw();
    });
  };
  return { element: h("div", { class: `page ${name}` }, columns), show: (route) => void show(route), ...(key ? { key } : {}) };
};

export const boundPage = (app: App, make: (slots: Slots) => Show): Page => {
  const title = h("h1");
  const rule = h("p", { class: "rule" });
  const verdict = h("div", { class: "verdict" });
  const [answer, drawing, details, below] = [h("div", { class: "answer" }), h("div", { class: "drawing" }), h("div", { class: "details" }), h("div", { class: "below" })];
  const slots: Slots = {
    heading: (text) => (title.textContent = text),
    rule: (...children) => replace(rule, ...children),
    answer,
    drawing,
    details,
    below,
  };
  const show = make(slots);
  let shown = "";
  let [here, isNew]: [Route | undefined, boolean] = [undefined, true];
  const clear = (): void => [answer, drawing, details, below, rule].forEach((slot) => replace(slot));
  const last = latest((error, again) => {
    if (isNew && title.textContent === "Asking the checker…") {
      clear();
      slots.heading("No answer");
    }
    const { page, what } = here!;
    replace(details);
    replace(answer, explain(error, again), h("p", {}, what !== "" && h("a", { href: inFile(page, what) }, "to the first position"), what !== "" && " · ", h("a", { href: "#/tables" }, "all certificates")));
  });

  const load = (route: Route): Promise<void> =>
    last(async (isWanted) => {
      const { page, what, query } = (here = route);
      if (what === "") throw new Error("This address names no certificate. Choose one among all certificates.");
      isNew = what !== shown;
      if (isNew) {
        clear();
        replace(title, "Asking the checker…");
        replace(verdict);
      }
      const table = await app.tables.file(what);
      if (!isWanted()) return;
      if (isNew) {
        shown = "";
        slots.heading(capital(titleOf(table.verdict.about)));
        replace(verdict, strip(table.judged, table.verdict));
      }
      const address: Asked["address"] = (at, more) => to(page, what, { at, ...more });
      const place = await show({ page, table, at: query.get("at"), query, isNew, isWanted, goTo: (at, quiet, more) => app.go(address(at, more), quiet), address });
      if (!isWanted()) return;
      shown = what;
      app.title([place, title.textContent ?? ""].filter((part) => part !== "").join(" · "));
    });

  return {
    element: h("div", { class: "page bound" }, title, rule, verdict, h("div", { class: "frame" }, answer, drawing, details), below),
    show: (route) => void load(route),
  };
};

/** A row of a list of facts. */
export const facts = (...rows: [string, Node | string][]): HTMLElement => h("dl", { class: "facts" }, ...rows.map(([name, what]) => h("div", {}, h("dt", {}, name), h("dd", {}, what))));

/** A field of an answer as text; "" if it is none. */
export const field = (said: Record<string, unknown>, name: string): string => {
  const found = said[name];
  return typeof found === "string" || typeof found === "number" ? `${found}` : "";
};
