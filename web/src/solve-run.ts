/**
 * From a question to a verified value: what it would take, the solver with its progress and a way out, the checker, and what can be done with the certificate.
 * What the solver wrote is shown by nobody before the checker's verdict.
 */
import { explain, type App } from "./app.js";
import { button, copier, download, h, replace } from "./dom.js";
import { compare, interval, text } from "./fraction.js";
import { keep } from "./kept.js";
import { headline } from "./panel.js";
import { Stopped } from "./port.js";
import type { Entry, Progress, Said } from "./protocol.js";
import { Solver, type Estimate, type Request, type Solved } from "./solver.js";
import { command, size, whereToGet } from "./strip.js";
import { NotVerified, type Table } from "./tables.js";

/** What is to be solved. */
export interface Task {
  request: Request;
  /** What it is, in a few words. */
  about: string;
  /** The position whose value is shown. Without one the claim of the whole certificate is. */
  at?: string | undefined;
  /** What that position is called, if nothing on the screen shows it. */
  called?: string | undefined;
  /** What was passed over, in sentences. */
  notes?: readonly string[];
  /** The page that shows it. */
  address: (table: Table) => Promise<string> | string;
}

interface Result {
  table: Table;
  solved: Solved;
  estimate: Estimate;
  /** Milliseconds. */
  solving: number;
  verifying: number;
}

export interface Hooks {
  /** Told when a certificate is verified. */
  verified?: (table: Table, solved: Solved) => void;
  /** Told when a certificate is kept. */
  kept?: () => void;
}

/** A time as people say it. */
export const seconds = (milliseconds: number): string => {
  if (milliseconds < 50) return "less than 0.1 s";
  if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  if (milliseconds < 100_000) return `${Math.round(milliseconds / 1000)} s`;
  return milliseconds < 5_400_000 ? `${Math.round(milliseconds / 60_000)} minutes` : `${Math.round(milliseconds / 3_600_000).toLocaleString("en")} hours`;
};

/** Bytes that the native program takes for a position at the least, with up to four men: what `solve endgame --dry-run` says. */
const LEAST = 250;
/** More memory than usual machines have. */
const USUAL = 32e9;

/** What an endgame needs on a machine of one's own, truly. */
const elsewhere = (positions: number, isBounds: boolean): string => {
  const least = positions * LEAST;
  if (least > USUAL) return `Nor is it for a usual machine: the program needs ${size(least)} of memory or more. Take a smaller board, or fewer men. The command, for a large machine:`;
  return `The program on your own machine needs ${size(least)} of memory or more, and ${isBounds ? "says what it takes with --dry-run" : "more where the fractions are long; bounds (under Rules) take less"}. Then open the file here:`;
};

/** A command with a button that copies it. */
const toType = (text: string): HTMLElement => h("p", { class: "command" }, h("code", { class: "digits" }, text), copier("copy", () => text));

export class Runner {
  readonly element: HTMLElement;
  private readonly before = h("div", { class: "estimate", role: "status" });
  private readonly during = h("div", { class: "running" });
  private readonly after = h("div", { class: "solved" });
  private readonly start = button("Solve", () => void this.run(), { class: "main" });
  private readonly solver = new Solver(new URL("solver-worker.js", import.meta.url));
  private task: Task | undefined;
  private estimate: Estimate | undefined;
  private number = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isRunning = false;
  /** What was verified last, for the present question. */
  private result: Result | undefined;
  /** It is solved without being asked again, if it takes so many seconds at the most. */
  private runs = -1;

  constructor(
    private readonly app: App,
    private readonly hooks: Hooks = {},
  ) {
    this.element = h("section", { class: "runner", "aria-label": "Solve it" }, this.before, h("div", { class: "row" }, this.start), this.during, this.after);
    this.start.disabled = true;
    // The solver is fetched while the reader looks at the page.
    void this.solver.call("estimate", { kind: "hex", board: "1x1" }).catch(() => undefined);
  }

  /** Asks what a question would take. Without a question it is said what is missing. */
  set(task: Task | undefined, missing = ""): void {
    const isSame = JSON.stringify(task?.request) === JSON.stringify(this.task?.request) && task !== undefined;
    this.task = task;
    // The same question about another position: the table knows that one, too.
    if (isSame) return this.result && void this.tell(task, this.result);
    this.number++;
    this.estimate = this.result = undefined;
    this.runs = -1;
    clearTimeout(this.timer);
    this.start.disabled = true;
    this.start.hidden = false;
    if (!this.isRunning) replace(this.after);
    if (!task) return replace(this.before, missing !== "" && h("p", { class: "quiet" }, missing));
    if (this.isRunning) return;
    // Who types or drags changes much at once.
    this.timer = setTimeout(() => void this.ask(), this.number === 1 ? 0 : 120);
  }

  /** Solves as soon as it is known what it takes, if the page does it, in so many seconds at the most. */
  go(most = Infinity): void {
    this.runs = most;
    if (this.estimate && this.estimate.seconds <= most) void this.run();
  }

  /** Ends what is under way. */
  end(): void {
    this.solver.stop();
  }

  private async ask(): Promise<void> {
    const [task, number] = [this.task, this.number];
    if (!task) return;
    try {
      const estimate = await this.solver.call("estimate", task.request);
      if (number !== this.number) return;
      this.estimate = estimate;
      this.start.disabled = !estimate.allowed;
      replace(this.before, ...this.takes(task, estimate));
      if (estimate.allowed && estimate.seconds <= this.runs) void this.run();
    } catch (error) {
      if (number === this.number && !(error instanceof Stopped && this.isRunning)) replace(this.before, this.words(error));
    }
  }

  /** What it would take, in plain words. */
  private takes(task: Task, { positions, bytes, seconds: time, allowed, words, command }: Estimate): (HTMLElement | false)[] {
    const long = seconds(Math.max(100, time * 1000));
    const figures = h(
      "dl",
      { class: "figures" },
      ...([[task.request.kind === "hex" || task.request.kind === "partition" ? "cells" : "positions", positions.toLocaleString("en")], ["memory", size(bytes)], ["time here", time < 1 ? "less than 1 s" : `about ${long}`]] as const).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    );
    const about = [h("p", { class: "about" }, task.about), ...(task.notes ?? []).map((note) => h("p", { class: "quiet" }, `Note: ${note}.`)), figures];
    if (allowed) return about;
    const reason = words.replace(/\.? The native program does it:.*$/s, ".");
    const atHome = command !== "" && [h("p", {}, task.request.kind === "endgame" ? elsewhere(positions, task.request.bits !== undefined) : "The program on your own machine has no such bounds. Then open the file here:"), toType(command), whereToGet()];
    return [...about, h("div", { class: "notice" }, h("p", {}, h("strong", {}, "Too large for this page: "), reason), ...(atHome || []))];
  }

  private words(error: unknown): HTMLElement {
    if (error instanceof NotVerified) return h("div", { class: "bug" }, explain(error), h("p", {}, h("strong", {}, "The checker refuses what the solver wrote. This is a bug of the solver. "), "Nothing of it is shown. Please report it, with the question above."));
    if (error instanceof Stopped && (error.who === "checker" || error.message === "stopped")) return h("p", { class: "notice" }, `Stopped. Nothing was ${error.who === "checker" ? "verified" : "solved"}.`);
    return h("p", { class: "notice fault" }, error instanceof Error ? error.message : String(error));
  }

  private async run(): Promise<void> {
    const [task, estimate] = [this.task, this.estimate];
    if (!task || !estimate?.allowed || this.isRunning) return;
    const number = this.number;
    this.isRunning = true;
    this.runs = -1;
    this.start.hidden = true;
    replace(this.after);
    const bar = this.bar(estimate);
    try {
      const begin = performance.now();
      const solved = await this.solver.solve(task.request, (doing) => bar.tell(doing));
      const middle = performance.now();
      bar.verify();
      const table = await this.verify(solved);
      const result = { table, solved, estimate, solving: middle - begin, verifying: performance.now() - middle };
      bar.end();
      if (number === this.number) this.result = result;
      await this.tell(number === this.number ? this.task! : { ...task, called: task.about }, result);
      this.hooks.verified?.(table, solved);
    } catch (error) {
      bar.end();
      replace(this.after, this.words(error));
      this.app.say(error instanceof Error ? error.message : String(error));
    } finally {
      this.isRunning = false;
      this.start.hidden = this.result !== undefined;
      this.start.disabled = this.estimate?.allowed !== true;
      if (number !== this.number) void this.ask();
    }
  }

  /** Shows what is verified of the position that is asked for. */
  private async tell(task: Task, result: Result): Promise<void> {
    try {
      const [said, address] = [await this.said(result.table, task), await task.address(result.table)];
      if (this.result === result && this.task !== task) return;
      replace(this.after, ...answer(result.table, task, said), ...this.done(task, result, address, said === undefined ? "See all of it" : "See every move"));
      this.app.say(said !== undefined && "meaning" in said ? `Verified. ${said.meaning}` : "Solved and verified.");
    } catch (error) {
      // The checker was stopped, and has forgotten the table.
      this.result = undefined;
      this.start.hidden = false;
      replace(this.after, this.words(error));
    }
  }

  /** The checker reads everything anew: imports first, then the game, then the certificate. */
  private async verify({ name, bytes, imports, game }: Solved): Promise<Table> {
    for (const one of imports) await this.app.engine.call("keep", one.bytes);
    if (game) await this.app.engine.call("keepGame", game.name, game.bytes);
    return this.app.tables.openBytes(name, bytes);
  }

  private async said({ verdict }: Table, { at }: Task): Promise<Entry | Said | undefined> {
    return at === undefined ? undefined : this.app.engine.call("say", verdict.id, at);
  }

  /** The bar while it is solved: the phase in words, the seconds beside those that were guessed, and a way out. */
  private bar({ seconds: guess }: Estimate): { tell: (doing: Progress) => void; verify: () => void; end: () => void } {
    const since = performance.now();
    const bar = h("progress", { max: 1, "aria-label": "progress" });
    const words = h("p", { class: "phase" }, "The solver starts.");
    const clock = h("span", { class: "clock" });
    let isVerifying = false;
    const cancel = button("Cancel", () => (isVerifying ? this.app.engine.stop() : this.solver.stop()));
    const tick = (): void => {
      const now = (performance.now() - since) / 1000;
      clock.textContent = `${now.toFixed(1)} s${guess < 1 ? "" : ` of about ${seconds(guess * 1000)}`}`;
      // How far it is, nobody knows: the bar compares the time with the guess, and never says that it is done.
      if (guess >= 1 && !isVerifying) bar.value = Math.min(0.95, now / guess);
    };
    const timer = setInterval(tick, 100);
    tick();
    replace(this.during, words, h("div", { class: "row" }, bar, clock, cancel));
    return {
      tell: ({ doing, done, of }) => {
        words.textContent = `${doing}…${of > 0 && done > 0 ? ` ${Math.min(100, Math.floor((100 * done) / of))} %` : ""}`;
      },
      verify: () => {
        isVerifying = true;
        words.textContent = "The checker verifies what the solver wrote…";
        bar.removeAttribute("value");
      },
      end: () => {
        clearInterval(timer);
        replace(this.during);
      },
    };
  }

  private done(task: Task, { table, solved, estimate, solving, verifying }: Result, address: string, see: string): HTMLElement[] {
    const lines = h(
      "div",
      { class: "strip verified two-lines" },
      h("p", {}, `Solved in this browser in ${seconds(solving)} by the solver, which nobody needs to believe.`),
      h("p", {}, h("strong", {}, `✓ Verified by the checker in ${seconds(verifying)}`), h("span", { class: "quiet" }, ` sha-256 ${table.verdict.sha256.slice(0, 8)}…`)),
    );
    const buttons = h("div", { class: "row" }, button(see, () => this.app.go(address), { class: "main" }), this.keeper(task, table, solved), button("Download certificate", () => download(solved.name, "application/octet-stream", solved.bytes as BlobPart)));
    return [buttons, lines, this.atHome(table, solved, estimate)];
  }

  private keeper(task: Task, table: Table, { name, bytes, imports, game }: Solved): HTMLElement {
    const { sha256, kind } = table.verdict;
    const about = task.request.kind === "endgame" ? table.verdict.about : task.about;
    const made: HTMLButtonElement = button("Keep in this browser", () => {
      made.disabled = true;
      void keep({ sha256, about, kind, name, bytes, beside: game ? [...imports, game] : imports }).then(
        () => {
          made.textContent = "Kept in this browser";
          this.hooks.kept?.();
        },
        (error: unknown) => {
          made.disabled = false;
          made.after(this.words(error));
        },
      );
    });
    return made;
  }

  private atHome(table: Table, { name, imports, game }: Solved, { command: solve }: Estimate): HTMLElement {
    const file = (one: { name: string; bytes: Uint8Array }): HTMLElement => h("li", {}, button(one.name, () => download(one.name, "application/octet-stream", one.bytes as BlobPart), { class: "plain" }), ` ${size(one.bytes.length)}`);
    return h(
      "details",
      {},
      h("summary", {}, "What to run at home"),
      h("p", {}, "Solve it again; the file is the same, byte for byte:"),
      toType(game ? solve.replaceAll("GAME.", "game.") : solve),
      h("p", {}, "Verify the file that you download here:"),
      toType(command(table.judged)),
      (game || imports.length > 0) && h("p", {}, `${name} rests on ${[game ? "the game" : "", imports.length > 0 ? "certificates of smaller endgames" : ""].filter((part) => part !== "").join(" and ")}:`),
      (game || imports.length > 0) && h("ul", { class: "files-list" }, ...(game ? [file(game)] : []), ...imports.map(file)),
      h("p", { class: "quiet" }, table.verdict.claim),
    );
  }
}

/** A short fraction whole, where one number is all there is. */
const whole = (entry: Entry): string => {
  const { low, high } = interval(entry.lower);
  const isOne = (entry.sharp === true || entry.never !== null) && compare(low, high) === 0;
  return isOne && low.d !== 1n && `${low.d}`.length <= 24 ? ` = ${text(low)}` : "";
};

/** What is verified: of the position that was asked for; else the claim. */
const answer = ({ verdict }: Table, { called }: Task, said: Entry | Said | undefined): (HTMLElement | false)[] => {
  const name = called !== undefined && h("p", { class: "about" }, called);
  if (said === undefined) return [name, h("p", { class: "meaning" }, `${verdict.claim.slice(0, 1).toUpperCase()}${verdict.claim.slice(1)}.`)];
  if ("meaning" in said) {
    const entry = said as Entry;
    return [name, h("p", { class: "value" }, headline(entry), h("span", { class: "fraction" }, whole(entry))), h("p", { class: "meaning" }, entry.meaning)];
  }
  const [, ...lines] = said.text.trimEnd().split("\n");
  return [name, ...lines.map((line) => h("p", { class: "meaning" }, line))];
};
