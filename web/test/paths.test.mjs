// By keyboard alone: thirty ways from an address to what somebody wants there, with the presses of Tab counted. And every page at every width.
import assert from "node:assert/strict";
import { test } from "node:test";
import { start, until } from "./page.mjs";

const { visit } = start("paths");

/** From the address: what has to be there; then, through the way into the content, so many Tabs at the most to what is wanted; a key; and what it leads to. */
const PATHS = [
  ["#/", ".border .value", 'a[href="#/play"].door', 2, "Enter", "#bid"],
  ["#/", ".border .value", 'a[href^="#/chess"].door', 3, "Enter", ".cell"],
  ["#/", ".border .value", 'a[href="#/lessons"].door', 5, "Enter", ".choices button"],
  ["#/", ".border .value", "#held", 7, "ArrowRight", "output >> text=61 %"],
  ["#/", ".border .value", 'a[href="#/break"].button', 9, "Enter", "[data-column]"],
  ["#/chess/3x4/k2/3/3/K1N", ".value", ".cell", 1, "Enter", ".cell.held"],
  ["#/chess/3x4/k2/3/3/K1N", ".value", ".actions .main", 3, "Enter", "#bid"],
  ["#/chess/3x4/k2/3/3/K1N", ".value", ".moves .move", 7, "Enter", ".tree .ply"],
  ["#/chess/3x4/k2/3/3/K1N", ".value", ".cell", 1, "h", ".mode-bar"],
  ["#/chess/3x4/k2/3/3/K1N", ".value", ".cell", 1, "e", ".palette"],
  ["#/chess/3x4/k2/3/3/K1N", ".value", ".cell", 1, "?", "dialog[open]"],
  ["#/chess/3x4/k2/3/3/K1N", ".value", ".cell", 1, " ", ".tree .ply"],
  ["#/play/3x4/k2/3/3/K1N?side=black&level=easy", "#bid", "#slider", 3, "End", "#bid-button >> text=3/4"],
  ["#/play/3x4/k2/3/3/K1N?side=black&level=easy", "#bid", "#bid", 5, "Enter", ".bid-cards"],
  ["#/play/3x4/k2/3/3/K1N?side=black&level=easy", "#bid", ".tools button", 8, "Enter", ".hint"],
  ["#/play/3x4/k2/3/3/K1N?side=black&level=easy", "#bid", ".play-head button", 1, "Enter", ".setup[open]"],
  ["#/lessons/1", ".choices button", ".choices button", 12, "Enter", ".right, .side .wrong"],
  ["#/lessons/3", ".choices button", ".lessons a", 1, "Enter", ".side h1 >> text=1."],
  ["#/break/certs/3x4_KNk.cert?position=25", "[data-column]", '[data-column="value"]', 7, "Enter", ".strip.rejected"],
  ["#/break/certs/3x4_KNk.cert?position=25", "[data-column]", 'button[aria-label="the position after"]', 4, "Enter", ".side >> text=place 27"],
  ["#/tables", ".card", 'input[type="search"]', 1, "x", ".jumps, .cards"],
  ["#/tables", ".card", ".jumps button", 2, "Enter", "h2:focus"],
  ["#/tables", ".card", ".card a", 14, "Enter", ".value"],
  ["#/solve", ".runner .figures", ".cell", 4, "Delete", ".cell"],
  ["#/solve", ".runner .figures", ".palette button", 5, "Enter", '.palette [aria-pressed="true"]'],
  ["#/solve/game", ".runner .figures", ".pens button", 4, "Enter", '.pens [aria-pressed="true"]'],
  ["#/solve/game", ".runner .figures", ".drawing .node", 13, "Enter", ".inspector input"],
  ["#/game/certs/games/path.cert", "a.node", "a.node", 2, "ArrowRight", "a.node:focus"],
  ["#/hex/certs/hex/3x3.cert", ".place", ".place", 2, "ArrowRight", ".place:focus"],
  ["#/chips/certs/chips/4x4_KNk_9_decides.cert", ".holds", '.holds input[type="number"]', 3, "ArrowUp", ".outcome"],
];

for (const [place, [address, there, wanted, most, key, then]] of PATHS.entries()) {
  test(`path ${place + 1}: ${address}, ${key === " " ? "Space" : key} on ${wanted}`, async (t) => {
    const { page, done } = await visit(address, { reducedMotion: "reduce" });
    await page.locator(there).first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    let count = 0;
    do {
      await page.keyboard.press("Tab");
      count++;
    } while (count < 60 && !(await page.evaluate((wanted) => document.activeElement.matches(wanted), wanted)));
    t.diagnostic(`${count} Tabs`);
    assert.ok(count <= most, `${count} Tabs, at most ${most}`);
    await page.keyboard.press(key);
    await page.locator(then).first().waitFor();
    await done();
  });
}

const PAGES = ["#/", "#/chess/3x4/k2/3/3/K1N", "#/play", "#/play/hex?size=3", "#/lessons/1", "#/break/certs/3x4_KNk.cert", "#/tables", "#/solve", "#/solve/game", "#/solve/other", "#/game/certs/games/path.cert", "#/hex/certs/hex/5x5.cert", "#/chips/certs/chips/4x4_KNk_9_decides.cert", "#/model/certs/models/two.cert", "#/losing/certs/losing/1.d4.cert", "#/endless/certs/aims/houses.cert", "#/scores/certs/scores/free-kick.cert", "#/all-pay/certs/all-pay/first-to-two.cert", "#/partition/certs/partitions/king_20.cert"];

test("no page is wider than its window, from 320 to 1280 pixels", async () => {
  const { page, done } = await visit("");
  for (const address of PAGES) {
    await page.evaluate((address) => (location.hash = address), address);
    await page.waitForFunction(() => !document.querySelector("main").innerText.includes("Asking the checker"));
    await until(page.locator("main"), /\S/);
    for (const width of [320, 480, 640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${address}: ${over} pixels too wide at ${width}`);
    }
  }
  await done();
});
