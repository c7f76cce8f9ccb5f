/** Scored games: positions with what they are worth in points, or with the shares for so many points, in a table; what is verified of one in words. */
import { type App, type Page } from "./app.js";
import { h, replace } from "./dom.js";
import { nameOf, table } from "./endless.js";
import { asCommand, boundPage } from "./frame.js";
import type { Said } from "./protocol.js";

export const scoresPage = (app: App): Page =>
  boundPage(app, (slots) => async ({ table: { verdict }, at, isWanted, address }) => {
    const { id } = verdict;
    const rows = await app.engine.call("rows", id, 0);
    const name = at ?? nameOf(rows.rows[0]?.row[0] ?? "") ?? "";
    const said = (await app.engine.call("say", id, name)) as Said;
    if (!isWanted()) return "";
    slots.rule("A play of this game ends with points. Left wants many, and Right few; before each move that is bid for, both players bid.");
    const [, ...lines] = said.text.trim().split("\n");
    const end = lines.indexOf("");
    const meaning = end < 0 ? lines : lines.slice(0, end);
    replace(slots.answer, h("h2", {}, name), ...meaning.map((line) => h("p", { class: "meaning" }, line)));
    replace(slots.details, asCommand(said.text));
    replace(slots.below, table(rows, name, address));
    app.say(`${name}. ${lines[0] ?? ""}`);
    return name;
  });
