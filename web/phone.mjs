// How long a slow phone waits: node web/phone.mjs [SITE]. A line of 1.6 Mbit with 150 ms to each answer, packed as hosts pack files, and a main thread that is 6
// times slower. For each address: when the first exact value stands there, and the longest time for which the main thread was held up. Chromium slows no worker
// down, so what the checker's worker computes is timed apart, in Node, and five times that is added. The figures are for people; no test compares them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { load, root } from "./test/bundle.mjs";
import { serve } from "./test/server.mjs";

const SLOWER = 6;
const site = process.argv[2] ?? join(root, "target", "site");
const ADDRESSES = [
  ["the first page", "#/", ".card .value", "certs/3x4_KNk.cert"],
  ["a position on 3x4", "#/chess/3x4/k2/3/3/K1N", ".value", "certs/3x4_KNk.cert"],
  ["a position on 8x8", "#/chess/8x8/k7/8/8/K7/7N/8/8/8", ".value", "certs/8x8_KNk.cert"],
  ["a game", "#/play", "#bid", "certs/3x4_KNk.cert"],
  ["a lesson", "#/lessons/5", ".choices button", "certs/3x4_KNk.cert"],
  ["a graph", "#/game/certs/games/path.cert", ".value", undefined],
  ["the library", "#/tables", ".card", undefined],
];

/** What the worker computes for one certificate: it compiles the module, and verifies. */
const { Checker } = await load("checker");
const busy = async (path) => {
  const begin = performance.now();
  const checker = await Checker.load(readFileSync(join(site, "checker.wasm")));
  if (path !== undefined) {
    checker.write(readFileSync(join(root, path)));
    checker.exports.verify();
  }
  return performance.now() - begin;
};

const host = await serve(site, 0, { bytes: 1.6e6 / 8, wait: 150 });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const [what, address, shown, path] of ADDRESSES) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, serviceWorkers: "block" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(() => {
    globalThis.held = [];
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration, startTime }) => globalThis.held.push([Math.round(startTime), Math.round(duration)]))).observe({ type: "longtask", buffered: true });
  });
  const begin = performance.now();
  await page.goto(host.address + address, { waitUntil: "commit" });
  await page.locator(shown).first().waitFor({ timeout: 60_000 });
  const seen = performance.now() - begin;
  await page.waitForTimeout(3000);
  const held = await page.evaluate(() => globalThis.held);
  const more = (SLOWER - 1) * (await busy(path));
  const longest = Math.max(0, ...held.map(([, duration]) => duration));
  console.log(`${what}: ${((seen + more) / 1000).toFixed(1)} s (of which ${(more / 1000).toFixed(1)} s for the worker); the main thread is held up for ${longest} ms at most${longest > 0 ? ` (from: for): ${held.map((one) => one.join(": ")).join(", ")}` : ""}`);
  await context.close();
}
await browser.close();
await host.close();
