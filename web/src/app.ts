/** What all pages share: the engine, the tables, the line that is read aloud, and moving from address to address. */
import type { Engine } from "./engine.js";
import { h, replace } from "./dom.js";
import { Stopped } from "./port.js";
import { failed, whereToGet } from "./strip.js";
import { NotVerified, NoTable, Tables } from "./tables.js";
import type * as route from "./route.js";

export interface App {
  engine: Engine;
  tables: Tables;
  /** Says something to readers who do not look. */
  say: (text: string) => void;
  /** Names the window: what is shown, in a few words. */
  title: (text: string) => void;
  /** Goes to an address; without a step in the history if it only makes the present one exact. */
  go: (address: string, quiet?: boolean) => void;
  /** A game that was opened as a file, until the page that solves takes it. */
  handed?: string | undefined;
}

/** A page: shows an address, and may be shown another one later. */
export interface Page {
  element: HTMLElement;
  show: (route: route.Route) => void;
  /** Keys that no field and no board took. */
  key?: (key: string) => boolean;
}

/** Why something is not shown, as an element. */
export const explain = (error: unknown, retry?: () => void): HTMLElement => {
  if (error instanceof NotVerified) return failed(error.judged);
  const lines: HTMLElement[] = [h("p", {}, error instanceof Error ? error.message : String(error))];
  if (error instanceof Stopped) lines[0] = h("p", {}, "Stopped. Nothing is shown, because nothing was verified.");
  if (error instanceof NoTable) {
    if (error.command !== undefined) lines.push(h("p", {}, "Make one on your own machine, and open the file here: ", h("code", { class: "digits" }, error.command)), whereToGet());
    else lines.push(h("p", {}, "Open a certificate of your own: a table, or a plan that has this position."));
  }
  if (retry && error instanceof Stopped) lines.push(h("p", {}, h("button", { type: "button", click: retry }, "try again")));
  return h("div", { class: "notice", role: "status" }, ...lines);
};

export { replace };
