// Plays of all-pay auctions, in Node: how bids are drawn, what is paid, ties, the end, what luck changed; and the verified numbers that the page's checker gives.
// Expected values are worked out by hand (the example of the chapter), by enumeration, or stand in the chapter.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, random, root, solve, web } from "./bundle.mjs";

const rules = await load("all-pay-rules");
const words = await load("all-pay-words");
const fraction = await load("fraction");
const { Checker } = await load("checker");
const checker = await Checker.load(readFileSync(join(web, "models.wasm")));

/** Bytes in this order; then none are left. */
const bytes = (...all) => (into) => {
  for (const place of into.keys()) {
    assert.ok(all.length > 0, "more bytes are drawn than were expected");
    into[place] = all.shift();
  }
};
const text = (x) => fraction.text(x);
/** The luck of the draw, the coin, and what a bid and an option gave away. */
const parts = ({ draw, coin, bid, option }) => [draw, coin, bid, option].map(text);

/** A certificate that the page's checker verified, and what it says of a state, as the page reads it. */
const open = (cert, game) => {
  checker.write(readFileSync(game));
  checker.exports.read_game();
  checker.write(readFileSync(cert));
  checker.exports.verify();
  const verdict = checker.read();
  assert.equal(verdict.verdict, "verified", JSON.stringify(verdict));
  const said = (position, { left, right }) => {
    checker.writeText(`${position}\n${left},${right}`);
    checker.exports.probe_holds(verdict.id);
    const found = checker.read();
    assert.equal(found.error, undefined, found.error);
    return found;
  };
  return { verdict, said, ask: async (position, held) => rules.readState(said(position, held)) };
};
const committed = (name) => open(join(root, `certs/all-pay/${name}.cert`), join(root, `certs/all-pay/${name}.json`));

const scratch = join(root, "target", "web-test");
/** Solves a game with the native program, and opens what it wrote. */
const solved = (name, game, chips, ...more) => {
  mkdirSync(scratch, { recursive: true });
  const [json, cert] = [join(scratch, `${name}.json`), join(scratch, `${name}.cert`)];
  writeFileSync(json, game);
  execFileSync(solve, ["graph", json, "--pays", "both", "--chips", chips.replace(",", "-"), "--out", cert, ...more], { stdio: "ignore" });
  return open(cert, json);
};
const WON = '{ "name": "won", "value": "1" }, { "name": "lost", "value": "0" }';
const made = (...positions) => `{ "bidding-game": 2, "positions": [${[...positions, WON].join(", ")}] }`;
/** The example of the chapter: at `ahead` Left needs one more move, Right two. */
const EXAMPLE = made('{ "name": "ahead", "left": ["won"], "right": ["even"] }', '{ "name": "even", "left": ["won"], "right": ["lost"] }');
/** Turns, chance, and values that are neither 0 nor 1. */
const OTHERS = made(
  '{ "name": "start", "turn": "left", "left": ["toss", "lost", "even"] }',
  '{ "name": "toss", "chance": [{ "to": "even", "weight": "3/4" }, { "to": "third", "weight": "1/4" }] }',
  '{ "name": "even", "left": ["won"], "right": ["half"] }',
  '{ "name": "half", "value": "1/2" }, { "name": "third", "value": "1/3" }',
);

test("a number below a count is drawn exactly: each one as often as the others, and what is too great is drawn again", () => {
  for (const count of [1n, 2n, 3n, 5n, 8n, 200n, 255n, 256n]) {
    const found = new Map();
    for (let byte = 0; byte < 256; byte++) {
      let drawn = 0;
      // After a byte that is refused comes a sign that it was.
      const number = rules.below(count, (into) => into.forEach((_, place) => (into[place] = drawn++ === 0 ? byte : 0)));
      if (drawn <= 1) found.set(number, (found.get(number) ?? 0) + 1);
    }
    assert.equal(found.size, Number(count));
    assert.equal(new Set(found.values()).size, 1, `${count}: ${[...found.values()]}`);
  }
  assert.equal(rules.below(5n, bytes(7, 6, 5, 4)), 4n);
  assert.equal(rules.below(1n << 40n, bytes(1, 2, 3, 4, 5)), 0x0102030405n);
  assert.equal(rules.below((1n << 40n) + 1n, bytes(1, 0, 0, 0, 0, 0)), 1n << 40n);
});

test("a bid is drawn with the weights of its mix, and a sure bid without any luck", () => {
  const mix = [{ bid: 0, weight: 3n }, { bid: 2, weight: 5n }];
  const found = { 0: 0, 2: 0 };
  for (let byte = 0; byte < 8; byte++) found[rules.drawBid(mix, bytes(byte))] += 1;
  assert.deepEqual(found, { 0: 3, 2: 5 });
  assert.equal(rules.drawBid([{ bid: 4, weight: 1n }], bytes()), 4);
  assert.deepEqual(["left", "right"].map((one) => rules.otherOf(one)), ["right", "left"]);
});

test("probabilities become whole weights, of which nothing is lost", () => {
  const bids = (...probabilities) => probabilities.map((probability, bid) => ({ bid, probability }));
  const read = (left) => rules.readState({ position: "p", left_chips: 2, right_chips: 0, low: "1/2", high: "1/2", turn: "bid", left_bids: left, right_bids: bids("1"), options: [] });
  assert.deepEqual(read(bids("1/2", "1/1024", "511/1024")).mixes.left.map(({ weight }) => weight), [512n, 1n, 511n]);
  assert.deepEqual(read(bids("549755813889/1099511627776", "549755813887/1099511627776")).mixes.left.map(({ weight }) => weight), [549755813889n, 549755813887n]);
  assert.throws(() => read(bids("1/2", "1/4")), /not 1 together/);
});

test("both pay, the greater bid moves, and ties are as the statement says", () => {
  assert.deepEqual(rules.pay({ left: 5, right: 3 }, { left: 2, right: 3 }), { left: 3, right: 0 });
  assert.deepEqual(rules.movers({ left: 2, right: 1 }, "right"), ["left"]);
  assert.deepEqual(rules.movers({ left: 0, right: 1 }, "left"), ["right"]);
  assert.deepEqual(rules.movers({ left: 1, right: 1 }, "left"), ["left"]);
  assert.deepEqual(rules.movers({ left: 1, right: 1 }, "right"), ["right"]);
  assert.deepEqual(rules.movers({ left: 1, right: 1 }, "coin"), ["left", "right"]);
});

test("the page's bid does not know the other one, and a coin is tossed after equal bids alone", async () => {
  const { ask } = solved("example", EXAMPLE, "1,1");
  const first = await ask("ahead", { left: 1, right: 1 });
  assert.deepEqual(first.mixes, { left: [{ bid: 0, weight: 1n }, { bid: 1, weight: 1n }], right: [{ bid: 0, weight: 1n }, { bid: 1, weight: 1n }] });
  const played = await rules.replay(first, [], "coin", ask);
  const one = (own, ...all) => rules.bid(played, "right", own, "coin", bytes(...all))[0];
  // The first bit is the page's bid, whatever Right bids; a second one only for a coin.
  assert.deepEqual(one(0, 1), { bids: { left: 1, right: 0 }, by: "left" });
  assert.deepEqual(one(1, 0), { bids: { left: 0, right: 1 }, by: "right" });
  assert.deepEqual(one(1, 1, 0), { bids: { left: 1, right: 1 }, by: "left" });
  assert.deepEqual(one(1, 1, 1), { bids: { left: 1, right: 1 }, by: "right" });
  assert.deepEqual(rules.bid(played, "right", 1, "right", bytes(1))[0].by, "right");
  assert.deepEqual(rules.bid(played, "left", 0, "coin", bytes(1))[0], { bids: { left: 0, right: 1 }, by: "right" });
});

test("luck and gifts of the example, by hand", async () => {
  const { ask } = solved("example", EXAMPLE, "1,1");
  const first = await ask("ahead", { left: 1, right: 1 });
  const change = async (human, bids, by, option) => {
    const { turns } = await rules.replay(first, [{ bids, by, option }], "coin", ask);
    return parts(await rules.changeOf(turns[0], human, "coin", ask));
  };
  // Right against the page's mix of halves, worth 7/8: equal bids lead to 3/4, others to 1; then the coin, to 1 or to 1/2.
  assert.deepEqual(await change("right", { left: 0, right: 0 }, "left", 0), ["1/8", "-1/4", "0", "0"]);
  assert.deepEqual(await change("right", { left: 0, right: 0 }, "right", 1), ["1/8", "1/4", "0", "0"]);
  assert.deepEqual(await change("right", { left: 1, right: 0 }, "left", 0), ["-1/8", "0", "0", "0"]);
  assert.deepEqual(await change("left", { left: 1, right: 0 }, "left", 0), ["1/8", "0", "0", "0"]);
  // At `even` both bid the chip: who keeps it loses a half.
  const even = await ask("even", { left: 1, right: 1 });
  const { turns } = await rules.replay(even, [{ bids: { left: 0, right: 1 }, by: "right", option: 1 }], "coin", ask);
  assert.deepEqual(parts(await rules.changeOf(turns[0], "left", "coin", ask)), ["0", "0", "1/2", "0"]);
  assert.deepEqual(words.changes(turns[0], await rules.changeOf(turns[0], "left", "coin", ask), "left"), ["The page's bid was sure, so its draw had no luck.", "Your bid gave away 0.5 on average."]);
});

test("turns, chance and single options go on by themselves, up to a decision or to the end", async () => {
  const { ask, verdict } = solved("others", OTHERS, "1,1");
  assert.equal(verdict.ties, "coin");
  const start = await ask("start", { left: 1, right: 1 });
  assert.equal(start.turn, "left");
  assert.deepEqual(start.options.map(({ by, position }) => [by, position]), [["left", "toss"], ["left", "lost"], ["left", "even"]]);
  const at = (steps, from = start) => rules.replay(from, steps, "coin", ask);
  // The human chooses; the page takes what is best for it: 3/4 at `even`, which is more than 3/4 · 3/4 + 1/4 · 1/3 at `toss`.
  assert.equal(rules.goOn(await at([]), "left", bytes()), undefined);
  assert.deepEqual(rules.choices(await at([]), "left"), [0, 1, 2]);
  assert.deepEqual(rules.choices(await at([]), "right"), []);
  assert.deepEqual(rules.goOn(await at([]), "right", bytes()), [{ by: "left", option: 2 }]);
  assert.equal(text(rules.boundOf(await ask("even", { left: 1, right: 1 }), "left")), "3/4");
  // The page plays Right and holds Left to 3/4: `toss` gives away what it is worth less, `lost` gives away all.
  const chosen = async (option) => parts(await rules.changeOf((await at([{ by: "left", option }])).turns[0], "left", "coin", ask));
  assert.deepEqual(await chosen(2), ["0", "0", "0", "0"]);
  assert.deepEqual(await chosen(1), ["0", "0", "0", "3/4"]);
  // Chance with its weights, 3 to 1.
  const toss = await at([{ by: "left", option: 0 }]);
  assert.equal(toss.now.turn, "chance");
  assert.deepEqual([0, 1, 2, 3].map((byte) => rules.goOn(toss, "left", bytes(byte)).at(-1).option), [0, 0, 0, 1]);
  const third = await at([{ by: "left", option: 0 }, { by: "chance", option: 1 }]);
  assert.equal(third.now.turn, null);
  assert.equal(rules.goOn(third, "left", bytes()), undefined);
  assert.equal(words.ending(third.now, "left"), "Nobody has won all: Left's share is 1/3 = 0.333333…, Right's 2/3 = 0.666666….");
  // After an auction the mover has one option, whoever it is.
  const bids = { left: 1, right: 0 };
  const pending = await at([{ by: "left", option: 2 }, { bids, by: "left" }]);
  assert.equal(pending.pending, "left");
  assert.deepEqual(rules.goOn(pending, "left", bytes()).at(-1), { bids, by: "left", option: 0 });
  const won = await at(rules.goOn(pending, "left", bytes()));
  assert.equal(words.ending(won.now, "left"), "You have won, as Left.");
  assert.equal(words.ending(won.now, "right"), "Left has won: the page.");
  const drawn = await at([{ by: "left", option: 2 }, { bids: { left: 0, right: 1 }, by: "right", option: 1 }]);
  assert.equal(words.ending(drawn.now, "right"), "A draw: Left's share is 1/2.");
  assert.equal(words.ending(await ask("lost", { left: 0, right: 0 }), "right"), "You have won, as Right.");
  // Taking back leads to the last decision: the bid, then the turn; a single option is none.
  assert.deepEqual(rules.takeBack(won, "left"), [{ by: "left", option: 2 }]);
  assert.deepEqual(rules.takeBack(third, "left"), []);
  assert.deepEqual(rules.takeBack(await at(rules.takeBack(won, "left")), "left"), []);
  assert.deepEqual(rules.takeBack(drawn, "right"), [{ by: "left", option: 2 }]);
});

test("what was chosen after a bid is taken back without the bid", async () => {
  const { ask } = solved("choice", made('{ "name": "p", "left": ["won", "even"], "right": ["lost"] }', '{ "name": "even", "left": ["won"], "right": ["lost"] }'), "1,1");
  const bids = { left: 1, right: 0 };
  const played = await rules.replay(await ask("p", { left: 1, right: 1 }), [{ bids, by: "left", option: 1 }], "coin", ask);
  assert.equal(played.now.position, "even");
  const before = rules.takeBack(played, "left");
  assert.deepEqual(before, [{ bids, by: "left" }]);
  const pending = await rules.replay(await ask("p", { left: 1, right: 1 }), before, "coin", ask);
  assert.deepEqual(rules.choices(pending, "left"), [0, 1]);
  // The mover has what the best option gives, and not what the next auction at the same position would.
  const stake = rules.atStake(pending);
  assert.deepEqual([stake.turn, text(stake.low), text(stake.high)], ["left", "1", "1"]);
  assert.equal(words.guarantee(stake, "left"), "The page is sure of nothing here.");
  assert.equal(words.ownGuarantee(stake, "left"), "You can win surely.");
  assert.equal(rules.atStake(played), played.now);
  assert.deepEqual(rules.choose(pending, 0), [{ bids, by: "left", option: 0 }]);
  assert.deepEqual(rules.takeBack(pending, "left"), []);
  assert.deepEqual(rules.takeBack(played, "right"), []);
});

test("a log is read as it was written, and what is none is refused", async () => {
  const steps = [{ bids: { left: 2, right: 1 }, by: "left", option: 0 }, { bids: undefined, by: "right", option: 11 }, { bids: undefined, by: "chance", option: 2 }, { bids: { left: 0, right: 0 }, by: "right", option: undefined }];
  assert.equal(rules.encode(steps), "2.1l0_r11_c2_0.0r");
  assert.deepEqual(rules.decode(rules.encode(steps)), steps);
  assert.deepEqual(rules.decode(""), []);
  for (const wrong of ["x", "2.1", "2.1x0", "l", "2.1l_r0", "_", "-1.0l0", "2.1l0_", "999.0l0", "l0".repeat(2), Array(501).fill("l0").join("_")]) assert.equal(rules.decode(wrong), undefined, wrong);
  const { ask } = committed("first-to-two");
  const start = await ask("0-0", { left: 2, right: 1 });
  const refuses = (log, why) => assert.rejects(rules.replay(start, rules.decode(log), "coin", ask), why);
  await refuses("3.0l0", /more than the chips that are left/);
  await refuses("0.1l0", /another one moves/);
  await refuses("l0", /both bid here/);
  await refuses("1.0l7", /no such option/);
  await refuses("1.0l1", /no such option/);
  await refuses("1.0l0_1.0l0_0.0l0", /Step 3 of this play: the game is over/);
  await assert.rejects(rules.replay(start, rules.decode("1.1l0"), "right", ask), /another one moves/);
  const toss = await rules.replay(start, rules.decode("1.1l0"), "coin", ask);
  assert.deepEqual([toss.now.position, toss.now.held], ["1-0", { left: 1, right: 0 }]);
});

/** The expected share of Left if the page plays its mix and its best options, and the human does what is worst for the page; by enumeration. */
const worst = async (state, page, ties, ask) => {
  if (state.turn === null) return state.low;
  const human = rules.otherOf(page);
  const better = (a, b) => (a === undefined || (human === "left" ? fraction.compare(b, a) > 0 : fraction.compare(b, a) < 0) ? b : a);
  const moved = async (state, mover) => {
    let found;
    const places = mover === page ? [rules.best(state.options, mover)] : state.options.flatMap(({ by }, place) => (by === mover ? [place] : []));
    for (const place of places) found = better(found, await worst(await ask(state.options[place].position, state.held), page, ties, ask));
    return found;
  };
  const mean = async (weights, value) => {
    const all = weights.reduce((sum, weight) => sum + weight, 0n);
    let sum = fraction.ZERO;
    for (const [place, weight] of weights.entries()) sum = fraction.add(sum, fraction.times(fraction.make(weight, all), await value(place)));
    return sum;
  };
  if (state.turn === "chance") return mean(state.options.map(({ weight }) => weight), async (place) => worst(await ask(state.options[place].position, state.held), page, ties, ask));
  if (state.turn !== "bid") return moved(state, state.turn);
  let found;
  for (let own = 0; own <= state.held[human]; own++) {
    const drawn = state.mixes[page];
    const value = await mean(drawn.map(({ weight }) => weight), async (place) => {
      const bids = { [page]: drawn[place].bid, [human]: own };
      const may = rules.movers(bids, ties);
      const paid = await ask(state.position, rules.pay(state.held, bids));
      return mean(may.map(() => 1n), (place) => moved(paid, may[place]));
    });
    found = better(found, value);
  }
  return found;
};

test("whatever the other side does, the page gets what it says it is sure of: all plays of small games, by enumeration", async () => {
  for (const [certificate, position, ties] of [[committed("first-to-two"), "0-0", "coin"], [committed("first-to-three"), "0-0", "coin"], [solved("others", OTHERS, "2,2"), "start", "coin"], [solved("others-left", OTHERS, "2,1", "--ties", "left"), "start", "left"], [solved("example-right", EXAMPLE, "3,2", "--ties", "right"), "ahead", "right"]]) {
    assert.equal(certificate.verdict.ties, ties);
    const known = new Map();
    const ask = async (name, held) => {
      const key = `${name} ${held.left} ${held.right}`;
      if (!known.has(key)) known.set(key, await certificate.ask(name, held));
      return known.get(key);
    };
    const [left, right] = [Math.min(3, certificate.verdict.left_start), Math.min(2, certificate.verdict.right_start)];
    const state = await ask(position, { left, right });
    assert.ok(fraction.compare(await worst(state, "left", ties, ask), state.low) >= 0);
    assert.ok(fraction.compare(await worst(state, "right", ties, ask), state.high) <= 0);
  }
});

test("a play from the first position to the end: chips are paid, the log leads to the same state, gifts are never negative", async () => {
  const { ask } = committed("first-to-three");
  const next = random(7);
  const fill = (into) => into.forEach((_, place) => (into[place] = Math.floor(next() * 256)));
  for (let game = 0; game < 40; game++) {
    const human = game % 2 === 0 ? "left" : "right";
    const start = await ask("0-0", { left: 4, right: 3 });
    let played = await rules.replay(start, [], "coin", ask);
    while (played.now.turn !== null) {
      const own = Math.floor(next() * (played.now.held[human] + 1));
      const going = rules.goOn(played, human, fill);
      const steps = going ?? (rules.choices(played, human).length > 0 ? rules.choose(played, rules.choices(played, human)[0]) : rules.bid(played, human, own, "coin", fill));
      played = await rules.replay(start, rules.decode(rules.encode(steps)), "coin", ask);
    }
    const paid = played.steps.reduce((sum, { bids }) => ({ left: sum.left + bids.left, right: sum.right + bids.right }), { left: 0, right: 0 });
    assert.deepEqual(played.now.held, { left: 4 - paid.left, right: 3 - paid.right });
    let own = fraction.ZERO;
    for (const turn of played.turns) {
      const { draw, coin, bid, option } = await rules.changeOf(turn, human, "coin", ask);
      assert.ok(bid.n >= 0n && option.n >= 0n, `${rules.encode(played.steps)}: ${text(bid)} ${text(option)}`);
      own = fraction.minus(fraction.minus(fraction.add(fraction.add(own, draw), coin), bid), option);
    }
    // Luck and gifts together are all that changed, but for the width of the bounds.
    const page = rules.otherOf(human);
    const whole = fraction.minus(rules.boundOf(played.now, page), rules.boundOf(start, page));
    const rest = fraction.minus(human === "left" ? whole : fraction.negative(whole), own);
    assert.ok(Math.abs(fraction.forDrawing(rest)) < 1e-8, text(rest));
  }
});

test("sure wins on the empty board of tic-tac-toe are those of the chapter", () => {
  const game = execFileSync("python3", [join(root, "certs/games/tic_tac_toe.py"), "1/2"], { maxBuffer: 1 << 26 });
  const { said, verdict } = solved("tic-tac-toe", game, "8,3");
  const empty = JSON.parse(game).positions.find(({ value }) => value === undefined).name;
  const { left_wins_surely: left, right_wins_surely: right } = said(empty, { left: 8, right: 3 });
  assert.deepEqual(left, [[0, 3], [1, 4], [2, 5], [3, 8]].map(([against, chips]) => ({ against, chips, is_least: true })));
  // The mirror image: three chips of Right against none of Left; more than three are needed from one chip on.
  assert.deepEqual(right.map(({ chips, is_least }) => [chips, is_least]), [[3, true], ...Array(8).fill([null, true])]);
  assert.equal(left.map((need) => words.needText(need, 8)).join(), "3,4,5,8");
  assert.equal(right.slice(0, 2).map((need) => words.needText(need, 3)).join(), "3,more than 3");
  assert.deepEqual(words.needRows(right, 3), [["0", "3"], ["1 to 8", "more than 3"]]);
  const unknown = [1, 2].map((against) => ({ against, chips: null, is_least: false }));
  assert.deepEqual(words.needRows([...unknown, { against: 3, chips: null, is_least: true }], 5), [["1 to 2", "not known"], ["3", "more than 5"]]);
  assert.equal(words.needText({ against: 1, chips: null, is_least: false }, 3), "not known");
  assert.equal(words.needText({ against: 1, chips: 2, is_least: false }, 3), "2; of 1 it is not known");
  assert.equal(words.guarantee(rules.readState(said(empty, { left: 8, right: 3 })), "right"), "Whatever you bid, Left wins surely.");
  assert.match(words.guarantee(rules.readState(said(empty, { left: 2, right: 1 })), "right"), /^Whatever you bid, Left's expected share is at least 0\.723125…\.$/);
  assert.match(words.guarantee(rules.readState(said(empty, { left: 2, right: 1 })), "left"), /^Whatever you bid, Left's expected share is at most 0\.723125…\.$/);
  assert.ok(verdict.states_where_left_bluffs > 0 && verdict.mixed_states >= verdict.states_where_left_bluffs);
});

test("how often the players bluff is counted as the mixes are", () => {
  const { verdict, said } = committed("first-to-two");
  const found = { left: 0, right: 0, somebody: 0, all: 0 };
  for (const position of ["0-0", "1-0", "0-1", "1-1"]) {
    for (const left of [0, 1, 2]) {
      for (const right of [0, 1]) {
        const { mixes } = rules.readState(said(position, { left, right }));
        // By the definition itself: some bid above 0 with a probability that is neither 0 nor 1.
        const is = ["left", "right"].map((player) => {
          const all = mixes[player].reduce((sum, { weight }) => sum + weight, 0n);
          return mixes[player].some(({ bid, weight }) => bid > 0 && weight > 0n && weight < all);
        });
        found.all += 1;
        found.left += Number(is[0]);
        found.right += Number(is[1]);
        found.somebody += Number(is[0] || is[1]);
      }
    }
  }
  const { states_bid_for: all, states_where_left_bluffs: left, states_where_right_bluffs: right, mixed_states: somebody } = verdict;
  assert.deepEqual({ left, right, somebody, all }, found);
  assert.match(words.bluffs(verdict), new RegExp(`^Of 24 states .* Left bluffs in ${left} \\(`));
  assert.equal(words.bluffs({ states_bid_for: 0 }), undefined);
});
