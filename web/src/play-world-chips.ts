/** Auctions with chips: an endgame, with its moves from the table for real money; or a game in a file, with its options from that file. */
import type { App } from "./app.js";
import { make } from "./fraction.js";
import { won, type ChipSpot, type Needs } from "./play-chips.js";
import type { Advice } from "./protocol.js";
import { plain } from "./play-log.js";
import { cellName, readBoard, wins } from "./play-hex.js";
import type { Rule, Seen } from "./play-rules.js";
import { chessStage, graphStage, hexStage } from "./play-stage.js";
import type { World } from "./play-world.js";
import type { Said } from "./protocol.js";
import { size } from "./route.js";
import type { Choice, Side } from "./strategy.js";
import { strip } from "./strip.js";
import type { Table } from "./tables.js";

const CHIPS = { "9": "certs/chips/4x4_KNk_9_decides.cert", "200": "certs/chips/8x8_KNk_200_moves.cert" } as const;

export const chipsWorld = (app: App, query: URLSearchParams): Promise<World> => {
  const file = query.get("file");
  return file === null ? endgameWorld(app, query) : fileWorld(app, file, query.get("at"));
};

const needsOf = (said: Said): Needs => {
  const from = (name: string, star: number): number => (typeof said[name] === "number" ? (said[name] as number) * 2 + star : Infinity);
  const needs = (name: string): [number, number] => [from(`${name}_wins_from`, 0), from(`${name}_wins_with_star_from`, 1)];
  return "left_wins_from" in said ? { white: needs("left"), black: needs("right") } : { white: needs("white"), black: needs("black") };
};

/** The table for chips that answers for a position: itself, or one that it rests on. */
const endgameWorld = async (app: App, query: URLSearchParams): Promise<World> => {
  const number = query.get("chips") === "200" ? "200" : "9";
  const path = CHIPS[number];
  const table = await app.tables.open(path);
  const smaller = await app.tables.open(path.replace("KNk", "Kk"));
  const start = query.get("at") ?? (number === "9" ? "k3/4/4/K2N" : "k7/8/8/K7/7N/8/8/8");
  const decides = /decides/.test(path);
  const ask = async <T>(work: (table: Table) => Promise<T>): Promise<T> => work(table).catch(() => work(smaller));
  const say = (at: string): Promise<Said> => ask(async ({ verdict }) => (await app.engine.call("say", verdict.id, at)) as Said);
  const known = new Map<string, Promise<Needs>>();
  const needs = (at: string): Promise<Needs> => known.get(at) ?? (known.set(at, say(at).then(needsOf)), known.get(at)!);
  const look = async (at: string): Promise<Seen> => {
    const { entry } = await app.tables.probe(at);
    const moves = await Promise.all(entry.options.map(async ({ by, move, wins, after }) => ({ by: by as Side, move, needs: wins ? won(by as Side) : await needs(after!) })));
    const chips: ChipSpot = { chips: Number(number), decides, needs: await needs(at), moves };
    return { spot: entry, chips };
  };
  const first = await look(start);
  return {
    what: "chips",
    title: `${size(start).replace("x", "×")} with ${number} chips and a star: ${start}`,
    names: ["White", "Black"],
    rule: { kind: "chips", total: make(BigInt(number), 1n), decides },
    start: first.spot.position,
    side: "white",
    look,
    advice: async (at, holds, side) => {
      const said = await ask(({ verdict }) => app.engine.call("probeHolds", verdict.id, at, holds));
      return (said[`${side}_advice`] ?? undefined) as Advice | undefined;
    },
    stage: chessStage(),
    source: strip(table.judged, table.verdict, start),
    address: plain("chips", { chips: number, ...(query.get("at") === null ? {} : { at: start }) }),
  };
};

interface GameFile {
  title?: string;
  positions: { name: string; value?: string; left?: string[]; right?: string[] }[];
}

/** Of two boards of Hex the cell in which they differ; undefined if they are no such boards. */
const cellBetween = (from: string, to: string): string | undefined => {
  const [a, b] = [readBoard(from), readBoard(to)];
  if (!a || !b || a.size !== b.size) return undefined;
  const cells = a.cells.flatMap((stone, cell) => (stone !== b.cells[cell] ? [cell] : []));
  return cells.length === 1 ? cellName(a.size, cells[0]!) : undefined;
};

/** Whether a file is a game of Hex: its positions are boards, each option puts a stone, and whoever has joined the edges has won. */
const isHex = ({ positions }: GameFile): boolean =>
  positions.every(({ name, value, left = [], right = [] }) => {
    const board = readBoard(name);
    if (!board || ![...left, ...right].every((option) => cellBetween(name, option) !== undefined)) return false;
    const all = 2 ** board.cells.filter((stone) => stone === ".").length;
    return value === undefined || wins(board) === (value === "1" ? all : 0);
  });

const fileWorld = async (app: App, file: string, at: string | null): Promise<World> => {
  const table = await app.tables.file(file);
  const { id, game } = table.verdict;
  const path = (await app.tables.index).find((listed) => listed.path === file)?.game;
  if (table.verdict.kind !== "chips" || game === null || path === undefined) throw new Error("Games with chips can be played from certificates of this site that are about a game in a file.");
  const played = (await (await fetch(new URL(path, import.meta.url))).json()) as GameFile;
  const decides = (table.verdict as unknown as Said)["winner"] === "decides";
  const number = Number((table.verdict as unknown as Said)["chips"]);
  const isBoard = isHex(played);
  const byName = new Map(played.positions.map((position) => [position.name, position]));
  const known = new Map<string, Promise<Needs>>();
  const needs = (name: string): Promise<Needs> => {
    const asked = known.get(name) ?? app.engine.call("say", id, name).then((said) => needsOf(said as Said));
    known.set(name, asked);
    return asked;
  };
  const label = (from: string, to: string): string => (isBoard ? cellBetween(from, to)! : to);
  const look = async (name: string): Promise<Seen> => {
    const position = byName.get(name);
    if (!position) throw new Error(`${name} is no position of this game.`);
    const value = position.value ?? "1/2";
    const choice = (by: Side) => (after: string): Choice => ({ by, move: label(name, after), squares: after, lower: "1/2", upper: "1/2", labels: [null, null], best_to_win: false, best_not_to_lose: false, first: false, wins: false, after });
    const options = [...(position.left ?? []).map(choice("white")), ...(position.right ?? []).map(choice("black"))];
    const moves = await Promise.all(options.map(async ({ by, move, after }) => ({ by: by as Side, move, needs: await needs(after!) })));
    return { spot: { position: name, lower: value, upper: value, white_label: null, black_label: null, turn: position.value === undefined ? "bid" : null, options }, chips: { chips: number, decides, needs: await needs(name), moves } };
  };
  const start = at ?? played.positions.find(({ value }) => value === undefined)!.name;
  const rule: Rule = { kind: "chips", total: make(BigInt(number), 1n), decides };
  return {
    what: isBoard ? "hex" : "game",
    title: `${played.title ?? file} with ${number} chips and a star`,
    names: ["Left", "Right"],
    rule,
    start,
    side: "white",
    look,
    advice: async (name, holds, side) => {
      const said = await app.engine.call("probeHolds", id, name, holds);
      const advice = (said[side === "white" ? "left_advice" : "right_advice"] ?? undefined) as Advice | undefined;
      const named = (all: string[]): string[] => all.map((to) => (byName.has(to) ? label(name, to) : to));
      return advice && { ...advice, after_buying: named(advice.after_buying), with_star: named(advice.with_star) };
    },
    stage: isBoard ? hexStage() : graphStage(["Left", "Right"]),
    source: strip(table.judged, table.verdict, start),
    address: plain("chips", { file, ...(at === null ? {} : { at }) }),
  };
};
