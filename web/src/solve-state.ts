/** The game in the making survives a reload: it stays in this browser. */
import type { Drawing } from "./solve-model.js";

const KEY = "own-game";

interface State {
  drawing: Drawing;
  /** The file that it was read from. */
  source: string | undefined;
}

export const save = (state: State | undefined): void => {
  try {
    if (state) localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // A private window, or no room: then it does not survive.
  }
};

const isDrawing = (value: unknown): value is Drawing => {
  const { title, positions, options } = (value ?? {}) as Partial<Drawing>;
  const ids = new Set(Array.isArray(positions) ? positions.map(({ id }) => id) : []);
  return typeof title === "string" && Array.isArray(positions) && Array.isArray(options) && positions.every(({ id, name, x, y }) => [id, x, y].every(Number.isFinite) && typeof name === "string") && options.every(({ from, to }) => ids.has(from) && ids.has(to));
};

export const load = (): State | undefined => {
  try {
    const state = JSON.parse(localStorage.getItem(KEY) ?? "null") as State | null;
    return state && isDrawing(state.drawing) ? { drawing: state.drawing, source: typeof state.source === "string" ? state.source : undefined } : undefined;
  } catch {
    return undefined;
  }
};
