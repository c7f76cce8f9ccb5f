// The solver as WebAssembly: its bytes are those of the native program, the page's checker verifies them, and what it says beforehand is near the truth.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Worker } from "node:worker_threads";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { load, root, solve, web } from "./bundle.mjs";
import { serve } from "./server.mjs";

const { SolverModule } = await load("solver-module");
const { Checker } = await load("checker");
const { knows } = await load("which");
const [wasm, checkerWasm, modelsWasm] = ["solver.wasm", "checker.wasm", "models.wasm"].map((name) => readFileSync(join(web, name)));
const out = mkdtempSync(join(tmpdir(), "solver-"));
after(() => rmSync(out, { recursive: true }));

/** A module of its own: memory only grows. */
const ask = async (request) => {
  const told = [];
  const solver = await SolverModule.load(wasm, (doing) => told.push(doing));
  const estimate = solver.estimate(request);
  const start = performance.now();
  const solved = solver.solve(request);
  return { solved, estimate, told, seconds: (performance.now() - start) / 1000, bytes: solver.exports.memory.buffer.byteLength };
};

/** The verdict of the page's checker, of the module that the page takes; imports first. */
const verify = async ({ bytes, imports, game }) => {
  const checker = await Checker.load(knows(await Checker.load(checkerWasm), bytes) ? checkerWasm : modelsWasm);
  for (const one of imports) {
    checker.write(one.bytes);
    checker.exports.keep();
  }
  if (game) {
    checker.write(game.bytes);
    checker.exports.read_game();
    assert.equal(checker.read().error, undefined);
  }
  checker.write(bytes);
  checker.exports.verify(game ? 1 : 0);
  return checker.read();
};

const native = (...args) => execFileSync(solve, args.map(String), { stdio: "pipe" });

/** Each file that the page would be given has the bytes of the native program's. */
const agrees = async (request, args) => {
  const folder = mkdtempSync(join(out, "native-"));
  native("endgame", request.board, request.material, ...args, "--anew", "--out", folder);
  const asked = await ask(request);
  for (const { name, bytes } of [...asked.solved.imports, asked.solved]) assert.ok(readFileSync(join(folder, name)).equals(Buffer.from(bytes)), `${JSON.stringify(request)}: ${name}`);
  const verdict = await verify(asked.solved);
  assert.equal(verdict.verdict, "verified", `${JSON.stringify(request)}: ${verdict.message}`);
  return { ...asked, verdict };
};

const ENDGAMES = [
  ["8x8", "KNk"], ["8x8", "KQk"], ["8x8", "KPk"], ["8x8", "KPk", { pawns: "single" }, ["--double-step", "never"]], ["6x6", "KPk", { pawns: "double" }, ["--double-step", "always"]],
  ["5x5", "KQkr"], ["7x5", "KRk"], ["4x4", "KPkp"], ["3x4", "KBNk"], ["2x2", "Kk"],
  ["8x8", "KNk", { bits: 30 }, ["--precision", 30]], ["6x6", "KPk", { bits: 40 }, ["--precision", 40]], ["4x4", "KQkr", { bits: 56 }, ["--precision", 56]],
  ["4x4", "KNk", { never: "richer" }, ["--never", "richer"]], ["5x5", "KPk", { never: "1/3" }, ["--never", "1/3"]], ["4x4", "KPkp", { never: "0" }, ["--value", "alpha"]],
  ["4x4", "KNk", { never: "1/2", bits: 20 }, ["--never", "1/2", "--precision", 20]],
  ["8x8", "KNk", { payment: "bank" }, ["--pays", "bank"]], ["5x5", "KQk", { payment: "1/2", bits: 30 }, ["--pays", "1/2", "--precision", 30]],
  ["4x4", "KNk", { payment: "bank", winner: "moves", ties: "white" }, ["--pays", "bank", "--winner", "moves", "--ties", "left"]],
  ["8x8", "KNk", { chips: 200 }, ["--chips", 200]], ["4x4", "KPk", { chips: 9, winner: "decides" }, ["--chips", 9, "--winner", "decides"]],
];
for (const [board, material, more = {}, args = []] of ENDGAMES) {
  test(`${board} ${material} ${args.join(" ")} has the bytes of the native program, and is verified`, async () => {
    const { told, verdict } = await agrees({ kind: "endgame", board, material, ...more }, args);
    assert.ok(told.length > 0 && told.every(({ doing }) => doing.startsWith(`${board} `)), "progress names the endgame");
    assert.ok(verdict.about.includes(material), verdict.about);
  });
}

const GAMES = [
  ["certs/games/walk.json"], ["certs/games/waiting.json"], ["certs/games/path.json"], ["certs/chips/star.json"],
  ["certs/games/path.json", { bits: 40 }, ["--precision", 40]], ["certs/games/waiting.json", { never: "richer" }, ["--never", "richer"]],
  ["certs/games/path.json", { payment: "1/2" }, ["--pays", "1/2"]], ["certs/games/waiting.json", { payment: "bank", bits: 30 }, ["--pays", "bank", "--precision", 30]],
  ["certs/chips/star.json", { chips: 5, winner: "decides" }, ["--chips", 5, "--winner", "decides"]],
];
for (const [path, more = {}, args = []] of GAMES) {
  test(`${path} ${args.join(" ")} has the bytes of the native program, and is verified`, async () => {
    const file = join(root, path);
    const certificate = join(mkdtempSync(join(out, "game-")), "game.cert");
    native("graph", file, ...args, "--out", certificate);
    const { solved } = await ask({ kind: "graph", text: readFileSync(file, "utf8"), ...more });
    assert.ok(readFileSync(file).equals(Buffer.from(solved.game.bytes)));
    assert.ok(readFileSync(certificate).equals(Buffer.from(solved.bytes)));
    const verdict = await verify(solved);
    assert.equal(verdict.verdict, "verified", verdict.message);
  });
}

test("Hex and partitions have the bytes of the committed certificates", async () => {
  for (const [path, request] of [
    ["hex/3x3.cert", { kind: "hex", board: "3x3" }],
    ["hex/8x8.cert", { kind: "hex", board: "8x8" }],
    ["partitions/king_s6-5-5.cert", { kind: "partition", piece: "King", board: "S(6,5,5)" }],
    ["partitions/queen_8-3.cert", { kind: "partition", ask: "losing", piece: "Queen", board: "8^2,6,5,3" }],
    ["partitions/race_queen-rook.cert", { kind: "partition", ask: "race", piece: "Queen", other: "Rook", board: "8^8" }],
  ]) {
    const { solved } = await ask(request);
    assert.ok(readFileSync(join(root, "certs", path)).equals(Buffer.from(solved.bytes)), path);
    assert.equal((await verify(solved)).verdict, "verified", path);
  }
});

test("what cannot be solved is said in a sentence, and the solver can be asked again", async () => {
  const solver = await SolverModule.load(wasm, () => undefined);
  const chess = { kind: "endgame", board: "4x4", material: "KNk" };
  for (const [request, words] of [
    [{ ...chess, board: "1x9" }, /found 1 files, required 2 to 16/],
    [{ ...chess, board: undefined }, /without a board, required/],
    [{ ...chess, material: "KNX" }, /X/],
    [{ ...chess, material: "KNN" }, /k/],
    [{ ...chess, board: "2x2", material: "KQQQk" }, /five men|2x2 KQQQk/],
    [{ ...chess, pawns: "triple" }, /found "triple".*required single or double/],
    [{ ...chess, bits: 63 }, /required 1 to 62/],
    [{ ...chess, bits: 300 }, /found no question/],
    [{ ...chess, never: "3/2" }, /found "3\/2".*required a fraction from 0 to 1/],
    [{ ...chess, payment: "all" }, /found "all", required/],
    [{ ...chess, payment: "bank", bits: 60 }, /required 1 to 48/],
    [{ ...chess, payment: "bank", never: "richer" }, /never: found an endgame with payment/],
    [{ ...chess, chips: 2 ** 41 }, /required 0 to/],
    [{ ...chess, chips: 9, bits: 3 }, /bits: found an endgame with chips/],
    [{ ...chess, winner: "moves" }, /found neither chips nor payment/],
    [{ ...chess, colour: "red" }, /unknown field `colour`/],
    [{ kind: "graph", text: "{}" }, /found|missing|required/],
    [{ kind: "graph", text: "digraph { a -> " }, /line 1/],
    [{ kind: "hex", board: "99x99" }, /99x99/],
    [{ kind: "partition", piece: "Dragon", board: "3,2" }, /Dragon/],
    [{ kind: "go" }, /unknown variant `go`/],
  ]) {
    for (const name of ["estimate", "solve"]) {
      assert.throws(() => solver[name](request), (error) => !(error instanceof WebAssembly.RuntimeError) && words.test(error.message), `${name} ${JSON.stringify(request)}`);
    }
  }
  assert.equal(solver.solve(chess).name, "4x4_KNk.cert");
});

test("what takes too much is not begun: how much it is, what else can be had, and the command are said", async () => {
  const solver = await SolverModule.load(wasm, () => undefined);
  for (const [request, allowed, words] of [
    [{ board: "12x12", material: "KPk" }, true, /MB of memory\.$/],
    [{ board: "12x12", material: "KRk" }, true, /positions/],
    [{ board: "11x11", material: "KNk" }, false, /Bounds within about 2\^-50 can be had here/],
    [{ board: "11x11", material: "KNk", bits: 50 }, true, /positions/],
    [{ board: "7x7", material: "KQkr" }, true, /positions/],
    [{ board: "16x16", material: "KQRkr" }, false, /5 men|64 squares/],
    [{ board: "8x8", material: "KPPk" }, false, /required at most about 45 s and 1500 MB in a page/],
    [{ board: "5x5", material: "KQRkr" }, false, /found 5 men, required at most 4 in a page/],
  ]) {
    const asked = { kind: "endgame", ...request };
    if (request.material === "KQRkr" && request.board === "16x16") {
      assert.throws(() => solver.estimate(asked), words);
      continue;
    }
    const estimate = solver.estimate(asked);
    assert.equal(estimate.allowed, allowed, JSON.stringify({ request, estimate }));
    assert.match(estimate.words, words);
    assert.ok(estimate.command.startsWith(`cargo run --release --bin solve -- endgame ${request.board} ${request.material}`), estimate.command);
    if (!allowed) assert.throws(() => solver.solve(asked), { message: estimate.words });
  }
});

test("the estimate is near the truth", async (t) => {
  const positions = ({ solved }) => [...solved.imports, solved].length;
  for (const request of [
    { board: "8x8", material: "KNk" },
    { board: "9x9", material: "KRk" },
    { board: "8x8", material: "KPk" },
    { board: "6x6", material: "KQkr" },
    { board: "6x6", material: "KQkr", payment: "bank" },
    { board: "6x6", material: "KRRk", chips: 100 },
    { board: "6x6", material: "KQkr", bits: 30 },
  ]) {
    const asked = await ask({ kind: "endgame", ...request });
    const { estimate, seconds, bytes } = asked;
    const said = `${JSON.stringify(request)}: ${seconds.toFixed(2)} s and ${bytes} bytes, said ${JSON.stringify(estimate)}`;
    assert.ok(positions(asked) > 1 && estimate.allowed, said);
    assert.ok(bytes < 2 * estimate.bytes && estimate.bytes < 2 * bytes + 10_000_000, said);
    // How long it takes depends on the machine: it is told, and nothing is asked of it.
    t.diagnostic(said);
  }
});

test("how long it takes to solve and verify 8x8 KNk, beside the native solver", async (t) => {
  const times = (count, work) => Promise.all([]).then(async () => {
    let least = Infinity;
    for (let round = 0; round < count; round++) {
      const start = performance.now();
      await work();
      least = Math.min(least, performance.now() - start);
    }
    return least;
  });
  const alone = await times(3, () => native("endgame", "8x8", "KNk", "--threads", 1, "--anew", "--out", mkdtempSync(join(out, "time-"))));
  const here = await times(3, async () => verify((await ask({ kind: "endgame", board: "8x8", material: "KNk" })).solved));
  t.diagnostic(`${here.toFixed(0)} ms, native ${alone.toFixed(0)} ms: ${(here / alone).toFixed(1)} times`);
});

test("a run that is stopped leaves nothing behind, and the next one begins anew", async () => {
  const module = join(root, "target", "web-test", "solver-module.mjs");
  const program = `
    const { workerData, parentPort } = require("node:worker_threads");
    import(workerData.module).then(async ({ SolverModule }) => {
      const solver = await SolverModule.load(workerData.wasm, (doing) => parentPort.postMessage({ doing }));
      const { name, bytes } = solver.solve(workerData.request);
      parentPort.postMessage({ name, bytes });
    });`;
  const run = (request) => new Worker(program, { eval: true, workerData: { module: `file://${module}`, wasm, request } });
  const long = run({ kind: "endgame", board: "12x12", material: "KPk" });
  await new Promise((resolve) => long.once("message", resolve));
  let isDone = false;
  long.on("message", ({ name }) => (isDone ||= name !== undefined));
  await long.terminate();
  assert.ok(!isDone);
  const short = run({ kind: "endgame", board: "4x4", material: "KNk" });
  const found = await new Promise((resolve) => short.on("message", (said) => said.name && resolve(said)));
  assert.equal(found.name, "4x4_KNk.cert");
});

test("in a browser the worker fetches the solver once it is asked, tells of progress, and is stopped", async () => {
  const folder = mkdtempSync(join(out, "site-"));
  const entryPoints = ["solver.ts", "solver-worker.ts"].map((name) => join(web, "src", name));
  await build({ entryPoints, bundle: true, format: "esm", target: "es2022", outdir: folder, logLevel: "error" });
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Solver</title>");
  copyFileSync(join(web, "solver.wasm"), join(folder, "solver.wasm"));
  const host = await serve(folder);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    const fetched = [];
    page.on("request", (request) => fetched.push(request.url().split("/").pop()));
    await page.goto(host.address);
    const found = await page.evaluate(async () => {
      const { Solver } = await import("./solver.js");
      const solver = new Solver();
      const chess = { kind: "endgame", board: "8x8", material: "KNk" };
      const estimate = await solver.call("estimate", chess);
      const told = [];
      const solved = await solver.solve(chess, ({ doing }) => told.push(doing));
      const error = await solver.solve({ ...chess, material: "KNX" }).catch((error) => error.message);
      const stopped = solver.solve({ ...chess, board: "12x12", material: "KPk" }, () => solver.stop()).catch((error) => error.who === "solver" && error.message === "stopped");
      const isStopped = await stopped;
      const again = await solver.solve({ ...chess, board: "4x4" });
      return { estimate, told, names: [...solved.imports, solved].map(({ name }) => name), bytes: solved.bytes.length, error, isStopped, again: again.name };
    });
    assert.ok(found.estimate.allowed && found.told.length > 4, JSON.stringify(found));
    assert.deepEqual(found.names, ["8x8_Kk.cert", "8x8_KNk.cert"]);
    assert.equal(found.bytes, statSync(join(root, "certs/8x8_KNk.cert")).size);
    assert.match(found.error, /found the letter 'X'/);
    assert.deepEqual([found.isStopped, found.again], [true, "4x4_KNk.cert"]);
    assert.equal(fetched.indexOf("solver.wasm") > fetched.indexOf("solver-worker.js"), true);
  } finally {
    await browser.close();
    await host.close();
  }
});

// The solver is fetched where something is solved; endless and scored games are a twentieth of it, and values in floating point another one.
test("the modules are small enough", () => {
  for (const [name, most] of [["checker.wasm", 272_000], ["solver.wasm", 336_000]]) {
    const bytes = readFileSync(join(web, name));
    const { length } = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: statSync(join(web, name)).size } });
    assert.ok(length <= most, `${name}: ${length} bytes after brotli, required at most ${most}`);
  }
});
