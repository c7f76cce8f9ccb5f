// What the tests of the games share: the site in a headless Chromium, and what a player does there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { load, root, web } from "./bundle.mjs";
import { serve } from "./server.mjs";

export const fraction = await load("fraction");
export const must = (text) => fraction.must(text.replace(/ .*/, ""));
/** The address of the site, and the browser. */
export const at = { host: undefined, browser: undefined };

/** Builds the site into a folder of its own, and serves it while the tests of a file run. */
export const stage = (folder) => {
  before(async () => {
    const site = join(root, "target", folder);
    execFileSync("node", [join(web, "build.mjs"), site], { stdio: "ignore" });
    at.host = await serve(site);
    at.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  });
  after(async () => {
    await at.browser?.close();
    await at.host?.close();
  });
};

/** A new window at an address; whatever goes wrong in it fails the test. Nothing moves by itself, unless asked for. */
export const visit = async (address, options = {}) => {
  const context = await at.browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => !/^(data|blob):/.test(request.url()) && !request.url().startsWith(at.host.address) && wrong.push(`asked for ${request.url()}`));
  await page.goto(at.host.address + address);
  await ready(page);
  return { page, done: async () => (await context.close(), assert.deepEqual(wrong, [])) };
};

/** Waits until the human has something to do; says what. */
export const ready = async (page) => {
  const found = await page.waitForFunction(() => {
    const title = document.querySelector(".play-head h1");
    if (title?.classList.contains("done")) return "over";
    if (document.querySelector(".panel .choices[aria-label='The star']")) return "star";
    if (document.querySelector(".panel .as-list")) return "move";
    if (document.querySelector(".bid-form .call")) return "toss";
    if (document.querySelector("#bid")) return "bid";
    return document.querySelector(".panel [aria-label='Steps of the game']") ? "replay" : false;
  });
  return found.jsonValue();
};
export const title = (page) => page.locator(".play-head h1").innerText();
export const own = async (page) => fraction.must(await page.locator("#own + span").innerText());
export const auctions = async (page) => page.locator(".history tbody tr").count();
export const hints = async (page) => {
  if (!(await page.locator(".hint").count())) await page.getByRole("button", { name: "show hints" }).click();
  return page.locator(".hint").innerText();
};
/** A tap on the man, and one on the square where the move leads. */
export const tapMove = async (page, move) => {
  const square = /([a-p]\d+)(?:=.)?$/.exec(move)[1];
  const man = { N: "knight", Q: "queen", R: "rook", B: "bishop", K: "king" }[move[0]] ?? "pawn";
  const side = (await page.locator(".purse.own .whose").innerText()).includes("Black") ? "black" : "white";
  await page.locator(`.cell[aria-label*="${side} ${man}"]`).first().click();
  await page.locator(`.cell[data-square="${square}"]`).click();
};
