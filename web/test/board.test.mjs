// Boards, as people use them: which game a number belongs to, moves and reasons, the line of moves, and what is said where no checker can run.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { check, load, root, solve } from "./bundle.mjs";
import { KNK, native, shows, start, until, value } from "./page.mjs";

const fraction = await load("fraction");
const held = start("board");
const visit = (...args) => held.visit(...args);
const PAY = "#/payments/certs/payments/8x8_KNk_pays_bank.cert";
const AUCTION = "#/auction/certs/corpus/good/losing-2x3_KvK_auction.cert";
const cell = (page, name) => page.locator(`[data-square="${name}"]`);
const to = (page, address) => page.evaluate((address) => (location.hash = address), address);
const hash = (page) => page.evaluate(() => location.hash);
const open = (page, ...names) => page.locator("#picker").setInputFiles(names.map((name) => join(root, name)));
/** Presses keys of the page, not of the board. */
const press = async (page, ...keys) => {
  await page.evaluate(() => document.activeElement?.blur());
  for (const key of keys) await page.keyboard.press(key);
};

// --- which game a number belongs to ---

test("after a file about other payments is opened, bidding chess still shows its own values", async () => {
  const { page, done } = await visit(KNK);
  await shows(page, "0.5894104617…");
  await open(page, "certs/payments/8x8_Kk_pays_bank.cert", "certs/payments/8x8_KNk_pays_bank.cert");
  await page.waitForFunction(() => location.hash.startsWith("#/payments/"));
  await page.locator(".rule", { hasText: "the bank takes the winning bid" }).waitFor();
  await to(page, KNK);
  await page.locator(".rule", { hasText: "the winner pays the other player" }).waitFor();
  await shows(page, "0.5894104617…");
  await done();
});

test("the rule stands beside each value", async () => {
  for (const [address, ...rules] of [
    [KNK, "the winner pays the other player", "A game that never ends is a draw"],
    [PAY, "Not the usual auction: the bank takes the winning bid, and the winner decides who moves"],
    [AUCTION, "Losing Chess with bids", "A capture is compulsory"],
    ["#/chess/4x4/k3/4/4/K2N?never=1/2", "If the game never ends, the richer player wins"],
    ["#/chess/4x5/3k/4/4/3P/K3?pawns=double", "Pawns may begin with a double step"],
    ["#/chess/4x5/3k/4/4/3P/K3", "Pawns move one square at a time"],
  ]) {
    const { page, done } = await visit(address);
    await page.locator(".value").waitFor();
    const said = await page.locator(".rule").innerText();
    for (const rule of rules) assert.ok(said.includes(rule), `${address}: ${said}`);
    // A coin decides as bids do only where the winner pays the other player.
    if (address === PAY) assert.doesNotMatch(await page.locator(".panel").innerText(), /coin/);
    await done();
  }
});

test("an auction that pays otherwise has the native values, and stays within its game when a man is captured", async () => {
  const fen = "8/8/8/8/8/8/2K5/kN6";
  const { page, done } = await visit(`${PAY}?at=${fen}`);
  await shows(page, "0.533333…");
  const dump = native("certs/payments/8x8_KNk_pays_bank.cert", "--imports", "certs/payments", "--at", fen).stdout;
  assert.match(dump, /0\.5333|8\/15|18764998447377\/35184372088832/);
  await page.getByRole("button", { name: "Kxb1", exact: true }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/payments/certs/payments/8x8_Kk_pays_bank.cert"));
  await page.locator(".rule", { hasText: "the bank takes the winning bid" }).waitFor();
  await shows(page, "0.5");
  // Back to the table of more men, by the line; and by setting up.
  await press(page, "ArrowLeft");
  await shows(page, "0.533333…");
  await page.waitForFunction(() => location.hash.includes("8x8_KNk_pays_bank"));
  await done();
});

test("Losing Chess with bids has a page of its own, and takes over no board of bidding chess", async () => {
  const { page, done } = await visit(AUCTION);
  await page.locator(".value").waitFor();
  // Each move that does not end the game leads somewhere.
  await page.getByRole("button", { name: "White's best move" }).click();
  await page.waitForFunction(() => location.hash.includes("?at=") && document.querySelector(".value"));
  const at = new URLSearchParams((await hash(page)).split("?")[1]).get("at");
  const said = spawnSync(check, ["certs/corpus/good/losing-2x3_KvK_auction.cert", "--at", at], { encoding: "utf8", cwd: root }).stdout;
  const shown = fraction.text(fraction.read((await value(page).innerText()).split(" = ").at(-1)));
  assert.ok(said.includes(`${at}\nlower value: ${shown}\n`), `${shown}\n${said}`);
  // A man that may be captured must be.
  await to(page, `${AUCTION}?at=Kk/2/2`);
  await page.waitForFunction(() => document.querySelector(".panel pre")?.textContent.startsWith("Kk/2/2"));
  assert.deepEqual(await page.locator(".moves td:first-child").allInnerTexts(), ["Kxb3", "Kxa3"]);
  await open(page, "certs/corpus/good/losing-2x2_KvK_auction.cert");
  // The page of the file that was opened, not the one from before.
  await page.waitForFunction((before) => location.hash.startsWith("#/auction/") && !location.hash.startsWith(before), AUCTION);
  await to(page, "#/chess/2x2/1k/K1");
  await page.locator(".rule", { hasText: "Whoever captures the king wins" }).waitFor();
  await done();
});

test("chips and Hex: their verdict is shown, and no error", async () => {
  const { page, done } = await visit(KNK);
  for (const name of ["certs/chips/4x4_Kk_9_decides.cert", "certs/hex/3x3.cert"]) {
    await open(page, name);
    await page.waitForFunction((name) => document.querySelector("#opened .strip.verified")?.textContent.includes(name), name.split("/").at(-1));
    assert.doesNotMatch(await page.locator("#opened").innerText(), /undefined|null/);
  }
  await page.context().close();
});

test("the address of a table with the double step names the rule, and shows that table", async () => {
  // By the native dump: 9/16 and 5/8.
  const { page, done } = await visit("#/chess/4x5/1k2/4/4/2P1/1K2?pawns=double");
  await page.locator(".strip.verified", { hasText: "4x5 KPk, double step" }).waitFor();
  assert.match(await value(page).innerText(), /5\/8/);
  await to(page, "#/chess/4x5/1k2/4/4/2P1/1K2?pawns=single");
  await page.locator(".strip.verified", { hasText: "4x5 KPk, single step" }).waitFor();
  assert.match(await value(page).innerText(), /9\/16/);
  // Opened from the disk, the address names it, too.
  await open(page, "certs/boards/4x5_KPk_double.cert");
  await page.waitForFunction(() => location.hash.includes("pawns=double"));
  await page.locator(".side .strip.verified", { hasText: "double step" }).waitFor();
  await done();
});

// --- where no checker can run ---

test("without the worker's file it is asked for twice at most, and a sentence says what is missing", async () => {
  let asked = 0;
  const { page } = await visit(KNK, {}, (page) => page.route("**/worker.js", (route) => (asked++, route.abort())));
  await page.locator(".notice", { hasText: "The checker did not start" }).waitFor();
  await page.waitForTimeout(2500);
  assert.ok(asked <= 2, `${asked} requests`);
  assert.equal(await value(page).count(), 0);
  await page.context().close();
});

test("without WebAssembly a sentence says so", async () => {
  // The worker of a browser that has none.
  const { page, done } = await visit(KNK, {}, (page) =>
    page.route("**/worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: `delete self.WebAssembly;${readFileSync(join(held.site, "worker.js"), "utf8")}` })),
  );
  await page.locator(".notice", { hasText: "no WebAssembly" }).waitFor();
  assert.equal(await value(page).count(), 0);
  await done();
});

// --- moves ---

test("a move that is none is seen to be none, with a reason beside the board", async () => {
  const { page, done } = await visit(KNK);
  await shows(page, "0.58941");
  const before = await hash(page);
  await cell(page, "h4").click();
  // Where the knight may go is shown while it is in the hand.
  assert.equal(await page.locator(".target").count(), 4);
  await cell(page, "h8").click();
  await page.locator(".cell.refused").waitFor();
  const near = page.locator(".near");
  assert.match(await near.innerText(), /h4 to h8 is no move here\. The white knight of h4 can go to (\w\d, ){3}\w\d\./);
  const [line, board] = [await near.boundingBox(), await page.locator(".board").boundingBox()];
  assert.ok(line.y - (board.y + board.height) < 40 && line.y + line.height < 900, "near the board, and on the screen");
  assert.equal(await hash(page), before);
  // It is gone with the next move, and offers the way to shift a man freely.
  await near.getByRole("button", { name: "set up instead" }).click();
  await page.locator(".mode-bar").waitFor();
  await page.getByRole("button", { name: "done" }).click();
  await cell(page, "h4").click();
  await cell(page, "f5").click();
  await page.waitForFunction(() => location.hash.includes("K4N2"));
  assert.equal(await near.innerText(), "");
  await done();
});

test("a promotion asks which man, by four buttons and by keys", async () => {
  const { page, done } = await visit("#/chess/8x8/8/4P3/8/2k5/8/8/8/K7");
  await shows(page, "0.71875");
  const carry = async () => {
    await cell(page, "e7").click();
    await cell(page, "e8").click();
    await page.locator(".promotion").waitFor();
  };
  await carry();
  assert.deepEqual(await page.locator(".promotion .man").evaluateAll((all) => all.map((one) => one.ariaLabel)), ["queen", "rook", "bishop", "knight"]);
  await page.keyboard.press("Escape");
  await page.locator(".promotion").waitFor({ state: "detached" });
  await carry();
  await page.keyboard.press("n");
  await page.waitForFunction(() => location.hash.includes("/4N3/"));
  await page.locator(".strip.verified", { hasText: "8x8 KNk" }).waitFor();
  await page.goBack();
  await shows(page, "0.71875");
  await carry();
  await page.getByRole("button", { name: "rook" }).click();
  await page.waitForFunction(() => location.hash.includes("/4R3/"));
  await done();
});

// --- the line of moves ---

test("moves that were followed are a tree: back, on, side lines, a reload, a text", async () => {
  const { page, done } = await visit(KNK, { permissions: ["clipboard-read", "clipboard-write"] });
  await shows(page, "0.5894104617…");
  assert.equal(await page.locator(".tree a").count(), 0);
  const shown = async () => (await page.locator(".plies").innerText()).replaceAll(/\s+/g, " ").trim();
  const settle = (part) => page.waitForFunction((part) => location.hash.includes(part) && document.querySelector(".value"), part);
  await press(page, " ");
  await settle("1K5N");
  await page.locator(".panel").waitFor();
  await press(page, "Shift+Space");
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 3 && document.querySelector(".value"));
  await press(page, "ArrowLeft", "ArrowLeft");
  await shows(page, "0.5894104617…");
  // Another move from the start is a side line.
  await page.getByRole("button", { name: "Nf5", exact: true }).click();
  await settle("K4N2");
  await page.waitForFunction(() => document.querySelectorAll(".ply").length === 4);
  assert.match(await shown(), /^start ?White Kb4 ?\( ?White Nf5 ?\) ?Black \S+$/);
  await page.reload();
  await page.locator(".ply[aria-current]", { hasText: "Nf5" }).waitFor();
  assert.equal(await page.locator(".ply").count(), 4);
  await page.locator(".ply", { hasText: "Kb4" }).click();
  await settle("1K5N");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".ply[aria-current]")?.textContent.startsWith("Black"));
  await page.getByRole("button", { name: "copy the line" }).click();
  await until(page.locator(".tree"), /copied/);
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^From k7\/8\/8\/K7\/7N\/8\/8\/8: White Kb4 \(White Nf5\), Black \S+$/);
  // The side line becomes the main one; then it is taken out.
  await page.locator(".ply", { hasText: "Nf5" }).click();
  await settle("K4N2");
  await page.getByRole("button", { name: "make it the main line" }).click();
  assert.match(await shown(), /^start ?White Nf5 ?\( ?White Kb4 ?Black \S+ ?\)$/);
  await page.getByRole("button", { name: "take this move out" }).click();
  await shows(page, "0.5894104617…");
  assert.equal(await page.locator(".ply").count(), 3);
  // Back in the history is back in the tree; another game has lines of its own.
  await to(page, PAY);
  await page.locator(".rule", { hasText: "the bank takes" }).waitFor();
  assert.equal(await page.locator(".ply").count(), 0);
  await done();
});

test("a proof of Losing Chess: going on by the keyboard, a line, and why a move is none", async () => {
  const { page, done } = await visit("#/losing/certs/losing/1.d4.cert");
  await page.locator(".outcome", { hasText: "Black plays e5" }).waitFor();
  await cell(page, "d7").click();
  await cell(page, "d6").click();
  await until(page.locator(".near"), /d7 to d6 is no move here\. This proof follows one move of the winner: e5\./);
  await cell(page, "a2").click();
  await cell(page, "a3").click();
  await until(page.locator(".near"), /It is Black's turn\./);
  await press(page, " ");
  await page.locator(".outcome", { hasText: "White has one move" }).waitFor();
  await cell(page, "a2").click();
  await cell(page, "a3").click();
  await until(page.locator(".near"), /A capture is compulsory: dxe5\./);
  await page.getByRole("button", { name: "go on" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".ply[aria-current]", { hasText: "dxe5" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "go on");
  await press(page, "ArrowLeft");
  await page.locator(".ply[aria-current]", { hasText: "e5" }).waitFor();
  await page.waitForFunction(() => document.title.startsWith("Losing Chess, a proof: rnbqkbnr"));
  await done();
});

// --- addresses, titles, what is not there ---

test("an address that is none says what is wrong with it, and keeps the board, the field and the tools", async () => {
  const { page, done } = await visit("#/chess/8x8/%zz");
  await page.locator(".notice", { hasText: "This is no position" }).waitFor();
  assert.match(await page.locator(".notice").innerText(), /required.*\n*.*Found: %zz/s);
  await to(page, KNK);
  await shows(page, "0.58941");
  await to(page, "#/chess/17x1/17");
  await page.locator(".notice", { hasText: "This is no position" }).waitFor();
  assert.equal(await value(page).count(), 0);
  // Board, field and tools stay, with what is wrong; a right text there is taken.
  assert.equal(await page.locator(".board").isVisible(), true);
  const field = page.getByLabel("FEN");
  assert.equal(await field.inputValue(), "17");
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  await field.fill("k7/8/8/K7/7N/8/8/8");
  await field.press("Enter");
  await shows(page, "0.58941");
  assert.equal(await field.getAttribute("aria-invalid"), "false");
  await to(page, "#/chess/17x1/17");
  await page.getByRole("link", { name: "to a position that is one" }).click();
  await shows(page, "0.6015625");
  await done();
});

test("the window is called by the table, the position and its value", async () => {
  const { page, done } = await visit(KNK);
  await shows(page, "0.58941");
  assert.match(await page.title(), /^8x8 KNk: k7\/8\/8\/K7\/7N\/8\/8\/8 0\.5894104617… · /);
  await press(page, " ");
  await page.waitForFunction(() => document.title.includes("1K5N"));
  await done();
});

test("a small position without a table is solved where it is looked up; a large one comes with the command", async () => {
  const { page, done } = await visit("#/chess/9x9/9/9/3k5/9/9/9/9/9/K7Q");
  await page.locator(".explore .side .panel .value").waitFor();
  assert.match(await page.locator(".strip.verified > summary").innerText(), /verified in this browser · 9x9 KQk/);
  assert.equal(await hash(page), "#/chess/9x9/9/9/3k5/9/9/9/9/9/K7Q");
  await to(page, "#/chess/8x8/8/8/8/3k4/8/8/1n6/K1B5");
  await page.locator(".notice", { hasText: "solve -- endgame 8x8 KBkn" }).waitFor();
  assert.equal(await page.locator(".runner").count(), 0);
  await done();
});

// --- what is read ---

test("nothing of a name or an address becomes markup", async () => {
  const { page, done } = await visit(`#/chess/8x8/${encodeURIComponent("<img src=x onerror=alert(1)>")}`);
  await page.locator(".notice", { hasText: "This is no position" }).waitFor();
  assert.equal(await page.locator("main img").count(), 0);
  for (const name of ["board-page", "board", "near", "tree", "tools", "around", "panel", "losing", "payments", "strip"]) assert.doesNotMatch(readFileSync(join(root, `web/src/${name}.ts`), "utf8"), /innerHTML|insertAdjacentHTML/, name);
  await done();
});

test("the page's words are those of `solve probe`, also for pawns and for endless play", async () => {
  const { page, done } = await visit(KNK);
  for (const [address, fen] of [["#/chess/8x8/k7/8/8/K7/7N/8/8/8", "k7/8/8/K7/7N/8/8/8"], ["#/chess/8x8/8/4P3/8/2k5/8/8/8/K7", "8/4P3/8/2k5/8/8/8/K7"]]) {
    await to(page, address);
    await page.waitForFunction((fen) => document.querySelector(".panel pre")?.textContent.startsWith(`${fen}\n`), fen);
    const text = execFileSync(solve, ["probe", fen], { encoding: "utf8", cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    assert.ok(text.trimEnd().endsWith((await page.locator(".panel pre").textContent()).trimEnd()));
  }
  await done();
});
