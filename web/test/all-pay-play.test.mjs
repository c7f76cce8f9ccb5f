// A play of an all-pay auction in a headless Chromium: bids, options, the end, taking back, the address, what is said of sure wins and of bluffs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { solve } from "./bundle.mjs";
import { faults, native, PHONE, start } from "./page.mjs";

const { visit, scratch } = start("all-pay");
const TWO = "#/all-pay/certs/all-pay/first-to-two.cert";
const THREE = "#/all-pay/certs/all-pay/first-to-three.cert";

/** All random bytes are this one. */
const drawn = (byte) => (page) => page.addInitScript((byte) => (crypto.getRandomValues = (into) => into.fill(byte)), byte);
const part = (page) => page.locator(".all-pay-play");
const heading = (page, text) => page.locator(".all-pay-play h2").filter({ hasText: text }).waitFor();
const bid = (page, chips) => page.getByRole("group", { name: "Your bid" }).getByRole("button", { name: `${chips}`, exact: true }).click();
const log = async (page) => (await page.locator(".history tbody tr").allInnerTexts()).map((row) => row.split("\t"));

test("a play from the first position to the end, with the page's draws fixed; taken back, played anew, left", async () => {
  const { page, done } = await visit(`${TWO}?at=0-0&holds=2,1`, {}, drawn(0));
  await page.getByRole("button", { name: "play Left" }).click();
  await heading(page, "You are Left, with 2 chips; the page has 1");
  assert.match(await part(page).innerText(), /Whatever you bid, Left's expected share is at most 0\.833333…\. With your own verified mix you are sure of at least 0\.833333…\./);
  assert.equal(await page.getByRole("group", { name: "Your bid" }).getByRole("button").count(), 3);
  // The keyboard is at the bids.
  assert.equal(await page.evaluate(() => document.activeElement.innerText), "0");
  await bid(page, 2);
  await heading(page, /You are Left, with 0 chips; the page has [01]/);
  const first = (await log(page))[0];
  assert.deepEqual([first[1], first[2], first[3], first[5], first[6]], ["0-0", "2 chips against 1", "2", "Left", "1-0"]);
  assert.match(await part(page).innerText(), /You bid 2, the page bids [01]\. Both are paid\. Your bid is greater: you move to 1-0\./);
  assert.match(await part(page).innerText(), /Your bid gave away (nothing|less than 0\.000001 on average|0\.\d+…? on average)\./);
  const address = page.url();
  assert.match(address, /side=left&log=2\.[01]l0$/);
  // A reload leads to the same state: nothing is drawn anew.
  await page.reload();
  await heading(page, /You are Left, with 0 chips/);
  assert.deepEqual((await log(page))[0], first);
  await page.getByRole("button", { name: "take back" }).click();
  await heading(page, "You are Left, with 2 chips; the page has 1");
  assert.equal(await page.locator(".history").count(), 0);
  // Up to the end.
  for (let steps = 0; steps < 4 && (await page.getByRole("group", { name: "Your bid" }).count()) > 0; steps++) {
    const before = page.url();
    await bid(page, 0);
    await page.waitForFunction((before) => location.href !== before, before);
    await page.waitForFunction(() => document.querySelectorAll(".history tbody tr").length > 0);
  }
  await heading(page, /You have won, as Left\.|Right has won: the page\./);
  assert.match(await page.locator(".meaning").innerText(), /^The game is over: Left's share is [01]\.$/);
  assert.ok((await log(page)).length >= 2);
  await page.getByRole("button", { name: "new play" }).click();
  await heading(page, "You are Left, with 2 chips; the page has 1");
  await page.getByRole("button", { name: "stop playing" }).click();
  await page.getByRole("button", { name: "play Right" }).waitFor();
  assert.match(page.url(), /holds=2%2C1$/);
  await done();
});

test("a game of the reader's: whoever wins the auction chooses among several options, and what a bad one gives away is said", async () => {
  const [game, cert] = ["choice.json", "choice.cert"].map((name) => join(scratch, name));
  const position = (name, left, right) => ({ name, left, right });
  writeFileSync(game, JSON.stringify({ "bidding-game": 2, title: "A choice", positions: [position("p", ["won", "even"], ["lost"]), position("even", ["won"], ["lost"]), { name: "won", value: "1" }, { name: "lost", value: "0" }] }));
  execFileSync(solve, ["graph", game, "--pays", "both", "--chips", "1-1", "--ties", "left", "--out", cert], { stdio: "ignore" });
  const { page, done } = await visit("#/tables", {}, drawn(0));
  await page.locator("#picker").setInputFiles([game, cert]);
  await page.getByRole("button", { name: "play Left" }).click();
  await heading(page, "You are Left, with 1 chip; the page has 1");
  assert.match(await part(page).innerText(), /Left moves after equal bids/);
  await bid(page, 1);
  await page.getByRole("group", { name: "Your options" }).waitFor();
  assert.match(await page.locator(".answer h2").innerText(), /^p, 0 against [01] chips, and Left moves$/);
  assert.match(await part(page).innerText(), /You can win surely\./);
  const options = page.getByRole("group", { name: "Your options" }).getByRole("button");
  assert.deepEqual(await options.allInnerTexts(), ["won", "even"]);
  await options.filter({ hasText: "even" }).click();
  await page.locator(".answer h2").filter({ hasText: /^even/ }).waitFor();
  assert.match(await part(page).innerText(), /You bid 1, the page bids [01]\. .*you move to even\.\s+.*Your option gave away \d/s);
  // The option is taken back, and the bid stays.
  await page.getByRole("button", { name: "take back" }).click();
  await options.filter({ hasText: "won" }).click();
  await heading(page, "You have won, as Left.");
  await done();
});

test("who wins surely, and how often the players bluff, is what the command says", async () => {
  const { page, done } = await visit(`${THREE}?at=2-1&holds=4,3`);
  await page.locator(".sure.of-left").waitFor();
  const { stdout } = native("certs/all-pay/first-to-three.cert", "--graph", "certs/all-pay/first-to-three.json", "--at", "2-1", "--holds", "4,3");
  for (const player of ["Left", "Right"]) {
    const rows = (await page.locator(`.sure.of-${player.toLowerCase()} tbody tr`).allInnerTexts()).map((row) => row.split("\t"));
    const known = rows.filter(([, need]) => /^\d+$/.test(need)).map(([against, need]) => `${need} against ${against}`);
    const said = new RegExp(`^${player} wins surely here with (.*?)(;.*)?$`, "m").exec(stdout)?.[1] ?? "";
    assert.equal(known.join(", "), said.replace(/ chips? /, " ").replace(/ of (Left|Right)/, ""), `${stdout}\n${rows.join("\n")}`);
  }
  assert.match(await page.locator(".bluffs").innerText(), /Of 180 states that are bid for .* Left bluffs in \d+ \(\d+(\.\d)?…? %\).*\n*A bluff is a bid above 0 that a player makes neither surely nor never\./s);
  assert.ok((await page.locator("pre").last().textContent()).trim() === stdout.slice(stdout.indexOf("\n") + 1).trim());
  await done();
});

test("an address that holds no play says so, with a way on", async () => {
  for (const [query, words] of [["side=left&log=zz", /cannot be read/], ["side=left&log=9.0l0", /Step 1 of this play: a bid is more/], ["side=right&log=2.0l0_2.0l0", /Step 2 of this play/]]) {
    const { page, done } = await visit(`${TWO}?at=0-0&holds=2,1&${query}`);
    await page.locator(".answer .notice").waitFor();
    assert.match(await page.locator(".answer").innerText(), words);
    await done();
  }
});

test("a play breaks no rule of axe, and fits: a window, dark, a phone", async () => {
  for (const options of [{}, { colorScheme: "dark" }, PHONE, { viewport: { width: 320, height: 640 } }]) {
    const { page, done } = await visit(`${THREE}?at=0-0&holds=4,3&side=right&log=1.1l0_0.1r1`, { reducedMotion: "reduce", ...options });
    await page.locator(".all-pay-play").waitFor();
    assert.deepEqual(await faults(page), [], JSON.stringify(options));
    await done();
  }
});
