/** Which verified certificate answers which question. Nothing of a file is shown before its verdict: whatever this gives is verified. */
import { Engine } from "./engine.js";
import type { Asked, Entry, Judged, Listed, Verified } from "./protocol.js";

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

/** Why there is no answer, with what would give one. */
export class NoTable extends Error {
  constructor(
    message: string,
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

const base = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export class Tables {
  readonly index: Promise<Listed[]>;
  /** Files that the reader opened, and that were verified. */
  own: Table[] = [];

  constructor(
    readonly engine: Engine,
    root: string | URL,
  ) {
    this.index = fetch(new URL("index.json", root)).then((answer) => answer.json() as Promise<Listed[]>);
    this.index.catch(() => undefined);
    engine.onRestart = () => (this.own = []);
  }

  /** Verifies a file of the site; once. */
  async open(path: string): Promise<Table> {
    const judged = await this.engine.call("open", path);
    if (judged.verdict.verdict !== "verified") throw new NotVerified(judged);
    return { judged, verdict: judged.verdict };
  }

  /** Verifies a file that the reader opened. */
  async openBytes(name: string, bytes: Uint8Array, game?: { name: string; bytes: Uint8Array }): Promise<Table> {
    const judged = await this.engine.call("openBytes", name, bytes, game);
    if (judged.verdict.verdict !== "verified") throw new NotVerified(judged);
    const table = { judged, verdict: judged.verdict };
    this.own = [table, ...this.own.filter((other) => other.verdict.sha256 !== table.verdict.sha256)];
    return table;
  }

  /** What is verified of a position, from a table that is found by its board and men. */
  async probe(text: string, rule?: "single" | "double"): Promise<Answer> {
    const asked = await this.engine.call("ask", text);
    const names = rule === undefined || asked.names.length < 2 ? asked.names : [...asked.names].sort((a) => (isDouble(a) === (rule === "double") ? -1 : 1)).slice(0, 1);
    for (const table of this.own) {
      const entry = await this.engine.call("probe", table.verdict.id, asked.fen).catch(() => undefined);
      if (entry) return { table, entry, asked };
    }
    const index = await this.index;
    for (const name of names) {
      const listed = index.find((one) => one.statement === 0 && one.never === undefined && base(one.path) === name);
      if (!listed) continue;
      const table = await this.open(listed.path);
      return { table, entry: await this.engine.call("probe", table.verdict.id, asked.fen), asked };
    }
    for (const listed of index.filter((one) => one.members?.includes(asked.fen))) {
      const table = await this.open(listed.path);
      return { table, entry: await this.engine.call("probe", table.verdict.id, asked.fen), asked };
    }
    const material = `${asked.files}x${asked.ranks} ${asked.used}`;
    const men = asked.used.length;
    const command = men <= 4 && asked.names.length > 0 ? `cargo run --release --bin solve -- endgame ${asked.files}x${asked.ranks} ${asked.used} --out target/certs` : undefined;
    throw new NoTable(`No table of ${material} comes with this site.`, command);
  }

  private games = new Map<string, Table>();

  /** A game, or a table or a proof by turns, by the path of its certificate; or by the digest of one that the reader opened. */
  async game(path: string): Promise<Table> {
    const own = this.own.find(({ verdict }) => verdict.sha256 === path);
    if (own) return own;
    return this.games.get(path) ?? this.open(path);
  }
}

/** Whether a usual name stands for the rule with the double step. */
const isDouble = (name: string): boolean => {
  if (/_double\.cert$/.test(name)) return true;
  return Number(/^\d+x(\d+)_/.exec(name)?.[1] ?? 0) >= 8 && !/_single\.cert$/.test(name);
};
