/** The game in the making survives a reload: it stays in this browser. */
import { recall, remember } from "./memory.js";
import type { Drawing } from "./solve-model.js";

const KEY = "own-game";

interface State {
  drawing: Drawing;
  /** The file that it was read from. */
  source: string | undefined;
}

const isDrawing = (value: unknown): value is Drawing => {
  const { title, positions, options } = (value ?? {}) as Partial<Drawing>;
  const ids = new Set(Array.isArray(positions) ? positions.map(({ id }) => id) : []);
  return typeof title === "string" && Array.isArray(positions) && Array.isArray(options) && positions.every(({ id, name, x, y }) => [id, x, y].every(Number.isFinite) && typeof name === "string") && options.every(({ from, to }) => ids.has(from) && ids.has(to));
};

export const save = (state: State): void => remember(KEY, state);

export const load = (): State | undefined => {
  const state = recall(KEY) as State | null;
  return state && isDrawing(state.drawing) ? { drawing: state.drawing, source: typeof state.source === "string" ? state.source : undefined } : undefined;
};
