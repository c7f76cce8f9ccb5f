/** Which verified certificate answers which question. Nothing of a file is shown before its verdict: whatever this gives is verified, and about the game that was asked for. */
import { Engine } from "./engine.js";
import { kindOf } from "./kinds.js";
import { fetchKept } from "./kept.js";
import * as route from "./route.js";
import type { Asked, Chips, Entry, Judged, Listed, Verified } from "./protocol.js";

/** A verified file. */
export interface Table {
  judged: Judged;
  verdict: Verified;
}

export interface Answer {
  table: Table;
  entry: Entry;
  asked: Asked;
}

/** The rules of bidding chess that an address may name. */
export interface Rules {
  /** The rule for pawns, if not the usual one. */
  pawns?: "single" | "double" | undefined;
  /** What an endless play is worth, if one value is asked for. */
  never?: string | undefined;
}

/** Those that an address names. */
export const rulesOf = (query: URLSearchParams): Rules => {
  const pawns = query.get("pawns");
  return { pawns: pawns === "single" || pawns === "double" ? pawns : undefined, never: query.get("never") ?? undefined };
};

/** Why there is no answer, with what would give one. */
export class NoTable extends Error {
  constructor(
    message: string,
    readonly asked: Asked | undefined,
    readonly command: string | undefined,
  ) {
    super(message);
  }
}

export class NotVerified extends Error {
  constructor(readonly judged: Judged) {
    super(judged.verdict.verdict === "verified" ? "" : judged.verdict.message);
  }
}

/** The start position of chess. */
const FIRST = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

const base = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export class Tables {
  private listed: Promise<Listed[]> | undefined;
  /** Files that the reader opened or had solved, and that were verified; the last one first. */
  own: Table[] = [];

  constructor(readonly engine: Engine) {
    engine.onRestart = () => (this.own = []);
  }

  /** What the site lists: fetched once, by the worker. If that fails it is tried again. */
  get index(): Promise<Listed[]> {
    this.listed ??= this.engine.call("index").catch((error: unknown) => {
      this.listed = undefined;
      throw error;
    });
    return this.listed;
  }

  /** Verifies a file of the site; once. */
  async open(path: string): Promise<Table> {
    const judged = await this.engine.call("open", path);
    if (judged.verdict.verdict !== "verified") throw new NotVerified(judged);
    return { judged, verdict: judged.verdict };
  }

  /** Verifies a file that the reader opened, or that was solved here. */
  async openBytes(name: string, bytes: Uint8Array): Promise<Table> {
    const judged = await this.engine.call("openBytes", name, bytes);
    if (judged.verdict.verdict !== "verified") throw new NotVerified(judged);
    const table = { judged, verdict: judged.verdict };
    this.own = [table, ...this.own.filter((other) => other.verdict.sha256 !== table.verdict.sha256)];
    return table;
  }

  /** A certificate by its path in the site, or by the SHA-256 of one that the reader opened, had solved, or kept in this browser. */
  async file(name: string): Promise<Table> {
    const own = this.own.find(({ verdict }) => verdict.sha256 === name);
    if (own) return own;
    if (!/^[0-9a-f]{64}$/.test(name)) return this.open(name);
    const kept = await fetchKept(name);
    if (!kept) {
      const listed = (await this.index).find(({ sha256 }) => name.startsWith(sha256));
      if (listed) return this.open(listed.path);
      throw new NoTable(`The certificate with SHA-256 ${name} is not here. Open its file; or solve it again.`, undefined, undefined);
    }
    for (const { name, bytes } of kept.beside) {
      if (name.endsWith(".cert")) await this.engine.call("keep", bytes);
      else await this.engine.call("keepGame", name, bytes);
    }
    return this.openBytes(kept.name, kept.bytes);
  }

  /** What is verified of a position of bidding chess, from a table that is found by its board, men and rules. */
  async probe(text: string, rules: Rules = {}): Promise<Answer> {
    const asked = await this.engine.call("ask", text);
    const never = rules.never ?? null;
    const wanted = asked.names.map((name, place) => ({ name, about: asked.abouts[place]! })).filter(({ name }) => rules.pawns === undefined || asked.names.length < 2 || isDouble(name) === (rules.pawns === "double"));
    const own = this.own.filter(({ verdict }) => verdict.never === never);
    const ask = async (table: Table): Promise<Answer> => ({ table, entry: await this.engine.call("probe", table.verdict.id, asked.fen), asked });
    const index = await this.index;
    for (const { name, about } of wanted) {
      const table = own.find(({ verdict }) => verdict.kind === "endgame" && verdict.about === about);
      if (table) return ask(table);
      const listed = index.find((one) => one.kind === "endgame" && (one.never ?? null) === never && base(one.path).replace(/_(never.*|alpha|beta)\.cert$/, ".cert") === name);
      if (listed) return ask(await this.open(listed.path));
    }
    for (const table of own.filter(({ verdict }) => verdict.kind === "list")) {
      const answer = await ask(table).catch(() => undefined);
      if (answer) return answer;
    }
    const plan = index.find((one) => one.kind === "list" && (one.never ?? null) === never && one.members?.includes(asked.fen));
    if (plan) return ask(await this.open(plan.path));
    const many = `This position has ${asked.used.length} men${asked.fen === FIRST ? ", as every game of chess begins" : ""}. Nobody knows its value: tables end at five men, and beyond there are plans, with bounds for single positions.`;
    throw new NoTable(asked.used.length > 5 ? many : `No table of ${asked.files}x${asked.ranks} ${asked.used} comes with this site.`, asked, command(asked, rules));
  }

  /** Where a game in a file begins: at the first position that is not over. */
  async begin({ verdict: { id } }: Table, names: readonly string[]): Promise<string> {
    for (const name of names.slice(0, 60)) if ((await this.engine.call("probe", id, name)).turn !== null) return name;
    if (names[0] === undefined) throw new Error("This game has no position.");
    return names[0];
  }

  /** An auction with chips: from the file itself, or after a capture from one that it rests on. */
  async holds(first: Table, at: string, holds: string): Promise<[Table, Chips]> {
    try {
      return [first, await this.engine.call("probeHolds", first.verdict.id, at, holds)];
    } catch (error) {
      for (const digest of first.verdict.imports) {
        const other = await this.file(digest).catch(() => undefined);
        const found = other && (await this.engine.call("probeHolds", other.verdict.id, at, holds).catch(() => undefined));
        if (other && found) return [other, found];
      }
      throw error;
    }
  }

  /** The address that shows a verified certificate. */
  async address({ verdict, judged }: Table): Promise<string> {
    const { page } = kindOf(verdict.kind);
    if (page !== "chess") return route.inFile(page, judged.path ?? verdict.sha256);
    const fen = verdict.root ?? (await this.engine.call("at", verdict.id, Math.floor(verdict.places / 2))).position;
    const pawns = /, (single|double) step/.exec(verdict.about)?.[1];
    return route.chess(fen, { pawns, never: verdict.never });
  }
}

/** The command that makes a table on the reader's machine. */
const command = ({ files, ranks, used, names }: Asked, { pawns, never }: Rules): string | undefined => {
  if (used.length > 5 || names.length === 0) return undefined;
  const flags = [pawns === undefined || names.length < 2 ? "" : ` --double-step ${pawns === "double" ? "on" : "off"}`, never === undefined ? "" : ` --never ${never}`];
  return `cargo run --release --bin solve -- endgame ${files}x${ranks} ${used}${flags.join("")} --out target/certs`;
};

/** Whether a usual name stands for the rule with the double step. */
const isDouble = (name: string): boolean => {
  if (/_double\.cert$/.test(name)) return true;
  return Number(/^\d+x(\d+)_/.exec(name)?.[1] ?? 0) >= 8 && !/_single\.cert$/.test(name);
};
