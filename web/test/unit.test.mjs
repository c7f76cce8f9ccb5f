// The page's modules in Node: numbers, positions, addresses, the bytes of certificates, the strategy, the checker as WebAssembly.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, random, root, web } from "./bundle.mjs";

const fraction = await load("fraction");
const position = await load("position");
const route = await load("route");
const strategy = await load("strategy");
const rules = await load("play-rules");
const { lines } = await load("tree");
const { Checker } = await load("checker");
const wasm = readFileSync(join(web, "checker.wasm"));
// The same checker, with models of others; it answers here whatever the other one answers, too.
const first = await Checker.load(wasm);
const checker = await Checker.load(readFileSync(join(web, "models.wasm")));
const { knows } = await load("which");

const files = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]));
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Verifies a committed certificate and what it imports; gives the number to ask under. */
const certificates = new Map(files(join(root, "certs")).filter((path) => path.endsWith(".cert") && !path.includes("/corpus/")).map((path) => [hash(readFileSync(path)), path]));
const verdicts = new Map();
const verify = (path, game) => {
  if (!verdicts.has(path)) verdicts.set(path, verifyAnew(path, game));
  return verdicts.get(path);
};
const verifyAnew = (path, game) => {
  const bytes = readFileSync(path);
  checker.write(bytes);
  checker.exports.listed();
  for (const digest of checker.read().imports) verify(certificates.get(digest));
  if (game) {
    checker.write(readFileSync(game));
    checker.exports.read_game();
    assert.equal(checker.read().error, undefined, game);
  }
  checker.write(bytes);
  checker.exports.verify(game ? 1 : 0);
  const verdict = checker.read();
  assert.equal(verdict.verdict, "verified", verdict.message);
  return verdict;
};
const probe = (id, text) => {
  checker.writeText(text);
  checker.exports.probe(id);
  return checker.read();
};
/** From the table of its men: after a capture that is another one. */
const look = (text) => {
  checker.writeText(text);
  checker.exports.ask();
  const [name] = checker.read().names;
  return probe(verify([...certificates.values()].find((path) => path.endsWith(`/${name}`))).id, text);
};

const decimal = (text, places) => fraction.decimal(fraction.must(text), places);

test("a decimal is cut off and says so", () => {
  assert.equal(decimal("2/3", 6), "0.666666…");
  assert.equal(decimal("-2/3", 6), "-0.666666…");
  assert.equal(decimal("999999/1000000", 3), "0.999…");
  assert.equal(decimal("1/1000000000", 3), "0.000…");
});

test("a decimal that ends is whole", () => {
  assert.equal(decimal("21/32", 6), "0.65625");
  assert.equal(decimal("5/4", 6), "1.25");
  assert.equal(decimal("1/2", 1), "0.5");
  assert.equal(decimal("3", 6), "3");
  assert.equal(decimal("0", 6), "0");
});

test("whole numbers have no denominator", () => {
  assert.equal(fraction.text(fraction.must("4/4")), "1");
  assert.equal(fraction.number(fraction.must("0")), "0");
});

test("fractions are read in the ways in which people write them, and nothing else is", () => {
  for (const [text, expected] of [["3/4", "3/4"], [" 6 / 8 ", "3/4"], ["-1/4", "-1/4"], ["−1/4", "-1/4"], ["0.25", "1/4"], [".5", "1/2"], ["0,125", "1/8"], ["7", "7"]]) {
    assert.equal(fraction.text(fraction.read(text)), expected, text);
  }
  for (const text of ["", "1/0", "a", "1/2/3", "1e3", "0x1", ".", "1.", "Infinity"]) assert.equal(fraction.read(text), undefined, text);
});

test("arithmetic is exact", () => {
  const [a, b] = ["1/3", "1/6"].map(fraction.must);
  assert.equal(fraction.text(fraction.add(a, b)), "1/2");
  assert.equal(fraction.text(fraction.minus(b, a)), "-1/6");
  assert.equal(fraction.text(fraction.times(a, b)), "1/18");
  assert.equal(fraction.text(fraction.half(a)), "1/6");
  assert.equal(fraction.compare(fraction.must("333333333333333333/1000000000000000000"), a), -1);
});

test("denominators are factored, and what is left is said to be left", () => {
  assert.equal(fraction.factors(32256n), "2^9 · 3^2 · 7");
  assert.equal(fraction.factors(1n), "1");
  // The denominator of the rook's table, as the README of the certificates gives it.
  const product = fraction.factors(229627505902878720n).split(" · ").map((part) => { const [p, e = "1"] = part.split("^"); return BigInt(p) ** BigInt(e); }).reduce((a, b) => a * b);
  assert.equal(product, 229627505902878720n);
  assert.match(fraction.factors(2n ** 89n - 1n), /^a number of 27 digits without a factor up to 20000$/);
});

test("positions are read and written", () => {
  for (const fen of ["k7/8/8/K7/7N/8/8/8", "1k/K1", "k2/1p1/1P1/K2", `${"16/".repeat(15)}K14k`, "12/12/K10k/12"]) assert.equal(position.fen(position.readFen(fen)), fen);
  assert.equal(position.fen(position.readFen("4k3/8/8/8/3pP3/8/8/4K3 e3")), "4k3/8/8/8/3pP3/8/8/4K3 e3");
  for (const fen of ["", "k", "k7/7", "x1/2", "17/17", "kk/k"]) assert.equal(position.readFen(fen), undefined, fen);
});

test("symmetries come back to where they began", () => {
  const start = position.readFen("k2/1p1/1P1/K1N");
  const turned = [1, 2, 3, 4].reduce((now) => position.quarter(now), start);
  assert.deepEqual(turned, start);
  assert.deepEqual(position.mirror(position.mirror(start)), start);
  assert.deepEqual(position.exchangeColours(position.exchangeColours(start)), start);
  assert.equal(position.fen(position.exchangeColours(position.readFen("k7/8/8/K7/7N/8/8/8"))), "8/8/8/7n/k7/8/8/K7");
  assert.equal(position.fen(position.quarter(position.readFen("3/K2"))), "K1/2/2");
});

test("a position is shifted only where all men have room", () => {
  const start = position.readFen("8/8/8/8/3k4/8/8/K2N4");
  assert.equal(position.fen(position.shift(start, 1, 0)), "8/8/8/8/4k3/8/8/1K2N3");
  assert.equal(position.shift(start, -1, 0), undefined);
  assert.equal(position.shift(start, 0, -1), undefined);
  assert.equal(position.shift(position.readFen("k3/P3/4/K3"), 0, 1), undefined);
});

test("an address comes back as what it was made of", () => {
  for (const page of [
    { page: "chess", what: "4k3/8/8/8/3pP3/8/8/4K3 e3", query: new URLSearchParams({ heat: "d4" }) },
    { page: "game", what: "certs/games/waiting.cert", query: new URLSearchParams({ at: "out left" }) },
    { page: "play", what: "k2/3/3/K1N", query: new URLSearchParams({ side: "white", white: "2/5" }) },
    { page: "lessons", what: "3", query: new URLSearchParams() },
  ]) {
    const back = route.read(route.write(page));
    assert.deepEqual([back.page, back.what, back.query.toString()], [page.page, page.what, page.query.toString()]);
  }
  assert.equal(route.read("").page, "home");
  assert.equal(route.chess("k7/8/8/K7/7N/8/8/8"), "#/chess/8x8/k7/8/8/K7/7N/8/8/8");
  assert.deepEqual([route.read("#/chess/8x8/%zz").what, route.read("#/8x8/k7").page], ["%zz", "missing"]);
});

test("a tree of moves is written with side lines in parentheses after the move that they replace", () => {
  const node = (move, ...next) => ({ at: move, by: "White", move, next });
  assert.equal(lines(node("")), "");
  assert.equal(lines(node("", node("a"))), "White a");
  assert.equal(lines(node("", node("a", node("b", node("c")), node("d", node("e"))), node("f"))), "White a (White f), White b (White d, White e), White c");
});

test("a number of a certificate is changed, and nothing else: changed back it is the same file, changed it is refused", () => {
  const conditions = new Set();
  for (const [file, game, columns] of [["3x4_KNk", undefined, ["value", "White's move", "Black's move", "T", "T′"]], ["boards/2x3_KPk", undefined, ["value", "White's move", "Black's move", "T", "T′"]], ["four/2x3_KNNk", undefined, ["lower value", "upper value", "T", "T′"]], ["plans/3x4-alpha", undefined, ["bound"]], ["games/path", join(root, "certs/games/path.json"), ["value", "T", "T′"]]]) {
    const bytes = readFileSync(join(root, `certs/${file}.cert`));
    const { id, places } = verify(join(root, `certs/${file}.cert`), game);
    const changed = (column, place, to) => {
      checker.write(bytes);
      checker.exports.changed(id, column, place, to);
      return checker.file();
    };
    for (let place = 0; place < places; place += Math.ceil(places / 12)) {
      checker.write(bytes);
      checker.exports.stated(id, place);
      const told = checker.read();
      assert.deepEqual(told.map(({ name }) => name), columns, file);
      told.forEach(({ name, stored, says, others }, column) => {
        assert.deepEqual(Buffer.from(changed(column, place, stored)), bytes, `${file} ${name}`);
        for (const [other, words] of others.slice(0, 2)) {
          assert.notEqual(other, stored);
          const broken = changed(column, place, other);
          checker.write(broken);
          checker.exports.verify();
          const { verdict, condition } = checker.read();
          // A plan with a weaker bound may still be true.
          assert.ok(verdict === "rejected" || columns.includes("bound"), `${file}, ${name} of place ${place}: ${says} became ${words}`);
          if (verdict === "rejected") conditions.add(condition);
        }
      });
    }
  }
  assert.ok(conditions.size >= 8, [...conditions].join());
  // What the position of the book's first chapter says of itself.
  const { id } = verify(join(root, "certs/3x4_KNk.cert"));
  const bytes = readFileSync(join(root, "certs/3x4_KNk.cert"));
  checker.writeText("");
  checker.exports.at(id, 25);
  const entry = checker.read();
  checker.write(bytes);
  checker.exports.stated(id, 25);
  const [value, white] = checker.read();
  assert.equal(value.says, entry.lower);
  assert.ok(entry.options.some(({ by, move, first }) => by === "white" && move === white.says && first), white.says);
  for (const [call, words] of [[() => checker.exports.stated(id, 99_999), /no position has this number/], [() => checker.exports.changed(id, 9, 0, 0), /no number stands there/]]) {
    checker.write(bytes);
    call();
    assert.match(checker.read().error, words);
  }
});

test("overflow checks are on in the page's checker", async () => {
  // A checker of its own: one that has stopped is not asked again.
  const other = await Checker.load(wasm);
  assert.equal(other.exports.sum(2_147_483_647, 5) >>> 0, 2_147_483_652);
  assert.throws(() => other.exports.sum(4_294_967_295, 1), WebAssembly.RuntimeError);
});

test("the page's decimals are those of the checker's wording", () => {
  const { id } = verify(join(root, "certs/8x8_KNk.cert"));
  for (let number = 0; number < 31332; number += 1567) {
    checker.writeText("");
    checker.exports.at(id, number);
    const entry = checker.read();
    assert.equal(decimal(entry.lower, 12), entry.lower_decimal);
    for (const { move, lower } of entry.options) assert.ok(entry.text.includes(decimal(lower, 6)), `${entry.position} ${move}`);
  }
});

test("a position that the table does not have gets an error in words", () => {
  const { id } = verify(join(root, "certs/3x4_KNk.cert"));
  assert.match(probe(id, "1k/K1").error, /^found a board of 2x2 \(files x ranks\), required 3x4$/);
  assert.match(probe(id, "k2/3/3/K1Q").error, /^found the men KQk, required KNk$/);
  assert.match(probe(99, "k2/3/3/K1N").error, /nothing is verified/);
});

test("one value stands as the lower and as the upper one, and says who wins a game that never ends", () => {
  const [richer, alone] = ["4x4_KNk_never-1-2.cert", "4x4_KNk_alpha.cert"].map((file) => verify(join(root, "certs/never", file)));
  assert.deepEqual([richer.never, alone.never], ["1/2", "0"]);
  const entry = probe(richer.id, "k3/4/4/K2N");
  assert.deepEqual([entry.never, entry.sharp, entry.lower], ["1/2", null, entry.upper]);
  assert.match(entry.meaning, /if the game never ends, the richer player wins \(d = 1\/2\)\.$/);
  assert.equal(probe(verify(join(root, "certs/4x4_KNk.cert")).id, "k3/4/4/K2N").never, null);
});

// --- play ---

/** Plays to the end against somebody who bids and moves at random; gives the winner and how many auctions it took. */
const play = (fen, side, money, seed) => {
  const next = random(seed);
  let [text, own] = [fen, money];
  for (let auctions = 1; auctions <= 3000; auctions++) {
    const entry = look(text);
    const decision = strategy.decide(entry, side, own);
    const theirs = fraction.minus(fraction.ONE, own);
    // Sometimes wild, sometimes near the right bid.
    const fair = strategy.decide(entry, strategy.other(side), theirs).bid;
    const wild = fraction.times(theirs, fraction.make(BigInt(Math.floor(next() * 64)), 64n));
    const bid = next() < 0.5 ? wild : fair;
    const bids = side === "white" ? [decision.bid, bid] : [bid, decision.bid];
    assert.ok(fraction.compare(decision.bid, own) <= 0, "bids what it has");
    const { winner, price } = strategy.auction(bids[0], bids[1], strategy.other(side));
    const white = side === "white" ? own : theirs;
    const { white: after } = rules.pay({ white }, winner, price);
    own = side === "white" ? after : fraction.minus(fraction.ONE, after);
    const options = entry.options.filter(({ by }) => by === winner);
    const option = winner === side ? decision.move : options[Math.floor(next() * options.length)];
    if (option.wins) return { winner, auctions };
    const still = strategy.sureOf({ ...entry, lower: option.lower, upper: option.upper }, side, fraction.minus(fraction.ONE, own));
    if (decision.sure === "win") assert.equal(still, "win", `${text}: ${option.move} by ${winner}`);
    if (decision.sure === "draw") assert.notEqual(still, "nothing", `${text}: ${option.move} by ${winner}`);
    text = option.after;
  }
  return { winner: undefined, auctions: 3000 };
};

// The values are those that the paper and the book state.
for (const [fen, share] of [
  ["k2/3/3/K1N", "77/128"],
  ["8/8/8/8/3k4/8/8/K2N4", "21073/32256"],
  ["3k3R/8/3K4/8/8/8/8/8", "3/4"],
  ["3k/4/4/K2Q", "13/16"],
]) {
  test(`with a little more than is needed the computer wins every game from ${fen}, as either side`, () => {
    const [border, edge] = [fraction.must(share), fraction.make(1n, 1000n)];
    for (let seed = 1; seed <= 10; seed++) {
      // White needs that Black holds less than the value.
      const white = play(fen, "white", fraction.add(fraction.minus(fraction.ONE, border), edge), seed);
      assert.equal(white.winner, "white");
      const black = play(fen, "black", fraction.add(border, edge), seed);
      assert.equal(black.winner, "black");
    }
  });
}

test("between the two values the computer does not lose", () => {
  for (const side of ["white", "black"]) {
    for (let seed = 1; seed <= 5; seed++) {
      const { winner } = play("k2/1p1/1P1/K2", side, fraction.HALF, seed);
      assert.notEqual(winner, strategy.other(side));
    }
  }
});

test("equal bids: the human moves; the winner pays the loser", () => {
  const [a, b] = ["1/4", "1/8"].map(fraction.must);
  assert.equal(strategy.auction(a, a, "black").winner, "black");
  assert.equal(strategy.auction(a, a, "white").winner, "white");
  const { winner, price } = strategy.auction(b, a, "white");
  assert.deepEqual([winner, fraction.text(price)], ["black", "1/4"]);
  assert.equal(fraction.text(rules.pay({ white: fraction.HALF }, winner, price).white), "3/4");
  // A negative bid: the winner is paid.
  assert.equal(fraction.text(rules.pay({ white: fraction.HALF }, "white", fraction.must("-1/8")).white), "5/8");
});

test("the simplest fraction between two others", () => {
  const simplest = (a, b) => fraction.text(strategy.simplest(fraction.must(a), fraction.must(b)));
  assert.equal(simplest("1/3", "2/3"), "1/2");
  assert.equal(simplest("-1/3", "1/5"), "0");
  assert.equal(simplest("95/32256", "1/300"), "13/4096");
  assert.equal(simplest("-5/16", "-1/4"), "-1/4");
});

test("no file of the page names another host, but for a link to the paper that people may follow", () => {
  for (const name of ["index.html", "style.css", ...readdirSync(join(web, "src")).map((file) => `src/${file}`)]) {
    const found = readFileSync(join(web, name), "utf8").match(/\bhttps?:\/\/[^\s"'`)]+/g) ?? [];
    assert.deepEqual(found.filter((address) => address !== "http://www.w3.org/2000/svg" && !(name === "index.html" && address === "https://doi.org/10.1017/9781108641999.021")), [], name);
  }
  assert.doesNotMatch(readFileSync(join(web, "package-lock.json"), "utf8"), /resolved|https?:/);
});

test("the checker that is fetched first declines models, verifies all else, and the page knows which one it needs", () => {
  for (const path of [...certificates.values()].filter((path) => !/corpus|losing/.test(path) && statSync(path).size < 400_000)) {
    const bytes = readFileSync(path);
    first.write(bytes);
    first.exports.verify(0);
    const { verdict, message, missing, needs_game: needsGame } = first.read();
    if (!knows(first, bytes)) {
      assert.equal(verdict, "declined", path);
      assert.match(message, /which this version does not know/, path);
    } else assert.ok(verdict === "verified" || missing || needsGame, `${path}: ${message}`);
  }
  const games = files(join(root, "certs")).filter((path) => /\/(games|payments|all-pay|chips|aims|scores|models)\/[^/]*\.(umb|json)$/.test(path) && !path.includes("corpus"));
  for (const path of games) assert.equal(knows(first, readFileSync(path)), /\/(games|payments|all-pay|chips)\//.test(path), path);
});

test("every kind of certificate is told of in words of its own", () => {
  const kinds = [
    ["4x4_KNk.cert", "endgame", "k3/4/4/K2N"],
    ["games/path.cert", "game", "3", "games/path.json"],
    ["never/4x4_KNk_never-1-2.cert", "endgame", "k3/4/4/K2N"],
    ["never/enclosed/4x4_KNk_never-1-2.cert", "endgame", "k3/4/4/K2N"],
    ["never/4x4_KNk_alpha.cert", "endgame", "k3/4/4/K2N"],
    ["sharp/4x4_KBkn.cert", "endgame", "4/3k/4/K1Bn"],
    ["plans/3x4-alpha.cert", "list", "k2/1p1/1P1/K2"],
    ["corpus/good/losing-2x3_KvK_auction.cert", "auction", "Kk/2/2"],
    ["corpus/good/losing-2x3_KvK.cert", "turns", "Kk/2/2 w"],
    ["losing/1.e4.cert", "proof", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - -"],
    ["chips/4x4_Kk_9_decides.cert", "chips", "k3/4/4/3K"],
    ["corpus/good/poorman-2x2_Kk.cert", "poorman", "1k/K1"],
    ["payments/8x8_Kk_pays_bank.cert", "payments", "8/8/8/8/3k4/8/8/K7"],
    ["hex/3x3.cert", "hex", "b2"],
    ["partitions/king_3x3.cert", "partition", "5"],
    ["models/two.cert", "model", "0", "models/two.umb"],
    ["models/road.cert", "rewards", "0", "models/road.umb"],
    ["aims/houses.cert", "endless", "left's", "aims/houses.json"],
    ["payments/jump.cert", "robin-hood", "left", "payments/jump.json"],
    ["aims/again.cert", "endless", "q", "aims/again.json"],
    ["scores/free-kick.cert", "scores", "kick-off", "scores/free-kick.json"],
    ["all-pay/first-to-two.cert", "all-pay", "0-0", "all-pay/first-to-two.json"],
  ];
  checker.exports.kinds();
  assert.deepEqual([...new Set(kinds.map(([, kind]) => kind))].sort(), checker.read().sort());
  for (const [file, kind, question, game] of kinds) {
    const verdict = verify(join(root, "certs", file), game && join(root, "certs", game));
    assert.equal(verdict.kind, kind, file);
    assert.ok(verdict.about && verdict.claim && verdict.question && Object.keys(verdict.conditions).length > 0, file);
    const answer = probe(verdict.id, question);
    assert.equal(answer.error, undefined, `${file}: ${answer.error}`);
    assert.ok(answer.text, file);
    assert.match(probe(verdict.id, "nothing of this kind").error, /required|found/, file);
    checker.exports.at(verdict.id, 0);
    assert.ok(checker.read().text, file);
  }
});
