/**
 * Break it yourself: change a number of a certificate, make all digests right again, and see which condition fails, at which position, with both sides of the
 * inequality. The file that is broken is a real one, and so is the checker.
 */
import { explain, type App, type Page } from "./app.js";
import { Board } from "./board.js";
import { button, choice, download, h, replace, row, tableOf } from "./dom.js";
import { latest } from "./frame.js";
import * as positions from "./position.js";
import type { Entry, Judged, StatedNumber, Verdict } from "./protocol.js";
import { chess as explore, write as address } from "./route.js";
import { failed, strip } from "./strip.js";
import type { Table } from "./tables.js";

const FILES: [string, string][] = [
  ["certs/3x4_KNk.cert", "3×4 king and knight against king"],
  ["certs/boards/2x3_KPk.cert", "2×3 king and pawn against king"],
  ["certs/four/2x3_KNNk.cert", "2×3 two knights, with a draw"],
  ["certs/plans/3x4-alpha.cert", "a plan not to lose, on 3×4"],
  ["certs/games/path.cert", "tug-of-war on a path"],
];

const MEANING: Record<string, string> = {
  "white-holds": "The stated number must be at least the mean of the best that White and Black can reach. Otherwise it does not hold White off.",
  "black-holds": "The stated number must be at most the mean of the best that White and Black can reach. Otherwise it does not hold Black off.",
  "white-forces": "The stated number must be at most the mean; where it equals the mean and all options that count, with evidence of a smaller label. Otherwise nothing shows that White gets so much.",
  "black-forces": "The stated number must be at least the mean; where it equals the mean and all options that count, with evidence of a smaller label. Otherwise nothing shows that Black gets so much.",
  "white-label": "T is one more than the least label of White's evidence. A label that is not so is no promise.",
  "black-label": "T′ is one more than the least label of Black's evidence. A label that is not so is no promise.",
  "white-greedy": "The stated white move must be a best one, of least label, and the first of these.",
  "black-greedy": "The stated black move must be a best one, of least label, and the first of these.",
  canonical: "A certificate has exactly one spelling. Each stated value must be used somewhere, and the values stand in order, on the least common denominator.",
  header: "The digests and lengths must be right. Here they were made right, so this is about something else in the envelope.",
  coverage: "Every place must be stated, and nothing else.",
  imports: "The certificates below this one must be those that its moves lead to.",
};

export const breakPage = (app: App): Page => {
  let table: Table | undefined;
  let bytes = new Uint8Array();
  let path = FILES[0]![0];
  let entry: Entry | undefined;
  let number = 0;
  const board = new Board();
  const frame = h("div");
  const top = h("div", { class: "row" });
  const verdict = h("div");
  const work = h("div", { class: "side" });
  const outcome = h("div", { class: "outcome", "aria-live": "polite" });

  const last = latest((error, again) => replace(work, explain(error, again)));
  const load = (): Promise<void> =>
    last(async (stays) => {
      replace(outcome);
      const next = await app.tables.open(path);
      const file = new Uint8Array(await (await fetch(new URL(path, import.meta.url))).arrayBuffer());
      if (!stays()) return;
      [table, bytes] = [next, file];
      replace(verdict, strip(table.judged, table.verdict));
      await choose(Math.min(number, table.verdict.places - 1));
    });

  const choose = async (next: number): Promise<void> => {
    number = next;
    const { id, kind } = table!.verdict;
    entry = await app.engine.call("at", id, number);
    const position = positions.readFen(entry.position);
    replace(frame, position && kind !== "game" ? board.svg : h("p", { class: "value" }, entry.position));
    if (position && kind !== "game") board.show({ position, turned: false, label: `Place ${number + 1}: ${entry.position}` });
    draw(await app.engine.call("stated", id, bytes, number));
  };

  const draw = (stated: readonly StatedNumber[]): void => {
    const last = table!.verdict.places - 1;
    const rows = stated.map(({ name, says, others }, column) => {
      const select = h("select", { "aria-label": `another ${name}` }, ...others.map(([other, text]) => h("option", { value: other }, text)));
      const click = (): void => void change(column, Number(select.value), `${name} of ${entry!.position}: ${says} became ${select.selectedOptions[0]!.text}.`);
      return row([name.startsWith("T") ? `label ${name}` : name, says, h("td", {}, others.length > 0 && select, " ", others.length > 0 && button("change and check", click, { "data-column": name }))]);
    });
    replace(
      work,
      h("h1", {}, "Break it yourself"),
      h("p", {}, "This certificate was just verified. Choose a position and change one of its numbers. The page makes all SHA-256 digests right again, so that only the mathematics can tell."),
      h("div", { class: "row" }, button("◂", () => void choose(Math.max(0, number - 1)), { "aria-label": "the position before", disabled: number === 0 }), h("span", {}, `place ${number + 1} of ${last + 1}: `, h("code", {}, entry!.position)), button("▸", () => void choose(Math.min(last, number + 1)), { "aria-label": "the position after", disabled: number === last }), button("any", () => void choose(Math.floor(Math.random() * (last + 1))))),
      tableOf({ class: "numbers broken" }, "", ["number", "stated", "state this instead"], rows),
      h("p", { class: "row" }, button("break one at random", () => void random(), { class: "main" })),
      outcome,
    );
  };

  const random = async (): Promise<void> => {
    await choose(Math.floor(Math.random() * table!.verdict.places));
    const buttons = [...work.querySelectorAll<HTMLButtonElement>("button[data-column]")];
    const one = buttons[Math.floor(Math.random() * buttons.length)];
    const select = one?.parentElement?.querySelector("select");
    if (select) select.selectedIndex = Math.floor(Math.random() * select.options.length);
    one?.click();
  };

  const change = async (column: number, to: number, what: string): Promise<void> => {
    const broken = await app.engine.call("changed", table!.verdict.id, bytes, column, number, to);
    const base = path.slice(path.lastIndexOf("/") + 1).replace(".cert", "");
    // The checker has the game already: the true certificate was verified with it.
    show(await app.engine.call("openBytes", `${base}-broken.cert`, broken), what, broken);
  };

  const show = (judged: Judged, what: string, bytes: Uint8Array): void => {
    const result: Verdict = judged.verdict;
    if (result.verdict === "verified") void app.engine.call("forget", result.id);
    const condition = result.verdict === "verified" ? undefined : result.condition;
    const fen = /(?:^|\s)((?:[KQRBNPkqrbnp\d]+\/)+[KQRBNPkqrbnp\d]+(?: [a-p]\d+)?):/.exec(result.verdict === "verified" ? "" : result.message)?.[1];
    replace(
      outcome,
      h("p", {}, `Changed: ${what}`),
      result.verdict === "verified" ? h("p", {}, "Verified: what you wrote is true, too.") : failed(judged),
      condition !== undefined && condition !== null && h("p", {}, h("strong", {}, `${condition}. `), MEANING[condition] ?? ""),
      fen !== undefined && h("p", {}, h("a", { href: explore(fen) }, "Look at that position"), " in the true table."),
      h("p", { class: "row" }, button("keep the broken file", () => download(judged.name, "application/octet-stream", bytes as BlobPart))),
    );
  };

  return {
    element: h("div", { class: "page" }, top, verdict, h("div", { class: "columns" }, h("div", { class: "left" }, frame), work)),
    show: ({ what, query }) => {
      path = FILES.some(([name]) => name === what) ? what : FILES[0]![0];
      number = Math.max(0, Number(query.get("position") ?? 25) || 0);
      replace(top, choice("certificate", FILES, path, (value) => app.go(address({ page: "break", what: value, query: new URLSearchParams() }))));
      void load();
    },
  };
};
