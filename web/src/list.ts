/** The library: all certificates that come with the site, and those that are kept in this browser, as cards that can be searched. */
import { explain, type App, type Page } from "./app.js";
import { button, h, replace } from "./dom.js";
import { kindOf, KINDS } from "./kinds.js";
import { exampleFen, picture } from "./picture.js";
import type { Listed } from "./protocol.js";
import * as route from "./route.js";
import { keptList } from "./solve-kept.js";
import { size } from "./strip.js";

/** So many cards of a group are shown at first: fewer where they stand one below the other. */
const few = (): number => (matchMedia("(max-width: 40rem)").matches ? 3 : 6);
/** So many cards are made before the browser may draw and listen again. */
const AT_ONCE = 24;

/** The address that shows a certificate of the site: of a table of bidding chess a position of it. */
export const addressOf = ({ kind, path, about, never }: Listed): string | undefined => {
  const { page } = kindOf(kind);
  if (page !== "chess") return route.inFile(page, path);
  const fen = kind === "list" ? / for (\S+)$/.exec(about)?.[1] : exampleFen(about);
  const pawns = /, (single|double) step/.exec(about)?.[1];
  return fen === undefined ? undefined : route.chess(fen, { pawns, never });
};

/** What is searched. */
const words = ({ kind, path, about, numbers, never }: Listed): string => `${about} ${numbers} ${kind} ${KINDS[kind].one} ${KINDS[kind].group} ${path} ${never === undefined ? "" : `never ${never}`}`.toLowerCase();

/** What the numbers are, in plain words. */
const numbersOf = ({ numbers, never }: Listed): string => numbers + (never === undefined || /alpha|beta|alone|, v/.test(numbers) ? "" : `, endless play worth ${never}`);

const clip = (text: string, most = 110): string => ([...text].length > most ? `${[...text].slice(0, most - 1).join("")}…` : text);

const card = (listed: Listed): HTMLElement => {
  const address = addressOf(listed);
  // What is played, and then by which rule.
  const [, name = "", rule = ""] = /^(.*?)(?:, ((?:if|the buyer) .*))?$/s.exec(clip(listed.about)) ?? [];
  return h(
    "li",
    { class: "card" },
    picture(listed.kind, listed.about),
    h("div", {}, h("h3", {}, address === undefined ? name : h("a", { href: address }, name)), rule !== "" && h("p", {}, rule), h("p", { class: "quiet" }, `${numbersOf(listed)} · ${size(listed.bytes)}`), h("p", { class: "quiet file" }, listed.path.slice(listed.path.lastIndexOf("/") + 1))),
  );
};

export const tablesPage = (app: App): Page => {
  const groups = h("div");
  const jumps = h("div", { class: "jumps", role: "group", "aria-label": "to a kind" });
  const kept = keptList(app);
  const count = h("p", { class: "quiet", role: "status" });
  const opened = new Set<string>();
  let [wanted, drawing]: [string, number] = ["", 0];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const search = h("input", {
    type: "search",
    placeholder: "8x8 Q, hex, double, misère …",
    "aria-label": "search the certificates",
    autocomplete: "off",
    spellcheck: "false",
    input: () => {
      clearTimeout(timer);
      timer = setTimeout(() => app.go(route.to("tables", "", search.value.trim() === "" ? {} : { q: search.value.trim() }), true), 120);
    },
  });

  /** Fills a list a few cards at a time, so that the page stays alive. */
  const fill = async (list: HTMLElement, all: readonly Listed[], number: number): Promise<void> => {
    for (let from = 0; from < all.length; from += AT_ONCE) {
      if (from > 0) await new Promise((resolve) => requestAnimationFrame(resolve));
      if (number !== drawing) return;
      list.append(...all.slice(from, from + AT_ONCE).map(card));
    }
  };

  const section = (group: string, all: readonly Listed[], number: number): HTMLElement => {
    const kind = all[0]!.kind;
    const list = h("ul", { class: "cards", "aria-label": group });
    const isShort = opened.has(group) || all.length <= few() + 2;
    void fill(list, isShort ? all : all.slice(0, few()), number);
    const more = !isShort && button(`show all ${all.length}`, () => {
      opened.add(group);
      const first = list.children.length;
      void fill(list, all.slice(first), drawing).then(() => list.children[first]?.querySelector("a")?.focus());
      (more as HTMLElement).remove();
    }, { "aria-label": `show all ${all.length}: ${group}` });
    return h("section", {}, h("h2", { tabindex: -1 }, group, h("span", { class: "count" }, ` ${all.length}`)), h("p", { class: "quiet" }, kindOf(kind).hint), list, more);
  };

  const draw = async (): Promise<void> => {
    const number = ++drawing;
    const index = await app.tables.index;
    if (number !== drawing) return;
    const asked = wanted.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const found = index.filter((listed) => {
      const text = words(listed);
      return asked.every((word) => text.includes(word));
    });
    count.textContent = asked.length === 0 ? `${index.length} certificates come with this site. Each is verified in this browser when it is opened.` : found.length === 0 ? "None fits. A search looks for each word in the board, the men, the kind and the file name." : `${found.length} of ${index.length} fit.`;
    const byGroup = new Map<string, Listed[]>();
    for (const group of new Set(Object.values(KINDS).map(({ group }) => group))) byGroup.set(group, []);
    // The usual board comes first.
    found.sort((a, b) => Number(b.about.startsWith("8x8")) - Number(a.about.startsWith("8x8")));
    for (const listed of found) byGroup.get(kindOf(listed.kind).group)!.push(listed);
    const sections = [...byGroup].flatMap(([group, all]): [string, HTMLElement, number][] => (all.length === 0 ? [] : [[group, section(group, all, number), all.length]]));
    const jump = (to: HTMLElement): void => {
      to.scrollIntoView();
      to.querySelector("h2")?.focus();
    };
    replace(jumps, ...(sections.length < 2 ? [] : sections.map(([group, to, count]) => button(`${group} ${count}`, () => jump(to), { class: "plain" }))));
    replace(groups, ...sections.map(([, one]) => one));
  };

  return {
    element: h("div", { class: "page library" }, h("h1", {}, "All certificates"), h("div", { class: "search" }, search), count, jumps, kept.element, groups),
    show: ({ query }) => {
      wanted = query.get("q") ?? "";
      if (document.activeElement !== search) search.value = wanted;
      kept.draw();
      void draw().catch((error: unknown) => replace(groups, explain(error)));
    },
  };
};
