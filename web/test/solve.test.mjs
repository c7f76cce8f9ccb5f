// The page that solves, in a headless Chromium. What it writes is compared with what the native program writes, byte for byte; the checker verifies all of it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { check, load, random, root, solve } from "./bundle.mjs";
import { PHONE, faults, native, start, sample } from "./page.mjs";

const held = start("solve");
const { address } = await load("route").then(({ to }) => ({ address: (query, tab = "") => to("solve", tab, query) }));
const model = await load("solve-model");
const reader = await load("solve-read");
const templates = await load("solve-templates");
const positions = await load("position");
/** Takes some seconds. */
const LONG = { fen: "11k/12/12/12/5R6/12/12/12/12/12/12/K11" };
const SLOW = { timeout: 60_000 };

/** The native program with a folder of its own for what it writes. */
let folders = 0;
const solved = (make) => {
  const folder = join(held.scratch, `native-${folders++}`);
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync(solve, make(folder), { encoding: "utf8" });
  return { status, words: stderr.trim(), folder, files: Object.fromEntries(readdirSync(folder).filter((name) => name.endsWith(".cert")).map((name) => [name, readFileSync(join(folder, name))])) };
};

/** Has the workers of the page solve and verify, one question after the other. */
const inPage = (page, requests) =>
  page.evaluate(async (requests) => {
    const base64 = (bytes) => {
      let text = "";
      for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
      return btoa(text);
    };
    const ask = (request) =>
      new Promise((resolve) => {
        const worker = new Worker("solver-worker.js", { type: "module" });
        worker.onmessage = ({ data }) => {
          if (data.number === undefined) return;
          worker.terminate();
          resolve(data);
        };
        worker.postMessage({ number: 0, name: "solve", args: [request] });
      });
    const checker = new Worker("worker.js", { type: "module" });
    let number = 0;
    const call = (name, ...args) =>
      new Promise((resolve) => {
        const own = number++;
        const listen = ({ data }) => {
          if (data.number !== own || data.progress) return;
          checker.removeEventListener("message", listen);
          resolve(data.answer);
        };
        checker.addEventListener("message", listen);
        checker.postMessage({ number: own, name, args });
      });
    const all = [];
    for (const request of requests) {
      const { answer, error } = await ask(request);
      if (error !== undefined) {
        all.push({ error });
        continue;
      }
      const files = [...answer.imports, answer];
      for (const { bytes } of answer.imports) await call("keep", bytes);
      if (answer.game) await call("keepGame", answer.game.name, answer.game.bytes);
      const { verdict } = await call("openBytes", answer.name, answer.bytes);
      all.push({ files: files.map(({ name, bytes }) => [name, base64(bytes)]), game: answer.game && base64(answer.game.bytes), verdict: verdict.verdict, message: verdict.message });
    }
    checker.terminate();
    return all;
  }, requests);

const pick = (next, list) => list[Math.floor(next() * list.length)];

/** A random question about a small endgame, as the page and as the native program have it. */
const question = (next) => {
  const four = next() < 0.15;
  const sizes = four ? [[2, 2], [2, 3], [3, 2], [3, 3]] : [2, 3, 4, 5].flatMap((files) => [2, 3, 4, 5].map((ranks) => [files, ranks]));
  const [files, ranks] = pick(next, sizes);
  const men = Array.from({ length: four ? 2 : next() < 0.1 ? 0 : 1 }, () => pick(next, ["Q", "R", "B", "N", "P"])).map((man) => (next() < 0.4 ? man.toLowerCase() : man));
  const material = `K${men.filter((man) => man < "a").join("")}k${men.filter((man) => man > "a").join("")}`;
  const request = { kind: "endgame", board: `${files}x${ranks}`, material };
  const flags = [];
  const rule = (name, value, ...typed) => {
    request[name] = value;
    flags.push(...typed);
  };
  const kind = next();
  if (kind < 0.15) {
    const chips = Math.floor(next() * 30);
    rule("chips", chips, "--chips", `${chips}`);
  } else if (kind < 0.35) {
    const payment = pick(next, ["bank", "1/2", "1/3", "2/3"]);
    rule("payment", payment, "--pays", payment);
  } else if (kind < 0.5) {
    const never = pick(next, ["richer", "0", "1", "1/3", "3/4"]);
    rule("never", never, "--never", never);
  }
  if (kind >= 0.15 && next() < 0.2) {
    const bits = 1 + Math.floor(next() * 40);
    rule("bits", bits, "--precision", `${bits}`);
  }
  if (next() < 0.2) {
    const pawns = pick(next, ["single", "double"]);
    rule("pawns", pawns, "--double-step", pawns === "single" ? "never" : "always");
  }
  return { request, typed: [request.board, material, ...flags], men: ["K", "k", ...men], files, ranks };
};

/** A position with these men, at random. */
const placed = (next, { files, ranks, men }) => {
  const squares = Array(files * ranks).fill("");
  for (const man of men) {
    const free = squares.flatMap((other, index) => (other === "" && (man.toLowerCase() !== "p" || (index >= files && index < files * (ranks - 1))) ? [index] : []));
    squares[pick(next, free)] = man;
  }
  return positions.fen({ files, ranks, squares, passed: "" });
};

test("200 random endgames: the page's certificates are the native ones, byte for byte, and verified", { timeout: 900_000 }, async (t) => {
  const next = random(20261);
  const all = Array.from({ length: 200 }, () => question(next));
  const expected = all.map(({ typed }) => solved((folder) => ["endgame", ...typed, "--out", folder]));
  const { page, done } = await held.visit(address({}));
  const got = await inPage(page, all.map(({ request }) => request));
  let [refused, files, bytes] = [0, 0, 0];
  all.forEach(({ typed }, place) => {
    const [mine, theirs] = [got[place], expected[place]];
    const what = typed.join(" ");
    if (theirs.status !== 0 || mine.error !== undefined) {
      assert.ok(theirs.status !== 0 && mine.error !== undefined, `${what}: page ${mine.error}; native ${theirs.status} ${theirs.words}`);
      refused += 1;
      return;
    }
    assert.equal(mine.verdict, "verified", `${what}: ${mine.message}`);
    assert.deepEqual(mine.files.map(([name]) => name).sort(), Object.keys(theirs.files).sort(), what);
    for (const [name, text] of mine.files) {
      assert.ok(theirs.files[name].equals(Buffer.from(text, "base64")), `${what}: ${name}`);
      files += 1;
      bytes += theirs.files[name].length;
    }
  });
  t.diagnostic(`${all.length - refused} solved and verified, ${refused} refused by both; ${files} files, ${bytes} bytes, all the same`);
  assert.ok(refused < 60, `${refused}`);
  await done();
});

/** Waits for what comes of solving: the two lines; or why there are none. */
const verdict = async (page) => {
  await page.locator(".solved > *").first().waitFor(SLOW);
  return page.locator(".solved").innerText();
};
const saved = async (page, locator) => {
  const [download] = await Promise.all([page.waitForEvent("download"), locator.click()]);
  return readFileSync(await download.path());
};
const certificate = (page) => saved(page, page.getByRole("button", { name: "Download certificate" }));

test("positions set up by address: solved at once, the file that is downloaded is the native one, the value stands on the position's page, too", { timeout: 300_000 }, async () => {
  const next = random(77);
  const { page, done } = await held.visit(address({}));
  let opened = 0;
  for (let left = process.env.NIGHTLY === undefined ? 12 : 25; left > 0; ) {
    const { request, typed, men, files, ranks } = question(next);
    if (men.some((man) => man.toLowerCase() === "p") && ranks < 4) continue;
    left -= 1;
    const fen = placed(next, { files, ranks, men });
    const { payment, chips, never, bits, pawns } = request;
    const query = Object.fromEntries(Object.entries({ fen, pays: payment, chips, never, bits, pawns, go: 1 }).filter(([, value]) => value !== undefined));
    await page.evaluate((hash) => (location.hash = hash), address(query));
    await page.waitForFunction((fen) => document.querySelector("input[aria-label=FEN]")?.value === fen, fen);
    const what = `${typed.join(" ")} at ${fen}`;
    assert.match(await verdict(page), /✓ Verified by the checker/, what);
    const bytes = await certificate(page);
    const { files: native } = solved((folder) => ["endgame", ...typed, "--out", folder]);
    assert.ok(Object.values(native).some((one) => one.equals(bytes)), what);
    if (payment !== undefined || chips !== undefined) continue;
    const shown = await page.locator(".value").innerText();
    await page.getByRole("button", { name: "See every move" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#/chess/"));
    await page.locator(".side .value").waitFor(SLOW);
    assert.equal(await page.locator(".side .value").first().innerText(), shown, what);
    opened += 1;
  }
  assert.ok(opened >= 2, `${opened}`);
  await done();
});

test("another position of the same men needs no solving: the table is there", async () => {
  const { page, done } = await held.visit(address({ fen: "3k/4/1R2/K3", go: "1" }));
  assert.match(await verdict(page), /✓ Verified/);
  const { folder } = solved((folder) => ["endgame", "4x4", "KRk", "--out", folder]);
  const next = random(8);
  for (let left = 6; left > 0; left--) {
    const fen = placed(next, { files: 4, ranks: 4, men: ["K", "k", "R"] });
    await page.evaluate((hash) => (location.hash = hash), address({ fen }));
    const [, exact] = /^lower value: (\S+)/m.exec(native(join(folder, "4x4_KRk.cert"), "--at", fen).stdout);
    await page.waitForFunction((exact) => document.querySelector(".value")?.textContent.endsWith(`= ${exact}`) || document.querySelector(".value")?.textContent === exact, exact, SLOW);
    assert.match(await verdict(page), /✓ Verified/);
  }
  // Cancelled while the checker works, it says so, and the question can be asked again.
  await page.evaluate((hash) => (location.hash = hash), address({ fen: "9k/10/10/10/10/10/4R5/10/10/K9", go: "1" }));
  await page.locator(".phase").filter({ hasText: "The checker verifies" }).waitFor(SLOW);
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.match(await verdict(page), /Stopped\. Nothing was verified\./);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  assert.match(await verdict(page), /✓ Verified/);
  await done();
});

/** Solves the game that is in the editor, and compares it with the native program. */
const compare = async (page, what, flags = []) => {
  await page.getByRole("button", { name: "Solve", exact: true }).click(SLOW);
  assert.match(await verdict(page), /✓ Verified by the checker/, what);
  const bytes = await certificate(page);
  await page.getByText("What to run at home").click();
  const game = await saved(page, page.getByRole("button", { name: "game.json" }));
  const { folder, files, words } = solved((folder) => {
    writeFileSync(join(folder, "game.json"), game);
    return ["graph", join(folder, "game.json"), ...flags, "--out", join(folder, "game.cert")];
  });
  assert.ok(files["game.cert"]?.equals(bytes), `${what}: ${words}\n${game}`);
  assert.equal(native(join(folder, "game.cert"), "--graph", join(folder, "game.json")).status, 0, what);
  return `${game}`;
};
const open = async (page, name) => {
  const details = page.locator("details", { has: page.getByText(name) }).last();
  if (!(await details.evaluate((one) => one.open))) await details.locator("> summary").click();
};
const AS_FILE = "The same as a file";
const AS_TABLE = "The same as a table";
const paste = async (page, text) => {
  await open(page, AS_FILE);
  await page.locator("textarea.file").fill(text);
  await page.locator("textarea.file").blur();
};
/** The file that the page shows, when it has read what was typed. */
const shown = async (page, text) => page.waitForFunction((text) => document.querySelector("textarea.file").value.includes(text), text, SLOW);

/** A random game by the editor's own steps: positions of all sorts, options, weights. */
const drawn = (next, count) => {
  let drawing = { ...model.EMPTY, title: `Game ${Math.floor(next() * 1e6)}` };
  for (let left = count; left > 0; left--) drawing = model.addPosition(drawing, next() * 600, next() * 300).drawing;
  const ids = drawing.positions.map(({ id }) => id);
  const sorts = ids.map((id, place) => (place < 2 ? "end" : pick(next, ["bid", "bid", "bid", "left", "right", "chance", "end"])));
  ids.forEach((id, place) => (drawing = model.setSort(drawing, id, sorts[place])));
  ids.forEach((id, place) => {
    if (sorts[place] === "end") drawing = model.change(drawing, id, { value: place < 2 ? `${place}` : pick(next, ["0", "1", "1/2", "1/3", "3/4"]) });
    else for (let left = 1 + Math.floor(next() * 3); left > 0; left--) drawing = model.addOption(drawing, id, pick(next, ids), pick(next, ["left", "right", "both"]));
  });
  for (const id of ids.filter((_, place) => sorts[place] === "chance")) {
    const own = model.optionsOf(drawing, id);
    if (own.length === 2) {
      drawing = model.setWeight(drawing, own[0], "1/3");
      drawing = model.setWeight(drawing, own[1], "2/3");
    }
  }
  return drawing;
};

test("14 random games by the editor's steps, with turns and chance, pasted as files: solved, verified, and the native bytes", { timeout: 300_000 }, async () => {
  const next = random(5);
  const { page, done } = await held.visit(address({}, "game"));
  for (let left = 14; left > 0; left--) {
    const drawing = drawn(next, 3 + Math.floor(next() * 10));
    const text = model.toJson(drawing);
    await paste(page, text);
    await shown(page, drawing.title);
    assert.equal(await compare(page, text), text);
  }
  await done();
});

test("9 games to begin with: solved, verified, and the native bytes", { timeout: 300_000 }, async () => {
  const { page, done } = await held.visit(address({}, "game"));
  for (const [name, count] of [["a path", 3], ["a path", 12], ["waiting"], ["a cycle", 5], ["a cycle", 8], ["tug-of-war", 3], ["tug-of-war", 5], ["random", 9], ["random", 24]]) {
    const choice = page.getByLabel("begin with");
    await choice.selectOption({ label: await choice.locator("option", { hasText: name }).first().innerText() });
    if (count !== undefined) await page.getByLabel("n", { exact: true }).fill(`${count}`);
    await page.getByRole("button", { name: "take it" }).click();
    await compare(page, `${name} ${count}`);
  }
  await done();
});

test("a game of one's own under other rules: solved, verified, and the native bytes", async () => {
  const { page, done } = await held.visit(address({}, "game"));
  await page.locator(".rules summary").click();
  const field = async (name, value) => {
    await page.locator(".rules").getByLabel(name).fill(value);
    await page.locator(".rules").getByLabel(name).press("Enter");
  };
  for (const [steps, flags] of [
    [async () => field("whole chips", "7"), ["--chips", "7"]],
    [async () => page.getByLabel("who gets the winning bid").selectOption("bank"), ["--pays", "bank"]],
    [async () => {
      await page.getByLabel("who gets the winning bid").selectOption("part");
      await field("the bank's part", "1/3");
      await page.getByLabel("who moves then").selectOption("moves");
      await page.getByLabel("who owns ties").selectOption("white");
    }, ["--pays", "1/3", "--winner", "moves", "--ties", "left"]],
    [async () => field("an endless game is worth", "1/3"), ["--never", "1/3"]],
    [async () => field("bounds of so many bits", "20"), ["--precision", "20"]],
  ]) {
    await steps();
    await page.locator(".estimate .figures").waitFor(SLOW);
    await compare(page, flags.join(" "), flags);
    await page.getByRole("button", { name: "the usual rules" }).click();
  }
  // What is wrong with a rule is said.
  await field("whole chips", "many");
  await page.getByText("chips: found many, required a whole number").waitFor();
  await done();
});

/** Draws with the mouse: taps the ground, drags from one position to another. */
const hand = (page) => {
  const canvas = page.locator("svg.drawing");
  const at = async (x, y) => {
    const box = await canvas.boundingBox();
    return [box.x + x, box.y + y];
  };
  return {
    tap: async (x, y) => page.mouse.click(...(await at(x, y))),
    drag: async (from, to) => {
      await page.mouse.move(...(await at(...from)));
      await page.mouse.down();
      await page.mouse.move(...(await at((from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 30)), { steps: 3 });
      await page.mouse.move(...(await at(...to)), { steps: 3 });
      await page.mouse.up();
    },
    pen: async (name) => page.getByRole("group", { name: "What a drag draws" }).getByRole("button", { name, exact: true }).click(),
  };
};
const file = (page) => page.locator("textarea.file").inputValue();

test("a game is drawn by the mouse alone: positions, options of both pens, an end, a name, undo; then solved", async () => {
  const { page, done } = await held.visit(address({}, "game"));
  const { tap, drag, pen } = hand(page);
  await page.getByRole("button", { name: "empty" }).click();
  await page.getByText("There is no position yet.", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Solve", exact: true }).isDisabled(), true);
  const [a, b, c, d] = [[150, 100], [350, 100], [80, 250], [420, 250]];
  for (const at of [a, b, c, d]) await tap(...at);
  await drag(a, b);
  await pen("for Left");
  await drag(b, d);
  await pen("for Right");
  await drag(a, c);
  // Into the open: a position more, with an option to it; and undone.
  await drag(b, [560, 60]);
  assert.match(await file(page), /"name": "e"/);
  await page.getByRole("button", { name: "undo" }).click();
  assert.doesNotMatch(await file(page), /"name": "e"/);
  await page.getByText("b has no option for Right, who passes there.").waitFor();
  await page.getByText("c has no option. Draw one from it, or make it an end.", { exact: true }).waitFor();
  // Ends.
  for (const [at, value] of [[c, "0"], [d, "2/3"]]) {
    await tap(...at);
    await page.locator(".inspector select").selectOption("end");
    await page.locator(".inspector").getByLabel("value").fill(value);
    await page.locator(".inspector").getByLabel("value").press("Enter");
  }
  // A drag moves with the fourth pen, and the game stays the same.
  const before = await file(page);
  await pen("move");
  await drag(c, [60, 320]);
  assert.equal(await file(page), before);
  // A value that is none is said at once.
  await tap(...d);
  await page.locator(".inspector").getByLabel("value").fill("3/2");
  await page.locator(".inspector").getByLabel("value").press("Enter");
  await page.getByText("d is an end: give it a value from 0 to 1, such as 1/2.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "undo" }).click();
  await tap(...b);
  await page.locator(".inspector").getByLabel("name", { exact: true }).fill("bridge");
  await page.locator(".inspector").getByLabel("name", { exact: true }).press("Enter");
  const game = JSON.parse(await compare(page, "by the mouse"));
  assert.deepEqual(game.positions, [
    { name: "a", left: ["bridge"], right: ["bridge", "c"] },
    { name: "bridge", left: ["d"] },
    { name: "c", value: "0" },
    { name: "d", value: "2/3" },
  ]);
  // What is verified stands on the positions.
  await page.locator(".node", { hasText: "bridge" }).locator(".worth").waitFor();
  await done();
});

test("on a phone fingers draw: a tap makes a position, a drag an option", async () => {
  const { page, done } = await held.visit(address({}, "game"), PHONE);
  await page.getByRole("button", { name: "empty" }).tap();
  const canvas = page.locator("svg.drawing");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  await page.touchscreen.tap(box.x + 70, box.y + 70);
  await page.touchscreen.tap(box.x + 240, box.y + 160);
  assert.equal(await page.locator(".node").count(), 2);
  const session = await page.context().newCDPSession(page);
  const touch = (type, x, y) => session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: box.x + x, y: box.y + y }] });
  await touch("touchStart", 70, 70);
  for (const part of [0.3, 0.6, 1]) await touch("touchMove", 70 + 170 * part, 70 + 90 * part);
  await touch("touchEnd");
  await shown(page, '"left": ["b"]');
  assert.deepEqual(JSON.parse(await file(page)).positions[0], { name: "a", left: ["b"], right: ["b"] });
  await done();
});

test("the table beside the drawing does the same by the keyboard; the game survives a reload; names are text", async () => {
  const hostile = '<img src=x onerror="alert(1)">';
  const { page, done } = await held.visit(address({}, "game"));
  await page.getByRole("button", { name: "empty" }).click();
  await open(page, AS_TABLE);
  const field = (name) => page.locator(".own-table").getByLabel(name, { exact: true });
  const type = async (name, text) => {
    await field(name).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await page.getByRole("button", { name: "add a position" }).press("Enter");
  await type("name", hostile);
  await type(`add an option at ${hostile} for Left`, "won");
  await type(`add an option at ${hostile} for Right`, "lost");
  await field("what happens at won").selectOption("end");
  await field("what happens at lost").selectOption("end");
  await type("value of lost", "1/7");
  await type(`add an option at ${hostile} for Left`, "dice");
  await field("what happens at dice").selectOption("chance");
  await type("add an option at dice for chance", "won");
  await type("add an option at dice for chance", "lost");
  await type("weight of dice to won", "1/3");
  await page.getByText("dice: the weights have the sum 5/6; it must be 1.", { exact: true }).waitFor();
  await type("weight of dice to lost", "2/3");
  await type(`add an option at ${hostile} for Right`, "surplus");
  await page.getByRole("button", { name: "delete surplus" }).press("Enter");
  const text = await file(page);
  assert.deepEqual(JSON.parse(text).positions, [
    { name: hostile, left: ["won", "dice"], right: ["lost"] },
    { name: "won", value: "1" },
    { name: "lost", value: "1/7" },
    { name: "dice", chance: [{ to: "won", weight: "1/3" }, { to: "lost", weight: "2/3" }] },
  ]);
  await page.reload();
  await page.locator(".node").first().waitFor();
  assert.equal(await file(page), text);
  await compare(page, "by the table");
  assert.equal(await page.locator("main img").count(), 0);
  // On the canvas the keyboard moves, chooses and deletes.
  await page.locator(".node").nth(3).press("Enter");
  assert.equal(await page.locator(".inspector").getByLabel("name", { exact: true }).inputValue(), "dice");
  await page.locator(".node").nth(3).press("Delete");
  assert.doesNotMatch(await file(page), /dice/);
  await done();
});

test("a file that is no game is refused in words; one that is too large to be drawn is solved all the same", async () => {
  const { page, done } = await held.visit(address({}, "game"));
  const says = async (text, words) => {
    await paste(page, text);
    await page.locator(".view .fault").filter({ hasText: words }).waitFor(SLOW);
    assert.equal(await page.getByRole("button", { name: "Solve", exact: true }).isDisabled(), true);
  };
  await says("{", /JSON/);
  await says('{"bidding-game": 1, "positions": []}', "required the version 2");
  await says('{"bidding-game": 2, "positions": [{"name": "a", "left": ["b"]}]}', 'found the option "b", required the name of a position');
  await says('{"bidding-game": 2, "positions": [{"name": "a", "left": ["a"], "colour": "red"}]}', 'found the field "colour"');
  // What stands twice the page's reader does not see; the solver does.
  await paste(page, '{"bidding-game": 2, "positions": [{"name": "a", "value": "0", "value": "1"}]}');
  await page.locator(".runner .fault").waitFor(SLOW);
  const { status, stdout: text } = spawnSync("python3", [join(root, "certs/games/make.py"), "random", "any", "500", "2", "4"], { encoding: "utf8" });
  assert.equal(status, 0);
  await paste(page, `${text}${" ".repeat(500_000)}`);
  await page.getByText("A large file: the drawing").waitFor(SLOW);
  await page.locator(".figures").filter({ hasText: "500" }).waitFor(SLOW);
  await paste(page, text);
  await page.getByText("500 positions: the drawing and the table show up to").waitFor(SLOW);
  assert.equal(await compare(page, "500 positions"), text);
  await done();
});

test("Hex and partitions: solved, verified, and the native bytes", async () => {
  const { page, done } = await held.visit(address({}, "other"));
  for (const [query, typed] of [
    [{ game: "hex", board: "4x3" }, ["hex", "4x3"]],
    [{ game: "hex", board: "5x5" }, ["hex", "5x5"]],
    [{ game: "partition", piece: "king", board: "8^2,6,5,3" }, ["partitions", "board", "king", "8^2,6,5,3"]],
    [{ game: "partition", piece: "queen", board: "4,3,1", ask: "losing" }, ["partitions", "losing", "queen", "4,3,1"]],
    [{ game: "partition", piece: "king", other: "rook", board: "6,5,3", ask: "race" }, ["partitions", "race", "king", "rook", "6,5,3"]],
  ]) {
    await page.evaluate((hash) => (location.hash = hash), address({ ...query, go: "1" }, "other"));
    const what = typed.join(" ");
    await page.locator(".runner .about").filter({ hasText: query.board }).first().waitFor(SLOW);
    assert.match(await verdict(page), /✓ Verified by the checker/, what);
    const { files } = solved((folder) => [...typed, "--out", join(folder, "one.cert")]);
    assert.ok((await certificate(page)).equals(files["one.cert"]), what);
    await page.evaluate((hash) => (location.hash = hash), address({ game: "hex", board: "1x1" }, "other"));
    await page.locator(".solved > *").first().waitFor({ state: "detached" });
  }
  await done();
});

test("cancel in the middle: nothing is left, the page stays alive, and the next question is answered", async (t) => {
  const { page, done } = await held.visit(address(LONG), {}, (page) => page.addInitScript(() => {
    window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration]))).observe({ type: "longtask" });
  }));
  const start = page.getByRole("button", { name: "Solve", exact: true });
  await page.waitForFunction(() => document.querySelector(".runner .main")?.disabled === false, undefined, SLOW);
  const since = await page.evaluate(() => performance.now());
  await start.click();
  await page.locator(".running .phase").filter({ hasText: /12x12/ }).waitFor(SLOW);
  await page.locator(".running progress[value]").waitFor(SLOW);
  assert.match(await page.locator(".running .clock").innerText(), /^\d+\.\d s of about \d/);
  await page.waitForTimeout(400);
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.match(await verdict(page), /Stopped\. Nothing was solved\./);
  assert.equal(await page.locator(".running progress").count(), 0);
  assert.equal(await page.locator(".value").count(), 0);
  const long = await page.evaluate((since) => window.long.filter(([at]) => at >= since).map(([, duration]) => Math.round(duration)), since);
  t.diagnostic(`tasks of the page above 50 ms while the solver worked: ${long.join(", ") || "none"}`);
  await page.evaluate((hash) => (location.hash = hash), address({ fen: "4k/5/3R1/5/K4", go: "1" }));
  await page.locator(".value").filter({ hasText: "0.7419084821" }).waitFor(SLOW);
  await done();
});

test("what is too large is refused before anything is solved, with what it would take and the command", async () => {
  const { page, done } = await held.visit(address({ fen: "7k/8/8/3q4/8/8/5R2/K7", go: "1" }), { permissions: ["clipboard-read", "clipboard-write"] });
  const notice = page.locator(".runner .notice");
  await notice.waitFor(SLOW);
  assert.match(await notice.innerText(), /Too large for this page/);
  assert.match(await page.locator(".figures").innerText(), /positions\s+[\d,]{9,}/);
  assert.equal(await page.getByRole("button", { name: "Solve", exact: true }).isDisabled(), true);
  await notice.getByRole("button", { name: "copy" }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^cargo run --release --bin solve -- endgame 8x8 KQkr/);
  // Wrong rules are said in the solver's words, and wrong positions in the checker's.
  for (const [query, words] of [
    [{ fen: "k1/1K", never: "2" }, /required a fraction from 0 to 1/],
    [{ fen: "k1/1K", pays: "nobody" }, /nobody/],
    [{ fen: "k1/1K", bits: "99" }, /1 to 62/],
    [{ fen: "k1/2" }, /king/],
  ]) {
    await page.evaluate((hash) => (location.hash = hash), address(query));
    await page.locator(".estimate").filter({ hasText: words }).waitFor(SLOW);
    assert.equal(await page.getByRole("button", { name: "Solve", exact: true }).isDisabled(), true);
  }
  await done();
});

test("a certificate that the checker refuses is shown by its words, and nothing of it as a value", async () => {
  const bad = readFileSync(join(root, "certs/3x4_KNk.cert"));
  bad[bad.length >> 1] ^= 1;
  const worker = `onmessage = ({ data }) => postMessage({ number: data.number, answer: data.name === "estimate"
    ? { positions: 1, bytes: 1, seconds: 1, allowed: true, words: "", command: "" }
    : { name: "bad.cert", bytes: Uint8Array.from(atob("${bad.toString("base64")}"), (letter) => letter.charCodeAt(0)), imports: [] } });`;
  const { page, done } = await held.visit(address({ fen: "k2/3/3/KN1", go: "1" }), {}, (page) => page.route("**/solver-worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: worker })));
  await page.locator(".bug").waitFor(SLOW);
  const said = await page.locator(".bug").innerText();
  assert.match(said, /bug of the solver/);
  writeFileSync(join(held.scratch, "bad.cert"), bad);
  const { message } = JSON.parse(native("--json", "--imports", join(root, "certs"), join(held.scratch, "bad.cert")).stdout);
  assert.ok(said.includes(message), `${said}\n${message}`);
  assert.equal(await page.locator(".value, .strip.verified").count(), 0);
  await done();
});

test("what is kept in this browser survives a reload, and is verified again when it is opened", async () => {
  const { page, done } = await held.visit(address({ fen: "3k/4/1p2/K3", pawns: "single", go: "1" }));
  assert.match(await verdict(page), /✓ Verified/);
  const shown = await page.locator(".value").innerText();
  await page.getByRole("button", { name: "Keep in this browser" }).click();
  await page.getByRole("button", { name: "Kept in this browser" }).waitFor();
  await page.goto("about:blank");
  await page.goto(held.host.address + address({}, "game"));
  await page.getByRole("button", { name: "Solve", exact: true }).click(SLOW);
  await page.getByRole("button", { name: "Keep in this browser" }).click(SLOW);
  await page.getByRole("button", { name: "Kept in this browser" }).waitFor();
  await page.reload();
  const kept = page.locator(".kept li");
  await kept.nth(1).waitFor();
  await kept.filter({ hasText: "4x4" }).getByRole("button").first().click();
  await page.waitForFunction(() => location.hash.startsWith("#/chess/4x4/"));
  await page.locator(".strip.verified").first().waitFor(SLOW);
  await page.evaluate(() => (location.hash = "#/chess/4x4/3k/4/1p2/K3?pawns=single"));
  await page.waitForFunction((shown) => document.querySelector(".side .value")?.textContent === shown, shown, SLOW);
  // The game and its certificate were kept together.
  await page.evaluate((hash) => (location.hash = hash), address({}));
  await kept.filter({ hasText: "Tug-of-war" }).getByRole("button").first().click();
  await page.waitForFunction(() => location.hash.startsWith("#/game/"));
  await page.locator(".strip.verified").first().waitFor(SLOW);
  await page.evaluate((hash) => (location.hash = hash), address({}));
  await kept.first().getByRole("button", { name: /^remove/ }).click();
  await kept.first().getByRole("button", { name: /^remove/ }).click();
  await page.locator(".keeping").waitFor({ state: "hidden" });
  await done();
});

test("without a network the page still solves what needs nothing more", async () => {
  const { page, wrong, close } = await held.visitOnce(address({ fen: "4k/5/3R1/5/K4", go: "1" }), { serviceWorkers: "allow" });
  assert.match(await verdict(page), /✓ Verified/);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  assert.match(await verdict(page), /✓ Verified/);
  await page.context().setOffline(true);
  await page.evaluate((hash) => (location.hash = hash), address({ fen: "3k/4/1R2/K3", go: "1" }));
  await page.locator(".runner .about").filter({ hasText: "4x4" }).waitFor(SLOW);
  assert.match(await verdict(page), /✓ Verified/);
  await page.reload();
  assert.match(await verdict(page), /✓ Verified/);
  assert.deepEqual(wrong, []);
  await close();
});

test("the page at 320 pixels, on a phone and in the dark: nothing runs over, axe finds nothing", async () => {
  const windows = [{ viewport: { width: 320, height: 640 } }, { ...PHONE, colorScheme: "dark" }, {}, { colorScheme: "dark" }];
  const pages = [[{ fen: "4k/5/3P1/5/K4", pays: "1/2", go: "1" }, ""], [{ fen: "7k/8/8/3q4/8/8/5R2/K7" }, ""], [{}, "game"], [{ game: "partition", ask: "race", go: "1" }, "other"]];
  for (const [options, [query, tab]] of sample(windows.flatMap((options) => pages.map((one) => [options, one])), 3)) {
    const { page, done } = await held.visit(address(query, tab), options);
    if (query.go) await verdict(page);
    else await page.locator(".figures, .runner .notice").first().waitFor(SLOW);
    if (tab === "game") {
      await page.getByRole("button", { name: "Solve", exact: true }).click(SLOW);
      await verdict(page);
      await open(page, AS_TABLE);
      await open(page, AS_FILE);
      await page.locator(".node").nth(1).press("Enter");
    }
    for (const details of await page.locator(".runner details:not([open]) > summary").all()) await details.click();
    assert.deepEqual(await faults(page), [], `${JSON.stringify(options)} ${tab} ${JSON.stringify(query)}`);
    await done();
  }
});

test("from a cold load to a verified value, and the page beside the native program", { timeout: 300_000 }, async (t) => {
  const cold = async (fen) => {
    const { page, done } = await held.visit(address({ fen, go: "1" }));
    await page.locator(".strip.verified").waitFor({ timeout: 120_000 });
    const milliseconds = await page.evaluate(() => performance.now());
    const lines = await page.locator(".two-lines").innerText();
    await done();
    return [Math.round(milliseconds), lines.replaceAll(/\s+/g, " ")];
  };
  for (const fen of ["3kr/5/5/5/KQ3", "7k/8/8/8/4N3/8/8/K7"]) {
    const times = [await cold(fen), await cold(fen), await cold(fen)];
    t.diagnostic(`${fen}: ${times.map(([milliseconds]) => milliseconds).join(", ")} ms after navigation; ${times[1][1]}`);
  }
  const folder = join(held.scratch, "timed");
  mkdirSync(folder);
  const processor = (program, ...typed) => {
    const { stderr } = spawnSync("bash", ["-c", `TIMEFORMAT='%U %S'; time "$@" > /dev/null`, "timed", program, ...typed], { encoding: "utf8" });
    return stderr.trim().split("\n").at(-1).split(" ").reduce((sum, part) => sum + Number(part), 0);
  };
  const [solving, checking] = [processor(solve, "endgame", "8x8", "KNk", "--threads", "1", "--out", folder), processor(check, "--threads", "1", join(folder, "8x8_KNk.cert"))];
  t.diagnostic(`8x8 KNk natively: ${solving} s of processor time to solve, ${checking} s to verify`);
});

test("what is said to be missing is what the native program refuses, and nothing else: 120 drawings, most of them damaged", { timeout: 300_000 }, () => {
  const next = random(99);
  const damage = [
    (drawing, id) => model.change(drawing, id, { value: pick(next, ["", "2", "01", "1/0", "-1", "0.5", "3/2"]), sort: "end" }),
    (drawing, id) => ({ ...drawing, options: drawing.options.filter(({ from }) => from !== id) }),
    (drawing, id) => model.change(drawing, id, { name: pick(next, ["", "a", "b", "x".repeat(201), "é\u0007"]) }),
    (drawing, id) => ({ ...drawing, options: drawing.options.map((one) => (one.from === id && one.by === "chance" ? { ...one, weight: pick(next, ["0", "1/7", "", "2"]) } : one)) }),
    (drawing) => ({ ...drawing, positions: drawing.positions.filter(({ sort }) => sort !== "end"), options: drawing.options.filter(({ to }) => drawing.positions.find(({ id }) => id === to).sort !== "end") }),
    (drawing) => ({ ...drawing, title: "x".repeat(201) }),
    (drawing, id) => model.removePosition(drawing, id),
    (drawing) => drawing,
  ];
  let [good, bad] = [0, 0];
  for (let left = 120; left > 0; left--) {
    const drawing = drawn(next, 3 + Math.floor(next() * 6));
    const damaged = pick(next, damage)(drawing, pick(next, drawing.positions).id);
    const faulty = model.remarks(damaged).filter(({ isFault }) => isFault);
    const { status, words } = solved((folder) => {
      writeFileSync(join(folder, "game.json"), model.toJson(damaged));
      return ["graph", join(folder, "game.json"), "--out", join(folder, "game.cert")];
    });
    assert.equal(status === 0, faulty.length === 0, `${JSON.stringify(faulty)}\n${words}\n${model.toJson(damaged)}`);
    if (status === 0) good += 1;
    else bad += 1;
    if (status !== 0) continue;
    // The file is read back as it was drawn, in the same places.
    const read = reader.readJson(model.toJson(damaged), damaged).drawing;
    assert.equal(model.toJson(read), model.toJson(damaged));
    const place = ({ name, x, y }) => [name, x, y];
    assert.deepEqual(read.positions.map(place), damaged.positions.map(place));
    // Without places it is arranged, always alike, and nothing covers anything else.
    const arranged = reader.readJson(model.toJson(damaged)).drawing;
    assert.deepEqual(arranged, reader.readJson(model.toJson(damaged)).drawing);
    arranged.positions.forEach((one, at) => arranged.positions.slice(0, at).forEach((other) => assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 30, `${one.name} and ${other.name}`)));
  }
  assert.ok(good > 20 && bad > 40, `${good}, ${bad}`);
});

test("undo and redo go through all changes; the games to begin with lack nothing", () => {
  const next = random(3);
  const history = new model.History(model.EMPTY);
  const seen = [history.now];
  for (let left = 40; left > 0; left--) {
    const ids = history.now.positions.map(({ id }) => id);
    if (ids.length < 3 || next() < 0.3) history.set(model.addPosition(history.now, 10, 10).drawing);
    else history.set(model.addOption(history.now, pick(next, ids), pick(next, ids), pick(next, ["left", "right", "both"])));
    if (history.now !== seen.at(-1)) seen.push(history.now);
  }
  for (const before of seen.slice(0, -1).reverse()) {
    history.step(-1);
    assert.equal(history.now, before);
  }
  assert.equal(history.can(-1), false);
  for (const later of seen.slice(1)) {
    history.step(1);
    assert.equal(history.now, later);
  }
  for (const { count, make } of templates.TEMPLATES) for (const n of count ? [count[0], count[1], count[2]] : [0]) assert.deepEqual(model.remarks(make(n)), []);
});
