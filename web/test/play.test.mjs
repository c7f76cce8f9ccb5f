// Games against the computer in a headless Chromium, as people play them. The arithmetic is done again here, with the page's exact fractions.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { check, load, random, root, web } from "./bundle.mjs";
import { serve } from "./server.mjs";

const site = join(root, "target", "site-play");
const fraction = await load("fraction");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const hash = (text) => createHash("sha256").update(text).digest("hex");
const must = (text) => fraction.must(text.replace(/ .*/, ""));

let host, browser;
before(async () => {
  execFileSync("node", [join(web, "build.mjs"), site], { stdio: "ignore" });
  host = await serve(site);
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
});
after(async () => {
  await browser?.close();
  await host?.close();
});

/** A new window at an address; whatever goes wrong in it fails the test. Nothing moves by itself, unless asked for. */
const visit = async (address, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => !/^(data|blob):/.test(request.url()) && !request.url().startsWith(host.address) && wrong.push(`asked for ${request.url()}`));
  await page.goto(host.address + address);
  await ready(page);
  return { page, done: async () => (await context.close(), assert.deepEqual(wrong, [])) };
};

/** Waits until the human has something to do; says what. */
const ready = async (page) => {
  const found = await page.waitForFunction(() => {
    const title = document.querySelector(".play-head h1");
    if (title?.classList.contains("done")) return "over";
    if (document.querySelector(".panel .choices[aria-label='The star']")) return "star";
    if (document.querySelector(".panel .as-list")) return "move";
    if (document.querySelector(".bid-form .call")) return "toss";
    if (document.querySelector("#bid")) return "bid";
    return document.querySelector(".panel [aria-label='Steps of the game']") ? "replay" : false;
  });
  return found.jsonValue();
};
const title = (page) => page.locator(".play-head h1").innerText();
const own = async (page) => fraction.must(await page.locator("#own + span").innerText());
const auctions = async (page) => page.locator(".history tbody tr").count();
const hints = async (page) => {
  if (!(await page.locator(".hint").count())) await page.getByRole("button", { name: "show hints" }).click();
  return page.locator(".hint").innerText();
};
/** A tap on the man, and one on the square where the move leads. */
const tapMove = async (page, move) => {
  const square = /([a-p]\d+)(?:=.)?$/.exec(move)[1];
  const man = { N: "knight", Q: "queen", R: "rook", B: "bishop", K: "king" }[move[0]] ?? "pawn";
  const side = (await page.locator(".purse.own .whose").innerText()).includes("Black") ? "black" : "white";
  await page.locator(`.cell[aria-label*="${side} ${man}"]`).first().click();
  await page.locator(`.cell[data-square="${square}"]`).click();
};

test("a careful beginner wins the first game, by slider and board; accounts change by the exact price; each seal is checked", async (t) => {
  const { page, done } = await visit("#/play");
  assert.match(await page.evaluate(() => location.hash), /^#\/play\/3x4\/k2\/3\/3\/K1N\?side=black&level=easy$/);
  assert.equal(fraction.text(await own(page)), "3/4");
  let turns = 0;
  for (; turns < 80; turns++) {
    const state = await ready(page);
    if (state === "over") break;
    assert.equal(state, "bid");
    const said = await hints(page);
    assert.match(said, /With what you hold: a win for you/);
    const [, fair, best] = /Right bid: (\S+?)[;.].* the best move is (\S+)\.$/.exec(said);
    const wanted = Math.round(fraction.forDrawing(must(fair)) * 256) / 256;
    await page.locator("#slider").evaluate((slider, value) => ((slider.value = value), slider.dispatchEvent(new Event("input", { bubbles: true }))), `${wanted * 256}`);
    const mine = must(await page.locator("#bid").inputValue());
    const money = await own(page);
    await page.locator(".seal summary").click();
    const committed = await page.locator("#commitment").innerText();
    await page.locator("#bid-button").click();
    await page.waitForFunction((before) => document.querySelector(".panel .as-list") || document.querySelectorAll(".history tbody tr").length > before, turns);
    if ((await ready(page)) === "move") await tapMove(page, best);
    await page.waitForFunction((before) => document.querySelectorAll(".history tbody tr").length > before, turns);
    const its = must(await page.locator(".last .bid-its").innerText());
    const opened = /SHA-256 of "((.*) [0-9a-f]+)" is ([0-9a-f]{64})/.exec(await page.locator(".last .proof").textContent());
    assert.equal(opened[3], committed);
    assert.equal(hash(opened[1]), committed);
    assert.equal(fraction.text(must(opened[2])), fraction.text(its));
    const isMine = fraction.compare(mine, its) >= 0;
    assert.equal(fraction.text(await own(page)), fraction.text(isMine ? fraction.minus(money, mine) : fraction.add(money, its)));
    assert.ok((await page.locator(".last .because").innerText()).length > 40);
  }
  assert.equal(await title(page), "You have captured the king. You win.");
  assert.match(await page.locator(".panel").innerText(), /No auction of yours gave anything away/);
  assert.equal(await auctions(page), turns);
  t.diagnostic(`${turns} auctions`);
  await done();
});

for (const side of ["white", "black"]) {
  test(`random games are played to their end as ${side}, on three boards`, async (t) => {
    const ends = [];
    for (const [place, board] of ["3x4/k2/3/3/K1N", "2x2/1k/K1", "4x4/3k/4/4/K2Q"].entries()) {
      const { page, done } = await visit(`#/play/${board}?side=${side}&white=${place + 2}/6`);
      const next = random(place * 7 + (side === "white" ? 1 : 2));
      for (let round = 0; round < 200; round++) {
        const state = await ready(page);
        if (state === "over") break;
        const before = await auctions(page);
        if (state === "bid") {
          const bid = fraction.times(await own(page), fraction.make(BigInt(Math.floor(next() * 9)), 16n));
          await page.locator("#bid").fill(fraction.text(bid));
          await page.locator("#bid-button").click();
          await page.waitForFunction((before) => document.querySelector(".panel .as-list") || document.querySelectorAll(".history tbody tr").length > before, before);
        } else {
          await page.locator(".as-list summary").click();
          const moves = page.locator(".as-list .choices button");
          await moves.nth(Math.floor(next() * (await moves.count()))).click();
          await page.waitForFunction((before) => document.querySelectorAll(".history tbody tr").length > before, before);
        }
      }
      assert.equal(await ready(page), "over");
      ends.push(`${await auctions(page)}: ${await title(page)}`);
      await done();
    }
    t.diagnostic(ends.join(" "));
  });
}

test("a reload in the middle goes on with the same seal, and after the bid was won, too", async () => {
  const { page, done } = await visit("#/play/3x4/k2/3/3/K1N?side=black&level=easy");
  await page.locator("#bid").fill("1/4");
  await page.locator("#bid-button").click();
  await ready(page);
  await tapMove(page, "Ka3");
  await page.waitForFunction(() => document.querySelectorAll(".history tbody tr").length === 1);
  await ready(page);
  const [seal, money] = [await page.locator("#commitment").textContent(), fraction.text(await own(page))];
  await page.reload();
  await ready(page);
  assert.equal(await page.locator("#commitment").textContent(), seal);
  assert.equal(fraction.text(await own(page)), money);
  assert.equal(await auctions(page), 1);
  // The page without an address leads back to the game.
  await page.goto(`${host.address}#/tables`);
  await page.goto(`${host.address}#/play`);
  await ready(page);
  assert.equal(await page.locator("#commitment").textContent(), seal);
  // Once both bids are opened, they stand: a reload does not let anybody bid again.
  await page.locator("#bid").fill("1/2");
  await page.locator("#bid-button").click();
  assert.equal(await ready(page), "move");
  const opened = await page.locator(".panel .bid-cards").innerText();
  await page.reload();
  assert.equal(await ready(page), "move");
  assert.equal(await page.locator(".panel .bid-cards").innerText(), opened);
  await done();
});

test("a shared game is replayed, read-only; a log that cannot have been played is refused", async () => {
  const log = "7/128,1/16,bKa3;1/4,0,wNa2";
  const start = "#/play/3x4/k2/3/3/K1N?side=black&level=easy";
  const { page, done } = await visit(`${start}&log=${log}`);
  assert.equal(await ready(page), "replay");
  assert.match(await title(page), /auction 1 of 2/);
  assert.equal(await page.locator("#bid").count(), 0);
  assert.equal(fraction.text(await own(page)), "3/4");
  await page.getByRole("button", { name: "on", exact: true }).click();
  assert.equal(fraction.text(await own(page)), "11/16");
  await page.getByRole("button", { name: "last", exact: true }).click();
  assert.equal(fraction.text(await own(page)), "15/16");
  await page.getByRole("button", { name: "copy as text" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^.*\n1\. k2\/3\/3\/K1N: you hold 3\/4; you bid 1\/16, it 7\/128; you play Ka3\n2\. /);
  await page.getByRole("button", { name: "copy the address of this game" }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(new URLSearchParams(address.split("?")[1]).get("log"), log);
  await page.getByRole("button", { name: "play this start yourself" }).click();
  assert.equal(await ready(page), "bid");
  await done();
  for (const bad of ["nonsense", "1/16,1/8,wKa3", "9,1/8,wNa2", "7/128,1/16,bKh8"]) {
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(`${host.address}${start}&log=${bad}`);
    await other.locator(".panel .notice:has-text('log')").waitFor({ timeout: 15_000 });
    await context.close();
  }
});

test("chips: whole bids, the star decides ties, and the computer that can win wins", async () => {
  const { page, done } = await visit("#/play/chips?chips=9&side=white&hold=4*");
  assert.equal(await page.locator("#own").innerText(), "4 ★");
  await page.locator("#bid").fill("1/2");
  await page.locator("#bid-button").click();
  assert.match(await page.locator(".bid-form .wrong").innerText(), /whole number from 0 to 4/);
  assert.match(await hints(page), /To force a win you need 3\* \(\* is the star\) or more\. With what you hold: a win for you\. Right bid: [\d to,]+\./);
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
    const parts = /Right bid: ([\d to,]+)\./.exec(words)[1].split(", ").map((part) => part.split(" to ").map(Number));
    assert.ok(parts.some(([from, to = from]) => from <= bid && bid <= to), `${bid} in ${words}`);
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

test("Hex: the counts of the empty board are those of the certificate, and a game ends with a chain", async () => {
  const hex = await load("play-hex");
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
    assert.equal(hex.wins(board), brute(board), hex.boardName(board));
  }
  for (const address of ["#/play/hex?size=3", "#/play/hex?size=5&side=black", "#/play/hex?size=3&rule=bids"]) {
    const { page, done } = await visit(address);
    assert.match(await page.locator(".source").innerText(), /agrees in all (9|25) cells/);
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
  assert.deepEqual((await choices.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).sort(), ["white bishop", "white knight", "white queen", "white rook"]);
  await page.getByRole("button", { name: "white rook" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".history tbody tr").length > 0);
  assert.match(await page.locator(".history").innerText(), /your d8=R/);
  await done();
});

test("by the keyboard alone: a bid, a move, and what is read aloud", async () => {
  const { page, done } = await visit("#/play/3x4/k2/3/3/K1N?side=black&level=easy");
  await page.locator("#slider").focus();
  await page.keyboard.press("End");
  assert.equal(await page.locator("#bid").inputValue(), "3/4");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator("#bid").inputValue(), "191/256");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await ready(page), "move");
  assert.match(await page.locator("#live").textContent(), /You bid 191\/256, the computer .* You pay the computer 191\/256\./);
  // An illegal square says so.
  await page.locator('.cell[data-square="a4"]').press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".play-problem").innerText(), /a4 to a2 is no move/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".history tbody tr").length > 0);
  await done();
});

test("on a phone the board, both accounts and the bid stand on the first screen", async () => {
  for (const address of ["#/play", "#/play/8x8/k7/8/8/K7/7N/8/8/8", "#/play/chips?chips=9"]) {
    const { page, done } = await visit(address, { viewport: { width: 360, height: 740 } });
    for (const part of [".purse.its", ".board", ".purse.own", "#slider", "#bid-button"]) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= 740, `${address} ${part} ends at ${box.y + box.height}`);
    }
    await done();
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

test("coins fly where motion is wanted, and the page is never held up for 50 ms", async (t) => {
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
  assert.ok(Math.max(0, ...long) < 100, `${long}`);
  await done();
});
