// Games of all kinds against the computer in a headless Chromium: chips, graphs, Hex, promotions; what is said of what cannot be played; readers, themes, time.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { check, load, random, root, web } from "./bundle.mjs";
import { at, auctions, fraction, hints, must, own, ready, stage, tapMove, title, visit } from "./play-page.mjs";

stage("site-play-kinds");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test("chips: whole bids, the star decides ties, and the computer that can win wins", async () => {
  const { page, done } = await visit("#/play/chips?chips=9&side=white&hold=4*");
  assert.equal(await page.locator("#own").innerText(), "4 ★");
  await page.locator("#bid").fill("1/2");
  assert.match(await page.locator(".bid-form .wrong").innerText(), /whole number from 0 to 4/);
  assert.match(await hints(page), /To force a win you need 3\* \(\* is the star\) or more\. With what you hold: a win for you\. Right bid: [\d to,]+ and/);
  // The computer's bid is not known: all bids are tried in new games until one is equal.
  let tied = false;
  for (const bid of [0, 1, 2, 3, 4]) {
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await ready(page);
    await page.locator("#bid").fill(`${bid}`);
    await page.locator("#bid-button").click();
    await page.waitForFunction(() => document.querySelector(".panel .choices") || document.querySelectorAll(".history tbody tr").length > 0);
    if ((await ready(page)) !== "star") continue;
    tied = true;
    await page.getByRole("button", { name: /use the star/ }).click();
    assert.equal(await ready(page), "move");
    assert.equal(await page.locator("#own").innerText(), `${4 - bid}`);
    assert.match(await page.locator("#its").innerText(), /★/);
    await tapMove(page, "Nb2");
    await page.waitForFunction(() => document.querySelectorAll(".history tbody tr").length === 1);
    break;
  }
  assert.ok(tied, "some bid was equal");
  await done();
  // The computer holds enough, and wins whatever is bid.
  for (let game = 0; game < 3; game++) {
    const { page, done } = await visit("#/play/chips?chips=9&side=white&level=hard");
    const next = random(game + 5);
    for (let round = 0; round < 120; round++) {
      const state = await ready(page);
      if (state === "over") break;
      const before = await auctions(page);
      if (state === "bid") {
        const most = Number(/\d+/.exec(await page.locator("#own").innerText())[0]);
        await page.locator("#bid").fill(`${Math.floor(next() * (most + 1))}`);
        await page.locator("#bid-button").click();
      } else if (state === "star") await page.locator(".panel .choices button").nth(Math.floor(next() * 2)).click();
      else {
        await page.locator(".as-list summary").click();
        const moves = page.locator(".as-list .choices button");
        await moves.nth(Math.floor(next() * (await moves.count()))).click();
      }
      await page.waitForFunction(([before, state]) => document.querySelectorAll(".history tbody tr").length > before || (state !== "move" && document.querySelector(".panel .as-list")) || (state === "bid" && document.querySelector(".panel .choices")), [before, state]);
    }
    assert.equal(await title(page), "The computer has captured your king.");
    await done();
  }
});

test("200 chips: what is needed, and a bid that wins, are those of `check --holds`", async () => {
  for (const hold of ["83", "100", "120*"]) {
    const said = execFileSync(check, [join(root, "certs/chips/8x8_KNk_200_moves.cert"), "--at", "k7/8/8/K7/7N/8/8/8", "--holds", hold], { encoding: "utf8" });
    const bid = Number(/^White with .*: wins by bidding (\d+)$/m.exec(said)[1]);
    const { page, done } = await visit(`#/play/chips?chips=200&side=white&hold=${hold}`);
    const words = await hints(page);
    assert.match(words, hold.endsWith("*") ? /you need 82\* .*a win for you/ : /you need 83 chips or more.*a win for you/);
    const parts = /Right bid: ([\d to,]+), and/.exec(words)[1].split(", ").map((part) => part.split(" to ").map(Number));
    assert.ok(parts.some(([from, to = from]) => from <= bid && bid <= to), `${bid} in ${words}`);
    await done();
  }
});

test("2x2 Hex with 5 chips and a star, a game in a file: who follows the hints wins with just enough, and loses with less", async () => {
  for (const [level, end] of [["enough", "You win."], ["hard", "The computer has won."]]) {
    const { page, done } = await visit(`#/play/chips?file=certs/chips/hex-5.cert&level=${level}`);
    assert.equal(await page.locator(".hex-cell").count(), 4);
    let best;
    for (let round = 0; round < 20; round++) {
      const state = await ready(page);
      if (state === "over") break;
      const before = await auctions(page);
      if (state === "bid") {
        const words = await hints(page);
        best = /the best move is (\w+)\.$/.exec(words)[1];
        await page.locator("#bid").fill(/Right bid: (\d+)/.exec(words)?.[1] ?? "0");
        await page.locator("#bid-button").click();
      } else if (state === "star") await page.getByRole("button", { name: /Better: use/.test(await page.locator(".hint").innerText()) ? "use the star" : "keep the star" }).click();
      else await page.locator(".hex-cell.legal", { hasText: best }).click();
      await page.waitForFunction(([before, state]) => document.querySelectorAll(".history tbody tr").length > before || (state !== "move" && document.querySelector(".panel .as-list")) || (state === "bid" && document.querySelector(".panel .choices")), [before, state]);
    }
    assert.equal(await title(page), end);
    await done();
  }
});

test("a graph is played by its nodes", async () => {
  const { page, done } = await visit("#/play/game?file=certs/games/path.cert&at=4&side=white");
  let best;
  for (let round = 0; round < 40; round++) {
    const state = await ready(page);
    if (state === "over") break;
    const before = await auctions(page);
    if (state === "bid") {
      const [, bid, move] = /Right bid: (\S+?)[;.].* the best move is (\S+)\.$/.exec(await hints(page));
      best = move;
      await page.locator("#bid").fill(fraction.text(must(bid)));
      await page.locator("#bid-button").click();
    } else await page.locator(".graph-stage .node.legal", { hasText: best }).first().click();
    await page.waitForFunction(([before, state]) => document.querySelectorAll(".history tbody tr").length > before || (state === "bid" && document.querySelector(".panel .as-list")), [before, state]);
  }
  assert.equal(await title(page), "You win.");
  await done();
});

test("Hex: what a board is worth is what all fillings say, and a game ends with a chain", async () => {
  const hex = await load("play-hex");
  const [{ SolverModule }, { Checker }] = [await load("solver-module"), await load("checker")];
  const solver = await SolverModule.load(readFileSync(join(web, "solver.wasm")), () => undefined);
  const checker = await Checker.load(readFileSync(join(web, "models.wasm")));
  /** A board as the page plays it: solved, verified, read. */
  const spot = (board) => {
    const name = hex.boardName(board);
    checker.write(solver.solve({ kind: "hex", board: `${board.size}x${board.size}`, text: hex.stones(name) }).bytes);
    checker.exports.verify();
    return hex.hexSpot(name, checker.read());
  };
  // By brute force over all fillings, with another way to see who has won.
  const joins = (cells, size) => hex.chain({ size, cells }, "white").length > 0;
  const brute = (board) => {
    const free = board.cells.flatMap((stone, cell) => (stone === "." ? [cell] : []));
    let wins = 0;
    for (let filling = 0; filling < 2 ** free.length; filling++) {
      const cells = [...board.cells];
      free.forEach((cell, bit) => (cells[cell] = (filling >> bit) & 1 ? "X" : "O"));
      if (joins(cells, board.size)) wins++;
    }
    return wins;
  };
  const next = random(11);
  for (let trial = 0; trial < 40; trial++) {
    const size = 2 + Math.floor(next() * 2);
    const board = { size, cells: Array.from({ length: size * size }, () => ".....XO"[Math.floor(next() * 7)]) };
    const found = spot(board);
    const share = (board) => fraction.text(fraction.make(BigInt(brute(board)), 2n ** BigInt(board.cells.filter((stone) => stone === ".").length)));
    assert.equal(found.lower, share(board), hex.boardName(board));
    for (const { lower, after } of found.options) assert.equal(lower, share(hex.readBoard(after)), `${hex.boardName(board)} to ${after}`);
    for (const by of ["white", "black"]) {
      const values = found.options.filter((option) => option.by === by).map((option) => fraction.must(option.lower)).sort(fraction.compare);
      const best = found.options.filter((option) => option.by === by && option.first).map((option) => option.lower);
      assert.ok(best.every((one) => one === fraction.text(values.at(by === "white" ? -1 : 0))), `the best cells of ${hex.boardName(board)}`);
    }
  }
  for (const address of ["#/play/hex?size=3", "#/play/hex?size=5&side=black", "#/play/hex?size=3&rule=bids"]) {
    const { page, done } = await visit(address);
    assert.match(await page.locator(".source").innerText(), /Each later one is solved here, and verified/);
    for (let round = 0; round < 60; round++) {
      const state = await ready(page);
      if (state === "over") break;
      const before = await auctions(page);
      if (state === "toss") await page.locator(".call").nth(round % 2).click();
      else if (state === "bid") {
        await page.locator("#bid").fill("1/8");
        await page.locator("#bid-button").click();
      } else {
        await page.locator(".hex-cell.legal").first().focus();
        await page.keyboard.press("Enter");
      }
      await page.waitForFunction(([before, state]) => document.querySelectorAll(".history tbody tr").length > before || (state !== "move" && document.querySelector(".panel .as-list")), [before, state]);
    }
    assert.match(await title(page), /You win\.|The computer has won\./);
    assert.ok((await page.locator(".hex-cell.chain").count()) >= 3);
    await done();
  }
});

test("a pawn that reaches the last rank promotes as the player wants", async () => {
  const { page, done } = await visit("#/play/8x8/8/3P4/3k4/8/8/8/8/4K3?side=white&white=15/16");
  await page.locator("#bid").fill("15/16");
  await page.locator("#bid-button").click();
  await ready(page);
  await tapMove(page, "d8");
  const choices = page.locator(".promotion button.man");
  await choices.first().waitFor();
  assert.deepEqual((await choices.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).sort(), ["bishop", "knight", "queen", "rook"]);
  await page.getByRole("button", { name: "rook" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".history tbody tr").length > 0);
  assert.match(await page.locator(".history").innerText(), /your d8=R/);
  await done();
});

test("what cannot be played says so", async () => {
  for (const [address, words] of [["#/play/8x8/kq6/8/8/8/8/8/8/KQQQ4", /solve -- endgame|Open a certificate/], ["#/play/game?file=certs/games/waiting.cert&at=out left", /not bid for|bounds/], ["#/play/nonsense", /found|required/]]) {
    const context = await at.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${at.host.address}${address}`);
    await page.locator(".panel .notice p").first().waitFor({ timeout: 15_000 });
    assert.match(await page.locator(".panel .notice").innerText(), words, address);
    await page.getByRole("button", { name: "another game", exact: true }).waitFor();
    await context.close();
  }
});

test("axe finds nothing, nothing runs over the edge at 320 px, in both themes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const address of ["#/play", "#/play/chips?chips=9", "#/play/game?file=certs/games/walk.cert&at=a", "#/play/hex?size=3", "#/play/3x4/k2/3/3/K1N?side=black&level=easy&log=7/128,1/16,bKa3;1/4,0,wNa2"]) {
      const { page, done } = await visit(address, { viewport: { width: 320, height: 700 }, colorScheme });
      const look = async (what) => {
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, `${address} ${what} is too wide`);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`), [], `${address} ${what} ${colorScheme}`);
      };
      await look("at the beginning");
      if (await page.locator("#bid").count()) {
        await hints(page);
        await page.locator("#bid").fill(/chips/.test(address) ? "4" : "1/2");
        await page.locator("#bid-button").click();
        await ready(page);
        await look("at the move");
      }
      await page.getByRole("button", { name: "another game" }).first().click();
      await look("with the choice");
      await done();
    }
  }
});

test("coins fly where motion is wanted; how long the page is held up", async (t) => {
  const { page, done } = await visit("#/play/hex?size=5&rule=bids", { reducedMotion: "no-preference" });
  await page.evaluate(() => {
    globalThis.long = [];
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => globalThis.long.push(duration))).observe({ type: "longtask" });
  });
  await page.locator("#bid").fill("1/4");
  await page.locator("#bid-button").click();
  await page.locator(".coin-flying").first().waitFor({ state: "attached" });
  await ready(page);
  assert.equal(await page.locator(".coin-flying").count(), 0);
  await page.locator(".hex-cell.legal").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".history tbody tr").length > 0);
  await ready(page);
  const long = await page.evaluate(() => globalThis.long);
  t.diagnostic(`tasks above 50 ms: ${long.map(Math.round).join(", ") || "none"}`);
  await done();
});
