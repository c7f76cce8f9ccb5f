/** A game of one's own: a drawing, a table and the file itself, three views of one model; and what is missing before it can be solved. */
import { explain, type App } from "./app.js";
import { button, choice, copier, download, h, replace } from "./dom.js";
import { Canvas, type Chosen } from "./draw.js";
import { briefInterval, interval } from "./fraction.js";
import { pack, unpack } from "./packed.js";
import type { Entry } from "./protocol.js";
import { kindOf } from "./kinds.js";
import { inFile, to, toShare } from "./route.js";
import type { Panel } from "./solve-chess.js";
import * as model from "./solve-model.js";
import { readJson, MOST_DRAWN } from "./solve-read.js";
import { asked, rulesOf, RulesPanel, type Rules } from "./solve-rules.js";
import { Runner } from "./solve-run.js";
import { load, save } from "./solve-state.js";
import { entry, gameTable, sorts } from "./solve-table.js";
import { TEMPLATES, path } from "./solve-templates.js";
import type { GraphRequest } from "./solver.js";
import type { Table } from "./tables.js";

type Pen = model.Pen | "move";
const PENS: readonly [Pen, string, string][] = [
  ["both", "for both", "a drag draws an option for Left and for Right"],
  ["left", "for Left", "a drag draws an option for Left"],
  ["right", "for Right", "a drag draws an option for Right"],
  ["move", "move", "a drag moves a position"],
];

export const gamePanel = (app: App, kept: () => void): Panel => {
  const before = load();
  const history = new model.History(before?.drawing ?? path(5));
  /** The file that a drawing was read from: the certificate is about that file, character by character. */
  const sources = new WeakMap<model.Drawing, string>();
  if (before?.source !== undefined) sources.set(history.now, before.source);
  /** A game that is too large to be drawn. */
  let large: { text: string; title: string; positions: number | undefined } | undefined;
  let [pen, chosen]: [Pen, Chosen] = ["both", undefined];
  let values = new Map<string, string>();
  let rules: Rules = {};
  let count = TEMPLATES[0]!.count![0];
  let template = 0;

  const now = (): model.Drawing => history.now;
  const source = (): string => large?.text ?? sources.get(now()) ?? model.toJson(now());

  /** Another drawing. One that differs in places alone is the same game. */
  const set = (next: model.Drawing, isSameGame = false): void => {
    if (next === now()) return;
    const text = sources.get(now());
    history.set(next);
    if (isSameGame && text !== undefined) sources.set(next, text);
    if (!isSameGame) values = new Map();
    large = undefined;
    draw();
  };
  const travel = (by: -1 | 1): void => {
    if (large) large = undefined;
    else history.step(by);
    values = new Map();
    if (chosen && "id" in chosen && !model.position(now(), chosen.id)) chosen = undefined;
    draw();
  };
  const choose = (next: Chosen): void => {
    chosen = next;
    draw();
  };
  const remove = (): void => {
    const next = chosen;
    chosen = undefined;
    if (next && "id" in next) set(model.removePosition(now(), next.id));
    else if (next) set(model.removeOption(now(), next.option));
  };
  const add = (x: number, y: number): void => {
    const made = model.addPosition(now(), x, y);
    chosen = { id: made.id };
    app.say(`Position ${model.position(made.drawing, made.id)!.name}.`);
    set(made.drawing);
  };
  const link = (from: number, to: number): void => {
    const start = model.position(now(), from);
    if (start?.sort === "end") return app.say(`${start.name} is an end: it has no options.`);
    set(model.addOption(now(), from, to, pen === "move" ? "both" : pen));
  };
  /** Where the next position stands, if nobody says. */
  const free = (): [number, number] => {
    const place = now().positions.length;
    return [70 + (place % 5) * 120, 60 + (Math.floor(place / 5) % 6) * 80];
  };

  const canvas = new Canvas({
    isPen: () => pen !== "move",
    add,
    link,
    grow: (from, x, y) => {
      const made = model.addPosition(now(), x, y);
      chosen = { id: made.id };
      set(model.addOption(made.drawing, from, made.id, pen === "move" ? "both" : pen));
    },
    move: (id, x, y) => set(model.change(now(), id, { x: Math.round(x), y: Math.round(y) }), true),
    choose,
    remove,
  });

  /** The address of this game, with its rules: whoever opens it has the same file, character by character. */
  const share = copier("copy the address of this game", async () => toShare(to("solve", "game", { ...rules, g: await pack(source()) })));
  const bar = h("div", { class: "row pens", role: "toolbar", "aria-label": "Drawing" });
  const inspector = h("div", { class: "inspector" });
  const missing = h("ul", { class: "remarks", "aria-label": "What is missing" });
  const table = h("div");
  const file = h("textarea", { class: "file", rows: 12, spellcheck: false, "aria-label": "the game as a file, in JSON", input: () => typed() });
  const wrong = h("p", { class: "fault", role: "status" });
  const options = new RulesPanel(["Left", "Right"], (next) => {
    rules = next;
    options.show(rules);
    ask();
  });
  const runner = new Runner(app, { kept, verified: (verified) => void show(verified) });

  /** What is verified stands on the positions. */
  const show = async ({ verdict }: Table): Promise<void> => {
    const drawing = now();
    const found = new Map<string, string>();
    for (const { name } of drawing.positions) {
      const one: Entry | undefined = await app.engine.call("probe", verdict.id, name).catch(() => undefined);
      // With chips there are no values.
      if (one?.lower === undefined) continue;
      const [low, high] = [briefInterval(interval(one.lower)), briefInterval(interval(one.upper))];
      found.set(name, low === high ? low : `${low} – ${high}`);
    }
    if (drawing !== now()) return;
    values = found;
    draw();
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  const typed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(left, 250);
  };
  /** The field is left, or nothing was typed for a while. */
  const left = (): void => {
    clearTimeout(timer);
    // What was read may be written otherwise; what could not be read stays as it is.
    if (timer === undefined) return wrong.textContent === "" ? draw() : undefined;
    timer = undefined;
    void take(file.value);
  };
  /** Reads what was typed or pasted. */
  const take = async (text: string): Promise<void> => {
    try {
      const read = readJson(text, now());
      replace(wrong);
      if (!read.drawing) {
        large = { text, title: read.title, positions: read.positions };
        return draw();
      }
      sources.set(read.drawing, text);
      chosen = undefined;
      set(read.drawing);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      replace(wrong, words);
      runner.set(undefined, "The file is no game yet.");
    }
  };
  const drawBar = (): void => {
    const { count: bounds } = TEMPLATES[template]!;
    replace(
      bar,
      h("span", { class: "row", role: "group", "aria-label": "What a drag draws" }, ...PENS.map(([name, text, title]) => button(text, () => { pen = name; draw(); }, { "aria-pressed": `${pen === name}`, title, "data-key": name, class: `pen pen-${name}` }))),
      button("undo", () => travel(-1), { disabled: !history.can(-1) && !large, "data-key": "undo" }),
      button("redo", () => travel(1), { disabled: !history.can(1), "data-key": "redo" }),
      button("empty", () => { chosen = undefined; set(model.EMPTY); }, { class: "plain", "data-key": "empty" }),
      h("span", { class: "row" },
        choice("begin with", TEMPLATES.map(({ name }, place): [string, string] => [`${place}`, name]), `${template}`, (value) => {
          template = Number(value);
          count = TEMPLATES[template]!.count?.[0] ?? 0;
          drawBar();
        }),
        bounds && entry("n", `${count}`, "count", (value) => (count = Math.min(bounds[2], Math.max(bounds[1], Math.floor(Number(value)) || bounds[0]))), { size: 3, inputmode: "numeric" }),
        button("take it", () => { chosen = undefined; set(TEMPLATES[template]!.make(count)); }, { "data-key": "take" }),
      ),
      share,
    );
  };

  const drawInspector = (): void => {
    const one = chosen && "id" in chosen ? model.position(now(), chosen.id) : undefined;
    const option = chosen && "option" in chosen ? chosen.option : undefined;
    if (one) {
      replace(
        inspector,
        h("label", {}, "name ", entry("name", one.name, "name", (name) => set(model.change(now(), one.id, { name })), { size: 10, maxlength: 200 })),
        sorts(one, (sort) => set(model.setSort(now(), one.id, sort))),
        one.sort === "end" && h("label", {}, "worth ", entry("value", one.value, "value", (value) => set(model.change(now(), one.id, { value })), { size: 6, placeholder: "0 to 1" })),
        button("delete", remove, { class: "plain", "data-key": "delete" }),
      );
    } else if (option) {
      const [from, to] = [model.position(now(), option.from), model.position(now(), option.to)];
      replace(
        inspector,
        h("span", {}, `${model.player(option.by) === "chance" ? "chance" : `${model.player(option.by)}'s option`}: ${from?.name} → ${to?.name}`),
        option.by === "chance" && h("label", {}, "weight ", entry("weight", option.weight, "weight", (weight) => set(model.setWeight(now(), option, weight)), { size: 6 })),
        button("delete", remove, { class: "plain", "data-key": "delete" }),
      );
    } else replace(inspector, h("span", { class: "quiet" }, "Tap an empty place to add a position. Drag from one position to another to add a move. Tap a position to name it, or to end the game there."));
  };

  const drawTable = (): void => {
    const place = (name: string): { drawing: model.Drawing; id: number } => {
      const known = now().positions.find((one) => one.name === name);
      return known ? { drawing: now(), id: known.id } : model.addPosition(now(), ...free(), { name });
    };
    replace(
      table,
      gameTable(now(), values, {
        rename: (id, name) => set(model.change(now(), id, { name })),
        sort: (id, sort) => set(model.setSort(now(), id, sort)),
        value: (id, value) => set(model.change(now(), id, { value })),
        link: (id, name, by) => {
          const { drawing, id: to } = place(name);
          set(model.addOption(drawing, id, to, by === "chance" ? "both" : by));
        },
        unlink: (option) => set(model.removeOption(now(), option)),
        weight: (option, weight) => set(model.setWeight(now(), option, weight)),
        remove: (id) => {
          chosen = undefined;
          set(model.removePosition(now(), id));
        },
        add: () => add(...free()),
      }),
    );
  };

  const ask = (): void => {
    const faults = large ? [] : model.remarks(now()).filter(({ isFault }) => isFault);
    if (faults.length > 0) return runner.set(undefined, `${faults.length === 1 ? "One thing is" : `${faults.length} things are`} missing: ${faults[0]!.text}`);
    let request: GraphRequest;
    try {
      request = { kind: "graph", text: source(), ...asked(rules) };
    } catch (error) {
      return runner.set(undefined, error instanceof Error ? error.message : String(error));
    }
    const { title } = large ?? now();
    const first = large ? undefined : (now().positions.find((one) => chosen && "id" in chosen && one.id === chosen.id) ?? now().positions.find(({ sort }) => sort !== "end") ?? now().positions[0])?.name;
    runner.set({ request, about: title || "Your game", at: first, called: first === undefined ? undefined : `At ${first}:`, address: (table) => inFile(kindOf(table.verdict.kind).page, table.verdict.sha256, first) });
  };

  const draw = (): void => {
    const remarks = large ? [] : model.remarks(now());
    const faults = new Set(remarks.flatMap(({ isFault, id }) => (isFault && id !== undefined ? [id] : [])));
    canvas.svg.toggleAttribute("hidden", large !== undefined);
    canvas.show({ drawing: now(), chosen, values, faults });
    drawBar();
    if (large) replace(inspector, h("span", { class: "quiet" }, `${large.positions === undefined ? "A large file" : `${large.positions.toLocaleString("en")} positions`}: the drawing and the table show up to ${MOST_DRAWN}, of a game of bids. The game can be solved all the same. Undo brings the last drawing back.`));
    else drawInspector();
    replace(missing, ...remarks.slice(0, 12).map(({ text, isFault, id }) => h("li", { class: isFault ? "fault" : "quiet" }, id === undefined ? text : button(text, () => choose({ id }), { class: "plain" }))));
    if (!large) drawTable();
    if (document.activeElement !== file && timer === undefined) {
      file.value = source();
      replace(wrong);
    }
    if (!large) save({ drawing: now(), source: sources.get(now()) });
    ask();
  };

  const titled = h("input", { type: "text", "aria-label": "title", size: 30, maxlength: 200, placeholder: "title", change: () => set({ ...now(), title: titled.value.trim() }) });
  options.show(rules);

  const views = h(
    "div",
    { class: "below" },
    h("details", { class: "view" }, h("summary", {}, "The same as a table"), table),
    h("details", { class: "view" }, h("summary", {}, "The same as a file; paste JSON here"), h("p", { class: "row" }, h("label", {}, "title ", titled), button("download JSON", () => download("game.json", "application/json", source()))), file, wrong),
  );
  file.addEventListener("blur", left);

  return {
    element: h("div", { class: "solve-game" }, bar, h("div", { class: "columns wide" }, h("div", { class: "left" }, canvas.svg, inspector, missing), h("div", { class: "side" }, options.element, runner.element), views)),
    show: ({ query }) => {
      const [packed, handed] = [query.get("g"), app.handed];
      app.handed = undefined;
      if (packed !== null || handed !== undefined) {
        rules = rulesOf(query);
        options.show(rules);
        // From now on it is the reader's: what is changed stays in this browser, and not in the address.
        app.go(to("solve", "game"), true);
        void (packed === null ? Promise.resolve(handed!) : unpack(packed)).then(take, (error: unknown) => replace(missing, h("li", {}, explain(error))));
        return;
      }
      try {
        draw();
        titled.value = now().title;
      } catch (error) {
        replace(missing, h("li", {}, explain(error)));
      }
    },
    key: (key) => {
      if (key === "u") travel(-1);
      else if (key === "Delete" && chosen) remove();
      else return false;
      return true;
    },
  };
};
