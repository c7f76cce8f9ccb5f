// Draws the pictures of the explorer in the book again: node web/screenshots.mjs [FOLDER]. They are looked at by people, and no test compares them.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { root, web } from "./test/bundle.mjs";
import { serve } from "./test/server.mjs";

const folder = process.argv[2] ?? join(root, "docs", "src", "pictures");
const site = join(root, "target", "site");
execFileSync("node", [join(web, "build.mjs"), site], { stdio: "inherit" });
const wide = { width: 1180, height: 760 };
const phone = { width: 390, height: 780 };
const SHOTS = [
  ["home", "#/", { width: 1180, height: 640 }, "light", ".badge"],
  ["8x8-light", "#/chess/8x8/k7/8/8/K7/7N/8/8/8", wide, "light", ".value"],
  ["8x8-dark", "#/chess/8x8/k7/8/8/K7/7N/8/8/8?heat=h4", wide, "dark", ".hot"],
  ["phone", "#/chess/8x8/8/8/8/8/3k4/8/8/K2N4", phone, "light", ".value"],
  ["phone-dark", "#/", phone, "dark", ".badge"],
  ["hex", "#/hex/certs/hex/5x5.cert", { width: 1180, height: 620 }, "light", ".value"],
  ["solve", "#/solve?fen=4k/5/3R1/5/K4&go=1", { width: 1180, height: 700 }, "light", ".value"],
  ["tables", "#/tables", wide, "light", ".card"],
  ["play", "#/play", { width: 1180, height: 660 }, "light", "#bid"],
  ["break", "#/break/certs/3x4_KNk.cert?position=25", { width: 1180, height: 800 }, "light", '[data-column="value"]'],
  ["game", "#/game/certs/games/path.cert", { width: 1180, height: 620 }, "light", ".value"],
];

const host = await serve(site);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const [name, address, viewport, colorScheme, shown] of SHOTS) {
  const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 1, reducedMotion: name === "home" ? "no-preference" : "reduce", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(host.address + address);
  await page.locator(shown).first().waitFor({ timeout: 60_000 });
  if (name === "break") {
    await page.locator(shown).click();
    await page.locator(".strip.rejected").waitFor();
  }
  // The auction of the first page ends by itself.
  await page.waitForTimeout(name === "home" ? 5000 : 400);
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
