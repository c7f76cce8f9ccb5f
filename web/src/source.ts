/** Where the answers of a board come from: from a table that is found by board, men and rules, or from the file that the address names. The board page is the same for both. */
import type { App } from "./app.js";
import { paid } from "./rules.js";
import type { Asked, Entry } from "./protocol.js";
import { readFen } from "./position.js";
import * as route from "./route.js";
import { NoTable, type Rules, type Table } from "./tables.js";

export interface Answered {
  table: Table;
  entry: Entry;
  /** What was read otherwise than it was written. */
  notes: readonly string[];
  asked?: Asked;
}

export interface Source {
  page: "chess" | "payments" | "auction";
  /** The game of an answer, for what is remembered of it. */
  key: (answer: Answered) => string;
  rules: Rules;
  /** The first position, if the address names none. */
  first: () => Promise<string>;
  ask: (fen: string) => Promise<Answered>;
  /** The address of a position; that of the file that answered, if the answer came from another file of the same game. */
  address: (fen: string, query: route.Query, answer?: Answered) => string;
}

/** Bidding chess: the table is found by the board, the men, and the rules that the address names. */
export const chessSource = (app: App, rules: Rules): Source => ({
  page: "chess",
  key: () => `chess ${rules.pawns ?? ""} ${rules.never ?? ""}`,
  rules,
  first: async () => route.START,
  ask: async (fen) => {
    const { table, entry, asked } = await app.tables.probe(fen, rules);
    return { table, entry, asked, notes: asked.notes };
  },
  address: (fen, query) =>
    route.chess(fen, { ...query, ...rules }),
});

/** Why a text is no position of bidding chess, in a sentence. */
export const whyNone = (app: App, text: string): Promise<string> =>
  app.engine.call("ask", text).then(
    () => "This board is too small or too large: from 2 to 16 files and ranks.",
    (error: unknown) => `This is no position: ${(error as Error).message}.`,
  );

/** `KRvN`, as files of Losing Chess name their men. */
const material = (fen: string): string => {
  const men = readFen(fen)?.squares.filter((man) => man !== "") ?? [];
  const of = (isOf: (man: string) => boolean): string => [..."KQRBNP"].map((man) => man.repeat(men.filter((other) => isOf(other) && other.toUpperCase() === man).length)).join("");
  return `${of((man) => man < "a")}v${of((man) => man > "a")}`;
};

/** What a file about these men says of itself, if it is about the same game. */
const wanted = async (app: App, table: Table, fen: string): Promise<string[]> => {
  if (table.verdict.kind === "payments") {
    const asked = await app.engine.call("ask", fen);
    return asked.abouts.map((about) => `${about}, if ${paid(table) ?? ""}`);
  }
  const [white, black] = material(fen).split("v");
  return [`${white}v${black}`, `${black}v${white}`].map((men) => `Losing Chess ${route.size(fen)} ${men} under an auction`);
};

/** The game of a file: after a capture the files that it rests on answer, and for other men those of the site about the same game. No other file is asked. */
export const fileSource = (app: App, page: "payments" | "auction", what: string): Source => {
  const probe = async (table: Table, fen: string): Promise<Answered> => ({ table, entry: await app.engine.call("probe", table.verdict.id, fen), notes: [] });
  return {
    page,
    key: ({ table }) => `${page} ${paid(table) ?? ""}`,
    rules: {},
    first: async () => {
      const { verdict } = await app.tables.file(what);
      return (await app.engine.call("at", verdict.id, Math.floor(verdict.places / 2))).position;
    },
    ask: async (fen) => {
      const table = await app.tables.file(what);
      const own = await probe(table, fen).catch((error: unknown) => error as Error);
      if (!(own instanceof Error)) return own;
      const index = await app.tables.index;
      const same = await wanted(app, table, fen).catch((): string[] => []);
      const beside = index.filter(({ kind, about }) => kind === table.verdict.kind && same.includes(about)).map(({ path }) => path);
      for (const other of [...table.verdict.imports, ...beside]) {
        const answer = await app.tables.file(other).then((one) => probe(one, fen)).catch(() => undefined);
        if (answer) return answer;
      }
      throw new NoTable(`${table.verdict.about}: ${own.message}. No file of the same game that is here has this position.`, undefined, undefined);
    },
    address: (fen, query, answer) => route.to(page, answer?.table.judged.path ?? answer?.table.verdict.sha256 ?? what, { ...query, at: fen }),
  };
};
