/** Addresses: the fragment says everything that is on the screen, so that any static host serves every state. */

export interface Route {
  page: "explore" | "game" | "losing" | "play" | "lessons" | "break" | "tables";
  /** Of explore and play the FEN; of a game, and of Losing Chess by turns, the path of the certificate; of lessons the number; of break the file. */
  what: string;
  query: URLSearchParams;
}

export const START = "k7/8/8/K7/7N/8/8/8";

const size = (fen: string): string => {
  const rows = fen.split(/[ _]/)[0]!.split("/");
  const files = (rows[0]!.match(/\d+|./gu) ?? []).reduce((sum, part) => sum + (/^\d/.test(part) ? Number(part) : 1), 0);
  return `${files}x${rows.length}`;
};

export const read = (fragment: string): Route => {
  const clean = fragment.replace(/^#?\/?/, "");
  const [path = "", search = ""] = clean.split("?", 2);
  const query = new URLSearchParams(search);
  const [first = "", ...rest] = path.split("/");
  const tail = rest.map((part) => decodeURIComponent(part)).join("/");
  const fen = (text: string): string => text.replaceAll("_", " ");
  if (/^\d+x\d+$/.test(first)) return { page: "explore", what: fen(tail), query };
  if (first === "play") return { page: "play", what: fen(tail.replace(/^\d+x\d+\//, "")), query };
  if (first === "game" || first === "losing" || first === "lessons" || first === "break" || first === "tables") return { page: first, what: tail, query };
  return { page: "explore", what: START, query };
};

export const write = ({ page, what, query }: Route): string => {
  const search = query.toString() === "" ? "" : `?${query.toString().replaceAll("%2F", "/")}`;
  const fen = what.replaceAll(" ", "_");
  if (page === "explore") return `#/${size(what)}/${fen}${search}`;
  if (page === "play") return what === "" ? `#/play${search}` : `#/play/${size(what)}/${fen}${search}`;
  return what === "" ? `#/${page}${search}` : `#/${page}/${what.split("/").map(encodeURIComponent).join("/")}${search}`;
};

/** The address of a position in a table or a proof of Losing Chess by turns; of the first one if none is named. */
export const losing = (what: string, at?: string): string => write({ page: "losing", what, query: new URLSearchParams(at === undefined ? {} : { at }) });

/** The address of a position. */
export const explore = (fen: string, query: Record<string, string> = {}): string => write({ page: "explore", what: fen, query: new URLSearchParams(query) });
