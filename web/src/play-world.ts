/** The games that can be played: where their positions come from, what of them is verified, and on which stage they stand. */
import type { App } from "./app.js";
import { h } from "./dom.js";
import { ONE } from "./fraction.js";
import type { Advice } from "./protocol.js";
import { chipsWorld } from "./play-world-chips.js";
import { emptyBoard, hexSpot, readBoard, stones, type HexCounts } from "./play-hex.js";
import { plain } from "./play-log.js";
import type { Rule, Seen } from "./play-rules.js";
import { chessStage, graphStage, hexStage, type Stage } from "./play-stage.js";
import { size, to, type Route } from "./route.js";
import { Solver } from "./solver.js";
import { isPlayable, type Side } from "./strategy.js";
import { strip, titleOf } from "./strip.js";
import { NotVerified, rulesOf } from "./tables.js";

export interface World {
  what: "chess" | "chips" | "game" | "hex";
  title: string;
  names: [string, string];
  rule: Rule;
  start: string;
  /** The side of the human, if the address does not name one. */
  side: Side;
  look: (position: string) => Promise<Seen>;
  /** What the certificate advises a side, in an auction with chips. */
  advice?: (position: string, whiteHolds: string, side: Side) => Promise<Advice | undefined>;
  stage: Stage;
  /** What is verified of what is played. */
  source: HTMLElement;
  /** The address of the start, without the choices of the player. */
  address: (query: Record<string, string>) => string;
}

/** The start of the book's first chapter. */
export const STORY = "k2/3/3/K1N";

/** What the first page offers: addresses, and names for people. */
export const PLACES: [address: string, name: string][] = [
  [`#/play/3x4/${STORY}`, "3×4: knight against king, the game of the book"],
  ["#/play/8x8/k7/8/8/K7/7N/8/8/8", "8×8: king and knight against king"],
  ["#/play/8x8/3k3R/8/3K4/8/8/8/8/8", "8×8: king and rook against king"],
  ["#/play/8x8/8/3P4/3k4/8/8/8/8/4K3?side=white", "8×8: a pawn that is about to promote"],
  ["#/play/3x4/k2/1p1/1P1/K2", "3×4: pawns, with room for a draw"],
  ["#/play/2x2/1k/K1", "2×2: bare kings"],
  ["#/play/chips?chips=9", "4×4 with 9 chips and a star"],
  ["#/play/chips?chips=200", "8×8 with 200 chips and a star"],
  ["#/play/chips?file=certs/chips/hex-5.cert", "Hex 2×2 with 5 chips and a star"],
  ["#/play/game?file=certs/games/path.cert&at=4", "a graph: tug-of-war on a path"],
  ["#/play/game?file=certs/games/walk.cert&at=a", "a graph: a walk of five nodes"],
  ["#/play/hex?size=3", "Hex 3×3: a coin says who moves"],
  ["#/play/hex?size=5", "Hex 5×5: a coin says who moves"],
  ["#/play/hex?size=5&rule=bids", "Hex 5×5 with bids"],
];

const bare = (address: string): string => address.replace(/[?&]side=\w+/, "");

/** The offer that a game is, if it is one. */
export const placeOf = (world: World | undefined): string | undefined => PLACES.find(([address]) => bare(address) === world?.address({}))?.[0];
/** The name of a game for people. */
export const placeName = (world: World): string => PLACES.find(([address]) => address === placeOf(world))?.[1] ?? world.title;

const MONEY: Rule = { kind: "money", total: ONE, decides: false };

export const worldOf = async (app: App, { what, query }: Route): Promise<World> => {
  if (what === "chips") return chipsWorld(app, query);
  if (what === "game") return graphWorld(app, query);
  if (what === "hex") return hexWorld(app, query);
  return chessWorld(app, what === "" ? STORY : what, query);
};

const tooWide = (): Error => new Error("Exact values are needed to play here, and this certificate states bounds, or a position that is not bid for.");

const chessWorld = async (app: App, start: string, query: URLSearchParams): Promise<World> => {
  const { pawns } = rulesOf(query);
  const rules = { pawns };
  const first = await app.tables.probe(start, rules);
  if (!isPlayable(first.entry)) throw tooWide();
  const position = first.entry.position;
  return {
    what: "chess",
    title: `${size(position).replace("x", "×")}: ${position}`,
    names: ["White", "Black"],
    rule: MONEY,
    start: position,
    side: "black",
    look: async (at) => {
      const { entry } = await app.tables.probe(at, rules);
      if (!isPlayable(entry)) throw tooWide();
      return { spot: entry, chips: undefined };
    },
    stage: chessStage(),
    source: strip(first.table.judged, first.table.verdict, position),
    address: (more) => to("play", position, { ...rules, ...more }),
  };
};

const graphWorld = async (app: App, query: URLSearchParams): Promise<World> => {
  const file = query.get("file") ?? "certs/games/path.cert";
  const table = await app.tables.file(file);
  const start = query.get("at") ?? (await app.tables.begin(table, await app.engine.call("names", table.verdict.id)));
  const first = await app.engine.call("probe", table.verdict.id, start);
  if (!isPlayable(first)) throw tooWide();
  return {
    what: "game",
    title: titleOf(table.verdict.about),
    names: first.players,
    rule: MONEY,
    start,
    side: "white",
    look: async (at) => {
      const entry = await app.engine.call("probe", table.verdict.id, at);
      if (entry.turn !== null && !isPlayable(entry)) throw tooWide();
      return { spot: entry, chips: undefined };
    },
    stage: graphStage(first.players),
    source: strip(table.judged, table.verdict, start),
    address: plain("game", { file, at: start }),
  };
};

/** A board that is solved here, and verified before anything of it is shown. */
const counted = async (app: App, solver: Solver, board: string, at: string): Promise<HexCounts> => {
  const { name, bytes } = await solver.solve({ kind: "hex", board, text: stones(at) });
  const judged = await app.engine.call("openBytes", name, bytes);
  if (judged.verdict.verdict !== "verified") throw new NotVerified(judged);
  await app.engine.call("forget", judged.verdict.id);
  return judged.verdict as unknown as HexCounts;
};

const hexWorld = async (app: App, query: URLSearchParams): Promise<World> => {
  const side = query.get("size") === "5" ? 5 : 3;
  const isToss = query.get("rule") !== "bids";
  const [start, board] = [emptyBoard(side), `${side}x${side}`];
  const { judged, verdict } = await app.tables.open(`certs/hex/${board}.cert`);
  const solver = new Solver(new URL("solver-worker.js", import.meta.url));
  // It is fetched while the first bid is made.
  void solver.call("estimate", { kind: "hex", board }).catch(() => undefined);
  return {
    what: "hex",
    title: `Hex ${side}×${side}${isToss ? ", a coin says who moves" : ", with bids"}`,
    names: ["Left", "Right"],
    rule: isToss ? { kind: "toss", total: ONE, decides: false } : MONEY,
    start,
    side: "white",
    look: async (at) => {
      if (readBoard(at)?.size !== side) throw new Error(`${at} is no board of this game.`);
      return { spot: hexSpot(at, at === start ? (verdict as unknown as HexCounts) : await counted(app, solver, board, at)), chips: undefined };
    },
    stage: hexStage(),
    source: h("div", {}, strip(judged, verdict), h("p", { class: "quiet" }, "The empty board comes with this site. Each later one is solved here, and verified before you see it.")),
    address: plain("hex", { size: `${side}`, ...(isToss ? {} : { rule: "bids" }) }),
  };
};
