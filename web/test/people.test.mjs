// What people who are new here do with the page: at every width, by keyboard alone, with wrong input, and with games of their own.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { check, root, solve } from "./bundle.mjs";
import { hash, start, until } from "./page.mjs";

const held = start("people");
const { visit } = held;

/** How many presses of Tab it takes to the first element that fits. */
const tabs = async (page, fits, most = 100) => {
  for (let count = 1; count <= most; count++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((fits) => document.activeElement.matches(fits), fits)) return count;
  }
  return Infinity;
};

test("nothing in the head lies over anything else, from 320 to 1280 pixels", async () => {
  const { page, done } = await visit("#/lessons");
  for (const width of [320, 480, 640, 644, 700, 768, 820, 880, 927, 929, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => {
      const parts = [...document.querySelectorAll("header a, header button")].map((part) => [part.textContent, part.getBoundingClientRect()]);
      const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const found = parts.flatMap(([name, a], place) => parts.slice(place + 1).filter(([, b]) => meet(a, b)).map(([other]) => `${name} and ${other}`));
      return [...found, ...parts.filter(([, a]) => a.right > innerWidth || a.left < 0).map(([name]) => `${name} over the edge`)];
    });
    assert.deepEqual(over, [], `${width} pixels`);
  }
  await done();
});

test("by keyboard: a board that only shows is no stop, and one to be used is one", async (t) => {
  const { page, done } = await visit("#/lessons/1");
  await page.locator(".choices button").first().waitFor();
  const answer = await tabs(page, ".choices button");
  t.diagnostic(`the first answer of a lesson: ${answer} Tabs`);
  // The way into the content, names of pages, files, lessons, what was verified; and then the answer.
  assert.ok(answer <= 23, `${answer}`);
  await done();
  // With the way into the content it is half of that.
  const { page: short, done: end } = await visit("#/lessons/1");
  await short.locator(".choices button").first().waitFor();
  await short.keyboard.press("Tab");
  await short.keyboard.press("Enter");
  const rest = await tabs(short, ".choices button");
  t.diagnostic(`with the way into the content: ${rest + 1} Tabs`);
  assert.ok(rest <= 12, `${rest}`);
  await end();
  for (const [address, isUsed] of [["#/", 0], ["#/break/certs/3x4_KNk.cert?position=25", 0], ["#/lessons/2", 0], ["#/solve", 1], ["#/chess/4x4/k3/4/4/K2N", 1], ["#/play", 1]]) {
    const { page, done } = await visit(address);
    await page.locator(".cell").first().waitFor();
    await page.waitForTimeout(300);
    let stops = 0;
    for (let count = 0; count < 60; count++) {
      await page.keyboard.press("Tab");
      stops += await page.evaluate(() => (document.activeElement.closest(".board") ? 1 : 0));
      if (await page.evaluate(() => document.activeElement === document.body)) break;
    }
    assert.equal(stops, isUsed, address);
    await done();
  }
});

test("a text that is no position stays in its field, beside the board, with what is wrong; on both pages that set one up", async () => {
  for (const [address, field] of [["#/chess/3x4/k2/3/3/K1N", ".explore"], ["#/solve", ".solve-chess"]]) {
    const { page, done } = await visit(address);
    const fen = page.locator(`${field} input[aria-label="FEN"]`);
    await fen.fill("k2/3/3/K1X");
    await fen.press("Enter");
    await until(page.locator("#fen-wrong"), "This is no position");
    assert.equal(await fen.inputValue(), "k2/3/3/K1X");
    assert.equal(await page.locator(".board").isVisible(), true);
    assert.equal(await page.locator(".tools").first().isVisible(), true);
    // A board of the wrong size, too.
    await fen.fill("k/K");
    await fen.press("Enter");
    await until(page.locator("#fen-wrong"), /too small|no position/);
    await fen.fill("k2/3/3/K1N");
    await fen.press("Enter");
    await page.waitForFunction(() => document.querySelector("#fen-wrong").textContent === "");
    await done();
    // The same, if the page begins with it.
    const { page: first, done: end } = await visit(field === ".explore" ? "#/chess/8x8/k7%2F8%2F9" : "#/solve?fen=k7/8/9");
    await until(first.locator("#fen-wrong"), "found 9 files on rank 1");
    assert.ok((await first.locator(".cell").count()) > 0);
    await end();
  }
});

test("what a FEN says beside the men is told in a sentence, and the start position of chess, too", async () => {
  const { page, done } = await visit("#/chess/3x4/k2/3/3/K1N");
  const fen = page.getByLabel("FEN");
  for (const text of ["k2/3/3/K1N b - - 0 1", "k2/3/3/K1N w KQkq - 0 1"]) {
    await fen.fill(text);
    await fen.press("Enter");
    await until(page.locator(".side"), "side to move, castling and move counters are passed over");
    await until(page.locator(".value"), "0.6015625");
  }
  await fen.fill("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  await fen.press("Enter");
  await until(page.locator(".side"), "This position has 32 men, as every game of chess begins");
  await until(page.locator(".side"), "nobody castles");
  await done();
});

test("what is too large for the page is said with what a machine of one's own truly needs, and where the program comes from", async () => {
  const { page, done } = await visit("#/solve?fen=16/16/16/16/16/16/7k8/16/16/16/16/16/16/16/16/K1QR12");
  // 524,377,920 positions of 250 bytes, as `solve endgame 16x16 KQRk --dry-run` says, and those of three men.
  await until(page.locator(".estimate"), "Nor is it for a usual machine: the program needs 132 GB");
  assert.doesNotMatch(await page.locator(".estimate").innerText(), /machine can do it/);
  await until(page.locator(".estimate"), "Where to get the program");
  await page.getByText("Where to get the program").first().click();
  await until(page.locator(".estimate"), "cargo install --locked --path cli/solve");
  await page.evaluate(() => (location.hash = "#/solve?fen=9/9/7k1/9/9/9/9/9/K1QR5"));
  await until(page.locator(".estimate"), /The program on your own machine needs \d+(\.\d+)? [MG]B of memory or more/);
  await done();
});

test("a game: who you are, what you join, a hint that is taken, a bid that is told wrong before it is sent, a loss that is not green", async () => {
  const { page: hex, done: over } = await visit("#/play/hex?size=3&side=black");
  await until(hex.locator(".play-head"), "You are Right, orange: join the left and the right side.");
  await over();
  const { page, done } = await visit("#/play", { reducedMotion: "reduce" });
  await until(page.locator(".play-head"), "You are Black.");
  const bid = page.locator("#bid");
  await bid.fill("7");
  await until(page.locator(".bid-form .wrong"), "A bid is at most what you hold");
  assert.equal(await page.locator("#bid-button").isDisabled(), true);
  await bid.fill("1/16");
  assert.equal(await page.locator("#bid-button").isDisabled(), false);
  await page.getByRole("button", { name: "show hints" }).click();
  await page.locator(".take button").click();
  // Half of the difference of the two best moves of the book's first chapter: (43/64 − 17/32)/2.
  assert.equal(await bid.inputValue(), "9/128");
  assert.match(await page.locator(".hint").innerText(), /9\/128/);
  // Losing on purpose: everything is bid, again and again.
  const colour = (name) => page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(--${name})`;
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  }, name);
  for (let count = 0; count < 30 && !(await page.locator(".play-head h1.done").count()); count++) {
    await bid.fill("-1/64");
    await page.locator("#bid-button").click();
    await page.waitForFunction(() => document.querySelector(".play-head h1.done, #bid, .as-list"));
    if (await page.locator(".as-list").count()) {
      await page.locator(".as-list summary").click();
      await page.locator(".as-list button").first().click();
      await page.waitForFunction(() => document.querySelector(".play-head h1.done, #bid"));
    }
  }
  const title = page.locator(".play-head h1.lost");
  await title.waitFor();
  assert.equal(await title.evaluate((head) => getComputedStyle(head).color), await colour("bad"));
  // Both bids of an auction stand on its scale, at places of their own.
  const places = await page.locator(".last .scale .tick.you, .last .scale .tick.it").evaluateAll((ticks) => ticks.map((tick) => tick.style.left));
  assert.equal(new Set(places).size, 2, places.join());
  await done();
});

test("numbers of a game are not broken in the middle", async () => {
  const { page, done } = await visit("#/play/3x4/k2/3/3/K1N?hold=103/128", { viewport: { width: 320, height: 740 } });
  await page.locator("#bid").waitFor();
  for (const width of [320, 360, 390, 480, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const broken = await page.locator(".purse p > *").evaluateAll((parts) => parts.filter((part) => part.getClientRects().length > 1 || part.getBoundingClientRect().height > 36).map((part) => part.textContent));
    assert.deepEqual(broken, [], `${width}`);
  }
  await done();
});

test("bars of chips and of chess run in one direction: to the right Black holds more", async () => {
  const { page, done } = await visit("#/chips/certs/chips/4x4_KNk_9_decides.cert");
  await page.locator(".amounts .bar").first().waitFor();
  const kinds = await page.locator(".amounts .bar").first().locator("rect:not(.here)").evaluateAll((parts) => parts.map((part) => part.getAttribute("class")));
  assert.deepEqual(kinds, ["white-zone", "black-zone"]);
  await until(page.locator(".key"), "Black holds 0 to 9 chips");
  await done();
});

test("the first page: a slider moves the verdict, the film ends in a sentence, the foot says what this is", async () => {
  const { page, done } = await visit("#/", { reducedMotion: "no-preference", permissions: ["clipboard-read", "clipboard-write"] });
  await until(page.locator(".outcome"), "White wins, whatever Black bids: with 60 of 100 chips");
  // 77/128 is 60.15… %.
  await page.locator("#held").focus();
  await page.keyboard.press("ArrowRight");
  await until(page.locator(".outcome"), "Black wins, whatever White bids: with 61 of 100 chips");
  assert.equal(await page.locator("output").innerText(), "61 %");
  await until(page.locator(".step"), "White has paid 7 to Black, and moves the knight.");
  for (const text of ["nobody is on move", "the king is captured like any other man", "nobody castles", "who has no move passes"]) await until(page.locator(".lead"), text);
  const foot = page.locator("footer");
  assert.match(await foot.innerText(), /version \d+\.\d+\.\d+/);
  for (const name of ["Source", "MIT", "Apache-2.0"]) {
    const address = await foot.getByRole("link", { name, exact: true }).getAttribute("href");
    assert.equal((await page.request.get(new URL(address, held.host.address).href)).status(), 200, name);
  }
  assert.match(await foot.getByRole("link", { name: /Endgames in bidding chess/ }).getAttribute("href"), /^https:\/\/doi\.org\/10\.1017\/9781108641999\.021$/);
  await foot.getByRole("button", { name: "Report a fault" }).click();
  await until(page.locator("#reported"), "Copied");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^Bidding games \d[^]*#\/\n[^]*What I expected:/);
  await done();
});

/** The SHA-256 of the certificate that the native program writes for a game. */
const native = (game, ...flags) => {
  const out = join(held.scratch, "native.cert");
  const { status, stderr } = spawnSync(solve, ["graph", game, ...flags, "--out", out], { encoding: "utf8", cwd: root });
  assert.equal(status, 0, stderr);
  return hash(readFileSync(out));
};

/** Presses Solve, and gives the beginning of the SHA-256 of what was verified. */
const solved = async (page) => {
  await page.locator(".runner button.main:not(:disabled)").click();
  const said = page.locator(".solved .two-lines");
  await said.waitFor({ timeout: 30_000 });
  return /sha-256 ([0-9a-f]{8})/.exec(await said.innerText())[1];
};

test("a game that is dropped opens where it is solved, and is solved there: games of bids, endless and scored ones", async () => {
  for (const game of ["certs/games/path.json", "certs/aims/houses.json", "certs/scores/free-kick.json"]) {
    const { page, done } = await visit("#/");
    const bytes = readFileSync(join(root, game)).toString("base64");
    await page.evaluate(([name, bytes]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [game.split("/").at(-1), bytes]);
    await page.waitForFunction(() => location.hash === "#/solve/game");
    assert.equal(await solved(page), native(game).slice(0, 8), game);
    assert.equal(await page.locator("#opened").innerText(), "");
    // All of it is on the page of its kind.
    await page.getByRole("button", { name: /^See / }).click();
    await page.waitForFunction(() => !location.hash.startsWith("#/solve"));
    await page.locator(".strip.verified").first().waitFor();
    await done();
  }
  // A model is named with what solves it.
  const { page, done } = await visit("#/");
  await page.locator("#picker").setInputFiles(join(root, "certs/models/two.umb"));
  await until(page.locator("#opened"), "solve model two.umb --out two.cert");
  await done();
});

test("a game of one's own, with its rules, goes from one browser to another by its address", async () => {
  const game = JSON.stringify({ "bidding-game": 2, title: "Für „zwei“ <b>", positions: [{ name: "a", left: ["b"], right: ["lost"] }, { name: "b", left: ["won"], right: ["a"] }, { name: "won", value: "1" }, { name: "lost", value: "0" }] }, null, 1);
  const { page, done } = await visit("#/solve/game", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByText("The same as a file").click();
  await page.locator("textarea").fill(game);
  await until(page.locator(".runner .about"), "Für „zwei“ <b>");
  await page.locator(".rules summary").click();
  await page.locator('.rules [data-key="never"]').fill("1/3");
  await page.locator('.rules [data-key="never"]').press("Enter");
  const first = await solved(page);
  await page.getByRole("button", { name: "copy the address of this game" }).click();
  await page.getByRole("button", { name: "copied" }).waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(address.length < 400, `${address.length}: ${address}`);
  await done();
  // Another browser: another storage.
  const { page: other, done: end } = await visit("");
  await other.goto(address);
  await until(other.locator(".runner .about"), "Für „zwei“ <b>");
  await other.getByText("The same as a file").click();
  assert.equal(await other.locator("textarea").inputValue(), game);
  assert.equal(await solved(other), first);
  await end();
  // A part of an address says that it is none.
  const { page: cut, done: over } = await visit(`${address.slice(address.indexOf("#"), -9)}`);
  await until(cut.locator("main"), "is not whole");
  await over();
});

test("the book has one name with the page, and a way back from each of its pages", async () => {
  const { page, done } = await visit("#/");
  const link = page.locator("nav").getByRole("link", { name: "Book" });
  // A site without the book does not lead there.
  if (!existsSync(join(held.site, "book", "index.html"))) return assert.equal(await link.count(), 0);
  await link.click();
  for (const address of ["book/index.html", "book/glossary.html", "book/record/format.html"]) {
    await page.goto(held.host.address + address);
    assert.match(await page.title(), /Bidding games: the (book|record)/);
    await page.locator(".menu-title").getByRole("link", { name: "Bidding games" }).click();
    await page.locator(".home h1").waitFor();
  }
  await done();
});

test("what takes less than two seconds is solved where it is looked up, with the native value; then every man can be moved", async () => {
  // On 5x6 nothing comes with the site.
  const fen = "4k/5/5/2R2/5/K4";
  const out = join(held.scratch, "native");
  assert.equal(spawnSync(solve, ["endgame", "5x6", "KRk", "--out", out], { cwd: root }).status, 0);
  const said = spawnSync(check, [join(out, "5x6_KRk.cert"), "--imports", out, "--at", fen], { encoding: "utf8", cwd: root }).stdout;
  const [, value] = /lower value: (\d+\/\d+)/.exec(said);
  const { page, done } = await visit("#/");
  await page.evaluate((fen) => (location.hash = `#/chess/5x6/${fen}`), fen);
  await until(page.locator(".explore .panel .value"), value);
  assert.match(await page.locator(".strip.verified > summary").innerText(), /verified in this browser · 5x6 KRk/);
  await page.getByRole("button", { name: "White's best move" }).click();
  await page.waitForFunction((fen) => !location.hash.includes(fen), fen);
  await page.locator(".explore .panel .value").waitFor();
  await done();
});
