// How boards look: words first, the value first on a phone, nothing over the edge, and no page that is held up.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./bundle.mjs";
import { KNK, PHONE, faults, hash as sha256, native, shows, start, until } from "./page.mjs";

const { visit } = start("look");
const PAY = "#/payments/certs/payments/8x8_KNk_pays_bank.cert";
const AUCTION = "#/auction/certs/corpus/good/losing-2x3_KvK_auction.cert";
const cell = (page, name) => page.locator(`[data-square="${name}"]`);
const to = (page, address) => page.evaluate((address) => (location.hash = address), address);
/** Presses keys of the page, not of the board. */
const press = async (page, ...keys) => {
  await page.evaluate(() => document.activeElement?.blur());
  for (const key of keys) await page.keyboard.press(key);
};

test("words come before letters, and hashes are folded", async () => {
  const { page, done } = await visit(KNK);
  await shows(page, "0.58941");
  const says = await page.locator(".says li").allInnerTexts();
  assert.match(says[0], /^White's best play ends the game within 7 moves, if each auction goes White's way\. label T = 7$/);
  const summary = await page.locator(".strip.verified > summary").innerText();
  assert.equal(summary.trim(), "✓ verified in this browser · 8x8 KNk, all 31,332 positions");
  assert.equal(await page.locator(".strip .digits").first().isVisible(), false);
  await page.locator(".strip.verified > summary").click();
  const { claim } = JSON.parse(native("--json", "certs/8x8_KNk.cert", "--imports", "certs").stdout);
  const text = await page.locator(".strip.verified").innerText();
  for (const part of [claim, sha256(readFileSync(join(root, "certs/8x8_KNk.cert")))]) assert.ok(text.includes(part), part);
  // One button asks to be pressed.
  assert.equal(await page.locator("main button.main").count(), 1);
  await done();
});

test("on a phone: board, value, meaning, moves, and only then folded tools", async () => {
  const { page, done } = await visit(KNK, PHONE);
  await shows(page, "0.58941");
  const top = async (what) => (await page.locator(what).first().boundingBox()).y;
  const order = await Promise.all([".board", ".value", ".meaning", ".rule", ".moves", ".tools summary", ".below"].map(top));
  assert.deepEqual([...order].sort((a, b) => a - b), order);
  assert.ok(order[2] < 740, `the meaning stands at ${order[2]}, below the first screen`);
  assert.equal(await page.getByRole("button", { name: "set up" }).isVisible(), false);
  // A board of few squares does not fill the screen, either.
  const { page: other, done: closed } = await visit("#/chess/2x3/1k/2/K1", PHONE);
  await other.locator(".value").waitFor();
  assert.ok((await other.locator(".value").boundingBox()).y < 560);
  await closed();
  // While men are set up, they are beside the board.
  await page.locator(".tools summary").click();
  await page.getByRole("button", { name: "set up" }).click();
  assert.ok((await top(".palette")) < (await top(".value")));
  await page.getByRole("button", { name: "black king" }).tap();
  await cell(page, "c8").tap();
  await page.waitForFunction(() => location.hash.includes("/k1k5/"));
  await done();
});

for (const [name, options] of [
  ["light", {}],
  ["dark", { colorScheme: "dark" }],
  ["phone", PHONE],
  ["320 pixels", { ...PHONE, viewport: { width: 320, height: 640 } }],
  ["200 per cent", { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
]) {
  test(`axe finds no violation and nothing runs over the edge: ${name}`, async () => {
    const found = [];
    for (const address of [KNK, `${KNK}?heat=h4`, "#/chess/3x4/k2/1p1/1P1/K2", "#/chess/16x16/16/16/16/16/16/16/16/16/16/16/16/16/16/3k12/16/K15", `${PAY}`, AUCTION, "#/losing/certs/losing/1.d4.cert", "#/chess/8x8/%zz", "#/chess/8x8/4k3/8/3p3p/p1pPp1pP/PpP1PpP1/1P3P2/8/4K3"]) {
      const { page, done } = await visit(address, options);
      await page.locator(".value, .outcome, .notice:not(:has-text('Asking'))").first().waitFor({ timeout: 20_000 });
      if (address === KNK) {
        // With a line, a refusal and the palette.
        await press(page, " ");
        await page.locator(".ply[aria-current]", { hasText: "Kb4" }).waitFor();
        await page.locator(".value").waitFor();
        await cell(page, "h4").click();
        await cell(page, "h8").click();
        await page.locator(".near p").waitFor();
      }
      found.push(...(await faults(page)).map((fault) => `${address} ${fault}`));
      if (address === KNK) {
        await press(page, "e");
        await page.locator(".palette").waitFor();
        found.push(...(await faults(page)).map((fault) => `${address} set up ${fault}`));
      }
      await done();
    }
    assert.deepEqual(found, []);
  });
}

test("how long the page is held up while one looks around", async (t) => {
  const { page, done } = await visit(KNK);
  await shows(page, "0.58941");
  await page.waitForTimeout(300);
  await page.evaluate(() => {
    globalThis.long = [];
    new PerformanceObserver((list) => globalThis.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });
  for (const key of [" ", "Shift+Space", "x", "f", "u", "r", "r", "r"]) {
    await press(page, key);
    await page.locator(".value").waitFor();
    await page.waitForTimeout(80);
  }
  await to(page, `${KNK}?heat=a5`);
  await page.locator(".hot").first().waitFor();
  await page.getByRole("button", { name: "largest labels" }).click();
  await page.locator(".found li").first().waitFor();
  await page.locator("details.exact summary").first().click();
  await until(page.locator(".factors"), /denominator/);
  const long = await page.evaluate(() => globalThis.long);
  t.diagnostic(`tasks of more than 50 ms: ${long.map(Math.round).join(", ") || "none"}`);
  await done();
});
