/** What this browser remembers. Without a memory (a private window, or no room) nothing is kept, and nothing fails. */
type Store = "localStorage" | "sessionStorage";

export const recall = (key: string, store: Store = "localStorage"): unknown => {
  try {
    return JSON.parse(globalThis[store].getItem(key) ?? "null");
  } catch {
    return null;
  }
};

/** Undefined is forgotten. */
export const remember = (key: string, value: unknown, store: Store = "localStorage"): void => {
  try {
    if (value === undefined) globalThis[store].removeItem(key);
    else globalThis[store].setItem(key, JSON.stringify(value));
  } catch {
    // It lives as long as the page.
  }
};
