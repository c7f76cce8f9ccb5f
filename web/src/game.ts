/** A game that is given as a graph: all its positions as nodes with their values, or those around the one that is looked at; and what is verified of that one. */
import type { App, Page } from "./app.js";
import { breath, button, h, replace } from "./dom.js";
import { brief, briefInterval, decimal, interval, isExact } from "./fraction.js";
import { sidedPage } from "./frame.js";
import { around, Graph, sample, WHOLE, type Link, type Node } from "./graph.js";
import { kindOf } from "./kinds.js";
import { headline, panel } from "./panel.js";
import type { Entry, Option } from "./protocol.js";
import { inFile } from "./route.js";
import { endless, paid } from "./rules.js";
import { strip, titleOf } from "./strip.js";
import type { Table } from "./tables.js";

/** The rule of the game that a certificate is about. */
const ruleOf = (table: Table, entries: readonly Entry[]): string => {
  const has = (turn: Entry["turn"]): boolean => entries.some((entry) => entry.turn === turn);
  const others = [has("white") || has("black") ? "it is one player's turn" : "", has("chance") ? "chance moves" : ""].filter((part) => part !== "").join(", or ");
  const auction = paid(table);
  const bids = auction !== undefined ? `Not the usual auction: ${auction}.` : "Both players bid; the winner pays the other player, and takes an option of their own.";
  const ends = "Without an option the game is over: at the value 1 Left has won, at 0 Right has.";
  return `${bids} ${ends}${others === "" ? "" : ` Where a letter stands at a node nobody bids: ${others}.`} ${endless(table.verdict.never, ["Left", "Right"])}`;
};

/** The value in a box: whole if it is short. */
const worth = (entry: Entry): string => {
  const [lower, upper] = [interval(entry.lower), interval(entry.upper)];
  const short = (x: string): string => x.replace("…", "");
  if (JSON.stringify(entry.lower) === JSON.stringify(entry.upper)) return isExact(lower) ? brief(lower.low) : briefInterval(lower);
  return `${short(decimal(lower.low, 4))} – ${short(decimal(upper.high, 4))}`;
};

const MARKS = { white: ["L", "Left's turn"], black: ["R", "Right's turn"], chance: ["?", "chance moves"] } as const;

const nodeOf = (entry: Entry, href: string): Node => {
  const kind = entry.turn ?? "over";
  const mark = kind === "bid" || kind === "over" ? undefined : MARKS[kind];
  return { name: entry.position, value: worth(entry), kind, spoken: `${headline(entry)}${kind === "over" ? ", the game is over" : ""}`, href, ...(mark ? { mark: [...mark] } : {}) };
};

export const gamePage = (app: App): Page => {
  const side = h("div", { class: "side" });
  const graph = new Graph("The game as a graph");
  const search = h("div", { class: "below" });
  let [entry, address]: [Entry | undefined, (at?: string) => string] = [undefined, () => ""];

  const follow = (option: Option | undefined): void => {
    if (!option || option.after === null || !entry) return;
    app.say(`${option.by === "chance" ? "Chance" : entry.players[option.by === "white" ? 0 : 1]}: ${option.after}.`);
    app.go(address(option.after));
  };
  const best = (by: "white" | "black"): Option | undefined => entry?.options.find((option) => option.by === by && option.first) ?? entry?.options.find((option) => option.by === by);

  const draw = (entries: readonly Entry[], current: string, count: number): void => {
    const place = new Map(entries.map(({ position }, at) => [position, at]));
    const links = entries.flatMap(({ options }, from): Link[] =>
      options.flatMap(({ after, by, best_to_win, best_not_to_lose }) => {
        const to = after === null ? undefined : place.get(after);
        return to === undefined ? [] : [{ from, to, by, best: best_to_win || best_not_to_lose }];
      }),
    );
    const has = (by: Link["by"]): boolean => links.some((link) => link.by === by);
    const marks = (["white", "black", "chance"] as const).filter((turn) => entries.some((one) => one.turn === turn)).map((turn) => `${MARKS[turn][0]}: ${MARKS[turn][1]}`);
    const key = [
      ...(has("white") ? [sample("white"), "Left's option "] : []),
      ...(has("black") ? [sample("black"), "Right's option "] : []),
      ...(has("chance") ? [sample("chance"), "chance "] : []),
      "· thick: best",
      marks.length > 0 ? ` · ${marks.join(", ")}` : "",
      entries.length < count ? ` · ${entries.length} of ${count.toLocaleString("en")} positions: those that come first from here` : "",
    ];
    const nodes = entries.map((one) => nodeOf(one, address(one.position)));
    graph.show(nodes, links, place.get(current) ?? 0, key, entries.length < count ? 0 : undefined);
  };

  const drawSide = (table: Table, entries: readonly Entry[], found: Entry, begin: string): void => {
    const isAuction = found.turn === "bid";
    const can = (by: "white" | "black"): boolean => best(by)?.after != null;
    const actions = h(
      "div",
      { class: "row actions" },
      can("white") && button(isAuction ? "Left's best option" : "the best option", () => follow(best("white"))),
      can("black") && button(isAuction ? "Right's best option" : "the best option", () => follow(best("black"))),
      found.position !== begin && button("to the beginning", () => app.go(address(begin)), { class: "plain" }),
    );
    const rule = ruleOf(table, entries);
    replace(side, h("p", { class: "quiet" }, titleOf(table.verdict.about)), h("h1", { class: "named of-graph" }, found.position), panel(found, follow, { rule, verified: strip(table.judged, table.verdict, found.position), actions, isUsual: table.verdict.kind === "game" && /holds less than/.test(found.meaning) }));
  };

  const drawSearch = (all: readonly string[], current: string): void => {
    if (all.length <= WHOLE) return replace(search);
    const field: HTMLInputElement = h("input", { type: "text", value: current, list: "names", autocomplete: "off", spellcheck: false, change: () => app.go(address(field.value)) });
    replace(search, h("label", {}, "go to the position ", field), h("datalist", { id: "names" }, ...all.slice(0, 500).map((name) => h("option", { value: name }))));
  };

  return sidedPage(
    "game graphs",
    side,
    [graph.element, search],
    async ({ what, query }, stays) => {
      const table = await app.tables.file(what);
      const { id, kind, about } = table.verdict;
      const all = await app.engine.call("names", id);
      const begin = await app.tables.begin(table, all);
      const current = query.get("at") ?? begin;
      const found = await app.engine.call("probe", id, current);
      const entries = [...(await around(all, current, (name) => app.engine.call("probe", id, name))).values()];
      return async () => {
        [entry, address] = [found, (at) => inFile(kindOf(kind).page, what, at)];
        drawSide(table, entries, found, begin);
        await breath();
        if (!stays()) return;
        draw(entries, current, all.length);
        drawSearch(all, current);
        app.title(`${titleOf(about)}: ${current} ${headline(found)}`);
        app.say(`${current}: ${headline(found)}. ${found.meaning}`);
      };
    },
  );
};
