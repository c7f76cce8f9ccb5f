/** Reads the JSON of a game into a drawing, and puts positions that stand nowhere yet somewhere. The words here are hints; the solver and the checker read the file anew. */
import { EMPTY, type By, type Drawing, type OwnOption, type OwnPosition, type Sort } from "./solve-model.js";

/** So many positions are drawn; larger games are solved from their text. */
export const MOST_DRAWN = 120;

const FIELDS = ["name", "value", "turn", "left", "right", "chance"];
type Fields = Record<string, unknown>;

/** Takes a value of one sort; of another one it says what is required. */
const only = <Value>(is: (value: unknown) => boolean, required: string) => (value: unknown, what: string): Value => {
  if (!is(value)) throw new Error(`${what}: required ${required}`);
  return value as Value;
};
const object = only<Fields>((value) => typeof value === "object" && value !== null && !Array.isArray(value), "an object { … }");
const text = only<string>((value) => typeof value === "string", "a text in quotation marks");
const list = only<unknown[]>(Array.isArray, "a list [ … ]");
const known = (fields: Fields, names: readonly string[], what: string): void => {
  const odd = Object.keys(fields).find((name) => !names.includes(name));
  if (odd !== undefined) throw new Error(`${what}: found the field ${JSON.stringify(odd)}, required one of ${names.join(", ")}`);
};

const sortOf = (fields: Fields, name: string): Sort => {
  const has = (field: string): boolean => fields[field] !== undefined;
  if (["value", "turn", "chance"].filter(has).length > 1) throw new Error(`${name}: found two of value, turn and chance, required at most one`);
  if (has("value") || has("chance")) {
    if (has("left") || has("right")) throw new Error(`${name}: found options of a player beside ${has("value") ? "a value" : "chance"}`);
    return has("value") ? "end" : "chance";
  }
  if (!has("turn")) return "bid";
  const turn = fields["turn"];
  if (turn !== "left" && turn !== "right") throw new Error(`${name}: turn: required "left" or "right"`);
  if (has(turn === "left" ? "right" : "left")) throw new Error(`${name}: found options of the player whose turn it is not`);
  return turn;
};

interface Row {
  name: string;
  sort: Sort;
  value: string;
  options: { by: By; to: string; weight: string }[];
}

const row = (value: unknown, place: number): Row => {
  const fields = object(value, `position ${place + 1}`);
  const name = text(fields["name"], `position ${place + 1}: name`);
  known(fields, FIELDS, name);
  const sort = sortOf(fields, name);
  const options = (["left", "right"] as const).flatMap((by) => (fields[by] === undefined ? [] : list(fields[by], `${name}: ${by}`).map((to) => ({ by: by as By, to: text(to, `${name}: ${by}`), weight: "" }))));
  if (sort === "chance") {
    for (const one of list(fields["chance"], `${name}: chance`)) {
      const way = object(one, `${name}: chance`);
      known(way, ["to", "weight"], `${name}: chance`);
      options.push({ by: "chance", to: text(way["to"], `${name}: chance: to`), weight: text(way["weight"], `${name}: chance: weight`) });
    }
  }
  return { name, sort, value: sort === "end" ? text(fields["value"], `${name}: value`) : "", options };
};

export interface Read {
  /** Undefined if it is too large to be drawn, or has what a drawing has not. */
  drawing: Drawing | undefined;
  title: string;
  /** Undefined if nobody has counted. */
  positions: number | undefined;
}

/** A text of more characters is not read here: that would hold the page up. */
const MOST_READ = 400_000;

/** Reads a file. Positions of the same names keep their places of before. */
export const readJson = (source: string, before: Drawing = EMPTY): Read => {
  if (source.length > MOST_READ) return { drawing: undefined, title: "", positions: undefined };
  const file = object(JSON.parse(source), "the file");
  const title = file["title"] === undefined ? "" : text(file["title"], "title");
  // Endless and scored games are solved from their text: a drawing has no rewards, priorities or points.
  if (file["endless-game"] !== undefined || file["scored-game"] !== undefined) return { drawing: undefined, title, positions: list(file["positions"], "positions").length };
  if (file["bidding-game"] !== 2) throw new Error('"bidding-game": required the version 2');
  known(file, ["bidding-game", "title", "positions"], "the file");
  const rows = list(file["positions"], "positions").map(row);
  const ids = new Map<string, number>();
  for (const [place, { name }] of rows.entries()) {
    if (ids.has(name)) throw new Error(`${name}: two positions have this name`);
    ids.set(name, place + 1);
  }
  const options = rows.flatMap(({ name, options }) =>
    options.map(({ by, to, weight }): OwnOption => {
      const target = ids.get(to);
      if (target === undefined) throw new Error(`${name}: found the option ${JSON.stringify(to)}, required the name of a position`);
      return { from: ids.get(name)!, to: target, by, weight };
    }),
  );
  if (rows.length > MOST_DRAWN) return { drawing: undefined, title, positions: rows.length };
  // An option of chance may stand twice; a drawing has one line for both.
  const twice = options.some(({ by, from, to }, place) => by === "chance" && options.findIndex((one) => one.by === "chance" && one.from === from && one.to === to) !== place);
  if (twice) return { drawing: undefined, title, positions: rows.length };
  const old = new Map(before.positions.map((one) => [one.name, one]));
  const positions = rows.map(({ name, sort, value }, place): OwnPosition => ({ id: place + 1, name, sort, value, x: old.get(name)?.x ?? NaN, y: old.get(name)?.y ?? NaN }));
  const single = options.filter((one, place) => options.findIndex(({ from, to, by }) => from === one.from && to === one.to && by === one.by) === place);
  return { drawing: arrange({ title, positions, options: single }), title, positions: rows.length };
};

/** Places for positions that have none: springs along options, and all positions keep apart. The same drawing is always arranged alike. */
export const arrange = (drawing: Drawing): Drawing => {
  const free = drawing.positions.map(({ x }) => Number.isNaN(x));
  if (!free.includes(true)) return drawing;
  const count = drawing.positions.length;
  const [across, high] = [Math.max(560, Math.sqrt(count) * 150), Math.max(340, Math.sqrt(count) * 105)];
  const at = drawing.positions.map(({ x, y }, place): [number, number] => {
    const angle = (2 * Math.PI * place) / count;
    return free[place] ? [across / 2 - (across / 2 - 50) * Math.cos(angle), high / 2 - (high / 2 - 40) * Math.sin(angle)] : [x, y];
  });
  const places = new Map(drawing.positions.map(({ id }, place) => [id, place]));
  const pairs = drawing.options.map(({ from, to }): [number, number] => [places.get(from)!, places.get(to)!]).filter(([a, b]) => a !== b);
  const wanted = 125;
  const rounds = 120;
  for (let round = 0; round < rounds; round++) {
    const push = at.map((): [number, number] => [0, 0]);
    const pull = (a: number, b: number, force: (distance: number) => number): void => {
      const [dx, dy] = [at[b]![0] - at[a]![0], (at[b]![1] - at[a]![1]) * 1.25];
      const distance = Math.max(1, Math.hypot(dx, dy));
      const strength = force(distance) / distance;
      push[a]![0] += dx * strength;
      push[a]![1] += dy * strength;
      push[b]![0] -= dx * strength;
      push[b]![1] -= dy * strength;
    };
    for (let a = 0; a < count; a++) for (let b = 0; b < a; b++) pull(a, b, (distance) => -(wanted * wanted) / distance / 2);
    for (const [a, b] of pairs) pull(a, b, (distance) => (distance * distance) / wanted / 6);
    const most = 30 * (1 - round / rounds) + 1;
    push.forEach(([dx, dy], place) => {
      const length = Math.hypot(dx, dy);
      if (!free[place] || length === 0) return;
      const step = Math.min(most, length) / length;
      at[place] = [Math.min(across - 50, Math.max(50, at[place]![0] + dx * step)), Math.min(high - 35, Math.max(35, at[place]![1] + dy * step))];
    });
  }
  return { ...drawing, positions: drawing.positions.map((one, place) => ({ ...one, x: Math.round(at[place]![0]), y: Math.round(at[place]![1]) })) };
};
