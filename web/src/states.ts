/** States of a model and their choices, as the checker says them: the same shape for probabilities and for expected rewards. */
import type { App } from "./app.js";
import { brief, briefInterval, compare, decimal, must, number, type Fraction } from "./fraction.js";
import type { Entry, Said } from "./protocol.js";

/** A number that is known exactly, or by two ends; none where it is infinite. */
export interface Known {
  low: Fraction | undefined;
  high: Fraction | undefined;
}

export type Owner = "maximiser" | "minimiser" | "chance" | undefined;

export interface Branch {
  /** The name of the state; none where the play is decided by then. */
  to: string | undefined;
  /** Its number, if the checker says it. */
  state: number | undefined;
  weight: number;
  value: Known;
}

export interface Choice {
  number: number;
  value: Known;
  best: boolean;
  branches: Branch[];
}

export interface State {
  name: string;
  value: Known;
  /** Who chooses; undefined where the play is decided. */
  owner: Owner;
  best: number | undefined;
  /** Of a state of a player the choices, the branches of which `choices` fills in; of one of chance a single choice with its branches. */
  choices: Choice[];
  text: string | undefined;
}

const end = (text: string): Fraction | undefined => (text === "infinity" ? undefined : must(text));
const known = (low: string, high: string): Known => ({ low: end(low), high: end(high) });
const stated = (value: Entry["lower"]): [string, string] => (typeof value === "string" ? [value, value] : value);

export const isExact = ({ low, high }: Known): boolean => (low === undefined || high === undefined ? low === high : compare(low, high) === 0);

/** In a cell. */
export const cell = ({ low, high }: Known): string => {
  if (low === undefined) return "infinite";
  return high === undefined ? `${brief(low)} or more` : briefInterval({ low, high });
};

/** In a box of a graph. */
export const small = (value: Known): string => {
  const { low, high } = value;
  const cut = (x: Fraction): string => decimal(x, 4).replace("…", "");
  return isExact(value) || low === undefined ? cell(value) : `${cut(low)} – ${high === undefined ? "" : cut(high)}`;
};

/** In large digits. */
export const large = (value: Known): string => (value.low !== undefined && isExact(value) ? decimal(value.low, 10) : cell(value));

/** Whole, as a fraction with its decimals. */
export const whole = (value: Known): string => (value.low !== undefined && isExact(value) ? number(value.low, 12) : cell(value));

/** The parts of a name: `3`, `3:1` for a choice, with `@2` behind it if two steps are left. */
const parts = (name: string): { state: string; steps: string } => {
  const [, state = name, steps = ""] = /^(\d+)(?::\d+)?(@\d+)?$/.exec(name) ?? [];
  return { state, steps };
};

export const choiceName = (state: string, choice: number): string => `${parts(state).state}:${choice}${parts(state).steps}`;

/** A state in words: `state 3`, `state 3 with 2 steps left`. */
export const called = (name: string): string => {
  const { state, steps } = parts(name);
  return `state ${state}${steps === "" ? "" : ` with ${steps.slice(1)} ${steps === "@1" ? "step" : "steps"} left`}`;
};

/** The numbers in `choice 3` and `state 3`. */
const numberOf = (text: string): number => Number(/\d+$/.exec(text)?.[0] ?? 0);

interface Raw {
  name: string;
  value: Known;
  owner: Owner;
  best: number | undefined;
  options: { number: number; weight: number; value: Known; best: boolean }[];
  text: string | undefined;
}

const raw = (answer: Entry | Said): Raw => {
  if ("at" in answer) {
    const said = answer as Said & { at: string; low: string; high: string; turn: Owner | null; choice: number | null; options: { number: number; weight: number; low: string; high: string }[] };
    const options = said.options.map(({ number, weight, low, high }) => ({ number, weight, value: known(low, high), best: said.turn !== "chance" && number === said.choice }));
    return { name: said.at, value: known(said.low, said.high), owner: said.turn ?? undefined, best: said.choice ?? undefined, options, text: said.text };
  }
  const entry = answer as Entry;
  const owner = ({ white: "maximiser", black: "minimiser", chance: "chance", bid: undefined } as const)[entry.turn ?? "bid"];
  const value = known(...stated(entry.lower));
  const options = entry.options.map((option) => ({ number: numberOf(option.move), weight: option.weight, value: known(...stated(option.lower)), best: option.first && isExact(value) }));
  const best = options.filter((option) => option.best).map((option) => option.number);
  return { name: entry.position, value, owner, best: best.length > 0 ? Math.min(...best) : undefined, options, text: undefined };
};

export const ask = async (app: App, id: number, name: string): Promise<State> => {
  const answer = raw(await app.engine.call("say", id, name));
  const { options, ...state } = answer;
  // A step is used where chance moves.
  const later = await after(app, id, answer);
  if (answer.owner !== "chance") return { ...state, choices: options.map(({ number, value, best }) => ({ number, value, best, branches: [] })) };
  return { ...state, choices: [{ number: 0, value: state.value, best: false, branches: options.map(({ number, weight, value }) => ({ to: later(number), state: number, weight, value })) }] };
};

/** What a branch to a state is called: where steps are counted, one less is left. */
const after = async (app: App, id: number, { name, owner, options }: Raw): Promise<(state: number) => string | undefined> => {
  const { steps } = parts(name);
  if (owner !== "chance" || steps === "") return (state) => `${state}`;
  const left = Number(steps.slice(1)) - 1;
  const names = new Map<number, string>();
  for (const { number } of options) {
    const next = `${number}@${left}`;
    // A state at which the play is decided needs no steps; the checker says which name it knows.
    if (left >= 1 && (await app.engine.call("say", id, next).catch(() => undefined)) !== undefined) names.set(number, next);
  }
  return (state) => names.get(state);
};

/** The choices of a state with where they lead. */
export const withBranches = async (app: App, id: number, state: State): Promise<State> => {
  if (state.owner === undefined || state.owner === "chance") return state;
  const choices = await Promise.all(
    state.choices.map(async (choice): Promise<Choice> => {
      const name = choiceName(state.name, choice.number);
      const found = await ask(app, id, name);
      // A choice that leads to one state for sure is answered as that state.
      if (found.name !== name && !found.name.includes(":")) return { ...choice, branches: [{ to: found.name, state: Number(parts(found.name).state), weight: 1, value: found.value }] };
      return { ...choice, branches: found.owner === "chance" ? found.choices[0]!.branches : [{ to: undefined, state: undefined, weight: 1, value: found.value }] };
    }),
  );
  return { ...state, choices: choices.sort((a, b) => a.number - b.number) };
};

/** The probability of a branch as a fraction; its first decimals if the weights are too large to be whole here. */
export const share = (weight: number, branches: readonly Branch[]): string => {
  const all = branches.reduce((sum, branch) => sum + branch.weight, 0);
  if (!Number.isSafeInteger(all)) return `about ${(weight / all).toFixed(4)}`;
  return brief(must(`${weight}/${all}`));
};

/** What is asked of a model, in words; `what` is as PRISM writes it: `<<1>> Pmax=? [ F "goal" ]`, with players by number, and texts of others in quotation marks. */
export const inWords = (property: string): { who: string; sort: "probability" | "reward"; goal: string } => {
  const [, players, letter, reward, optimum, goal] = /^(?:<<([\d,]+)>> )?([PR])(?:\{("(?:[^"\\]|\\.)*"…?)\})?(max|min)?=\? \[ (.*) \]/s.exec(property) ?? [];
  const who = players !== undefined ? `the most that ${players.includes(",") ? "players" : "player"} ${players} can secure, whatever the others choose` : optimum === "max" ? "the most that choices can reach" : optimum === "min" ? "the least that choices can reach" : "nobody has a choice";
  return letter === "R" ? { who, sort: "reward", goal: `${reward ?? ""} until ${(goal ?? "").replace(/^F /, "")}`.replace(/ until C$/, "") } : { who, sort: "probability", goal: goal ?? property };
};
