/** Auctions with chips: the moves, and from how many chips on each side wins after them, are those of the certificate; of an endgame, or of a game in a file. */
import type { App } from "./app.js";
import { allRows } from "./diagram.js";
import { make } from "./fraction.js";
import { needsOf, pair, won } from "./play-chips.js";
import type { Advice, Chips } from "./protocol.js";
import { plain } from "./play-log.js";
import { cellName, chain, readBoard } from "./play-hex.js";
import type { Seen } from "./play-rules.js";
import { chessStage, graphStage, hexStage } from "./play-stage.js";
import type { World } from "./play-world.js";
import { size } from "./route.js";
import type { Choice } from "./strategy.js";
import { strip, titleOf } from "./strip.js";

const CHIPS = { "9": "certs/chips/4x4_KNk_9_decides.cert", "200": "certs/chips/8x8_KNk_200_moves.cert" } as const;

/** Of two boards of Hex the cell in which they differ; undefined if they are no such boards. */
const cellBetween = (from: string, to: string): string | undefined => {
  const [a, b] = [readBoard(from), readBoard(to)];
  if (!a || !b || a.size !== b.size) return undefined;
  const cells = a.cells.flatMap((stone, cell) => (stone !== b.cells[cell] ? [cell] : []));
  return cells.length === 1 ? cellName(a.size, cells[0]!) : undefined;
};

/** Whether a game is Hex: its positions are boards, and whoever has joined the edges has won, and nobody else. */
const isHex = async (app: App, id: number): Promise<boolean> => {
  if (readBoard((await app.engine.call("names", id))[0] ?? "") === undefined) return false;
  return (await allRows(app, id)).every(({ name, row: [, left, , right] }) => {
    const board = readBoard(name);
    return board !== undefined && (left === "0") === chain(board, "white").length > 0 && (right === "0") === chain(board, "black").length > 0;
  });
};

export const chipsWorld = async (app: App, query: URLSearchParams): Promise<World> => {
  const [file, chips] = [query.get("file"), query.get("chips") === "200" ? "200" : "9"] as const;
  const table = await app.tables.file(file ?? CHIPS[chips]);
  const { id, kind, about, is_board: isEndgame } = table.verdict;
  if (kind !== "chips") throw new Error("This certificate is about no auction with chips.");
  const ask = async (at: string, holds: string): Promise<Chips> => (await app.tables.holds(table, at, holds))[1];
  const [first, second] = isEndgame ? (["white", "black"] as const) : (["left", "right"] as const);
  const isBoard = !isEndgame && (await isHex(app, id));
  const { winner, chips: total } = table.verdict as unknown as { winner: string; chips: number };
  const decides = winner === "decides";
  const label = (from: string, to: string): string => (isBoard ? (cellBetween(from, to) ?? to) : to);
  const look = async (at: string): Promise<Seen> => {
    const found = await ask(at, "");
    const needs = needsOf(found);
    const isOver = found.options.length === 0;
    const value = isOver && needs.white[0] === 0 ? "1" : isOver && needs.black[0] === 0 ? "0" : "1/2";
    const options = found.options.map(({ by, move, squares, after }): Choice => ({ by, move: isEndgame ? move : label(found.position, move), squares, lower: "1/2", upper: "1/2", labels: [null, null], best_to_win: false, best_not_to_lose: false, first: false, wins: after === null, after }));
    const moves = found.options.map((one, place) => ({ by: one.by, move: options[place]!.move, needs: one.after === null ? won(one.by) : { white: pair(one.white_from, one.white_with_star_from), black: pair(one.black_from, one.black_with_star_from) } }));
    return { spot: { position: found.position, lower: value, upper: value, white_label: null, black_label: null, turn: isOver ? null : "bid", options }, chips: { chips: total, decides, needs, moves } };
  };
  const at = query.get("at");
  const start = at ?? (!isEndgame ? (await app.engine.call("names", id))[0]! : file !== null ? ((await app.engine.call("sayAt", id, Math.floor(table.verdict.places / 2))).position as string) : chips === "9" ? "k3/4/4/K2N" : "k7/8/8/K7/7N/8/8/8");
  return {
    what: isEndgame ? "chips" : isBoard ? "hex" : "game",
    title: `${isEndgame ? size(start).replace("x", "×") : titleOf(about)} with ${total} chips and a star${isEndgame ? `: ${start}` : ""}`,
    names: isEndgame ? ["White", "Black"] : ["Left", "Right"],
    rule: { kind: "chips", total: make(BigInt(total), 1n), decides },
    start,
    side: "white",
    look,
    advice: async (position, holds, side) => {
      const advice = ((await ask(position, holds))[`${side === "white" ? first : second}_advice`] ?? undefined) as Advice | undefined;
      const named = (all: string[]): string[] => (isEndgame ? all : all.map((to) => label(position, to)));
      return advice && { ...advice, after_buying: named(advice.after_buying), with_star: named(advice.with_star) };
    },
    stage: isEndgame ? chessStage() : isBoard ? hexStage() : graphStage(["Left", "Right"]),
    source: strip(table.judged, table.verdict, start),
    address: plain("chips", { ...(file === null ? { chips } : { file }), ...(at === null ? {} : { at }) }),
  };
};
