/**
 * A game against the computer. The computer commits itself first: it shows the SHA-256 of its bid and of a random text. You bid; both are opened; the winner
 * of the auction pays the other one and moves on the board.
 */
import { explain, type App, type Page } from "./app.js";
import { button, h, replace } from "./dom.js";
import { bidForm, type BidForm } from "./play-bid.js";
import { keep, recall } from "./play-log.js";
import { Game, OVER } from "./play-game.js";
import { Accounts, stillness } from "./play-purse.js";
import { bestMove, bidCards, history as historyTable, isSlip, lastCard, sharing, type Turn } from "./play-review.js";
import { accountText, afterTie, held, range, type Level, type Purse } from "./play-rules.js";
import { setupDialog } from "./play-setup.js";
import { amount, LEVEL_NAMES, manner, need, rightBid, SURE, surely } from "./play-words.js";
import { placeName } from "./play-world.js";
import { other, type Choice, type Side } from "./strategy.js";
import type { Fraction } from "./fraction.js";
import type { Route } from "./route.js";

/** After so many auctions the game may be ended as a draw. */
const LONG = 60;
const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, stillness() ? 0 : milliseconds));

export const playPage = (app: App): Page => {
  let game: Game | undefined;
  let form: BidForm | undefined;
  let hints = false;
  let asking = 0;
  /** The address that is shown. */
  let here: Route | undefined;
  /** In a replay, how many auctions have been held. */
  let place: number | undefined;

  const title = h("h1", {}, "Play");
  const subtitle = h("span", { class: "quiet" });
  const accounts = new Accounts();
  const stage = h("div", { class: "stage-place" });
  const panel = h("div", { class: "panel", role: "region", "aria-label": "The auction" });
  const said = h("div", { class: "said" });
  const log = h("div", { class: "log" });
  const source = h("div", { class: "source" });
  const setup = setupDialog((address) => {
    keep(undefined);
    if (location.hash === address && game) return void begin(address, asking);
    app.go(address);
  });

  const human = (): Side => game!.human;
  const drawStage = (legal: readonly Choice[] = [], pick: (choice: Choice) => void = () => undefined, last?: Choice): void =>
    game!.world.stage.show({ spot: game!.seen.spot, turned: human() === "black", legal, pick, last, hints });
  const drawAccounts = (): void => accounts.show(game!.world.rule, game!.purse, human(), game!.world.names);
  const head = (text: string, over?: (typeof OVER)[number]): void => {
    replace(title, text);
    title.className = over === undefined ? "" : `done ${over}`;
  };

  /** What goes wrong on the way is said; the game goes on from what was kept. */
  const run = (work: Promise<void>): void => {
    const token = asking;
    work.catch((error: unknown) => {
      if (token !== asking) return;
      form = undefined;
      replace(panel, explain(error), h("p", {}, button("go on", () => void begin(location.hash, ++asking, here), { class: "main" })));
    });
  };

  // --- the bid ---

  const drawBid = (): void => {
    const { world, seen, purse, turns, sealed } = game!;
    const isToss = world.rule.kind === "toss";
    head(isToss ? `Toss ${turns.length + 1}: call the coin` : `Auction ${turns.length + 1}: bid for the move`);
    drawStage([], undefined, turns.at(-1)?.option);
    drawAccounts();
    const right = rightBid(world.rule, seen, purse, human());
    const taken = [right.fair ?? right.band?.[0]].filter((bid) => bid !== undefined);
    form = bidForm({ rule: world.rule, purse, side: human(), submit: (bid) => run(open(bid)), hint: hints ? { marks: right.fair ? [{ at: right.fair, text: "right", kind: "right" }] : [], band: right.band } : undefined });
    replace(
      panel,
      form.element,
      hints && h("p", { class: "hint" }, hintText(right.words)),
      ...(hints ? taken : []).map((bid) => h("p", { class: "take" }, button(`take ${amount(world.rule, bid)}`, () => (form?.take(bid), form?.focus()), { class: "plain", title: "puts this bid into the field" }))),
      turns.length === 0 && !isToss && h("p", { class: "quiet" }, `Both of you bid. The higher bid is paid to the other player, and its owner ${world.rule.decides ? "says who moves" : "moves"}.${world.what === "chess" || world.what === "chips" ? " Whoever captures the king wins." : ""}`),
      h(
        "div",
        { class: "row tools" },
        button(hints ? "hide hints" : "show hints", () => ((hints = !hints), drawBid(), form?.focus()), { class: "plain", "aria-pressed": `${hints}` }),
        h("details", { class: "seal" }, h("summary", {}, isToss ? "The coin is hidden: sealed" : "The computer has bid: sealed"), h("p", { class: "quiet" }, `SHA-256 of ${isToss ? "heads (0) or tails (1)" : "its bid"} and of a random text: `, h("code", { class: "digits", id: "commitment" }, sealed!.digest), ". Both are opened after yours, and checked here.")),
        turns.length >= LONG && button("call it a draw", () => finish("drawn")),
      ),
    );
  };

  const hintText = (words: string): string => {
    const { world, seen, purse } = game!;
    const { rule } = world;
    if (rule.kind === "toss") return `Best: ${bestMove(rule, seen, purse, human())}.`;
    const sure = surely(rule, seen, purse, human());
    return `${need(rule, seen, purse, human())} With what you hold: ${SURE[sure]}. Right bid: ${words}, and the best move is ${bestMove(rule, seen, purse, human())}.`;
  };

  // --- both bids are opened ---

  const open = async (mine: Fraction): Promise<void> => {
    const token = asking;
    const now = game!;
    form = undefined;
    const { rule } = now.world;
    const opened = now.open(mine);
    save();
    drawStage([], undefined, now.turns.at(-1)?.option);
    drawAccounts();
    head(rule.kind === "toss" ? "The coin" : "Both bids are opened");
    const done = h("p", { class: "paid", role: "status" });
    replace(panel, bidCards(rule, opened.bids, opened.buyer, human()), done);
    const proof = await now.prove();
    if (opened.buyer === undefined) return tie(opened.bids, proof, token);
    await buy(opened.bids, opened.buyer, undefined, proof, done, token);
  };

  /** Equal bids with a star: its holder says what is done with it. */
  const tie = async (bids: Record<Side, Fraction>, proof: string, token: number): Promise<void> => {
    const now = game!;
    const done = h("p", { class: "paid", role: "status" });
    const cards = bidCards(now.world.rule, bids, undefined, human());
    const go = (star: "use" | "keep"): void => {
      replace(panel, cards, done);
      run(buy(bids, afterTie(now.purse, star), star, proof, done, token));
    };
    if (now.purse.star !== human()) return go(now.bestStar(bids));
    head("Equal bids: you hold the star");
    const use = button("use the star: you move, and it goes to the computer", () => go("use"), { class: "main" });
    replace(panel, cards, h("div", { class: "choices", role: "group", "aria-label": "The star" }, use, button("keep the star: the computer buys", () => go("keep"))), hints && h("p", { class: "hint" }, `Better: ${now.bestStar(bids)} the star.`));
    use.focus();
  };

  const buy = async (bids: Record<Side, Fraction>, buyer: Side, star: "use" | "keep" | undefined, proof: string, done: HTMLElement, token: number): Promise<void> => {
    const now = game!;
    const { rule } = now.world;
    const price = bids[buyer];
    const [who, whom] = buyer === human() ? ["You", "the computer"] : ["The computer", "you"];
    const words = rule.kind === "toss" ? (buyer === human() ? "You called it." : "The coin says: the computer.") : `${who} ${buyer === human() ? "pay" : "pays"} ${whom} ${amount(rule, price)}${star === "use" ? " and the star" : ""}.`;
    replace(done, words);
    app.say(`You bid ${amount(rule, bids[human()])}, the computer ${amount(rule, bids[other(human())])}. ${words}`);
    await pause(450);
    if (token !== asking) return;
    await accounts.fly(rule, price, buyer === human());
    if (token !== asking) return;
    const after = now.paid(bids, buyer, star);
    accounts.show(rule, after, human(), now.world.names);
    const step = (choice: Choice): void => run(move({ bids, star, mover: choice.by as Side, move: choice.move }, proof, token));
    if (buyer === human()) return chooseMove(after, step);
    const chosen = await now.computerMove(after, bids, star);
    if (token !== asking) return;
    // Where the buyer decides, the computer may make the human move.
    if (chosen === undefined) return chooseMove(after, step, true);
    await pause(350);
    if (token === asking) step(chosen);
  };

  /** The human moves on the board. */
  const chooseMove = (after: Purse, step: (choice: Choice) => void, isMade = false): void => {
    const now = game!;
    const options = now.seen.spot.options;
    const mine = options.filter(({ by }) => by === human());
    head(isMade ? "The computer makes you move" : now.world.what === "hex" ? "You move: put a stone" : "You move");
    drawStage(mine, step);
    const offer = (list: readonly Choice[]): HTMLElement => h("div", { class: "choices", role: "group", "aria-label": "Your moves" }, ...[...list].sort((a, b) => (a.move < b.move ? -1 : 1)).map((option) => button(option.move, () => step(option), { class: "move" })));
    const its = options.filter(({ by }) => by !== human());
    panel.append(
      h("p", {}, now.world.what === "chess" || now.world.what === "chips" ? "Move one of your men on the board." : "Choose on the picture."),
      h("details", { class: "as-list" }, h("summary", {}, "moves as a list"), offer(mine)),
    );
    if (now.world.rule.decides && !isMade && its.length > 0) panel.append(h("p", {}, button("make the computer move", () => run(now.forced(after).then(step)))));
    const best = mine.find(({ move }) => move === bestMove(now.world.rule, now.seen, after, human())) ?? mine.find(({ first }) => first);
    if (hints && best) panel.append(h("p", { class: "take" }, `The best move is ${best.move}. `, button(`take ${best.move}`, () => step(best), { class: "plain" })));
    now.world.stage.focus();
  };

  const move = async (step: { bids: Record<Side, Fraction>; star: "use" | "keep" | undefined; mover: Side; move: string }, proof: string, token: number): Promise<void> => {
    const turn = game!.play(step, proof);
    // A second tap is no second move.
    replace(panel, h("p", { class: "quiet", role: "status" }, "The computer bids…"));
    const money = game!.world.rule.kind === "toss" ? "" : ` You hold ${accountText(game!.world.rule, game!.purse, human())}.`;
    app.say(`${step.mover === human() ? "You play" : "The computer plays"} ${step.move}.${money}`);
    await next(turn, token);
  };

  /** After a move: the next auction, or the end. */
  const next = async (turn: Turn | undefined, token: number): Promise<void> => {
    const now = game!;
    const over = await now.arrive(turn);
    if (token !== asking) return;
    drawLog();
    if (over !== undefined) return finish(over);
    await now.seal();
    if (token !== asking) return;
    save();
    drawBid();
    if (turn && document.activeElement === document.body) form?.focus();
  };

  const save = (): void => keep(game!.kept());

  const finish = (over: (typeof OVER)[number]): void => {
    const now = game!;
    now.over = over;
    form = undefined;
    save();
    const words = now.endWords();
    head(words, over);
    drawStage([], undefined, now.turns.at(-1)?.option);
    drawAccounts();
    const slips = now.turns.filter((turn) => isSlip(now.world.rule, turn, human())).length;
    replace(
      panel,
      h("p", {}, slips === 0 ? "No auction of yours gave anything away." : `In ${slips} of ${now.turns.length} auctions something was given away. The table shows where.`),
      h("p", { class: "row" }, button("play again", () => again(), { class: "main" }), button("another game", () => setup.open(now.world, human(), now.level))),
    );
    drawLog();
    app.say(words);
    panel.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  };

  const again = (): void => {
    keep(undefined);
    const address = game!.address;
    if (location.hash === address) void begin(address, ++asking);
    else app.go(address);
  };

  const drawLog = (): void => {
    const { world, turns } = game!;
    const last = turns.at(-1);
    replace(said, last && lastCard(world.rule, last, human()));
    replace(log, turns.length > 0 && h("h2", {}, "The game so far"), turns.length > 0 && historyTable(world, turns, human()), turns.length > 0 && sharing(world, game!.query, turns, human(), game!.endWords()));
  };

  // --- replay ---

  const drawReplay = (): void => {
    const { world, turns } = game!;
    const at = place!;
    const turn = turns[at];
    const before = turns[at - 1];
    head(`A game that was played: ${at === turns.length ? "the end" : `auction ${at + 1} of ${turns.length}`}`);
    game!.turnTo(turn);
    drawStage([], undefined, before?.option);
    drawAccounts();
    const to = (wanted: number): void => {
      place = Math.max(0, Math.min(turns.length, wanted));
      drawReplay();
    };
    const step = (name: string, wanted: number, disabled: boolean): HTMLButtonElement => button(name, () => to(wanted), { disabled });
    replace(
      panel,
      h("div", { class: "row", role: "group", "aria-label": "Steps of the game" }, step("first", 0, at === 0), step("back", at - 1, at === 0), step("on", at + 1, at === turns.length), step("last", turns.length, at === turns.length)),
      h("p", { role: "status" }, at === turns.length ? game!.endWords() : `Here ${SURE[turn!.sure].replace("for you", "for the player")}.`),
      h("p", {}, button("play this start yourself", () => app.go(game!.address), { class: "main" })),
    );
    replace(said, before && lastCard(world.rule, before, human()));
    replace(log, h("h2", {}, "The game"), historyTable(world, turns, human(), to), sharing(world, game!.query, turns, human(), game!.endWords()));
  };

  // --- addresses ---

  const describe = (): void => {
    const { world, level } = game!;
    app.title(placeName(world));
    replace(subtitle, `${placeName(world)}. ${youAre()} ${game!.isCustom ? "Shares as given" : world.rule.kind === "toss" ? "" : `Level: ${LEVEL_NAMES[level].split(":")[0]}`}`);
    replace(stage, world.stage.element);
    replace(source, h("details", { class: "manner" }, h("summary", {}, "How the computer plays, and the rules"), h("p", {}, manner(world.rule, level)), h("p", {}, ruleText())), world.source);
  };

  /** Who the human is, and in Hex what to join. */
  const youAre = (): string => {
    const { world } = game!;
    const isFirst = human() === "white";
    const name = world.names[isFirst ? 0 : 1];
    if (world.what !== "hex") return `You are ${name}.`;
    return `You are ${name}, ${isFirst ? "blue: join the top and the bottom" : "orange: join the left and the right side"}.`;
  };

  const ruleText = (): string => {
    const { rule } = game!.world;
    if (rule.kind === "toss") return "Before each stone the computer hides heads or tails. Call it right, and you move. Left joins the top and the bottom, Right the two sides.";
    if (rule.kind === "money") return `The higher bid is paid to the other player, and its owner moves. If the bids are equal, you move. A bid may be negative, down to ${amount(rule, range(rule, held(rule, game!.purse, human()))[0])}: then its owner is paid.`;
    return `The higher bid is paid to the other player, and its owner ${rule.decides ? "says who moves" : "moves"}. After equal bids the holder of the star may use it: then the star goes to the other player, too.`;
  };

  const begin = async (hash: string, token: number, route?: Route): Promise<void> => {
    asking = token;
    here = route ?? here;
    form = undefined;
    place = undefined;
    replace(said);
    replace(log);
    head("Play");
    replace(panel, h("p", { class: "notice", role: "status" }, "Asking the checker…"));
    try {
      const loaded = game && !route ? game.restarted() : await Game.load(app, route ?? here!);
      if (token !== asking) return;
      game = loaded;
      describe();
      const log = route?.query.get("log") ?? undefined;
      if (log !== undefined) {
        await game.replay(log);
        if (token !== asking) return;
        place = 0;
        return drawReplay();
      }
      // The address that others may be given is that of this start, with all choices.
      if (hash !== game.address) history.replaceState(null, "", game.address);
      const kept = recall();
      if (kept?.address === game.address) await game.resume(kept);
      if (token !== asking) return;
      drawLog();
      if (game.over !== undefined) return finish(game.over);
      if (game.sealed) return game.answer ? run(open(game.answer)) : drawBid();
      await next(undefined, token);
    } catch (error) {
      if (token !== asking) return;
      game = undefined;
      replace(stage);
      replace(panel, explain(error, () => void begin(hash, ++asking, route)), h("p", {}, button("another game", () => setup.open(undefined, "black", "easy"))));
    }
  };

  return {
    element: h(
      "div",
      { class: "page play" },
      h("div", { class: "play-head" }, title, h("p", {}, subtitle, " ", button("another game…", () => setup.open(game?.world, game?.human ?? "black", (game?.level ?? "easy") as Level), { class: "plain" }))),
      h("div", { class: "play-table" }, h("div", { class: "play-board" }, accounts.above, stage, accounts.below), h("div", { class: "play-side" }, panel, said, source), log),
      setup.dialog,
    ),
    show: (route) => {
      const hash = location.hash;
      if (game && hash === game.address && place === undefined) return;
      if (route.what === "" && route.query.size === 0) {
        const kept = recall();
        if (kept && !kept.over && kept.address.startsWith("#/play/")) return app.go(kept.address, true);
      }
      void begin(hash, ++asking, route);
    },
    key: (key) => {
      if (!form) return false;
      const keys: Record<string, () => void> = { "+": () => form?.step(1), "-": () => form?.step(-1), Enter: () => form?.submit(), h: () => ((hints = !hints), drawBid()) };
      keys[key]?.();
      return key in keys;
    },
  };
};
