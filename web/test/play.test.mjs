// Games against the computer in a headless Chromium, as people play them. The arithmetic is done again here, with the page's exact fractions.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { random } from "./bundle.mjs";
import { at, auctions, fraction, hints, must, own, ready, stage, tapMove, title, visit } from "./play-page.mjs";

stage("site-play");
const hash = (text) => createHash("sha256").update(text).digest("hex");

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
  await page.goto(`${at.host.address}#/tables`);
  await page.goto(`${at.host.address}#/play`);
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
    const context = await at.browser.newContext();
    const other = await context.newPage();
    await other.goto(`${at.host.address}${start}&log=${bad}`);
    await other.locator(".panel .notice:has-text('log')").waitFor({ timeout: 15_000 });
    await context.close();
  }
});

test("a man is dragged; one that is dropped on a wrong square stays, and the page says so", async () => {
  const { page, done } = await visit("#/play/3x4/k2/3/3/K1N?side=black&level=easy");
  const drag = async (from, to) => {
    const [a, b] = [await page.locator(`.cell[data-square="${from}"]`).boundingBox(), await page.locator(`.cell[data-square="${to}"]`).boundingBox()];
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await drag("a4", "a3");
  assert.equal(await page.locator(".play-problem").innerText(), "Bid first: whoever wins the auction moves.");
  await page.locator("#bid").fill("3/4");
  await page.locator("#bid-button").click();
  assert.equal(await ready(page), "move");
  assert.equal(await page.locator(".board .target").count(), 3);
  await drag("a4", "c4");
  assert.match(await page.locator(".play-problem").innerText(), /a4 to c4 is no move/);
  await drag("a4", "a3");
  await page.waitForFunction(() => document.querySelectorAll(".history tbody tr").length === 1);
  assert.match(await page.locator(".wrong", { hasText: "gave something away" }).innerText(), /now nothing is sure/);
  await done();
});

test("another game is chosen, with the side and the level; an exact share, too", async () => {
  const { page, done } = await visit("#/play");
  await page.getByRole("button", { name: "another game" }).click();
  await page.locator(".setup select").nth(0).selectOption({ label: "8×8: king and rook against king" });
  await page.locator(".setup select").nth(1).selectOption("white");
  await page.locator(".setup select").nth(2).selectOption("enough");
  assert.match(await page.locator(".setup").innerText(), /The computer does not err/);
  await page.getByRole("button", { name: "begin" }).click();
  await page.locator('.cell[aria-label*="white rook"]').waitFor();
  await ready(page);
  assert.match(await page.evaluate(() => location.hash), /3k3R.*\?side=white&level=enough$/);
  // The value is 3/4: White needs more than 1/4.
  assert.match(await hints(page), /more than 1\/4 = 0\.25 of the money\. With what you hold: a win for you/);
  await page.getByRole("button", { name: "another game" }).click();
  await page.locator(".setup summary").click();
  await page.locator("#share").fill("7/32");
  await page.getByRole("button", { name: "begin" }).click();
  await page.waitForFunction(() => document.querySelector("#own + span")?.textContent === "7/32");
  await ready(page);
  assert.match(await hints(page), /nothing is sure for you/);
  // The way back leads to the game before.
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#own + span")?.textContent !== "7/32" && document.querySelector("#bid"));
  await done();
});

test("by the keyboard alone: a bid, a move, and what is read aloud", async () => {
  const { page, done } = await visit("#/play/3x4/k2/3/3/K1N?side=black&level=easy");
  await page.keyboard.press("+");
  assert.equal(await page.locator("#bid").inputValue(), "1/256");
  await page.keyboard.press("h");
  await page.locator(".hint").waitFor();
  await page.keyboard.press("h");
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
