// How long a slow phone waits: node web/phone.mjs [SITE]. A line of 1.6 Mbit with 150 ms to each answer, packed as hosts pack files, and a processor that is 6 times
// slower. For each address: when the first exact value stands there, and the longest task of the main thread. The line is that of the server here, so workers share
// it. Processor time is counted by Chromium's trace and multiplied, so that a busy machine changes little; what the checker computes is timed apart, in Node.
// The figures are for people; no test compares them.
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

/** What the worker computes for one certificate, in milliseconds of this machine: it compiles the module, and verifies. */
const { Checker } = await load("checker");
const checked = async (path) => {
  const begin = process.cpuUsage();
  const checker = await Checker.load(readFileSync(join(site, "checker.wasm")));
  if (path !== undefined) {
    checker.write(readFileSync(join(root, path)));
    checker.exports.verify();
  }
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
};

/** The tasks of the main thread, in milliseconds of processor time; but not those of the tool that measures. */
const tasksOf = (trace) => {
  const { traceEvents } = JSON.parse(trace.toString());
  const mains = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`);
  const own = traceEvents.filter(({ pid, tid, ph, tdur }) => ph === "X" && tdur > 0 && mains.includes(`${pid} ${tid}`));
  const tools = own.filter(({ args }) => /DevTools/.test(args?.chrome_mojo_event_info?.mojo_interface_tag ?? ""));
  return own.filter((task) => task.name === "ThreadControllerImpl::RunTask" && !tools.some(({ pid, ts }) => pid === task.pid && ts >= task.ts && ts <= task.ts + task.dur)).map(({ tdur }) => tdur / 1000);
};

const host = await serve(site, 0, { bytes: 1.6e6 / 8, wait: 150 });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
/** A window that knows nothing of the page yet, in a process that runs; and what is done with it. */
const visit = async (address, shown, prepare) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(`${host.address}live.css`);
  const done = await prepare(page, context);
  const begin = performance.now();
  await page.goto(host.address + address, { waitUntil: "commit" });
  await page.locator(shown).first().waitFor({ timeout: 60_000 });
  const seen = performance.now() - begin;
  await page.waitForTimeout(1500);
  const found = await done?.();
  await context.close();
  return [seen, found];
};

for (const [what, address, shown, path] of ADDRESSES) {
  // The first visit packs the files.
  await visit(address, shown, () => undefined);
  const [seen] = await visit(address, shown, async (page, context) => void (await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWER })));
  const [, trace] = await visit(address, shown, async (page) => (await browser.startTracing(page, { categories: ["toplevel"] }), () => browser.stopTracing()));
  const more = (await checked(path)) * (SLOWER - 1);
  const long = tasksOf(trace).map((one) => Math.round(one * SLOWER)).filter((one) => one > 50).sort((a, b) => b - a);
  console.log(`${what}: ${((seen + more) / 1000).toFixed(1)} s (${(more / 1000).toFixed(1)} s of it for the slower checker); the longest tasks take ${long.slice(0, 5).join(", ") || "less than 50"} ms`);
}
await browser.close();
await host.close();
