// The rules and the strategies of the page's games, in Node, against verified tables.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { load, random, root, web } from "./bundle.mjs";

const [fraction, strategy, chips, log, { Checker }] = await Promise.all(["fraction", "strategy", "play-chips", "play-log", "checker"].map(load));
/** What comes of two bids, if both go on as well as they can. */
const duel = (spot, side, units, bid, answer) => {
  const bought = (price) => chips.afterBuying(spot, side, side, units - price);
  const sold = (price) => chips.afterBuying(spot, side, strategy.other(side), units + price);
  if (bid !== answer) return bid > answer ? bought(2 * bid) : sold(2 * answer);
  return units % 2 === 1 ? Math.max(bought(2 * bid + 1), sold(2 * bid)) : Math.min(sold(2 * bid + 1), bought(2 * bid));
};
let checker;
before(async () => (checker = await Checker.load(readFileSync(join(web, "checker.wasm")))));

const verify = (path) => {
  checker.write(readFileSync(join(root, path)));
  checker.exports.verify();
  const verdict = checker.read();
  assert.equal(verdict.verdict, "verified", path);
  return verdict;
};
const asked = (text, call) => {
  checker.writeText(text);
  call(checker.exports);
  return checker.read();
};
const probe = (id, text) => asked(text, (exports) => exports.probe(id));
const held = (id, text, holds) => asked(`${text}\n${holds}`, (exports) => exports.probe_holds(id));

/** Tables for chips with the tables of moves beside them. */
const arena = (board, number, rule) => {
  const small = verify(`certs/${board}_Kk.cert`);
  const bare = verify(`certs/chips/${board}_Kk_${number}_${rule}.cert`);
  const table = verify(`certs/chips/${board}_KNk_${number}_${rule}.cert`);
  const exact = verify(`certs/${board}_KNk.cert`);
  const has = (fen) => /N/.test(fen);
  const needs = (fen) => {
    const said = probe((has(fen) ? table : bare).id, fen);
    const from = (name, star) => (typeof said[name] === "number" ? said[name] * 2 + star : Infinity);
    return { white: [from("white_wins_from", 0), from("white_wins_with_star_from", 1)], black: [from("black_wins_from", 0), from("black_wins_with_star_from", 1)] };
  };
  const spot = (fen) => {
    const entry = probe((has(fen) ? exact : small).id, fen);
    const list = entry.options.map(({ by, move, wins, after }) => ({ by, move, wins, after, needs: wins ? chips.won(by) : needs(after) }));
    return { chips: number, decides: rule === "decides", needs: needs(fen), moves: list };
  };
  const advice = (fen, white, side) => held((has(fen) ? table : bare).id, fen, chips.unitsText(white))[`${side}_advice`] ?? undefined;
  return { spot, advice, places: exact.places, at: (place) => asked("", (exports) => exports.at(exact.id, place)).position };
};

for (const [board, number, rule, count] of [["4x4", 9, "decides", 40], ["8x8", 200, "moves", 4]]) {
  test(`what the page makes of two bids agrees with the verified thresholds: ${board}, ${number} chips, the buyer ${rule}`, () => {
    const { spot, at, places } = arena(board, number, rule);
    const next = random(number);
    for (let trial = 0; trial < count; trial++) {
      const fen = at(Math.floor(next() * places));
      const here = spot(fen);
      for (let units = 0; units <= 2 * number + 1; units += number > 20 ? 7 : 1) {
        for (const side of ["white", "black"]) {
          // Some bid is sure of exactly what the table says.
          assert.equal(chips.rightBids(here, side, units).sure > 0, chips.outcome(here.needs, number, side, units) > 0, `${fen} ${side} ${units}`);
        }
      }
    }
  });
}

test("what a bid is sure of is the worst of its answers", () => {
  const { spot } = arena("4x4", 9, "decides");
  const here = spot("k3/4/4/K2N");
  for (let units = 0; units <= 19; units++) {
    const { sure, bids } = chips.rightBids(here, "white", units);
    for (let bid = 0; bid <= Math.floor(units / 2); bid++) {
      const worst = Math.min(...Array.from({ length: Math.floor((19 - units) / 2) + 1 }, (_, answer) => duel(here, "white", units, bid, answer)));
      assert.equal(worst === sure, bids.includes(bid), `${units} ${bid}`);
    }
  }
});

test("with enough chips the computer wins every game against random bids, as either side", () => {
  const { spot, advice } = arena("4x4", 9, "decides");
  for (const computer of ["white", "black"]) {
    const human = strategy.other(computer);
    for (let seed = 1; seed <= 12; seed++) {
      const next = random(seed);
      let [fen, white] = ["k3/4/4/K2N", computer === "white" ? 7 : 19 - 13];
      let winner;
      for (let auctions = 0; auctions < 300 && winner === undefined; auctions++) {
        const here = spot(fen);
        const units = (side) => (side === "white" ? white : 19 - white);
        const told = advice(fen, white, computer);
        assert.ok(told?.wins, `${fen} ${chips.unitsText(white)}`);
        const bid = chips.chipBid(here, computer, units(computer), told);
        const answer = Math.floor(next() * (Math.floor(units(human) / 2) + 1));
        const hasStar = units(computer) % 2 === 1;
        const tie = bid === answer;
        const uses = tie && (hasStar ? chips.usesStar(here, computer, units(computer), bid) : next() < 0.5);
        const buyer = tie ? (uses === hasStar ? computer : human) : bid > answer ? computer : human;
        const price = 2 * Math.max(bid, answer) + (uses ? 1 : 0);
        white += buyer === "white" ? -price : price;
        const listed = buyer !== computer ? [] : uses ? told.with_star : told.after_buying;
        const own = here.moves.filter(({ by }) => by === human);
        const move = buyer === computer ? chips.chipMove(here, computer, units(computer), [computer], listed) : own[Math.floor(next() * own.length)];
        if (move.wins) winner = move.by;
        fen = move.after;
      }
      assert.equal(winner, computer, `seed ${seed}`);
    }
  }
});

const TABLES = { "k2/3/3/K1N": "certs/3x4_KNk.cert", "3k3R/8/3K4/8/8/8/8/8": "certs/8x8_KRk.cert" };

test("safe bids are safe, and others are not", () => {
  for (const [fen, path] of Object.entries(TABLES)) {
    verify(path.replace("KNk", "Kk").replace("KRk", "Kk"));
    const entry = probe(verify(path).id, fen);
    for (const side of ["white", "black"]) {
      for (const share of ["1/8", "1/2", "5/8", "3/4", "15/16"].map(fraction.must)) {
        const band = strategy.safe(entry, side, share);
        const sure = strategy.sureOf(entry, side, fraction.minus(fraction.ONE, share));
        assert.equal(band === undefined, sure === "nothing");
        if (!band || sure !== "win") continue;
        const tiny = fraction.make(1n, 1n << 40n);
        const keeps = (bid) => {
          const { needs } = strategy.decide(entry, side, share);
          const buys = fraction.compare(fraction.minus(share, bid), needs.moving) > 0;
          const sells = fraction.compare(fraction.add(share, bid), needs.waiting) > 0;
          return buys && sells;
        };
        assert.ok(keeps(strategy.decide(entry, side, share).bid));
        assert.ok(keeps(fraction.add(band.from, tiny)) && keeps(fraction.minus(band.to, tiny)), `${fen} ${side}`);
        if (fraction.compare(band.to, share) < 0) assert.ok(!keeps(fraction.add(band.to, tiny)));
        if (fraction.compare(band.from, fraction.negative(share)) > 0) assert.ok(!keeps(fraction.minus(band.from, tiny)));
      }
    }
  }
});

test("the careless player bids what it has, rounds to a sixteenth, and takes a king that can be taken", () => {
  verify("certs/3x4_Kk.cert");
  const { id } = verify("certs/3x4_KNk.cert");
  for (const fen of ["k2/3/3/K1N", "3/3/k2/K1N", "3/k2/3/K1N"]) {
    const entry = probe(id, fen);
    for (const luck of [0.1, 0.9]) {
      const share = fraction.must("1/4");
      const { bid, move, fair } = strategy.careless(entry, "white", share, luck);
      assert.ok(fraction.compare(bid, share) <= 0 && bid.n >= 0n);
      if (fraction.compare(fair, share) < 0) assert.equal(16n % bid.d, 0n);
      if (entry.options.some(({ by, wins }) => by === "white" && wins)) assert.ok(move.wins);
    }
  }
});

test("the computer explains its bid with the numbers of the book", async () => {
  const words = await load("play-words");
  verify("certs/3x4_Kk.cert");
  const spot = probe(verify("certs/3x4_KNk.cert").id, "k2/3/3/K1N");
  const rule = { kind: "money", total: fraction.ONE, decides: false };
  const told = (white, change = (x) => x) => {
    const decision = change(strategy.decide(spot, "white", fraction.must(white)));
    return words.because(rule, { spot, chips: undefined }, { white: fraction.must(white), star: undefined }, "white", decision.bid, decision, true);
  };
  const start = "After its best move Na2 you need 43/64 of the money; after yours, Ka3, 17/32. The fair bid is half of the difference, 9/128.";
  assert.match(told("2/5"), new RegExp(`^${start} It held 1/640 more than it needs, and (added|bid) `));
  assert.equal(told("3/8"), `${start} It is behind, bids that, and hopes for a slip.`);
  assert.equal(told("1/32"), `${start} It has no more than 1/32.`);
  const second = spot.options.find(({ by, move }) => by === "white" && move === "Kb1");
  assert.equal(told("2/5", (decision) => ({ ...decision, bid: fraction.must("1/16"), move: second, why: "careless" })), `${start} The careless computer rounded it to 1/16. Kb1 is only its second best move.`);
});

test("a log is read as it was written; what is none is refused", () => {
  const step = (white, black, mover, move, star) => ({ bids: { white: fraction.must(white), black: fraction.must(black) }, star, mover, move });
  const steps = [step("7/128", "1/16", "black", "Ka3"), step("-1/8", "0", "white", "exd6 e.p.", undefined), step("5", "5", "white", "e8=Q", "use"), step("5", "5", "black", "Kb2", "keep")];
  assert.deepEqual(log.decode(log.encode(steps)), steps);
  assert.deepEqual(log.decode(""), []);
  for (const bad of ["x", "1,2", "1,2,x", "1/0,2,wKa1", "1,2,wKa1;", ";".repeat(600)]) assert.equal(log.decode(bad), undefined, bad);
});
