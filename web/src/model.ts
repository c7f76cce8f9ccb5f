/** A model of a verifier: what is verified of each state, its choices and where they lead; and the strategy to follow. */
import { explain, type App, type Page } from "./app.js";
import { button, choice as choiceOf, h, replace, row, scrolled, tableOf } from "./dom.js";
import { sidedPage } from "./frame.js";
import { Graph, sample, WHOLE, type By, type Link, type Node } from "./graph.js";
import { inFile } from "./route.js";
import { ask, called, cell, inWords, isExact, large, share, small, whole, withBranches, type Branch, type Owner, type State } from "./states.js";
import { asCommand, strip } from "./strip.js";
import type { Table } from "./tables.js";

/** So many states stand on a page of the table; and so many are looked through for one page of it. */
const PAGE = 25;
const MOST = 3000;

const KIND: Record<NonNullable<Owner>, By> = { maximiser: "white", minimiser: "black", chance: "chance" };
const MARK: Record<NonNullable<Owner>, [string, string]> = { maximiser: ["+", "the maximiser chooses"], minimiser: ["−", "the minimiser chooses"], chance: ["?", "chance"] };
const owned = (owner: Owner): string => (owner === undefined ? "decided" : owner === "chance" ? "chance" : `the ${owner}`);

export const modelPage = (app: App): Page => {
  const side = h("div", { class: "side" });
  const graph = new Graph("The model as a graph");
  const list = h("div", { class: "below" });
  let [what, walk]: [string, string[]] = ["", []];
  let table: Table | undefined;
  let [filter, from, before]: [string, number, number[]] = ["all", 0, []];
  let [drawn, listing] = ["", 0];

  const id = (): number => table!.verdict.id;
  const field = <T>(name: string): T => (table!.verdict as unknown as Record<string, T>)[name]!;
  const address = (at?: string): string => inFile("model", what, at);
  const states = (): number => field<number>("states");
  const initial = (): string => `${field<{ state: number }[]>("initial")[0]?.state ?? 0}`;

  const go = (to: string): void => app.go(address(to));
  /** One of the branches, by chance. */
  const byChance = (branches: readonly Branch[]): Branch => {
    let point = Math.random() * branches.reduce((sum, { weight }) => sum + weight, 0);
    return branches.find(({ weight }) => (point -= weight) < 0) ?? branches[0]!;
  };
  const follow = (state: State): void => {
    const taken = state.owner === "chance" ? state.choices[0] : state.choices.find(({ number }) => number === state.best);
    if (!taken || taken.branches.length === 0) return;
    const { to } = byChance(taken.branches);
    const word = state.owner === "chance" ? "chance" : `choice ${taken.number}`;
    walk.push(`${word}${taken.branches.length > 1 && state.owner !== "chance" ? ", chance" : ""}`, to ?? "decided");
    if (to === undefined) {
      app.say("The play is decided.");
      drawWalk();
    } else go(to);
  };

  const walked = h("p", { class: "walk" });
  const drawWalk = (): void => {
    const parts = walk.map((part, place) => (place % 2 === 1 ? h("span", { class: "quiet" }, ` –${part}→ `) : part === "decided" ? "decided" : h("a", { href: address(part) }, part)));
    replace(walked, walk.length > 1 && "The strategy so far: ", ...(walk.length > 1 ? parts : []));
  };

  const branch = ({ to, state, weight, value }: Branch, all: readonly Branch[]): HTMLElement =>
    h("li", {}, all.length > 1 || weight !== 1 ? `with probability ${share(weight, all)} to ` : "to ", to === undefined ? (state === undefined ? "the end" : `state ${state}, and the play is decided`) : h("a", { href: address(to) }, called(to)), h("span", { class: "quiet" }, ` ${cell(value)}`));

  const choices = (state: State): HTMLElement | false => {
    if (state.owner === undefined) return false;
    if (state.owner === "chance") return h("section", {}, h("h2", {}, "Chance moves"), h("ul", { class: "branches" }, ...state.choices[0]!.branches.map((one) => branch(one, state.choices[0]!.branches))));
    const rows = state.choices.map((one) => row([`${one.number}`, h("td", {}, cell(one.value), one.best && h("span", { class: "quiet" }, " best")), h("ul", { class: "branches" }, ...one.branches.map((each) => branch(each, one.branches)))], { class: one.best ? "best" : undefined }));
    return h("div", { class: "moves" }, tableOf({}, `Choices of ${owned(state.owner)}`, ["choice", "value", "leads"], rows));
  };

  const drawSide = (state: State): void => {
    const property = field<string>("property");
    const { who, sort, goal } = inWords(property);
    const { name, value, owner } = state;
    const meaning =
      sort === "probability"
        ? [`From ${called(name)}, the probability of `, h("code", {}, goal), ` is ${large(value)}: ${who}.`]
        : [`From ${called(name)}, the expected reward `, h("code", {}, goal), ` is ${large(value)}: ${who}.`];
    const where = owner === undefined ? "The play is decided here." : owner === "chance" ? "Chance decides what comes next." : `The ${owner} chooses here.`;
    const isInitial = name.split("@")[0] === initial();
    const can = owner === "chance" || state.best !== undefined;
    const { verdict, judged } = table!;
    replace(
      side,
      h("h1", { class: "named" }, `${called(name)}${isInitial ? ", the initial one" : ""}`),
      h(
        "div",
        { class: "panel" },
        h("p", { class: "value" }, large(value), value.low !== undefined && isExact(value) && value.low.d !== 1n && whole(value).length <= 40 && h("span", { class: "fraction" }, ` = ${value.low.n}/${value.low.d}`)),
        h("p", { class: "meaning" }, ...meaning),
        h("p", { class: "rule" }, "In each state its owner makes a choice, and the weights of the choice decide by chance which state comes next. Asked is ", h("code", {}, property), "."),
        strip(judged, verdict, name),
        h("p", {}, where),
        choices(state),
        h("p", { class: "row actions" }, can && button(owner === "chance" ? "let chance decide" : "follow the strategy", () => follow(state), { class: "main", "data-key": "on" }), !isInitial && button("to the initial state", () => app.go(address()))),
        walked,
        !(value.low !== undefined && isExact(value) && value.low.d === 1n) && h("details", {}, h("summary", {}, "The value, exactly"), h("p", { class: "digits" }, isExact(value) ? (value.low === undefined ? "infinite" : `${value.low.n}/${value.low.d}`) : `${value.low?.n}/${value.low?.d} to ${value.high === undefined ? "infinity" : `${value.high.n}/${value.high.d}`}`)),
        state.text !== undefined && asCommand(state.text),
      ),
    );
  };

  /** All states, if they are few. */
  const drawGraph = async (current: string, stays: () => boolean): Promise<void> => {
    const count = states();
    graph.element.hidden = count > WHOLE;
    if (count > WHOLE) return;
    const all = await Promise.all(Array.from({ length: count }, async (_, number) => withBranches(app, id(), await ask(app, id(), `${number}`))));
    if (!stays()) return;
    const plain = (name: string): number => Number(name.split("@")[0]);
    const links: Link[] = [];
    all.forEach(({ owner, choices }, from) => {
      for (const { branches, best } of choices) {
        for (const { state } of branches) {
          if (state === undefined || owner === undefined) continue;
          const link = { from, to: state, by: KIND[owner], best };
          const same = links.find((other) => other.from === from && other.to === link.to);
          if (same) same.best ||= best;
          else links.push(link);
        }
      }
    });
    const nodes = all.map(({ name, value, owner }, number): Node => ({ name: `${number}`, value: small(value), kind: owner === undefined ? "over" : KIND[owner], mark: owner && MARK[owner], spoken: `${large(value)}${owner === undefined ? ", decided" : ""}`, href: address(name) }));
    const owners = (["maximiser", "minimiser", "chance"] as const).filter((owner) => all.some((state) => state.owner === owner));
    const key = owners.flatMap((owner) => [sample(KIND[owner]), `${MARK[owner][0]} ${MARK[owner][1]} `]);
    graph.show(nodes, links, plain(current), [...key, "· thick: best"], plain(initial()));
  };

  const isWanted = ({ owner }: State): boolean => filter === "all" || (owner ?? "decided") === filter;

  /** A page of the table: the states from a number on that are wanted. */
  const drawList = async (): Promise<void> => {
    const number = ++listing;
    const [count, start] = [states(), from];
    const found: State[] = [];
    let next = start;
    for (; next < count && found.length < PAGE && next - start < MOST; next++) {
      const state = await ask(app, id(), `${next}`);
      if (isWanted(state)) found.push(state);
      if (number !== listing) return;
    }
    const turn = (to: number, back: boolean): void => {
      if (back) before.pop();
      else before.push(from);
      from = to;
      listStates();
    };
    const rows = found.map(({ name, value, owner, best }) => row([h("th", { scope: "row" }, h("a", { href: address(name) }, called(name))), cell(value), owned(owner), best === undefined ? "" : `${best}`]));
    const choose = choiceOf("show", [["all", "all states"], ["maximiser", "states of the maximiser"], ["minimiser", "states of the minimiser"], ["chance", "states of chance"], ["decided", "states where it is decided"]], filter, (value) => {
      [filter, from, before] = [value, 0, []];
      listStates();
    });
    const goTo: HTMLInputElement = h("input", { type: "number", min: 0, max: count - 1, size: 8, change: () => goTo.value !== "" && go(goTo.value) });
    replace(
      list,
      h("h2", {}, `${count.toLocaleString("en")} states`),
      h("div", { class: "row" }, choose, count > PAGE && h("label", {}, "go to state ", goTo)),
      scrolled("States", tableOf({ class: "numbers states" }, "", ["state", "value", "who chooses", "best choice"], rows)),
      found.length === 0 && h("p", { class: "quiet" }, next < count ? `None of the states from ${start} to ${next - 1}.` : "No state is one of these."),
      h("div", { class: "row" }, before.length > 0 && button("earlier states", () => turn(before.at(-1)!, true)), next < count && button("later states", () => turn(next, false))),
    );
  };

  const listStates = (): void => void drawList().catch((error: unknown) => replace(list, explain(error, listStates)));

  return sidedPage(
    "graphs models",
    side,
    [graph.element],
    async ({ what: file, query }, stays) => {
      const opened = await app.tables.file(file);
      if (!stays()) return () => undefined;
      const isOther = opened.verdict.sha256 !== table?.verdict.sha256;
      [table, what] = [opened, file];
      const state = await withBranches(app, id(), await ask(app, id(), query.get("at") ?? initial()));
      return async () => {
        if (isOther) [filter, from, before, drawn] = ["all", 0, [], ""];
        // A walk goes on as long as it is followed.
        if (walk.at(-1) !== state.name) walk = [state.name];
        drawWalk();
        drawSide(state);
        app.title(`${field<string>("property")}: ${called(state.name)} ${large(state.value)}`);
        app.say(`${called(state.name)}: ${large(state.value)}. ${owned(state.owner)}.`);
        await drawGraph(state.name, stays);
        if (!stays() || drawn === what) return;
        drawn = what;
        listStates();
      };
    },
    [list],
  );
};
