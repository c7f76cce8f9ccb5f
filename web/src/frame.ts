/** A page that is bound to one file: it verifies the file that the address names, and shows what that says of the place that the address names. */
import { explain, type App, type Page } from "./app.js";
import { capital, h, replace } from "./dom.js";
import { strip } from "./strip.js";
import type { PageName, Route } from "./route.js";
import { inFile } from "./route.js";
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
  goTo: (at: string, quiet?: boolean, more?: Record<string, string>) => void;
  /** The address of a place of the same file. */
  address: (at: string, more?: Record<string, string>) => string;
}

/** Shows a place, and gives it a short name for the title; an error that it throws is shown in the place of the answer. */
export type Show = (asked: Asked) => Promise<string>;

/** An address of a page with what its query says. */
const withQuery = (page: PageName, what: string, at: string, more: Record<string, string>): string => {
  const search = new URLSearchParams(more).toString();
  return inFile(page, what, at) + (search === "" ? "" : `&${search}`);
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
  let [asking, shown] = [0, ""];

  const load = async ({ page, what, query }: Route): Promise<void> => {
    const number = ++asking;
    const isWanted = (): boolean => number === asking;
    const isNew = what !== shown;
    const clear = (): void => [answer, drawing, details, below, rule].forEach((slot) => replace(slot));
    try {
      if (what === "") throw new Error("This address names no certificate. Choose one among all certificates.");
      if (isNew) {
        clear();
        replace(title, "Asking the checker…");
        replace(verdict);
      }
      const table = await app.tables.file(what);
      if (!isWanted()) return;
      const at = query.get("at");
      if (isNew) {
        shown = "";
        slots.heading(capital(titleOf(table.verdict.about)));
        replace(verdict, strip(table.judged, table.verdict));
      }
      const place = await show({
        page,
        table,
        at,
        query,
        isNew,
        isWanted,
        goTo: (to, quiet = false, more = {}) => app.go(withQuery(page, what, to, more), quiet),
        address: (to, more = {}) => withQuery(page, what, to, more),
      });
      if (!isWanted()) return;
      shown = what;
      app.title([place, title.textContent ?? ""].filter((part) => part !== "").join(" · "));
    } catch (error) {
      if (!isWanted()) return;
      if (isNew && title.textContent === "Asking the checker…") {
        clear();
        slots.heading("No answer");
      }
      const again = h("p", {}, h("a", { href: what === "" ? "#/tables" : inFile(page, what) }, what === "" ? "all certificates" : "to the first position"), " · ", h("a", { href: "#/tables" }, "all certificates"));
      replace(details);
      replace(answer, explain(error, () => void load({ page, what, query })), again);
    }
  };

  return {
    element: h("div", { class: "page bound" }, title, rule, verdict, h("div", { class: "frame" }, answer, drawing, details), below),
    show: (route) => void load(route),
  };
};

/** What a certificate is about, as a heading: of a game in a file its title, without the digest. */
export const titleOf = (about: string): string => {
  const game = /^graph of (.+? positions?) \((?:("(?:[^"\\]|\\.)*"), )?sha-256 [0-9a-f]+\)(.*)$/su.exec(about);
  if (!game) return about.replace(/ \(sha-256 [0-9a-f]+\)$/, "");
  let title = game[2];
  try {
    title = title && (JSON.parse(title) as string);
  } catch {
    // As the checker spelt it.
  }
  return (title ?? `A game of ${game[1]}`) + game[3]!;
};

/** A row of a list of facts. */
export const facts = (...rows: [string, Node | string][]): HTMLElement => h("dl", { class: "facts" }, ...rows.map(([name, what]) => h("div", {}, h("dt", {}, name), h("dd", {}, what))));

/** What the command says, to be compared. */
export const asCommand = (text: string): HTMLElement => h("details", {}, h("summary", {}, "As the command line prints it"), h("pre", { tabindex: 0 }, text));

/** A field of an answer as text; "" if it is none. */
export const field = (said: Record<string, unknown>, name: string): string => {
  const found = said[name];
  return typeof found === "string" || typeof found === "number" ? `${found}` : "";
};
