/** Addresses: the fragment says everything that is on the screen, so that any static host serves every state. */

/** The pages that show a certificate of the site by its path, and one of the reader's by its SHA-256; `at` in the query names the position. */
export const OF_FILES = ["payments", "chips", "auction", "losing", "game", "hex", "partition", "endless", "scores", "all-pay", "model"] as const;
const OTHERS = ["play", "lessons", "break", "tables", "solve"] as const;

export type PageName = "home" | "chess" | (typeof OF_FILES)[number] | (typeof OTHERS)[number] | "missing";

export interface Route {
  page: PageName;
  /** Of chess and play the FEN; of what shows a file its path or SHA-256; of lessons the number; of an address that is none the address. */
  what: string;
  query: URLSearchParams;
}

/** The game of the book's first chapter: a table of 11 kB, which the first page has verified already. */
export const START = "k2/3/3/K1N";

/** `8x8`, of a FEN. */
export const size = (fen: string): string => {
  const rows = fen.split(/[ _]/)[0]!.split("/");
  const files = (rows[0]!.match(/\d+|./gu) ?? []).reduce((sum, part) => sum + (/^\d/.test(part) ? Number(part) : 1), 0);
  return `${files}x${rows.length}`;
};

/** A part of an address as text; as it stands if it is wrongly spelt. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

export const read = (fragment: string): Route => {
  const clean = fragment.replace(/^#?\/?/, "");
  const cut = clean.indexOf("?");
  const [path, search] = cut < 0 ? [clean, ""] : [clean.slice(0, cut), clean.slice(cut + 1)];
  const query = new URLSearchParams(search);
  const [first = "", ...rest] = path.split("/");
  const tail = rest.map(decoded).join("/");
  const fen = (text: string): string => text.replace(/^\d+x\d+\//, "").replaceAll("_", " ");
  if (path === "") return { page: "home", what: "", query };
  if (first === "chess" || first === "play") return { page: first, what: fen(tail), query };
  const page = [...OF_FILES, ...OTHERS].find((name) => name === first);
  return page === undefined ? { page: "missing", what: decoded(clean), query } : { page, what: tail, query };
};

export const write = ({ page, what, query }: Route): string => {
  const search = query.toString() === "" ? "" : `?${query.toString().replaceAll("%2F", "/")}`;
  if (page === "home") return `#/${search}`;
  if ((page === "chess" || page === "play") && /^[\w/ ]+$/.test(what)) return `#/${page}/${size(what)}/${what.replaceAll(" ", "_")}${search}`;
  return what === "" ? `#/${page}${search}` : `#/${page}/${what.split("/").map(encodeURIComponent).join("/")}${search}`;
};

/** What an address says behind its place; nothing of what is undefined or null. */
export type Query = Readonly<Record<string, string | null | undefined>>;

/** The address of a page with what it shows. */
export const to = (page: PageName, what = "", query: Query = {}): string => write({ page, what, query: new URLSearchParams(Object.entries(query).filter((pair): pair is [string, string] => pair[1] != null)) });

/**
 * The address to send to others: a page with a title and a picture of its own, for programs that show previews, which leads to the same state. Programs do not
 * read fragments, so there is one such page for each kind of page.
 */
export const toShare = (address: string): string => new URL(`share/${read(address).page}.html${address}`, location.href).href;

/** The address of a position of bidding chess. */
export const chess = (fen: string, query: Query = {}): string => to("chess", fen, query);

/** The address of a position in a file: of the first one if none is named. */
export const inFile = (page: PageName, file: string, at?: string): string => to(page, file, { at });
