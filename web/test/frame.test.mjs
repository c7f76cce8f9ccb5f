// The frame of the page: its first page, addresses, titles, files that are opened, what is said when something is missing, and life without a network.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { chromium } from "playwright-core";
import { load, root } from "./bundle.mjs";
import { ARGUMENTS, CHROMIUM, shows, start, until } from "./page.mjs";

const route = await load("route");
const held = start("frame");
const { site, visit, visitOnce } = held;

const read = (page) => page.locator("main").innerText();

test("the first page tells an auction, and a value that was verified", async () => {
  const { page, done } = await visit("");
  await shows(page, "0.6015625");
  assert.match(await page.locator("main h1").innerText(), /Both bid\. The winner pays the other, and moves\./);
  // 77/128, as the book's first chapter has it; and the accounts after the auction: 33 and 67.
  await until(page.locator(".step"), "White has paid 7 to Black, and moves the knight.");
  assert.deepEqual(await page.locator(".account strong").allInnerTexts(), ["33", "67"]);
  assert.equal(await page.locator('[data-square="a2"]').getAttribute("aria-label"), "a2, white knight");
  await page.getByText("verified in this browser").first().waitFor();
  await done();
});

test("who wants no motion sees the end of the auction at once", async () => {
  const { page, done } = await visit("", { reducedMotion: "reduce" });
  await until(page.locator(".step"), "White pays 7 to Black, and moves the knight.");
  await done();
});

test("the first page takes at most 320 kB in brotli, and no solver", async (t) => {
  held.host.asked.clear();
  const { page, done } = await visit("");
  const asked = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return performance.getEntriesByType("resource").map(({ name }) => name);
  });
  await shows(page, "0.6015625");
  // Nothing is fetched twice, neither by the page nor by its worker.
  assert.deepEqual([...held.host.asked].filter(([path, times]) => times > 1 && path !== "/"), []);
  for (const name of ["/index.json", "/checker.wasm"]) assert.equal(held.host.asked.get(name), 1, name);
  // What the worker fetches does not stand in the page's list.
  const names = new Set(["index.html", "index.json", "worker.js", "checker.wasm", ...asked.map((address) => new URL(address).pathname.slice(1))].filter((name) => name !== "" && !name.endsWith(".cert")));
  for (const name of ["worker.js", "main.js"]) for (const [, part] of readFileSync(join(site, name), "utf8").matchAll(/["']\.\/(part-\w+\.js)["']/g)) if (!readFileSync(join(site, name), "utf8").includes(`import("./${part}")`)) names.add(part);
  const packed = [...names].map((name) => [name, brotliCompressSync(readFileSync(join(site, name)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length]);
  const all = packed.reduce((sum, [, size]) => sum + size, 0);
  t.diagnostic(`${all} bytes: ${packed.sort((a, b) => b[1] - a[1]).map(([name, size]) => `${name} ${size}`).join(", ")}`);
  assert.ok(all <= 320_000, `${all}`);
  assert.ok(![...names].some((name) => name.startsWith("solver")), [...names].join());
  await done();
});

test("every page has a title of its own, and one for previews", async () => {
  const { page, done } = await visit("");
  const titles = new Set();
  for (const name of ["", "play", "solve", "lessons", "break", "tables", "hex/certs/hex/3x3.cert", "game/certs/games/path.cert", "losing/certs/losing/1.d4.cert", "chess/4x4/k3/4/4/K2N"]) {
    await page.evaluate((name) => (location.hash = `#/${name}`), name);
    await page.waitForFunction(() => document.querySelector("main").childElementCount > 0);
    await page.waitForTimeout(400);
    titles.add(await page.title());
  }
  assert.equal(titles.size, 10, [...titles].join(" | "));
  const pages = ["home", "chess", ...route.OF_FILES, "play", "lessons", "break", "tables", "solve"];
  assert.deepEqual(readdirSync(join(site, "share")).filter((name) => name.endsWith(".html")).sort(), pages.map((name) => `${name}.html`).sort());
  await page.goto(`${held.host.address}share/hex.html#/hex/certs/hex/3x3.cert?at=b2`);
  await page.waitForFunction(() => location.pathname === "/index.html" && location.hash === "#/hex/certs/hex/3x3.cert?at=b2");
  await done();
});

test("the address that is copied leads back to the same state, by a page with a title of its own", async () => {
  const { page, done } = await visit("#/chess/4x4/k3/4/4/K2N?turned=1", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator(".value").first().waitFor();
  const shown = await page.locator(".value").first().innerText();
  await page.getByRole("button", { name: "copy address" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, `${held.host.address}share/chess.html#/chess/4x4/k3/4/4/K2N?turned=1`);
  await page.goto(copied);
  await page.waitForFunction(() => location.pathname === "/index.html" && location.hash === "#/chess/4x4/k3/4/4/K2N?turned=1");
  await shows(page, shown);
  await done();
});

test("an address that is none says so", async () => {
  for (const [address, word] of [["#/chess/8x8/%zz", /FEN|placement|%zz/], ["#/%zz", /nothing at %zz/], ["#/nowhere/at/all", /nothing at nowhere\/at\/all/], ["#/hex/certs/hex/99x99.cert", /99x99/], [`#/hex/${"0".repeat(64)}`, /not here/], ["#/chess/8x8/9/8", /./]]) {
    const { page, done } = await visit(address);
    await page.waitForFunction(() => /\S/.test(document.querySelector("main").innerText) && !/Asking the checker/.test(document.querySelector("main").innerText));
    assert.match(await read(page), word, address);
    await done();
  }
});

test("each certificate is judged with its own game, whatever is opened with it", async () => {
  const { page, done } = await visit("#/tables");
  const file = (name) => join(root, "certs", name);
  await page.locator("#picker").setInputFiles(["games/walk.json", "games/path.json", "games/path.cert", "games/walk.cert", "models/two.umb", "models/two.cert", "chips/star.cert", "chips/star.json"].map(file));
  await page.locator("#opened .strip").nth(3).waitFor();
  assert.equal(await page.locator("#opened .strip.verified").count(), 4, await page.locator("#opened").innerText());
  assert.equal(await page.locator("#opened .strip.rejected, #opened .strip.declined").count(), 0);
  await done();
  // Alone, it asks for its game, and is not called wrong.
  const { page: other, done: end } = await visit("#/tables");
  await other.locator("#picker").setInputFiles([file("games/walk.json"), file("games/path.cert")]);
  await other.locator("#opened .strip.declined", { hasText: "54a445bf" }).waitFor();
  assert.equal(await other.locator("#opened .strip.rejected").count(), 0);
  await end();
});

test("every kind of certificate that is opened shows its verdict, in its words", async () => {
  const kinds = ["4x4_KNk.cert", "plans/3x4-alpha.cert", "hex/3x3.cert", "chips/4x4_Kk_9_decides.cert", "payments/8x8_Kk_pays_bank.cert", "partitions/king_20.cert", "losing/1.e4.cert", "corpus/good/losing-2x3_KvK.cert", "corpus/good/losing-2x3_KvK_auction.cert", ["games/path.cert", "games/path.json"], ["all-pay/first-to-two.cert", "all-pay/first-to-two.json"], ["aims/houses.cert", "aims/houses.json"], ["scores/free-kick.cert", "scores/free-kick.json"], ["models/two.cert", "models/two.umb"], ["models/road.cert", "models/road.umb"], ["models/slot.cert", "models/slot.umb"]];
  for (const kind of kinds) {
    const { page, done } = await visit("#/tables");
    await page.locator("#picker").setInputFiles([kind].flat().map((name) => join(root, "certs", name)));
    await page.locator("#opened .strip.verified").waitFor({ timeout: 20_000 });
    assert.doesNotMatch(await page.locator("#opened").innerText(), /undefined|null|\[object/);
    await done();
  }
});

test("a table is bound to its game: what is opened never answers for another one", async () => {
  // 0.5894 is the value of bidding chess; 0.5366 that of the auction that pays the bank.
  const { page, done } = await visit("#/tables");
  const file = (name) => join(root, "certs", name);
  await page.locator("#picker").setInputFiles([file("payments/8x8_Kk_pays_bank.cert"), file("payments/8x8_KNk_pays_bank.cert"), file("corpus/good/losing-2x3_KvK_auction.cert")]);
  await page.locator("#opened .strip.verified").nth(2).waitFor({ timeout: 20_000 });
  // The page of the last one comes by itself.
  await page.waitForFunction(() => !location.hash.startsWith("#/tables"));
  await page.evaluate((fen) => (location.hash = `#/chess/8x8/${fen}`), "k7/8/8/K7/7N/8/8/8");
  await shows(page, "0.5894104617…");
  await page.evaluate(() => (location.hash = "#/chess/2x3/Kk/2/2"));
  await until(page.locator("main"), "Kk");
  assert.doesNotMatch(await read(page), /Losing/);
  await done();
});

test("the rule for pawns stands in the address", async () => {
  // Published nowhere: the native checker says both.
  const { page, done } = await visit("#/chess/4x5/k3/4/4/3P/K3?pawns=double");
  await page.locator(".value").first().waitFor();
  assert.match(await read(page), /double step/);
  await page.evaluate(() => (location.hash = "#/chess/4x5/k3/4/4/3P/K3?pawns=single"));
  await until(page.locator("main"), "single step");
  await done();
});

test("without the worker one sentence says what is missing, and it is not asked for again and again", async () => {
  let asked = 0;
  const { page, wrong, close: end } = await visitOnce("#/chess/8x8/k7/8/8/K7/7N/8/8/8", {}, (page) => page.route("**/worker.js", (route) => ((asked += 1), route.fulfill({ status: 404, body: "" }))));
  await until(page.locator(".notice"), "worker.js");
  await page.waitForTimeout(2500);
  assert.ok(asked <= 2, `${asked}`);
  assert.equal(wrong.filter((one) => !/404|worker/i.test(one)).length, 0, wrong.join("\n"));
  await end();
});

test("without WebAssembly one sentence says so", async () => {
  const plain = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, "--js-flags=--jitless"] });
  try {
    const page = await (await plain.newContext({ serviceWorkers: "block" })).newPage();
    await page.goto(`${held.host.address}#/chess/8x8/k7/8/8/K7/7N/8/8/8`);
    await until(page.locator(".notice"), "WebAssembly");
  } finally {
    await plain.close();
  }
});

test("without a network all pages work that were there once", async () => {
  const { page, close: end } = await visitOnce("", { serviceWorkers: "allow" });
  await shows(page, "0.6015625");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await shows(page, "0.6015625");
  for (const [name, what] of [["play", ".board"], ["lessons/1", ".lessons"], ["break", "main h1"], ["tables", "main h1"], ["solve", "main h1"]]) {
    await page.evaluate((name) => (location.hash = `#/${name}`), name);
    await page.locator(what).first().waitFor({ timeout: 10_000 });
    assert.doesNotMatch(await read(page), /could not be fetched/, name);
  }
  // What was not fetched says so.
  await page.evaluate(() => (location.hash = "#/hex/certs/hex/11x11.cert"));
  await page.waitForFunction(() => /network|not found|fetch/i.test(document.querySelector("main").innerText));
  await end();
});

test("how long the page is blocked", async (t) => {
  const { page, done } = await visit("");
  await page.evaluate(() => {
    window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map(({ duration }) => [location.hash, Math.round(duration)]))).observe({ type: "longtask", buffered: true });
  });
  for (const name of ["", "chess/8x8/k7/8/8/K7/7N/8/8/8", "tables", "hex/certs/hex/11x11.cert", "game/certs/games/path.cert", "play", "solve/game", "partition/certs/partitions/queen_40x40.cert", "model/certs/models/road.cert"]) {
    await page.evaluate((name) => (location.hash = `#/${name}`), name);
    await page.waitForTimeout(1200);
  }
  t.diagnostic(`tasks of more than 50 ms: ${JSON.stringify(await page.evaluate(() => window.long))}`);
  await done();
});

test("no file of the site is larger than it was meant to be", () => {
  for (const name of readdirSync(site).filter((name) => name.endsWith(".js"))) assert.ok(statSync(join(site, name)).size < 60_000, name);
});
