/** The two accounts as rows of coins, and the coins that go from one to the other. */
import { h, replace } from "./dom.js";
import { forDrawing, make, must, percent, text, times, type Fraction } from "./fraction.js";
import { accountText, held, type Purse, type Rule } from "./play-rules.js";
import { other, type Side } from "./strategy.js";

/** So many coins stand for all the money, unless there are few chips. */
const COINS = 32;

export const stillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** One account: whose it is, how much, and a row of coins. */
class Account {
  private readonly whose = h("span", { class: "whose" });
  private readonly share = h("strong");
  private readonly exact = h("span", { class: "quiet digits" });
  readonly coins = h("div", { class: "coins", "aria-hidden": "true" });
  readonly element: HTMLElement;

  constructor(id: string) {
    this.share.id = id;
    this.element = h("div", { class: `purse ${id}` }, h("p", {}, this.whose, this.share, this.exact), this.coins);
  }

  show(whose: string, side: Side, rule: Rule, purse: Purse): void {
    const own = held(rule, purse, side);
    replace(this.whose, whose);
    this.element.classList.toggle("black", side === "black");
    const isChips = rule.kind === "chips";
    replace(this.share, isChips ? `${text(own)}${purse.star === side ? " ★" : ""}` : percent(own, 2));
    replace(this.exact, isChips ? `of ${text(rule.total)} chips` : accountText(rule, purse, side));
    const all = coinsOf(rule);
    const part = forDrawing(make(own.n * rule.total.d, own.d * rule.total.n)) * all;
    const whole = Math.floor(part + 1e-9);
    const last = part - whole;
    this.coins.replaceChildren(...Array.from({ length: whole + (last > 0.02 ? 1 : 0) }, (_, place) => {
      const coin = h("i");
      if (place === whole) coin.style.opacity = `${0.25 + last * 0.6}`;
      return coin;
    }));
    this.coins.style.setProperty("--coins", `${all}`);
  }
}

/** How many coins stand for all the money. */
export const coinsOf = (rule: Rule): number => (rule.kind === "chips" && rule.total.n <= 40n ? Number(rule.total.n) : rule.kind === "chips" ? 40 : COINS);

export class Accounts {
  private readonly mine = new Account("own");
  private readonly its = new Account("its");

  /** Where the coins of the other player stand, and where one's own do. */
  readonly above = this.its.element;
  readonly below = this.mine.element;

  show(rule: Rule, purse: Purse, human: Side, names: readonly [string, string]): void {
    const called = (side: Side): string => names[side === "white" ? 0 : 1];
    for (const { element } of [this.mine, this.its]) element.hidden = rule.kind === "toss";
    this.mine.show(`You, ${called(human)}`, human, rule, purse);
    this.its.show(`Computer, ${called(other(human))}`, other(human), rule, purse);
  }

  /** Lets coins go from the buyer to the seller; ends when they have arrived. */
  async fly(rule: Rule, price: Fraction, buyerIsHuman: boolean): Promise<void> {
    if (rule.kind === "toss" || price.n === 0n || stillness()) return;
    const fromMine = buyerIsHuman === price.n > 0n;
    const [from, to] = fromMine ? [this.mine, this.its] : [this.its, this.mine];
    const share = forDrawing(times(price.n < 0n ? make(-price.n, price.d) : price, must(`${coinsOf(rule)}/${rule.total.n}`)));
    const count = Math.min(14, Math.max(1, Math.round(share)));
    const [a, b] = [from.coins.getBoundingClientRect(), to.coins.getBoundingClientRect()];
    const given = [...from.coins.children].slice(-count) as HTMLElement[];
    const size = 14;
    const flown = Array.from({ length: count }, (_, place) => {
      const start = given[place]?.getBoundingClientRect() ?? a;
      const coin = h("i", { class: "coin-flying", "aria-hidden": "true" });
      coin.style.left = `${start.left}px`;
      coin.style.top = `${start.top}px`;
      document.body.append(coin);
      given[place]?.classList.add("given");
      const [dx, dy] = [b.left + Math.min(b.width - size, to.coins.childElementCount * (size - 4) + place * 6) - start.left, b.top - start.top];
      const path = [{ transform: "translate(0, 0)" }, { transform: `translate(${dx / 2}px, ${dy / 2}px) scale(1.35)` }, { transform: `translate(${dx}px, ${dy}px)` }];
      const moved = coin.animate(path, { duration: 620, delay: place * 45, easing: "ease-in-out", fill: "both" });
      return moved.finished.then(() => coin.remove(), () => coin.remove());
    });
    await Promise.all(flown);
  }
}

