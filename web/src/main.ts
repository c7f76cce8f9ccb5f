/** The frame of the page: addresses, the stop button, files that are opened. */
import { explain, type App, type Page } from "./app.js";
import { button, h, replace } from "./dom.js";
import { Engine } from "./engine.js";
import { homePage } from "./home.js";
import { openFiles } from "./open.js";
import * as route from "./route.js";
import { Tables } from "./tables.js";

const element = (id: string): HTMLElement => document.getElementById(id)!;

const engine = new Engine(new URL("worker.js", import.meta.url));
const tables = new Tables(engine);
const live = element("live");
const app: App = {
  engine,
  tables,
  title: (text) => {
    document.title = text === "" ? PAGES.home[0] : `${text} · bidding games`;
    element("heading").textContent = text === "" ? "Bidding games" : text;
  },
  say: (text) => (live.textContent = text),
  go: (address, quiet = false) => {
    if (quiet) history.replaceState(null, "", address);
    else if (location.hash !== address) history.pushState(null, "", address);
    show();
  },
};

/** What the window is called while a page is shown, and which link of the head stands for it. What is not looked at first is fetched when it is. */
const PAGES: Record<route.PageName, [name: string, link: string, make: (app: App) => Page | Promise<Page>]> = {
  home: ["Bidding games: exact, certified values", "home", homePage],
  chess: ["Bidding chess", "chess", async (app) => (await import("./board-page.js")).boardPage(app, "chess")],
  payments: ["Other payments", "tables", async (app) => (await import("./payments.js")).paymentsPage(app)],
  chips: ["An auction with chips", "tables", async (app) => (await import("./chips.js")).chipsPage(app)],
  auction: ["Losing Chess with bids", "tables", async (app) => (await import("./board-page.js")).boardPage(app, "auction")],
  losing: ["Losing Chess", "tables", async (app) => (await import("./losing.js")).losingPage(app)],
  game: ["A game as a graph", "tables", async (app) => (await import("./game.js")).gamePage(app)],
  hex: ["Hex", "tables", async (app) => (await import("./hex.js")).hexPage(app)],
  partition: ["Partitions", "tables", async (app) => (await import("./partition.js")).partitionPage(app)],
  endless: ["An endless game", "tables", async (app) => (await import("./endless.js")).endlessPage(app)],
  scores: ["A scored game", "tables", async (app) => (await import("./scores.js")).scoresPage(app)],
  "all-pay": ["An all-pay auction", "tables", async (app) => (await import("./all-pay.js")).allPayPage(app)],
  model: ["A model", "tables", async (app) => (await import("./model.js")).modelPage(app)],
  play: ["Play an auction", "play", async (app) => (await import("./play.js")).playPage(app)],
  lessons: ["Lessons", "lessons", async (app) => (await import("./lessons.js")).lessonsPage(app)],
  break: ["Break a certificate", "break", async (app) => (await import("./break.js")).breakPage(app)],
  tables: ["All certificates", "tables", async (app) => (await import("./list.js")).tablesPage(app)],
  solve: ["Solve", "solve", async (app) => (await import("./solve.js")).solvePage(app)],
  missing: ["No such page", "", missingPage],
};
const pages = new Map<string, Page>();
const main = element("main");
let current: Page | undefined;
let wanted = 0;

/** An address that leads nowhere says so, with a way on. */
function missingPage(): Page {
  const said = h("p");
  return {
    element: h("div", { class: "page" }, h("h1", {}, "No such page"), said, h("p", { class: "row" }, h("a", { href: "#/" }, "to the first page"), h("a", { href: "#/tables" }, "to all certificates"))),
    show: ({ what }) => replace(said, `This site has nothing at ${what}. A position of bidding chess has an address such as ${route.chess(route.START)}.`),
  };
}

const show = (): void => {
  const next = route.read(location.hash);
  const asked = ++wanted;
  const known = pages.get(next.page);
  if (known) return put(known, next);
  const made = PAGES[next.page][2](app);
  if (!(made instanceof Promise)) return put(made, next);
  void made.then(
    (page) => asked === wanted && put(page, next),
    () => replace(main, h("div", { class: "page" }, explain(new Error("This part of the page could not be fetched: no network, and it was not looked at before. Load the page again when there is one.")))),
  );
};

const put = (page: Page, next: route.Route): void => {
  pages.set(next.page, page);
  if (page !== current) replace(main, page.element);
  current = page;
  const [name, link] = PAGES[next.page];
  for (const anchor of document.querySelectorAll<HTMLAnchorElement>("nav a, a.title")) {
    if (anchor.dataset["page"] === link) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  app.title(next.page === "home" ? "" : name);
  page.show(next);
};

// Progress comes late enough that short work does not flicker.
const progress = element("progress");
let since = 0;
let timer: ReturnType<typeof setInterval> | undefined;
let doing = "";
let part: number | undefined;
const tick = (): void => {
  const seconds = (performance.now() - since) / 1000;
  if (seconds < 0.4) return;
  const bar = h("progress", { max: 1, "aria-label": "progress", value: part });
  replace(progress, bar, h("span", {}, `${doing}, ${seconds.toFixed(0)} s`), button("stop", () => engine.stop()));
  progress.hidden = false;
};
engine.onProgress = (now) => {
  if (!now) {
    clearInterval(timer);
    timer = undefined;
    progress.hidden = true;
    return;
  }
  doing = now.doing;
  part = now.of > 0 ? now.done / now.of : undefined;
  if (timer === undefined) {
    since = performance.now();
    timer = setInterval(tick, 200);
  }
};

// The address says everything that is on the screen: so a report needs little more.
element("report").addEventListener("click", () => {
  const report = `Bidding games ${element("version").textContent}\n${location.href}\n${navigator.userAgent}\n\nWhat I did:\nWhat I expected:\nWhat I saw:\n`;
  void navigator.clipboard.writeText(report).then(
    () => replace(element("reported"), "Copied, with this address: send it to the project, or to whoever runs this site."),
    () => replace(element("reported"), `Send this address to the project, or to whoever runs this site: ${location.href}`),
  );
});

// The fragment is the address of a page: the way into the content must not be taken for one.
document.querySelector(".skip")!.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

const open = (files: Iterable<File>): void => void openFiles(app, [...files], element("opened"));

const picker = element("picker") as HTMLInputElement;
picker.addEventListener("change", () => {
  open(picker.files ?? []);
  picker.value = "";
});
element("open").addEventListener("click", () => picker.click());
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  open(event.dataTransfer?.files ?? []);
});

document.addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (/^(INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY|A)$/.test(target.tagName) && event.key !== "?") return;
  if (current?.key?.(event.key === " " && event.shiftKey ? "Shift+Space" : event.key)) event.preventDefault();
});

// What was loaded works without a network from now on. Where that is not allowed, nothing is lost.
const keepForLater = (): void => void navigator.serviceWorker.register(new URL("offline.js", import.meta.url)).catch(() => undefined);
if ("serviceWorker" in navigator) addEventListener("load", () => setTimeout(keepForLater, 2000));

// The table of the first position comes while the checker does.
const first = route.read(location.hash);
if (["home", "chess", "play"].includes(first.page) && ["", route.START].includes(first.what)) void tables.open("certs/3x4_KNk.cert").catch(() => undefined);

addEventListener("hashchange", show);
addEventListener("popstate", show);
show();
