// Graphs, models and chips in a headless Chromium: whether they can be read, and whether their numbers are those of `check --json --at`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root, solve } from "./bundle.mjs";
import { PHONE, faults, native, start, until, value } from "./page.mjs";

const held = start("graph");
const certs = (name) => `certs/${name}`;
const at = (name, besides, text, ...more) => JSON.parse(native("--json", certs(name), ...besides, "--at", text, ...more).stdout);
const said = (page) => page.waitForFunction(() => document.querySelector(".value")?.textContent !== "");

const PATH = "#/game/certs/games/path.cert";

/** Whether nodes and edges can be told apart, as they are on the screen. */
const measure = (page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".node > rect")].map((rect) => rect.getBBox());
    const inside = ({ x, y, width, height }, [u, v]) => u > x + 1 && u < x + width - 1 && v > y + 1 && v < y + height - 1;
    const wrong = [];
    boxes.forEach((a, i) => boxes.forEach((b, j) => i < j && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height && wrong.push(`boxes ${i} and ${j}`)));
    const edges = [...document.querySelectorAll(".edge")];
    edges.forEach((edge, place) => {
      const head = edge.querySelector(".edge-tip").getBBox();
      const shaft = edge.querySelector(".shaft");
      if (shaft.getTotalLength() < 12) wrong.push(`edge ${place} is too short`);
      const corners = [[head.x, head.y], [head.x + head.width, head.y], [head.x, head.y + head.height], [head.x + head.width, head.y + head.height]];
      if (boxes.some((box) => corners.some((corner) => inside(box, corner)))) wrong.push(`the head of edge ${place} lies on a box`);
      for (let t = 0; t <= 1; t += 0.05) {
        const { x, y } = shaft.getPointAtLength(t * shaft.getTotalLength());
        if (boxes.some((box) => inside(box, [x, y]))) wrong.push(`edge ${place} runs across a box`);
      }
    });
    return { nodes: boxes.length, edges: edges.length, ys: new Set(boxes.map(({ y }) => y)).size, xs: boxes.map(({ x }) => x), wrong };
  });

test("a path of nine positions is nine nodes in a line, each with its value", async () => {
  const { page, done } = await held.visit(PATH);
  await page.locator(".node").nth(8).waitFor();
  const { nodes, edges, ys, xs, wrong } = await measure(page);
  assert.deepEqual(wrong, []);
  assert.deepEqual([nodes, edges, ys], [JSON.parse(readFileSync(join(root, certs("games/path.json")), "utf8")).positions.length, 14, 1]);
  assert.deepEqual(xs, [...xs].sort((a, b) => a - b));
  assert.deepEqual(await page.locator(".node .worth").allTextContents(), ["0", "1/8", "1/4", "3/8", "1/2", "5/8", "3/4", "7/8", "1"]);
  // All of it is on the screen at once.
  const region = await page.locator(".graph .scroll").evaluate((region) => region.scrollWidth - region.clientWidth);
  assert.ok(region <= 1, `${region} pixels are out of sight`);
  await done();
});

for (const [name, count] of [["game/certs/corpus/good/turns.cert", 9], ["game/certs/corpus/good/cycle.cert", undefined], ["game/certs/games/waiting.cert", undefined], ["payments/certs/payments/crawl.cert", undefined], ["chips/certs/chips/star.cert", 3], ["chips/certs/chips/hex-5.cert", 24], ["model/certs/models/two.cert", 4], ["model/certs/models/road.cert", 5]]) {
  test(`no head and no edge lies on a box: ${name}`, async () => {
    for (const options of [{}, PHONE]) {
      const { page, done } = await held.visit(`#/${name}`, options);
      await page.locator(".node[aria-current]").waitFor();
      const { nodes, wrong } = await measure(page);
      assert.deepEqual(wrong, []);
      if (count !== undefined) assert.equal(nodes, count);
      assert.ok(nodes > 0);
      await done();
    }
  });
}

test("a click and the keys go to a node; its panel says what check says", async () => {
  const { page, done } = await held.visit(PATH);
  await page.locator(".node", { hasText: "3/8" }).click();
  await until(value(page), "3/8");
  assert.match(page.url(), /at=3$/);
  const expected = at("games/path.cert", ["--graph", certs("games/path.json")], "3");
  assert.equal(await page.locator(".fraction").textContent(), ` = ${expected.lower}`);
  const after = await page.locator(".moves tbody tr").evaluateAll((rows) => rows.map((row) => [row.children[0].textContent, row.children[1].textContent]));
  assert.deepEqual(after, [...expected.left_options, ...expected.right_options].map(({ option, value }) => [option, value]));
  await page.locator(".node[aria-current]").focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await page.evaluate(() => document.activeElement.querySelector("title").textContent), /^4: /);
  await page.keyboard.press("Enter");
  await until(value(page), "1/2");
  // The keyboard stays where it was.
  assert.match(await page.evaluate(() => document.activeElement.querySelector("title").textContent), /^4: /);
  assert.match(await page.title(), /^Tug-of-war on a path of 9 nodes: 4 0\.5/);
  await page.getByRole("button", { name: "Left's best option" }).click();
  await until(value(page), "5/8");
  const before = await page.locator(".graph svg").getAttribute("width");
  await page.getByRole("button", { name: "larger" }).click();
  assert.ok(Number(await page.locator(".graph svg").getAttribute("width")) > Number(before));
  await done();
});

test("whose turn it is stands in the graph, not by colour alone", async () => {
  const { page, done } = await held.visit("#/game/certs/corpus/good/turns.cert");
  await page.locator(".node").first().waitFor();
  assert.deepEqual((await page.locator(".node .mark").allTextContents()).sort(), ["?", "?", "L", "L", "R", "R"]);
  assert.match(await page.locator(".graph .key").textContent(), /L: Left's turn, R: Right's turn, \?: chance moves/);
  await done();
});

test("a payment about a graph keeps its own address and says its rule", async () => {
  const { page, done } = await held.visit("#/payments/certs/payments/path-4.cert");
  await said(page);
  await page.getByRole("button", { name: "Left's best option" }).click();
  await page.waitForFunction(() => /#\/payments\/.*at=/.test(location.hash));
  assert.match(await page.locator(".rule").textContent(), /^Not the usual auction: the bank takes the winning bid/);
  await done();
});

test("names in a game are text, whatever they say", async () => {
  const game = { "bidding-game": 2, title: "<img src=x onerror=alert(1)>", positions: [{ name: "<script>alert(1)</script>", left: ["won"], right: ["lost"] }, { name: "won", value: "1" }, { name: "lost", value: "0" }] };
  const [json, cert] = ["hostile.json", "hostile.cert"].map((name) => join(held.scratch, name));
  writeFileSync(json, JSON.stringify(game));
  const made = spawnSync(solve, ["graph", json, "--out", cert], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  const { page, done } = await held.visit("#/");
  await page.locator("#picker").setInputFiles([json, cert]);
  await page.locator(".node").first().waitFor();
  assert.equal(await page.locator(".side h1").textContent(), "<script>alert(1)</script>");
  assert.equal(await page.locator("main img, main script").count(), 0);
  assert.match(await page.title(), /^<img src=x/);
  await done();
});

for (const [name, count] of [["two", 4], ["road", 5]]) {
  test(`a model's states have the values of check: ${name}`, async () => {
    const { page, done } = await held.visit(`#/model/certs/models/${name}.cert`);
    await page.locator(".states tbody tr").nth(count - 1).waitFor();
    for (let state = 0; state < count; state++) {
      const { low, turn, choice, options } = at(`models/${name}.cert`, ["--model", certs(`models/${name}.umb`)], `${state}`);
      const row = await page.locator(".states tbody tr").nth(state).locator("th, td").allTextContents();
      assert.deepEqual(row, [`state ${state}`, low === "infinity" ? "infinite" : low, turn === null ? "decided" : turn === "chance" ? "chance" : `the ${turn}`, choice === null ? "" : `${choice}`]);
      await page.locator(".states a", { hasText: new RegExp(`^state ${state}$`) }).click();
      await until(page.locator(".side h1"), `state ${state}`);
      if (turn === "maximiser" || turn === "minimiser") {
        const shown = await page.locator(".moves tbody tr").evaluateAll((rows) => rows.map((row) => [row.children[0].textContent, row.children[1].textContent.replace(" best", "")]));
        assert.deepEqual(shown, options.map(({ number, low }) => [`${number}`, low === "infinity" ? "infinite" : low]).sort());
      }
    }
    assert.doesNotMatch(await page.locator("main").textContent(), /\b(money|bids?|pays?)\b/i);
    await done();
  });
}

test("a strategy is followed, a filter chooses states", async () => {
  const { page, done } = await held.visit("#/model/certs/models/road.cert");
  await page.getByRole("button", { name: "follow the strategy" }).focus();
  await page.keyboard.press("Enter");
  await until(page.locator(".side h1"), "state 1");
  assert.match(await page.locator(".walk").textContent(), /0 –choice 1→ 1/);
  await page.getByLabel("show").selectOption("maximiser");
  await page.waitForFunction(() => document.querySelectorAll(".states tbody tr").length === 2);
  assert.deepEqual(await page.locator(".states tbody th").allTextContents(), ["state 2", "state 4"]);
  await done();
});

test("where steps are counted, and where bounds are known, a model says so", async () => {
  const make = (name, ...parameters) => {
    const out = join(held.scratch, name);
    const made = spawnSync(solve, ["model", ...parameters, "--out", out], { encoding: "utf8", cwd: root });
    assert.equal(made.status, 0, made.stderr);
    return out;
  };
  const open = async (page, cert, umb) => {
    await page.locator("#picker").setInputFiles([cert, join(root, certs(umb))]);
    await page.locator(".node[aria-current]").waitFor();
    assert.deepEqual((await measure(page)).wrong, []);
  };
  const steps = make("steps.cert", certs("models/two.umb"), '<<one>> Pmax=? [ F<=3 "goal" ]');
  const { page, done } = await held.visit("#/tables");
  await open(page, steps, "models/two.umb");
  await until(page.locator(".side h1"), "state 0 with 3 steps left");
  await page.locator(".branches a", { hasText: "state 1 with 2 steps left" }).click();
  await until(page.locator(".side h1"), "state 1 with 2 steps left");
  const { low } = JSON.parse(native("--json", steps, "--model", certs("models/two.umb"), "--at", "1@2").stdout);
  assert.equal(await value(page).textContent(), low);
  await done();
  const next = await held.visit("#/tables");
  await open(next.page, make("next.cert", certs("models/two.umb"), '<<one>> Pmax=? [ X "goal" ]'), "models/two.umb");
  await until(next.page.locator(".branches"), "state 3, and the play is decided");
  await next.done();
  const bounds = await held.visit("#/tables");
  await open(bounds.page, make("bounds.cert", certs("models/road.umb"), "--reward", "hours", "--reach", "home", "--max", "weather", "--precision", "20"), "models/road.umb");
  assert.match(await value(bounds.page).textContent(), /^2\.66666\d… to 2\.66667\d…$/);
  await bounds.done();
});

const FEN = "k3/4/4/K1N1";

test("chips on a board: who wins, bids and moves are those of check", async () => {
  const cert = "chips/4x4_KNk_9_decides.cert";
  const { page, done } = await held.visit(`#/chips/certs/${cert}?at=${FEN}&holds=5*`);
  await until(page.locator(".holds .outcome"), "White wins");
  const expected = at(cert, [], FEN, "--holds", "5*");
  assert.match(await page.locator(".value").textContent(), new RegExp(`^White needs ${expected.white_wins_from}, or ${expected.white_wins_with_star_from}\\*`));
  assert.deepEqual(await page.locator(".plan .move").allTextContents(), [...expected.white_advice.after_buying, ...expected.white_advice.with_star]);
  // Every amount, with the star and without it.
  for (let chips = 0; chips <= 9; chips++) {
    for (const star of [true, false]) {
      await page.goto(`${held.host.address}#/chips/certs/${cert}?at=${FEN}&holds=${chips}${star ? "*" : ""}`);
      await page.waitForFunction(([chips, star]) => document.querySelector(".holds input[type=number]").value === `${chips}` && document.querySelector(".holds input[type=checkbox]").checked === star, [chips, star]);
      const { white_advice: white, black_advice: black } = at(cert, [], FEN, "--holds", `${chips}${star ? "*" : ""}`);
      const wins = white?.wins ? "White wins." : black?.wins ? "Black wins." : "Nobody can force a win: a draw.";
      await until(page.locator(".holds .outcome strong"), wins);
    }
  }
  await done();
});

test("chips: the slider by keys, a move on the board, and a capture that leads to another file", async () => {
  const { page, done } = await held.visit(`#/chips/certs/chips/4x4_KNk_9_decides.cert?at=${FEN}&holds=5*`);
  await until(page.locator(".holds .outcome"), "White wins");
  await page.locator(".holds input[type=range]").focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
  await until(page.locator(".holds .outcome"), "Black wins");
  assert.match(page.url(), /holds=1\*/);
  await page.locator('[data-square="c1"]').click();
  await page.locator('[data-square="a2"]').click();
  await page.waitForFunction(() => location.hash.includes("at=k3/4/N3/K3"));
  await page.goto(`${held.host.address}#/chips/certs/chips/4x4_KNk_9_decides.cert?at=4/4/1k2/KN2&holds=4`);
  await page.locator(".moves .move", { hasText: "Kxb1" }).click();
  await until(page.locator(".side h1"), "4x4 Kk");
  const expected = at("chips/4x4_Kk_9_decides.cert", [], "4/4/4/Kk2");
  assert.match(await page.locator(".value").textContent(), new RegExp(`^White needs ${expected.white_wins_from}`));
  await done();
});

test("chips on a graph: thresholds in the boxes are those of check", async () => {
  const { page, done } = await held.visit("#/chips/certs/chips/hex-5.cert");
  await page.locator(".node").nth(5).waitFor();
  const shown = await page.locator(".node").evaluateAll((nodes) => nodes.map((node) => [...node.querySelectorAll("text")].map(({ textContent }) => textContent)));
  for (const [name, worth] of shown.slice(0, 12)) {
    const answer = at("chips/hex-5.cert", ["--graph", certs("chips/hex.json")], name);
    if (!worth.endsWith("won")) assert.equal(worth, `${answer.left_wins_from}, or ${answer.left_wins_with_star_from}*`);
  }
  await done();
});

test("an address without a position says so, and leads back", async () => {
  for (const name of ["game/certs/games/path.cert", "model/certs/models/two.cert", "chips/certs/chips/star.cert"]) {
    const { page, done } = await held.visit(`#/${name}?at=77`);
    await until(page.locator(".notice"), 'found "77"');
    await page.getByRole("link", { name: "to the beginning" }).click();
    await page.locator(".node[aria-current]").waitFor();
    await value(page).waitFor();
    await done();
  }
});

test("axe finds nothing, and nothing runs over the edge: on a phone of 320 pixels, in the dark, and on a desk", async () => {
  for (const name of ["game/certs/games/path.cert", "game/certs/corpus/good/turns.cert", "payments/certs/payments/bare.cert", "model/certs/models/two.cert", "model/certs/models/road.cert", "chips/certs/chips/8x8_KNk_200_moves.cert", "chips/certs/chips/hex-5.cert"]) {
    for (const options of [{}, { ...PHONE, viewport: { width: 320, height: 640 }, colorScheme: "dark" }]) {
      const { page, done } = await held.visit(`#/${name}`, options);
      await page.locator(".value").waitFor();
      if (name.startsWith("model")) await page.locator(".states tbody tr").first().waitFor();
      assert.deepEqual([name, ...(await faults(page))], [name]);
      await done();
    }
  }
});
