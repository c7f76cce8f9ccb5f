/** Losing Chess by turns: a verified proof to walk through, or a verified table to look around in. */
import { explain, type App, type Page } from "./app.js";
import { Board } from "./board.js";
import { button, h, replace } from "./dom.js";
import * as positions from "./position.js";
import type { Stop } from "./protocol.js";
import { inFile } from "./route.js";
import { strip } from "./strip.js";

const losing = (what: string, at?: string): string => inFile("losing", what, at);

export const losingPage = (app: App): Page => {
  const verdict = h("div", { class: "verdict" });
  const side = h("div", { class: "side" });
  const tools = h("div", { class: "tools" });
  let [what, turned, asking] = ["", false, 0];
  let stop: Stop | undefined;

  const position = (): positions.Position => positions.readFen(stop!.position.split(" ")[0]!)!;
  const follow = ({ move, after }: Stop["moves"][number]): void => {
    app.say(`${move}.`);
    app.go(losing(what, after));
  };
  const first = (): void => app.go(losing(what));

  const board = new Board({
    carry: (from, to) => {
      if (!stop || to < 0) return;
      const [a, b] = [from, to].map((index) => positions.squareName(position().files, index));
      // Of several promotions the first one, which is the best known.
      const found = stop.moves.find(({ squares }) => squares === `${a}${b}` || squares.startsWith(`${a}${b}=`));
      if (found) follow(found);
      else app.say(`${a} to ${b} is no move here.`);
    },
    key: (key) => command(key),
  });

  const command = (key: string): boolean => {
    const keys: Record<string, () => void> = {
      " ": () => stop?.moves[0] && follow(stop.moves[0]),
      f: () => {
        turned = !turned;
        draw();
      },
      s: first,
      u: () => history.back(),
    };
    keys[key]?.();
    return key in keys;
  };

  const draw = (): void => {
    if (!stop) return;
    const { mover, says, moves } = stop;
    const chosen = moves.filter((one) => one.chosen);
    const arrows = chosen.map(({ squares }) => ({ from: /^[a-p]\d+/.exec(squares)![0], to: /([a-p]\d+)(=.)?$/.exec(squares)![1]!, by: mover }));
    board.show({ position: position(), turned, arrows, label: `Losing Chess, ${mover} to move` });
    replace(
      side,
      h("h2", {}, `${mover === "white" ? "White" : "Black"} to move`),
      h("p", { class: "meaning" }, `${says[0]!.toUpperCase()}${says.slice(1)}.`),
      moves.length > 0 && h("ul", { class: "tables" }, ...moves.map((one) => h("li", {}, button(one.move, () => follow(one)), h("span", { class: "quiet" }, ` ${one.says}`)))),
      h("p", { class: "quiet" }, "Captures are compulsory, the king is a man like others, and whoever cannot move wins."),
    );
    replace(tools, button("to the beginning", first), button("back", () => history.back()), button("turn the board", () => command("f")));
  };

  const show = async (path: string, at: string): Promise<void> => {
    const number = ++asking;
    try {
      const table = await app.tables.file(path);
      const found = await app.engine.call("turns", table.verdict.id, at);
      if (number !== asking) return;
      [what, stop] = [path, found];
      replace(verdict, strip(table.judged, table.verdict));
      draw();
      app.say(found.says);
    } catch (error) {
      if (number !== asking) return;
      replace(side, explain(error, () => void show(path, at)));
    }
  };

  return {
    element: h("div", { class: "page" }, verdict, h("div", { class: "columns" }, h("div", { class: "left" }, board.svg, tools), side)),
    show: ({ what, query }) => void show(what, query.get("at") ?? ""),
    key: command,
  };
};
