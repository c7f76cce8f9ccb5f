// The pages of all kinds of certificates, and the library: in Node what needs no browser, then in a headless Chromium. Expected values come from the native program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { check, load, root, solve, web } from "./bundle.mjs";
import { axe, hash, sample, start } from "./page.mjs";

const partitions = await load("partitions");
const young = await load("young");
const list = await load("list");
const picture = await load("picture");
const fraction = await load("fraction");
const { KINDS } = await load("kinds");
const { Checker } = await load("checker");
const held = start("kinds");
const { site, scratch, visit } = held;
let index;
before(() => (index = JSON.parse(readFileSync(join(site, "index.json"), "utf8"))));

/** What the native program says of a place. */
const native = (path, at, game, holds) => {
  const { stdout, stderr } = spawnSync(check, [path, ...(game ? [game.endsWith(".umb") ? "--model" : "--graph", game] : []), "--at", at, ...(holds === undefined ? [] : ["--holds", holds])], { encoding: "utf8", cwd: root });
  assert.match(stdout, /: verified:/, `${path} ${at}: ${stdout}${stderr}`);
  return stdout.slice(stdout.indexOf("\n") + 1).trim();
};
/** What `solve probe` says of a place: the words of values. */
const probed = (path, at, game) => {
  const { stdout, stderr } = spawnSync(solve, ["probe", "--cert", path, ...(game ? ["--game", game] : []), at], { encoding: "utf8", cwd: root });
  assert.match(stdout, /: verified:/, `${path} ${at}: ${stdout}${stderr}`);
  return stdout.slice(stdout.indexOf("\n") + 1).trim();
};
const said = (page) => page.locator("pre").last().textContent();
const answer = async (page, text) => page.waitForFunction((text) => document.querySelector("main").textContent.includes(text), text, { timeout: 30_000 });
const quiet = async (page) => {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (await window.axe.run(document)).violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(" | ")}`));
  assert.deepEqual(found, [], page.url());
};
const fits = async (page) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${page.url()} is wider than the window`);

test("partitions are read and written as the checker does", () => {
  assert.deepEqual(partitions.rowsOf("6^2,5,1"), [6, 6, 5, 1]);
  assert.deepEqual(partitions.rowsOf("S(3,2,2)"), [6, 6, 4, 4, 2, 2]);
  assert.equal(partitions.partitionText([6, 6, 5, 1]), "6^2,5,1");
  for (const wrong of ["", "1,2", "0", "x", "3^"]) assert.equal(partitions.rowsOf(wrong), undefined, wrong);
  assert.deepEqual(partitions.options(partitions.piece("King"), [2, 1], [0, 0]), [[0, 1], [1, 0]]);
  assert.deepEqual(partitions.options(partitions.piece("0:1,1:1*"), [3, 3, 3], [0, 0]), [[0, 1], [1, 1], [2, 2]]);
  for (const { about } of index.filter(({ kind }) => kind === "partition")) assert.ok(partitions.aboutOf(about), about);
  const claim = "classes: domestic; not tame, first at cell 0:15; miserable";
  assert.deepEqual(partitions.classesOf(claim).map(({ name, against }) => [name, against]), [["domestic", undefined], ["tame", "cell 0:15"], ["miserable", undefined]]);
});

test("boxes are added and removed so that a partition stays one", () => {
  assert.deepEqual(young.toggled([3, 2, 1], [1, 2]), [3, 3, 1]);
  assert.deepEqual(young.toggled([3, 2, 1], [0, 2]), [2, 2, 1]);
  assert.deepEqual(young.toggled([3, 2, 1], [1, 0]), [3]);
  assert.deepEqual(young.toggled([1], [2, 1]), [2, 2, 2]);
  assert.deepEqual(young.toggled([1], [0, 0]), []);
});

test("the table of kinds has exactly those that the checker names", async () => {
  const checker = await Checker.load(readFileSync(join(web, "models.wasm")));
  checker.exports.kinds();
  assert.deepEqual(Object.keys(KINDS).sort(), checker.read().sort());
});

test("each card leads to a position of its own certificate", async () => {
  const checker = await Checker.load(readFileSync(join(web, "models.wasm")));
  for (const listed of index) {
    const address = list.addressOf(listed);
    assert.ok(address, listed.path);
    if (listed.kind !== "endgame") continue;
    checker.writeText(picture.exampleFen(listed.about));
    checker.exports.ask();
    const { abouts } = checker.read();
    assert.ok(abouts.includes(listed.about), `${listed.path}: ${address}: ${abouts}`);
    assert.equal(/[?&]never=/.test(address), listed.never !== undefined, listed.path);
  }
});

/** Of each kind that has a page for files: a place, and what the page says of it. */
const PLACES = {
  payments: { file: "certs/payments/path-4.cert", at: "2", says: "0.618033…" },
  chips: { file: "certs/chips/4x4_KNk_9_decides.cert", at: "3k/4/4/KN2", says: "White wins", holds: "4*" },
  auction: { file: "certs/corpus/good/losing-2x3_KvK_auction.cert", at: "Kk/2/2", says: "Kk/2/2" },
  game: { file: "certs/games/path.cert", at: "3", says: "0.375" },
  hex: { file: "certs/hex/11x11.cert", at: "f6", says: "0.0671568898" },
  partition: { file: "certs/partitions/queen_40x40.cert", at: "3:5", says: "26" },
  endless: { file: "certs/aims/houses.cert", at: "left's", says: "mean payoff of a step: 3/2" },
  scores: { file: "certs/scores/free-kick.cert", at: "kick-off", says: "Worth -1/12 points" },
  "all-pay": { file: "certs/all-pay/first-to-two.cert", at: "0-0", says: "0.833333333", holds: "2,1" },
  model: { file: "certs/models/two.cert", at: "0", says: "0.8" },
  rewards: { file: "certs/models/road.cert", at: "0", says: "2.6666666666" },
};

test("one certificate of each kind opens on its page, with a verdict, an answer that `check --at` gives, and a title", async () => {
  const titles = new Set();
  for (const [kind, { file, at, says, holds }] of Object.entries(PLACES)) {
    const listed = index.find(({ path }) => path === file);
    assert.equal(listed.kind, kind);
    const { page, done } = await visit(`#/${KINDS[kind].page}/${file}?at=${encodeURIComponent(at)}${holds ? `&holds=${holds}` : ""}`);
    await page.locator(".strip.verified").waitFor({ timeout: 40_000 });
    await answer(page, says).catch(async () => assert.fail(`${kind}: ${await page.locator("main").innerText()}`));
    const isValue = ["payments", "auction", "game"].includes(kind);
    // A state of a model is told in the page's tables, whose numbers graph.test.mjs compares.
    if (kind !== "model") assert.equal((await said(page)).trim(), isValue ? probed(file, at, listed.game) : native(file, at, listed.game, holds), `${kind} ${at}`);
    // The same number from the other program.
    const exact = isValue && /lower value: (\S+)/.exec(native(file, at, listed.game))[1];
    if (exact && !exact.includes("..")) assert.ok((await page.locator(".value").first().textContent()).startsWith(fraction.decimal(fraction.must(exact), 10)), `${kind}: ${exact}`);
    titles.add(await page.title());
    await done();
  }
  // Those that other pages show.
  for (const kind of ["endgame", "list", "turns", "proof"]) {
    const listed = index.find((one) => one.kind === kind);
    const { page, done } = await visit(list.addressOf(listed));
    await page.locator(".strip.verified").waitFor({ timeout: 40_000 });
    await done();
  }
  assert.equal(titles.size, Object.keys(PLACES).length);
  assert.ok([...titles].every((title) => title.endsWith("bidding games")));
});

const PAGES = [
  ...Object.values(PLACES).map(({ file, at }) => [index0(file), at]).map(([page, at], place) => [`#/${page}/${Object.values(PLACES)[place].file}?at=${encodeURIComponent(at)}`]),
  ["#/partition/certs/partitions/king_20.cert"],
  ["#/partition/certs/partitions/king_9x9.cert?at=3"],
  ["#/partition/certs/partitions/queen_8-3.cert"],
  ["#/partition/certs/partitions/race_rook-king_misere.cert"],
  ["#/hex/certs/hex/5x5.cert"],
  ["#/chips/certs/chips/hex-5.cert"],
  ["#/chips/certs/chips/star.cert"],
  ["#/game/certs/corpus/good/turns.cert"],
  ["#/payments/certs/payments/8x8_KNk_pays_bank.cert"],
  ["#/tables"],
].map(([address]) => address);
function index0(file) {
  return file.includes("models") ? "model" : file.includes("aims") ? "endless" : file.includes("scores") ? "scores" : file.includes("corpus") ? "auction" : file.split("/")[1].replace(/s$/, "").replace("payment", "payments").replace("chip", "chips");
}

test("no page breaks a rule of axe, and none is wider than its window: both themes, a phone, 320 pixels, twice the size", async () => {
  const windows = [{ colorScheme: "light" }, { colorScheme: "dark", viewport: { width: 360, height: 780 } }, { viewport: { width: 320, height: 640 } }, { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }];
  for (const [address, options] of sample(PAGES.flatMap((address) => windows.map((options) => [address, options])), 3)) {
    const { page, done } = await visit(address, options);
    await page.locator(".strip.verified, .card").first().waitFor({ timeout: 40_000 });
    await page.waitForFunction(() => document.querySelector(".answer h2, .card, .value"));
    await fits(page);
    if (options.colorScheme) await quiet(page);
    await done();
  }
});

test("cells of Hex are walked by the arrows, and say what `check --at` says", async () => {
  const { page, done } = await visit("#/hex/certs/hex/8x8.cert?at=d4");
  await page.locator('[data-cell="d4"][aria-selected]').focus({ timeout: 30_000 });
  for (const [key, at] of [["ArrowUp", "d5"], ["ArrowRight", "e5"], ["ArrowDown", "e4"], ["ArrowLeft", "d4"], ["Home", "a4"], ["End", "h4"]]) {
    await page.keyboard.press(key);
    await answer(page, `Cell ${at}`);
    assert.equal((await said(page)).trim(), native("certs/hex/8x8.cert", at), at);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), at);
    assert.match(await page.evaluate(() => location.hash), new RegExp(`at=${at}$`));
  }
  await page.locator('[data-cell="b7"]').click();
  await answer(page, "Cell b7");
  assert.match((await said(page)).trim(), /^b7\n/);
  await done();
});

test("partitions: a diagram, a staircase, both plays, losing cells, a race", async () => {
  const { page, done } = await visit("#/partition/certs/partitions/king_20.cert?at=3,2,1");
  await answer(page, "The partition 3,2,1");
  assert.equal((await said(page)).trim(), native("certs/partitions/king_20.cert", "3,2,1"));
  await page.locator('[data-cell="1:2"]').click();
  await answer(page, "The partition 3^2,1");
  assert.equal((await said(page)).trim(), native("certs/partitions/king_20.cert", "3^2,1"));
  await page.getByRole("link", { name: "5^3,1" }).click();
  await answer(page, "The partition 5^3,1");
  await page.goto(`${held.host.address}#/partition/certs/partitions/queen_4x4.cert?at=7`);
  await answer(page, "S(7,4,4)");
  assert.equal(await page.locator(".value").first().textContent(), "30");
  await page.getByLabel("number of steps k").fill("5");
  await answer(page, "S(5,4,4)");
  const corner = await page.locator('[data-cell="0:0"]').textContent();
  assert.equal(corner, await page.locator(".value").first().textContent());
  await page.goto(`${held.host.address}#/partition/certs/partitions/queen_40x40.cert?at=3:5&play=misere`);
  await answer(page, "This is misère play");
  assert.equal(await page.locator(".ring.best").count(), 3);
  await page.goto(`${held.host.address}#/partition/certs/partitions/race_queen-rook.cert?at=0:1`);
  await answer(page, "0.625 = 5/8");
  await done();
});

test("an address that names nothing says so, with a way on", async () => {
  for (const [address, words] of [["#/hex/certs/hex/5x5.cert?at=z99", /required the name of a cell/], ["#/hex/certs/hex/none.cert", /not on this site/], ["#/hex", /names no certificate/], ["#/partition/certs/partitions/king_20.cert?at=40", /required one of at most 20/], [`#/hex/${"0".repeat(64)}`, /is not here/]]) {
    const { page, done } = await visit(address);
    await page.locator(".answer .notice").waitFor({ timeout: 20_000 });
    assert.match(await page.locator(".answer").innerText(), words, address);
    await page.locator(".answer").getByRole("link", { name: "all certificates" }).first().waitFor();
    await done();
  }
});

test("hostile names stay text", async () => {
  const name = '<img src=x onerror="document.title=1">';
  const game = join(scratch, "hostile.json");
  writeFileSync(game, JSON.stringify({ "bidding-game": 2, title: `${name}</title>`, positions: [{ name, left: ["won"], right: ["lost"] }, { name: "won", value: "1" }, { name: "lost", value: "0" }] }));
  const made = spawnSync(solve, ["graph", game, "--out", join(scratch, "hostile.cert")], { encoding: "utf8", cwd: root });
  assert.equal(made.status, 0, made.stderr);
  const { page, done } = await visit("#/tables");
  await page.locator("#picker").setInputFiles([game, join(scratch, "hostile.cert")]);
  await page.locator(".node").first().waitFor({ timeout: 20_000 });
  assert.equal(await page.locator("main img").count(), 0);
  assert.match(await page.locator(".side").textContent(), /<img src=x/);
  await done();
});

test("the library is searched, opened and left, and never holds the page up", async (t) => {
  const { page, done } = await visit("#/tables");
  await page.evaluate(() => {
    window.long = [];
    new PerformanceObserver((entries) => window.long.push(...entries.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });
  await page.locator(".card").first().waitFor();
  assert.ok((await page.locator(".card").count()) < 80);
  await page.getByRole("button", { name: /show all \d+: Bidding chess/ }).click();
  const count = index.filter(({ kind }) => kind === "endgame" || kind === "list").length;
  await page.waitForFunction((count) => document.querySelectorAll('[aria-label="Bidding chess"] .card').length === count, count);
  const search = page.getByRole("searchbox");
  await search.fill("hex");
  await page.waitForFunction(() => /fit/.test(document.querySelector("[role=status]").textContent));
  assert.ok((await page.locator(".card").count()) >= 4);
  await search.fill("8x8 double");
  await page.waitForFunction(() => [...document.querySelectorAll(".card h3")].every((one) => one.textContent.includes("8x8")));
  await page.getByRole("link", { name: "8x8 KPk, double step" }).first().focus();
  const long = await page.evaluate(() => window.long);
  t.diagnostic(`tasks longer than 50 ms: ${long.map(Math.round).join(", ") || "none"}`);
  assert.ok(Math.max(0, ...long) < 200, long.join());
  await page.keyboard.press("Enter");
  await page.locator(".strip.verified").waitFor({ timeout: 40_000 });
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("[type=search]").value === "8x8 double");
  await done();
});

test("what is kept in this browser stands first, opens, and is removed", async () => {
  const { page, done } = await visit("#/tables");
  await page.locator(".card").first().waitFor();
  const bytes = [...readFileSync(join(root, "certs/hex/3x3.cert"))];
  const sha256 = hash(Uint8Array.from(bytes));
  await page.evaluate(async ({ bytes, sha256 }) => {
    const held = await new Promise((resolve) => {
      const asked = indexedDB.open("bidding-games", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("certificates", { keyPath: "sha256" });
      asked.onsuccess = () => resolve(asked.result);
    });
    await new Promise((resolve) => (held.transaction("certificates", "readwrite").objectStore("certificates").put({ sha256, name: "mine.cert", bytes: new Uint8Array(bytes), about: "3x3 Hex", kind: "hex", beside: [] }).onsuccess = resolve));
    held.close();
  }, { bytes, sha256 });
  await page.reload();
  const kept = page.locator('[aria-label="kept in this browser"]');
  await kept.getByRole("button", { name: "3x3 Hex" }).click();
  await answer(page, "Cell b2, the best one");
  assert.match(await page.evaluate(() => location.hash), new RegExp(sha256));
  await page.goBack();
  await kept.getByRole("button", { name: "remove mine.cert from this browser" }).click();
  await kept.waitFor({ state: "hidden" });
  await done();
});
