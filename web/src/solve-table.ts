/** The same game as a table of positions and options: all that the drawing does, for keyboards, screen readers and small screens. */
import { button, choice, h, row, tableOf } from "./dom.js";
import { optionsOf, player, type By, type Drawing, type OwnOption, type OwnPosition, type Sort } from "./solve-model.js";

export interface TableHands {
  rename: (id: number, name: string) => void;
  sort: (id: number, sort: Sort) => void;
  value: (id: number, value: string) => void;
  /** An option to the position of this name, which is made if there is none. */
  link: (id: number, to: string, by: By) => void;
  unlink: (option: OwnOption) => void;
  weight: (option: OwnOption, weight: string) => void;
  remove: (id: number) => void;
  add: () => void;
}

export const SORTS: readonly [Sort, string][] = [
  ["bid", "the players bid"],
  ["left", "Left's turn"],
  ["right", "Right's turn"],
  ["chance", "chance moves"],
  ["end", "the game ends"],
];

/** A text field that says its value when it is left, or with Enter. */
export const entry = (label: string, value: string, key: string, change: (value: string) => void, properties: Record<string, string | number> = {}): HTMLInputElement =>
  h("input", { type: "text", "aria-label": label, value, "data-key": key, spellcheck: false, autocomplete: "off", change: (event: Event) => change((event.target as HTMLInputElement).value.trim()), ...properties });

/** A choice without a label that is seen. */
export const sorts = (one: OwnPosition, change: (sort: Sort) => void): HTMLElement => {
  const made = choice("", SORTS, one.sort, (value) => change(value as Sort)).querySelector("select")!;
  made.setAttribute("aria-label", `what happens at ${one.name}`);
  made.dataset["key"] = `sort-${one.id}`;
  return made;
};

export const gameTable = (drawing: Drawing, values: ReadonlyMap<string, string>, hands: TableHands): HTMLElement => {
  const names = new Map(drawing.positions.map(({ id, name }) => [id, name]));

  const options = (one: OwnPosition, by: By): HTMLElement =>
    h(
      "div",
      { class: `options for-${by}` },
      ...optionsOf(drawing, one.id, by).map((option) => {
        const name = names.get(option.to)!;
        return h(
          "span",
          { class: "option" },
          name,
          by === "chance" && entry(`weight of ${one.name} to ${name}`, option.weight, `weight-${one.id}-${option.to}`, (value) => hands.weight(option, value), { size: 4, inputmode: "text" }),
          button("×", () => hands.unlink(option), { class: "plain", "aria-label": `no option from ${one.name} to ${name} for ${player(by)}`, "data-key": `unlink-${by}-${one.id}-${option.to}` }),
        );
      }),
      entry(`add an option at ${one.name} for ${player(by)}`, "", `link-${by}-${one.id}`, (value) => value !== "" && hands.link(one.id, value, by), { list: "own-names", placeholder: "add…", size: 7 }),
    );

  const cells = (one: OwnPosition): [string, HTMLElement | string][] => {
    if (one.sort === "end") return [["worth", entry(`value of ${one.name}`, one.value, `value-${one.id}`, (value) => hands.value(one.id, value), { size: 7, placeholder: "0 to 1" })], ["", ""]];
    if (one.sort === "chance") return [["options of chance, with weights", options(one, "chance")], ["", ""]];
    return (["left", "right"] as const).map((by) => [`${player(by)}'s options`, one.sort === "bid" || one.sort === by ? options(one, by) : ""]);
  };

  const line = (one: OwnPosition): HTMLElement =>
    row([
      h("th", { scope: "row" }, entry("name", one.name, `name-${one.id}`, (value) => hands.rename(one.id, value), { size: 9, maxlength: 200 })),
      sorts(one, (sort) => hands.sort(one.id, sort)),
      ...cells(one).map(([label, cell]) => h("td", { "data-label": label }, cell)),
      values.size > 0 && h("td", { "data-label": "value", class: "worth" }, values.get(one.name) ?? ""),
      button("delete", () => hands.remove(one.id), { class: "plain", "aria-label": `delete ${one.name}`, "data-key": `delete-${one.id}` }),
    ]);

  return h(
    "div",
    { class: "own-table" },
    h("datalist", { id: "own-names" }, ...drawing.positions.map(({ name }) => h("option", { value: name }))),
    drawing.positions.length > 0 && tableOf({}, "", ["position", "what happens there", "Left's options", "Right's options", ...(values.size > 0 ? ["value"] : []), ""], drawing.positions.map(line)),
    button("add a position", hands.add, { "data-key": "add" }),
  );
};
