/**
 * A game of one's own while it is made: positions, options, and where each position stands in the drawing. Every change gives a new drawing, so that undo is a
 * list of old ones. What is missing is said here as far as a drawing can be in the making; whether the file is a game decides the solver, and then the checker.
 */
import { compare, make, add, ONE, ZERO, text as written, minus, type Fraction } from "./fraction.js";

export type Sort = "bid" | "left" | "right" | "chance" | "end";
export type By = "left" | "right" | "chance";
/** Whose options a drag draws. */
export type Pen = "left" | "right" | "both";

export interface OwnPosition {
  readonly id: number;
  readonly name: string;
  readonly sort: Sort;
  /** What it is worth, if the game ends there. */
  readonly value: string;
  readonly x: number;
  readonly y: number;
}

export interface OwnOption {
  readonly from: number;
  readonly to: number;
  readonly by: By;
  /** How probable it is, if chance moves. */
  readonly weight: string;
}

export interface Drawing {
  readonly title: string;
  readonly positions: readonly OwnPosition[];
  readonly options: readonly OwnOption[];
}

/** What is wrong, or worth knowing, and of which position. */
export interface Remark {
  text: string;
  isFault: boolean;
  id?: number;
}

export const EMPTY: Drawing = { title: "", positions: [], options: [] };

export const position = (drawing: Drawing, id: number): OwnPosition | undefined => drawing.positions.find((one) => one.id === id);
export const optionsOf = (drawing: Drawing, id: number, by?: By): OwnOption[] => drawing.options.filter((one) => one.from === id && (by === undefined || one.by === by));
export const isSame = (a: OwnOption, b: OwnOption): boolean => a.from === b.from && a.to === b.to && a.by === b.by;

/** A value or a weight as the format has it: digits without superfluous zeros in front. */
export const readShare = (text: string): Fraction | undefined => {
  const parts = /^(0|[1-9]\d*)(?:\/([1-9]\d*))?$/.exec(text);
  return parts ? make(BigInt(parts[1]!), BigInt(parts[2] ?? "1")) : undefined;
};

/** The first name that is free: a, b, …, z, then p27, p28, … */
export const freeName = (drawing: Drawing): string => {
  const used = new Set(drawing.positions.map(({ name }) => name));
  for (let place = 0; ; place++) {
    const name = place < 26 ? String.fromCharCode(97 + place) : `p${place + 1}`;
    if (!used.has(name)) return name;
  }
};

const nextId = (drawing: Drawing): number => Math.max(0, ...drawing.positions.map(({ id }) => id)) + 1;

export const addPosition = (drawing: Drawing, x: number, y: number, known: Partial<OwnPosition> = {}): { drawing: Drawing; id: number } => {
  const id = nextId(drawing);
  const made: OwnPosition = { name: freeName(drawing), sort: "bid", value: "", x: Math.round(x), y: Math.round(y), ...known, id };
  return { drawing: { ...drawing, positions: [...drawing.positions, made] }, id };
};

export const removePosition = (drawing: Drawing, id: number): Drawing => ({
  ...drawing,
  positions: drawing.positions.filter((one) => one.id !== id),
  options: drawing.options.filter(({ from, to }) => from !== id && to !== id),
});

export const change = (drawing: Drawing, id: number, what: Partial<OwnPosition>): Drawing => ({ ...drawing, positions: drawing.positions.map((one) => (one.id === id ? { ...one, ...what, id } : one)) });

/** Equal weights, where all were equal before. */
const evenly = (drawing: Drawing, id: number): Drawing => {
  const count = optionsOf(drawing, id).length;
  return { ...drawing, options: drawing.options.map((one) => (one.from === id ? { ...one, weight: count === 1 ? "1" : `1/${count}` } : one)) };
};

const unique = (options: readonly OwnOption[]): OwnOption[] => options.filter((one, place) => options.findIndex((other) => isSame(one, other)) === place);

/** Another sort of position. Its options stay as far as that sort has them. */
export const setSort = (drawing: Drawing, id: number, sort: Sort): Drawing => {
  const before = position(drawing, id);
  if (!before || before.sort === sort) return drawing;
  const own = optionsOf(drawing, id);
  const by = (which: readonly By[]): OwnOption[] => unique(own.flatMap((one) => which.map((by) => ({ ...one, by, weight: "" }))));
  const kept = sort === "end" ? [] : sort !== "bid" ? by([sort]) : before.sort === "chance" ? by(["left", "right"]) : own;
  const changed = { ...change(drawing, id, { sort, value: sort === "end" ? before.value || "1" : "" }), options: [...drawing.options.filter(({ from }) => from !== id), ...kept] };
  return sort === "chance" ? evenly(changed, id) : changed;
};

/** Whose option a pen draws at a position: at a turn that of whose turn it is. */
const penAt = (sort: Sort, pen: Pen): By[] => (sort === "end" ? [] : sort === "chance" ? ["chance"] : sort === "bid" ? (pen === "both" ? ["left", "right"] : [pen]) : [sort]);

/** With an option from one position to another. Nothing changes where the game is over, or where the option is there. */
export const addOption = (drawing: Drawing, from: number, to: number, pen: Pen): Drawing => {
  const start = position(drawing, from);
  if (!start || !position(drawing, to)) return drawing;
  const own = optionsOf(drawing, from);
  const fresh = penAt(start.sort, pen).map((by): OwnOption => ({ from, to, by, weight: "" })).filter((one) => !own.some((other) => isSame(one, other)));
  if (fresh.length === 0) return drawing;
  const added = { ...drawing, options: [...drawing.options, ...fresh] };
  if (start.sort !== "chance") return added;
  if (own.every(({ weight }) => weight === own[0]!.weight)) return evenly(added, from);
  const rest = minus(ONE, own.map(({ weight }) => readShare(weight) ?? ZERO).reduce(add, ZERO));
  return setWeight(added, fresh[0]!, compare(rest, ZERO) > 0 ? written(rest) : "1/2");
};

export const removeOption = (drawing: Drawing, option: OwnOption): Drawing => ({ ...drawing, options: drawing.options.filter((one) => !isSame(one, option)) });

export const setWeight = (drawing: Drawing, option: OwnOption, weight: string): Drawing => ({ ...drawing, options: drawing.options.map((one) => (isSame(one, option) ? { ...one, weight } : one)) });

/** Whether a text can be a title or a name: 1 to 200 characters, none of them a control character. */
const isText = (text: string): boolean => text !== "" && [...text].length <= 200 && !/[\u0000-\u001f\u007f-\u009f]/.test(text);

const ofPosition = (drawing: Drawing, one: OwnPosition): Remark[] => {
  const { id, name, sort, value } = one;
  const own = optionsOf(drawing, id);
  const fault = (text: string): Remark => ({ text, isFault: true, id });
  const note = (text: string): Remark => ({ text, isFault: false, id });
  if (!isText(name)) return [fault(name === "" ? "A position has no name." : `The name of ${name.slice(0, 20)}… is too long, or has a control character.`)];
  if (drawing.positions.some((other) => other.id < id && other.name === name)) return [fault(`Two positions have the name ${name}.`)];
  if (sort === "end") {
    const worth = readShare(value);
    return worth && compare(worth, ONE) <= 0 ? [] : [fault(`${name} is an end: give it a value from 0 to 1, such as 1/2.`)];
  }
  if (sort === "chance") {
    if (own.length === 0) return [fault(`${name}: chance has no option there.`)];
    const weights = own.map(({ weight }) => readShare(weight));
    if (weights.some((weight) => !weight || weight.n === 0n)) return [fault(`${name}: each option of chance needs a weight above 0, such as 1/3.`)];
    const sum = (weights as Fraction[]).reduce(add, ZERO);
    return compare(sum, ONE) === 0 ? [] : [fault(`${name}: the weights have the sum ${written(sum)}; it must be 1.`)];
  }
  if (own.length === 0) return sort === "bid" ? [fault(`${name} has no option. Draw one from it, or make it an end.`)] : [note(`${name} has no option for ${player(sort)}, who passes there.`)];
  if (sort !== "bid") return [];
  return (["left", "right"] as const).filter((by) => !own.some((option) => option.by === by)).map((by) => note(`${name} has no option for ${player(by)}, who passes there.`));
};

export const player = (by: By): string => ({ left: "Left", right: "Right", chance: "chance" })[by];

/** What is missing before it can be solved, first; then what is allowed but may be an oversight. */
export const remarks = (drawing: Drawing): Remark[] => {
  const { title, positions } = drawing;
  if (positions.length === 0) return [{ text: "There is no position yet.", isFault: true }];
  const all = positions.flatMap((one) => ofPosition(drawing, one));
  if (!positions.some(({ sort }) => sort === "end")) all.push({ text: "The game has no end. Make a position an end, with a value.", isFault: true });
  if (title !== "" && !isText(title)) all.push({ text: "The title is too long, or has a control character.", isFault: true });
  return [...all.filter(({ isFault }) => isFault), ...all.filter(({ isFault }) => !isFault)];
};

/** The file, one position a line. */
export const toJson = (drawing: Drawing): string => {
  const names = new Map(drawing.positions.map(({ id, name }) => [id, name]));
  const list = (id: number, by: By): string[] => optionsOf(drawing, id, by).map(({ to }) => names.get(to)!);
  const fields = ({ id, name, sort, value }: OwnPosition): Record<string, unknown> => {
    const [left, right] = [list(id, "left"), list(id, "right")];
    if (sort === "end") return { name, value };
    if (sort === "chance") return { name, chance: optionsOf(drawing, id).map(({ to, weight }) => ({ to: names.get(to)!, weight })) };
    return { name, ...(sort === "bid" ? {} : { turn: sort }), ...(left.length > 0 ? { left } : {}), ...(right.length > 0 ? { right } : {}) };
  };
  const spaced = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    return `{ ${Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${spaced(field)}`).join(", ")} }`;
  };
  const title = drawing.title === "" ? "" : `  "title": ${JSON.stringify(drawing.title)},\n`;
  return `{\n  "bidding-game": 2,\n${title}  "positions": [\n${drawing.positions.map((one) => `    ${spaced(fields(one))}`).join(",\n")}\n  ]\n}\n`;
};

/** Changes that can be taken back. */
export class History {
  private readonly all: Drawing[];
  private at = 0;

  constructor(first: Drawing) {
    this.all = [first];
  }

  get now(): Drawing {
    return this.all[this.at]!;
  }

  set(next: Drawing): void {
    if (next === this.now) return;
    this.all.splice(this.at + 1, Infinity, next);
    if (this.all.length > 201) this.all.shift();
    this.at = this.all.length - 1;
  }

  /** Whether there is a change so many steps from here. */
  can(by: -1 | 1): boolean {
    return this.all[this.at + by] !== undefined;
  }

  step(by: -1 | 1): void {
    if (this.can(by)) this.at += by;
  }
}
