// Draws the pictures of the explorer in the book again: node web/screenshots.mjs [FOLDER]. They are looked at by people, and no test compares them.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { root, solve, web } from "./test/bundle.mjs";
import { serve } from "./test/server.mjs";

const folder = process.argv[2] ?? join(root, "docs", "src", "pictures");
const site = join(root, "target", "site");
execFileSync("node", [join(web, "build.mjs"), site], { stdio: "inherit" });
const big = join(root, "target", "web-test", "big");
mkdirSync(big, { recursive: true });
if (!existsSync(join(big, "16x16_KRk.cert"))) execFileSync(solve, ["endgame", "16x16", "KRk", "--enclosure", "62", "--out", big], { stdio: "ignore" });

const wide = { width: 1180, height: 760 };
const phone = { width: 390, height: 780 };
const SHOTS = [
  ["8x8-light", "#/chess/8x8/k7/8/8/K7/7N/8/8/8", wide, "light"],
  ["8x8-dark", "#/chess/8x8/k7/8/8/K7/7N/8/8/8?heat=h4", wide, "dark"],
  ["2x2", "#/chess/2x2/1k/K1", { width: 1180, height: 620 }, "light"],
  ["2x3-draw", "#/chess/2x3/k1/NN/K1", wide, "light"],
  ["3x4-draw", "#/chess/3x4/k2/1p1/1P1/K2", { width: 1180, height: 900 }, "dark"],
  ["16x16", "#/chess/16x16/16/16/16/16/16/16/5k10/16/16/16/16/4K11/16/12R3/16/16", { width: 1180, height: 900 }, "light", [join(big, "16x16_KRk.cert"), join(big, "16x16_Kk.cert")]],
  ["phone", "#/chess/8x8/8/8/8/8/3k4/8/8/K2N4", phone, "light"],
  ["phone-dark", "#/chess/8x8/8/8/8/8/3k4/8/8/K2N4", phone, "dark"],
  ["play", "#/play", { width: 1180, height: 620 }, "light"],
  ["break", "#/break/certs/endgames/3x4_KNk.cert?position=25", { width: 1180, height: 800 }, "light"],
  ["game", "#/game/certs/games/waiting.cert", { width: 1180, height: 620 }, "light"],
];

const host = await serve(site);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const [name, address, viewport, colorScheme, files] of SHOTS) {
  const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 1 });
  const page = await context.newPage();
  await page.goto(host.address + (files ? "#/tables" : address));
  if (files) {
    await page.locator("#picker").setInputFiles(files);
    await page.locator("#opened .strip.verified").nth(files.length - 1).waitFor({ timeout: 240_000 });
    await page.locator("#opened").getByRole("button", { name: "close" }).click();
    await page.evaluate((address) => (location.hash = address), address);
  }
  await page.locator(address.startsWith("#/play") ? "#bid" : address.startsWith("#/break") ? ".numbers" : ".value").first().waitFor({ timeout: 60_000 });
  if (name === "break") {
    await page.locator('[data-column="value"]').click();
    await page.locator(".strip.rejected").waitFor();
  }
  if (address.includes("heat")) await page.locator(".hot").first().waitFor();
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `explorer-${name}.png`) });
  await context.close();
}
await browser.close();
await host.close();
// A third of the bytes, where the tool is there.
try {
  execFileSync("pngquant", ["--force", "--ext", ".png", "--strip", "64", ...SHOTS.map(([name]) => join(folder, `explorer-${name}.png`))]);
} catch {
  console.log("no pngquant: the pictures keep all their colours");
}
