// A headless Chromium at the built site, for tests of the page: each test file calls `start` once, and gets what opens windows and what waits.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { check, root, web } from "./bundle.mjs";
import { serve } from "./server.mjs";

export const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
export const KNK = "#/chess/8x8/k7/8/8/K7/7N/8/8/8";
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const ARGUMENTS = ["--no-sandbox", "--disable-gpu"];
/** Of a list every so many: all of it once a night (NIGHTLY), and where it is one that is asked for. */
export const sample = (all, every) => (process.env.NIGHTLY === undefined ? all.filter((_, place) => place % every === 0) : all);
/** A phone as people hold it. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Builds the site into a folder of its own below `target/web-test`, serves it, starts the browser; all of it ends with the tests of the file. SITE names a site that is built. */
export const start = (name) => {
  const site = process.env.SITE ?? join(root, "target", "web-test", `site-${name}`);
  const scratch = join(root, "target", "web-test", `files-${name}`);
  const held = { site, scratch, host: undefined, browser: undefined };
  before(async () => {
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch, { recursive: true });
    if (process.env.SITE === undefined) execFileSync("node", [join(web, "build.mjs"), site], { stdio: "inherit" });
    held.host = await serve(site);
    held.browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  });
  after(async () => {
    await held.browser?.close();
    await held.host?.close();
  });

  /** A new window at an address; `wrong` collects whatever it asks of another host, and whatever goes wrong in it. `prepare` may change the window before. */
  held.visitOnce = async (address, options = {}, prepare = undefined) => {
    const context = await held.browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, serviceWorkers: "block", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const wrong = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    page.on("request", (request) => !/^(data|blob):/.test(request.url()) && !request.url().startsWith(held.host.address) && wrong.push(`asked for ${request.url()}`));
    await prepare?.(page);
    const answer = await page.goto(held.host.address + address);
    // Nothing but a part of the address changes without an answer.
    if (answer !== null) assert.equal(answer.status(), 200, `${held.host.address}${address}`);
    return { page, wrong, close: () => context.close() };
  };

  /** The same; anything wrong fails the test when it is done. */
  held.visit = async (address, options = {}, prepare = undefined) => {
    const { page, wrong, close } = await held.visitOnce(address, options, prepare);
    return {
      page,
      done: async () => {
        await close();
        assert.deepEqual(wrong, []);
      },
    };
  };
  return held;
};

export const value = (page) => page.locator(".value").first();
export const shows = async (page, text) => page.waitForFunction((text) => document.querySelector(".value")?.textContent.includes(text), text, { timeout: 20_000 });
/** Waits until what is found says it: what an answer of the worker fills in comes after the value. */
export const until = (locator, text) => locator.filter({ hasText: text }).first().waitFor({ timeout: 20_000 });
export const native = (...parameters) => spawnSync(check, parameters, { encoding: "utf8", maxBuffer: 1 << 28, cwd: root });

/** What axe finds on a page, and by how much it runs over the right edge. */
export const faults = async (page, rules = {}) => {
  const over = (await page.evaluate(() => document.documentElement.scrollWidth)) - page.viewportSize().width;
  await page.evaluate(axe);
  const { violations } = await page.evaluate((rules) => axe.run(document, rules), rules);
  return [...(over > 0 ? [`runs over by ${over}`] : []), ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`)];
};

/** The worker of the page itself, asked as the page asks it. */
export const inWorker = (page, calls) =>
  page.evaluate(async (calls) => {
    const worker = new Worker("worker.js", { type: "module" });
    const waiting = new Map();
    worker.onmessage = ({ data }) => data.progress || data.started || waiting.get(data.number)(data);
    const call = (number, name, args) => new Promise((resolve) => {
      waiting.set(number, resolve);
      worker.postMessage({ number, name, args: args.map((arg) => (typeof arg === "object" && arg !== null ? Uint8Array.from(atob(arg.base64), (letter) => letter.charCodeAt(0)) : arg)) });
    });
    const all = [];
    for (const [number, [name, ...args]] of calls.entries()) all.push(await call(number, name, args));
    worker.terminate();
    return all;
  }, calls);
export const base64 = (bytes) => ({ base64: Buffer.from(bytes).toString("base64") });
