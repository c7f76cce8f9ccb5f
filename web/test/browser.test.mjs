// The page in a headless Chromium, as people use it. Expected values come from the native programs and from docs/claims/bidding-chess.toml.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { check, load, root, solve } from "./bundle.mjs";
import { KNK, axe, base64, hash, inWorker, native, shows, start, until, value } from "./page.mjs";

const fraction = await load("fraction");
const held = start("browser");
const { site, scratch, visit } = held;

test("the first exact value of 8x8 KNk, cold, three times", async (t) => {
  const times = [];
  for (let run = 0; run < 3; run++) {
    const { page, done } = await visit(KNK);
    await shows(page, "0.5894104617…");
    times.push(await page.evaluate(() => performance.now()));
    await done();
  }
  t.diagnostic(`milliseconds after navigation: ${times.map(Math.round).join(", ")}`);
});

test("nothing is shown before its verdict", async () => {
  const context = await held.browser.newContext();
  const page = await context.newPage();
  // The certificate comes late.
  let release;
  const late = new Promise((resolve) => (release = resolve));
  await page.route("**/8x8_KNk.cert", async (route) => (await late, route.continue()));
  await page.goto(held.host.address + KNK);
  await page.locator(".notice").waitFor();
  await page.waitForTimeout(700);
  assert.equal(await page.locator(".value").count(), 0);
  assert.doesNotMatch(await page.locator("main").innerText(), /verified|0\.\d/);
  release();
  await shows(page, "0.5894104617…");
  await page.locator(".strip.verified").waitFor();
  await context.close();
});

test("a position is set up by the mouse alone", async () => {
  const { page, done } = await visit(KNK);
  await shows(page, "0.58941");
  const cell = (name) => page.locator(`[data-square="${name}"]`);
  await page.getByRole("button", { name: "set up", exact: true }).click();
  await page.getByRole("button", { name: "empty the board" }).click();
  // Taps with a brush.
  await page.getByRole("button", { name: "white king" }).click();
  await cell("a1").click();
  await page.getByRole("button", { name: "black king" }).click();
  await cell("d5").click();
  await page.getByRole("button", { name: "white knight" }).click();
  await cell("d1").click();
  await page.getByRole("button", { name: "white knight" }).click();
  // A drag, which is no move here.
  const drag = async (from, to) => {
    await cell(from).scrollIntoViewIfNeeded();
    const [a, b] = [await cell(from).boundingBox(), to === undefined ? { x: 2, y: 600, width: 0, height: 0 } : await cell(to).boundingBox()];
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width / 2 + 3, b.y + b.height / 2, { steps: 6 });
    await page.mouse.up();
  };
  await drag("d5", "d4");
  await shows(page, "21073/32256");
  assert.equal(await page.evaluate(() => location.hash), "#/chess/8x8/8/8/8/8/3k4/8/8/K2N4");
  // In the other mode a drag is a move, by the rules: Nc3.
  await page.getByRole("button", { name: "move", exact: true }).click();
  await drag("d1", "c3");
  await shows(page, "10489/16128");
  // A drag that is no move changes nothing.
  await drag("c3", "h8");
  assert.match(await page.evaluate(() => location.hash), /2N5/);
  // Tap and tap.
  await cell("d4").click();
  await cell("c4").click();
  await page.waitForFunction(() => location.hash.includes("2k5"));
  // Off the board.
  await page.getByRole("button", { name: "set up", exact: true }).click();
  await drag("c3", undefined);
  await shows(page, "0.5");
  await until(page.locator(".strip"), /8x8 Kk/);
  await done();
});

test("a position is set up by the keyboard alone", async () => {
  const { page, done } = await visit(KNK);
  await shows(page, "0.58941");
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  // Tab reaches the board; the arrows do the rest.
  for (let tabs = 0; tabs < 30 && !(await page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell")); tabs++) await press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "gridcell");
  await press("e");
  const go = async (square) => {
    for (let left = 30; left > 0; left--) {
      const now = await page.evaluate(() => document.activeElement.dataset.square);
      if (now === square) return;
      await press(now[0] < square[0] ? "ArrowRight" : now[0] > square[0] ? "ArrowLeft" : now[1] < square[1] ? "ArrowUp" : "ArrowDown");
    }
    assert.fail(square);
  };
  // The black king from a8 to d4, the white king from a5 to a1: picked up, put down. The knight anew.
  await go("a8");
  await press("Enter");
  await go("d4");
  await press("Enter");
  await go("a5");
  await press("Delete");
  await go("a1");
  await press("Shift+K");
  await go("h4");
  await press("Delete");
  await go("d1");
  await press("Shift+N");
  await shows(page, "21073/32256");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^d1, white knight/);
  await until(page.locator("#live"), /21073|0\.65330/);
  // Moving: e, then Enter on the knight and on c3.
  await press("e", "Enter");
  await go("c3");
  await press("Enter");
  await shows(page, "10489/16128");
  // Colours exchanged, and back; then Black's best move, which takes the knight.
  await press("x");
  await page.waitForFunction(() => location.hash.includes("n"));
  await press("u");
  await page.waitForFunction(() => location.hash.includes("3k4/2N5"));
  await shows(page, "10489/16128");
  await press("Shift+Space");
  await page.waitForFunction(() => !location.hash.includes("3k4/2N5"));
  await press("?");
  await page.getByRole("dialog").waitFor();
  await press("Escape");
  await done();
});

test("every committed certificate has the native verdict and claim", async () => {
  const index = JSON.parse(readFileSync(join(site, "index.json"), "utf8"));
  assert.ok(index.length > 190, `${index.length}`);
  const expected = new Map();
  const plain = index.filter(({ game }) => game === undefined).map(({ path }) => path);
  const lines = native("--json", ...plain).stdout.trim().split("\n");
  plain.forEach((path, place) => expected.set(path, JSON.parse(lines[place])));
  for (const { path, game } of index.filter(({ game }) => game !== undefined)) expected.set(path, JSON.parse(native("--json", path, "--graph", game).stdout));
  const { page, done } = await visit("#/tables");
  const got = await inWorker(page, index.map(({ path }) => ["open", path]));
  index.forEach(({ path, sha256 }, place) => {
    const { verdict } = got[place].answer;
    const { claim, conditions, positions, form, verdict: word } = expected.get(path);
    assert.equal(word, "verified", path);
    assert.deepEqual([verdict.verdict, verdict.claim, verdict.positions, verdict.form, verdict.sha256], [word, claim, positions, form, hash(readFileSync(join(root, path)))], path);
    assert.ok(sha256.length === 12 && verdict.sha256.startsWith(sha256), path);
    // Of kinds without a receipt of conditions the page counts them itself.
    if (conditions !== undefined) assert.deepEqual(verdict.conditions, conditions, path);
    assert.ok(Object.keys(verdict.conditions).length > 0, path);
  });
  // One of them by hand.
  await page.getByRole("searchbox").fill("3x4 KNk");
  await page.getByRole("link", { name: "3x4 KNk", exact: true }).click();
  await page.locator(".strip.verified").first().waitFor();
  assert.ok((await page.locator(".strip.verified").first().textContent()).includes(expected.get("certs/3x4_KNk.cert").claim));
  await done();
});

test("the false certificates of the corpus are refused with the native words", async (t) => {
  const corpus = join(root, "certs/corpus");
  const lines = readFileSync(join(corpus, "corpus.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  // Those about a game come with its file, and are judged beside the native checker elsewhere.
  const all = lines.filter(({ verdict, condition, game }) => verdict === "rejected" && condition !== undefined && game === undefined);
  const paths = all.map(({ file }) => join(corpus, file));
  const expected = native("--json", "--imports", join(corpus, "good"), ...paths).stdout.trim().split("\n").map((line) => JSON.parse(line));
  const imports = [...new Set(all.flatMap(({ imports }) => imports))];
  const { page, done } = await visit("#/break");
  const calls = [...imports.map((file) => ["keep", base64(readFileSync(join(corpus, file)))]), ...all.map(({ file }, place) => ["openBytes", file, base64(readFileSync(paths[place])), null])];
  const got = (await inWorker(page, calls)).slice(imports.length);
  all.forEach(({ file, condition }, place) => {
    assert.equal(got[place].error, undefined, file);
    const { verdict } = got[place].answer;
    const { verdict: wanted, message } = expected[place];
    // A length in 32 bits ends after five bytes, in 64 bits after ten. What is said of an import depends on what was judged before.
    const words = (message) => (file === "bad/canonical-endless.cert" ? message.replace(/byte \d+/, "byte") : condition === "imports" ? "" : message);
    assert.deepEqual([verdict.verdict, verdict.condition, words(verdict.message)], [wanted, expected[place].condition, words(message)], file);
    assert.deepEqual([wanted, expected[place].condition], ["rejected", condition], `${file}: ${message}`);
  });
  const conditions = new Set(all.map(({ condition }) => condition));
  t.diagnostic(`${all.length} files, conditions: ${[...conditions].sort().join(", ")}`);
  assert.ok(all.length > 200 && conditions.size >= 20);
  // One on the screen, by the picker.
  const place = all.findIndex(({ condition, imports }) => condition === "white-holds" && imports.length === 0);
  await page.locator("#picker").setInputFiles({ name: "false.cert", mimeType: "application/octet-stream", buffer: readFileSync(paths[place]) });
  await page.locator("#opened .strip.rejected").waitFor();
  assert.ok((await page.locator("#opened").innerText()).includes(expected[place].message));
  await done();
});

test("a certificate is broken by hand, and the page says what the native checker says of the same bytes", async () => {
  const { page, done } = await visit("#/break/certs/3x4_KNk.cert?position=25");
  await page.getByRole("button", { name: "change and check" }).first().waitFor();
  for (const column of ["value", "T", "White's move"]) {
    await page.locator(`[data-column="${column}"]`).click();
    await page.waitForFunction((column) => document.querySelector(".outcome")?.textContent.startsWith(`Changed: ${column} `), column);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "keep the broken file" }).click();
    const path = join(scratch, "broken.cert");
    await (await download).saveAs(path);
    const { verdict, message, condition } = JSON.parse(native("--json", "--imports", join(root, "certs"), path).stdout);
    assert.equal(verdict, "rejected");
    const shown = await page.locator(".outcome").innerText();
    assert.ok(shown.includes(message), `${shown}\n${message}`);
    assert.ok(shown.includes(`${condition}.`));
  }
  await done();
});

test("50 golden fractions are on the page, digit by digit", async (t) => {
  // First what the paper prints, then what the native checker says of positions all over the tables.
  const claims = readFileSync(join(root, "docs/claims/bidding-chess.toml"), "utf8").split("[[claim]]").flatMap((claim) => {
    const field = (name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(claim)?.[1];
    // Decimals are rounded: they have no digits to compare.
    return field("kind") === "value" && !field("printed").includes(".") ? [[field("position"), field("printed")]] : [];
  });
  assert.ok(claims.length >= 10, `${claims.length}`);
  const golden = new Map(claims);
  for (const [path, every] of [["certs/8x8_KNk.cert", 2300], ["certs/8x8_KRk.cert", 3100], ["certs/8x8_KPk.cert", 11000], ["certs/8x3_KNk.cert", 450]]) {
    const dump = spawnSync(check, [path, "--dump"], { encoding: "utf8", maxBuffer: 1 << 28, cwd: root }).stdout.trim().split("\n").slice(1);
    for (let line = 7; line < dump.length; line += every) {
      const [, fen, lower, upper] = dump[line].split("\t");
      assert.equal(lower, upper);
      golden.set(fen, lower);
    }
  }
  t.diagnostic(`${claims.length} of the paper, ${golden.size} in all`);
  assert.ok(golden.size >= 50, `${golden.size}`);
  const { page, done } = await visit(KNK);
  for (const [fen, expected] of golden) {
    await page.evaluate((fen) => (location.hash = `#/chess/8x8/${fen.replaceAll(" ", "_")}`), fen);
    await page.waitForFunction((fen) => document.querySelector(".panel pre")?.textContent.startsWith(`${fen}\n`), fen, { timeout: 20_000 });
    await page.locator("details.exact summary").first().click();
    const digits = await page.locator("details.exact").first().locator(".digits").allInnerTexts();
    assert.equal(digits.join("/"), expected, fen);
    const [n, d] = [...expected.split("/"), "1"];
    const large = (await value(page).innerText()).split(" ")[0];
    assert.equal(large, fraction.decimal(fraction.make(BigInt(n), BigInt(d)), 10), fen);
  }
  await done();
});

test("where α < β there are two tables of moves, as the book has them", async () => {
  const { page, done } = await visit("#/chess/3x4/k2/1p1/1P1/K2");
  await shows(page, "α 0.25");
  const cells = (await page.locator("section.border").allInnerTexts()).map((text) => text.split("\n").filter((line) => /\t/.test(line)).map((line) => line.replaceAll("\t", " ").trim()));
  const best = (await page.locator("section.border").all()).map((section) => section.locator("tr.best td:first-child").allInnerTexts());
  // docs/src/draws.md: White Kb1, Ka2 to win, Kb1 not to lose; Black Ka3, Kb4 to win, Kb4 not to lose.
  assert.deepEqual((await Promise.all(best)).map((moves) => moves.sort()), [["Ka2", "Kb1", "Kb4"], ["Ka3", "Kb1", "Kb4"]]);
  assert.ok(cells.flat().length >= 8);
  assert.equal(await page.locator(".bar .draw-zone").count(), 1);
  await page.goto(held.host.address + KNK);
  await shows(page, "0.58941");
  assert.equal(await page.locator("section.border").count(), 0);
  assert.equal(await page.locator(".bar .draw-zone").count(), 0);
  await done();
});

test("the page says what `solve probe` says", async () => {
  const { page, done } = await visit(KNK);
  for (const [fen, size] of [["k7/8/8/K7/7N/8/8/8", "8x8"], ["8/8/8/8/3k4/8/8/K2N4", "8x8"], ["k2/1p1/1P1/K2", "3x4"], ["2/Kk", "2x2"], ["8/8/8/2n5/8/3K4/8/k7", "8x8"]]) {
    await page.evaluate((address) => (location.hash = address), `#/chess/${size}/${fen}`);
    await page.waitForFunction((fen) => document.querySelector(".panel pre")?.textContent.startsWith(`${fen}\n`), fen, { timeout: 20_000 });
    const text = execFileSync(solve, ["probe", fen], { encoding: "utf8", cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    const shown = await page.locator(".panel pre").textContent();
    assert.ok(text.trimEnd().endsWith(shown.trimEnd()), `${text}\n---\n${shown}`);
    assert.ok(text.includes(await page.locator(".meaning").innerText()));
  }
  await done();
});

test("the ten lessons have one right answer each, and it is accepted", async () => {
  const { page, done } = await visit("#/lessons/1");
  for (let lesson = 1; lesson <= 10; lesson++) {
    await page.evaluate((lesson) => (location.hash = `#/lessons/${lesson}`), lesson);
    await page.waitForFunction((lesson) => document.querySelector(".side h1")?.textContent.startsWith(`${lesson}. `), lesson, { timeout: 20_000 });
    const choices = page.locator(".choices button");
    let right = 0;
    const all = await choices.count();
    assert.ok(all >= 2, `lesson ${lesson}`);
    for (let place = 0; place < all; place++) {
      await choices.nth(place).click();
      const said = await page.locator(".side [role=status]").innerText();
      if (said.startsWith("Right.")) {
        right += 1;
        assert.equal(await page.locator(".side .panel").count(), 1);
      } else assert.match(said, /^Not quite/);
    }
    assert.equal(right, 1, `lesson ${lesson}`);
  }
  await done();
});

test("map, lists, colours, random, line and exports", async () => {
  const { page, done } = await visit(`${KNK}?heat=h4`);
  await shows(page, "0.58941");
  await page.locator(".hot").first().waitFor();
  assert.equal(await page.locator(".hot").count(), 62);
  assert.match(await page.locator('[data-square="h4"]').getAttribute("aria-label"), /^h4, white knight, \.589 here, more exactly 0\.589410…$/);
  // A square of the map leads to that position.
  await page.locator('[data-square="b6"]').click();
  await page.waitForFunction(() => location.hash.includes("1N6"));
  await page.getByRole("button", { name: "move", exact: true }).click();
  await page.goto(held.host.address + KNK);
  await shows(page, "0.58941");
  await page.getByRole("button", { name: "zugzwangs" }).click();
  await page.locator(".found li").first().waitFor();
  // The paper: Figure 8 is one of them; `solve stats` counts them.
  const stats = execFileSync(solve, ["stats", "certs/8x8_KNk.cert"], { encoding: "utf8", cwd: root, stdio: ["ignore", "pipe", "ignore"] });
  const zugzwangs = Number(/zugzwang\D*(\d+)/i.exec(stats)[1]);
  await until(page.locator(".found"), new RegExp(`zugzwangs: ${zugzwangs},`));
  assert.ok((await page.locator(".found").innerText()).includes("8/8/8/8/3k4/8/8/K2N4 21073/32256, bid -95/32256"));
  await page.getByRole("button", { name: "◐ colours" }).click();
  await shows(page, "0.4105895382…");
  await page.getByRole("button", { name: "a line that wins" }).click();
  await page.waitForFunction(() => /White wins by .*\. *Black wins by|Black wins by/s.test(document.querySelector(".line").textContent));
  const files = {};
  for (const name of ["text", "SVG"]) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name, exact: true }).click();
    files[name] = readFileSync(await (await download).path(), "utf8");
  }
  assert.match(files.text, /certs\/8x8_KNk\.cert: verified: 8x8 KNk/);
  assert.match(files.SVG, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*viewBox/);
  assert.doesNotMatch(files.SVG, /class=|NaN|undefined/);
  const before = await page.evaluate(() => location.hash);
  await page.getByRole("button", { name: "random", exact: true }).click();
  await page.waitForFunction((before) => location.hash !== before, before);
  await done();
});

test("games and plans", async () => {
  const { page, done } = await visit("#/game/certs/games/waiting.cert");
  await shows(page, "α 0.25");
  await page.waitForFunction(() => document.querySelectorAll(".node").length === 3);
  await page.locator(".node", { hasText: "out left" }).click();
  await page.waitForFunction(() => document.querySelector(".side h1")?.textContent === "out left");
  await page.goto(`${held.host.address}#/game/certs/games/path.cert`);
  await page.waitForFunction(() => document.querySelectorAll(".node").length === 9);
  // Tug-of-war: i/8 at node i.
  const worth = await page.locator(".node .worth").allTextContents();
  assert.deepEqual([...worth].sort(), ["0", "1", "1/2", "1/4", "1/8", "3/4", "3/8", "5/8", "7/8"]);
  await page.goto(`${held.host.address}#/chess/8x8/4k3/8/3p3p/p1pPp1pP/PpP1PpP1/1P3P2/8/4K3`);
  await shows(page, "α ≤ 0.25");
  await until(page.locator(".found"), /Position \d+ of 58/);
  await page.getByRole("link", { name: "next" }).click();
  await page.waitForFunction(() => !location.hash.includes("/4k3/8/3p3p/p1pPp1pP/PpP1PpP1/1P3P2/8/4K3"));
  await shows(page, "α ≤ 0.25");
  await done();
});

test("a proof in Losing Chess is walked through, with the moves that `solve losing show` prints", async () => {
  const { page, done } = await visit("#/tables");
  await page.getByRole("link", { name: "1.d4", exact: true }).click();
  const path = "certs/losing/1.d4.cert";
  const claim = native(path).stdout.match(/verified: (.*) \(sha-256/)[1];
  await page.locator(".meaning").waitFor();
  assert.ok((await page.locator(".strip.verified").textContent()).includes(claim));
  assert.match(claim, /Black wins from/);
  const line = [];
  let plies = 0;
  for (; plies < 40; plies++) {
    const shown = execFileSync(solve, ["losing", "show", path, "--line", line.join(" ")], { encoding: "utf8", cwd: root });
    const says = await page.locator(".meaning").innerText();
    const buttons = page.locator(".side .moves .move");
    if (/Black (won|has won)/.test(says)) break;
    const [, played] = shown.match(/^Black plays (\S+)$/m) ?? [];
    if (played !== undefined) {
      assert.equal(says, `Black plays ${played}, and wins.`);
      assert.equal(await buttons.count(), 1);
      assert.equal(await page.locator(".arrow").count(), 1);
    } else {
      const [, count] = shown.match(/^(\d+) moves? of White/m);
      assert.equal(await buttons.count(), Number(count));
    }
    // The last of several, so that the line is a long one.
    const move = await buttons.last().innerText();
    line.push(move);
    await buttons.last().click();
    await page.waitForFunction((before) => document.querySelector(".meaning").textContent !== before, says);
  }
  assert.ok(plies > 5 && plies < 40, `${plies} plies`);
  await until(page.locator(".meaning"), /cannot move; Black has won\.$/);
  await page.getByRole("button", { name: "to the beginning" }).click();
  await page.waitForFunction(() => document.querySelector(".meaning").textContent.startsWith("Black plays e5"));
  // A man that is carried makes a move; a position that the proof does not come to is refused.
  await page.locator('[data-square="e7"]').click();
  await page.locator('[data-square="e5"]').click();
  await page.waitForFunction(() => document.querySelector(".side h2").textContent === "White to move");
  const missing = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";
  const { page: other, done: closed } = await visit(`#/losing/${path}?at=${missing.replaceAll(" ", "+")}`);
  await until(other.locator(".notice"), /required a position that this proof comes to/);
  await closed();
  await done();
});

test("a table of Losing Chess by turns says of each position what `check --at` says", async () => {
  const folder = join(scratch, "turns");
  execFileSync(solve, ["losing", "table", "KvR", "--out", folder], { stdio: "ignore" });
  const { page, done } = await visit("#/tables");
  await page.locator("#picker").setInputFiles(join(folder, "8x8_KvR.cert"));
  await page.locator(".meaning").waitFor();
  const address = await page.evaluate(() => location.hash.split("?")[0]);
  for (const fen of ["8/8/8/3r4/8/8/8/K7 b - -", "8/8/8/3r4/8/8/8/K7 w - -", "7r/8/8/8/8/8/8/K7 w - -", "8/8/8/8/8/8/1r6/K7 w - -", "8/1k6/8/8/8/8/8/R7 b - -"]) {
    const said = native(join(folder, "8x8_KvR.cert"), "--at", fen).stdout;
    const outcome = said.split("\n")[2];
    await page.goto(`${held.host.address}${address}?at=${fen.replaceAll(" ", "+")}`);
    await page.waitForFunction((outcome) => document.querySelector(".meaning")?.textContent.includes(outcome), outcome);
    // The first move keeps what the mover has.
    const first = page.locator(".side .moves tbody tr").first();
    assert.match(outcome, /^(White|Black) wins in/);
    assert.match(await first.innerText(), new RegExp(`${outcome.split(" ")[0]} (wins in|cannot move, and has won)`));
  }
  await done();
});

test("games as JSON are opened together with their certificate", async () => {
  const { page, done } = await visit("#/tables");
  const open = (...names) => page.locator("#picker").setInputFiles(names.map((name) => join(root, name)));
  await open("certs/corpus/good/thirds.cert");
  await page.locator("#opened .strip.declined").waitFor();
  assert.match(await page.locator("#opened").innerText(), /Open the game's JSON file together with it/);
  await open("certs/corpus/good/thirds.cert", "certs/corpus/games/thirds.json");
  await page.waitForFunction(() => location.hash.startsWith("#/game/"));
  await page.locator(".node").first().waitFor();
  await done();
});

test("broken files are named and leave nothing behind", async () => {
  const { page, done } = await visit(KNK);
  await shows(page, "0.58941");
  const good = readFileSync(join(root, "certs/3x4_KNk.cert"));
  const flipped = Buffer.from(good);
  flipped[flipped.length - 1] ^= 1;
  for (const [name, buffer, words] of [
    ["empty.cert", Buffer.alloc(0), /rejected: header/],
    ["text.cert", Buffer.from("hello"), /declined: not a certificate/],
    ["cut.cert", good.subarray(0, good.length - 9), /rejected: header/],
    ["flipped.cert", flipped, /rejected: header/],
    ["game.json", Buffer.from("{"), /game\.json: /],
  ]) {
    await page.locator("#picker").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#opened").textContent), words.source);
    if (name.endsWith(".cert")) {
      assert.equal(await page.locator("#opened .strip.verified").count(), 0);
      writeFileSync(join(scratch, name), buffer);
      const { message } = JSON.parse(native("--json", "--imports", join(root, "certs"), join(scratch, name)).stdout);
      assert.ok((await page.locator("#opened").innerText()).includes(message), message);
    }
  }
  // What was verified before is still there.
  assert.match(await value(page).innerText(), /^0\.58941/);
  // Dropped, not picked; a board that the site has no table of.
  await page.evaluate((data) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], "dropped.cert"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, readFileSync(join(root, "certs/corpus/good/9x3_Kk.cert")).toString("base64"));
  await page.locator("#opened .strip.verified").waitFor();
  await page.waitForFunction(() => location.hash.startsWith("#/chess/9x3/"));
  await shows(page, "0.5");
  await done();
});

test("a large file is verified with progress, the page stays alive, and the stop button stops", async (t) => {
  // BIG names a larger one, with its imports beside it.
  let big = process.env.BIG;
  if (!big) {
    const folder = join(root, "target", "web-test", "big");
    mkdirSync(folder, { recursive: true });
    big = join(folder, "14x14_KQk.cert");
    if (!existsSync(big)) execFileSync(solve, ["endgame", "14x14", "KQk", "--precision", "62", "--out", folder], { stdio: "ignore" });
  }
  const folder = join(big, "..");
  // With all that it may rest on.
  const board = basename(big).split("_")[0];
  const files = readdirSync(folder).filter((name) => name.startsWith(`${board}_`) && name.endsWith(".cert")).map((name) => join(folder, name));
  t.diagnostic(`${basename(big)}: ${statSync(big).size} bytes`);
  const { page, done } = await visit(KNK);
  await shows(page, "0.58941");
  await page.locator("#picker").setInputFiles(files);
  await page.locator("#progress button").waitFor({ timeout: 60_000 });
  // Alive: the board can be turned while the checker works.
  await page.getByRole("button", { name: "⇅ turn" }).click();
  await page.waitForFunction(() => location.hash.includes("turned=1"));
  assert.ok(await page.locator("#progress button").isVisible());
  await page.locator("#progress button").click();
  await page.waitForFunction(() => document.querySelector("#opened").textContent.includes("Stopped"));
  assert.equal(await page.locator("#opened .strip.verified", { hasText: basename(big) }).count(), 0);
  await page.locator("#picker").setInputFiles(files);
  await page.waitForFunction((name) => [...document.querySelectorAll("#opened .strip.verified")].some((strip) => strip.textContent.includes(name)), basename(big), { timeout: 240_000 });
  const { claim } = JSON.parse(native("--json", big).stdout);
  assert.ok((await page.locator("#opened").textContent()).includes(claim), claim);
  await value(page).waitFor();
  await done();
});

test("no network: what is verified stays, and what is not there is said to be missing", async () => {
  const { page } = await visit(KNK);
  await shows(page, "0.58941");
  await page.context().setOffline(true);
  await page.evaluate(() => (location.hash = "#/chess/8x8/8/8/8/8/3k4/8/8/K2N4"));
  await shows(page, "21073/32256");
  await page.evaluate(() => (location.hash = "#/chess/8x8/3k3R/8/3K4/8/8/8/8/8"));
  await page.locator(".notice", { hasNotText: "Asking" }).waitFor();
  assert.equal(await value(page).count(), 0);
  await page.context().close();
});

test("a position without a table says what to do", async () => {
  const { page, done } = await visit("#/chess/8x8/8/8/8/3k4/8/8/1n6/K1BB4");
  await page.locator(".notice", { hasText: "No table" }).waitFor();
  const { page: other, done: close } = await visit("#/chess/8x8/8/8/8/3k4/8/8/1n6/K1B5");
  await other.locator(".notice", { hasText: "solve -- endgame 8x8 KBkn" }).waitFor();
  const { page: wrong, done: end } = await visit("#/chess/8x8/8/8/8/3k4/8/8/1n6/8");
  await wrong.locator(".notice", { hasText: /king/ }).waitFor();
  await done();
  await close();
  await end();
});

const PLACES = [KNK, "#/chess/2x3/k1/NN/K1", `${KNK}?heat=h4`, "#/chess/3x4/k2/1p1/1P1/K2", "#/play", "#/lessons/8", "#/break", "#/tables", "#/game/certs/games/path.cert", "#/losing/certs/losing/1.d4.cert?at=rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR+w+-+-", "#/chess/8x8/4k3/8/3p3p/p1pPp1pP/PpP1PpP1/1P3P2/8/4K3"];
const ready = async (page, address) => {
  const what = { play: "#bid", lessons: ".choices", break: ".numbers", tables: ".card", game: ".node", losing: ".meaning" }[/#\/([a-z]+)/.exec(address)?.[1]] ?? ".value";
  await page.locator(what).first().waitFor({ timeout: 20_000 });
};

for (const [name, options] of [
  ["light", {}],
  ["dark", { colorScheme: "dark" }],
  ["phone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
]) {
  test(`axe finds no violation and nothing runs over the edge: ${name}`, async () => {
    const found = [];
    for (const address of PLACES) {
      const { page, done } = await visit(address, options);
      await ready(page, address);
      await page.waitForTimeout(150);
      const over = (await page.evaluate(() => document.documentElement.scrollWidth)) - page.viewportSize().width;
      if (over > 0) found.push(`${address} runs over by ${over}`);
      await page.evaluate(axe);
      // What differs in the dark is the colours; on a phone, where things stand.
      const rules = name === "light" ? {} : { runOnly: name === "dark" ? ["color-contrast"] : ["cat.structure", "cat.name-role-value", "cat.sensory-and-visual-cues"] };
      const { violations } = await page.evaluate((rules) => axe.run(document, rules), rules);
      found.push(...violations.map(({ id, nodes }) => `${address} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`));
      await done();
    }
    assert.deepEqual(found, []);
  });
}

test("set up by touch on a phone", async () => {
  const { page, done } = await visit("#/chess/2x2/1k/K1", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await shows(page, "0.5");
  await page.locator('[data-square="a1"]').tap();
  await page.locator('[data-square="a2"]').tap();
  await page.waitForFunction(() => location.hash === "#/chess/2x2/Kk/2");
  await shows(page, "0.5");
  await done();
});

test("a board in the book comes to life, and stays a picture where there is no checker", async () => {
  const book = `<!doctype html><html lang="en"><title>Book</title><main><h1>Book</h1><bidding-board fen="8/8/8/8/3k4/8/8/K2N4">\n\n<p><img src="data:," alt="Figure 8"></p>\n\n</bidding-board></main><script src="boards.js"></script></html>`;
  const loader = readFileSync(join(root, "docs/boards.js"), "utf8");
  const open = async (isThere) => {
    const context = await held.browser.newContext({ viewport: { width: 900, height: 900 } });
    const page = await context.newPage();
    await page.route("**/book/page.html", (route) => route.fulfill({ contentType: "text/html", body: book }));
    await page.route("**/book/boards.js", (route) => route.fulfill({ contentType: "text/javascript", body: loader }));
    if (!isThere) await page.route("**/live.js", (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto(`${held.host.address}book/page.html`);
    return page;
  };
  const live = await open(true);
  assert.equal(await live.getByAltText("Figure 8").count(), 1);
  await live.getByRole("button", { name: "try this position" }).click();
  await shows(live, "21073/32256");
  await live.getByRole("button", { name: "Nc3" }).click();
  await shows(live, "10489/16128");
  assert.ok((await live.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  assert.match(await live.getByRole("link", { name: "open in the explorer" }).getAttribute("href"), /index\.html#\/chess\/8x8\/8\/8\/8\/8\/3k4\/2N5\/8\/K7$/);
  await live.screenshot({ path: join(scratch, "live.png"), fullPage: true });
  await live.evaluate(axe);
  assert.deepEqual((await live.evaluate(() => axe.run(document))).violations.map(({ id }) => id), []);
  await live.context().close();
  const still = await open(false);
  await still.waitForTimeout(300);
  assert.equal(await still.getByAltText("Figure 8").count(), 1);
  assert.equal(await still.getByRole("button").count(), 0);
  await still.context().close();
});
