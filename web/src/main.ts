/** The frame of the page: addresses, the stop button, files that are opened. */
import { explain, type App, type Page } from "./app.js";
import { button, h, replace } from "./dom.js";
import { Engine } from "./engine.js";
import { explorePage } from "./explore.js";
import * as route from "./route.js";
import { failed, strip } from "./strip.js";
import { NotVerified, Tables } from "./tables.js";

const element = (id: string): HTMLElement => document.getElementById(id)!;

const engine = new Engine(new URL("worker.js", import.meta.url));
const tables = new Tables(engine, new URL(".", import.meta.url));
const live = element("live");
const app: App = {
  engine,
  tables,
  say: (text) => (live.textContent = text),
  go: (address, quiet = false) => {
    if (quiet) history.replaceState(null, "", address);
    else if (location.hash !== address) history.pushState(null, "", address);
    show();
  },
};

// What is not looked at first is fetched when it is.
const make: Record<route.Route["page"], (app: App) => Page | Promise<Page>> = {
  explore: explorePage,
  game: async (app) => (await import("./game.js")).gamePage(app),
  losing: async (app) => (await import("./losing.js")).losingPage(app),
  play: async (app) => (await import("./play.js")).playPage(app),
  lessons: async (app) => (await import("./lessons.js")).lessonsPage(app),
  break: async (app) => (await import("./break.js")).breakPage(app),
  tables: async (app) => (await import("./list.js")).tablesPage(app),
};
const pages = new Map<string, Page>();
const main = element("main");
let current: Page | undefined;
let wanted = 0;

const show = (): void => {
  const next = route.read(location.hash);
  const asked = ++wanted;
  const known = pages.get(next.page);
  if (known) return put(known, next);
  const made = make[next.page](app);
  if (!(made instanceof Promise)) return put(made, next);
  void made.then(
    (page) => asked === wanted && put(page, next),
    (error: unknown) => replace(main, explain(error)),
  );
};

const put = (page: Page, next: route.Route): void => {
  pages.set(next.page, page);
  if (page !== current) replace(main, page.element);
  current = page;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("nav a")) {
    const isHere = link.dataset["page"] === (next.page === "game" || next.page === "losing" ? "tables" : next.page);
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
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

/** Opens files: certificates, imports that they need, and games, all together. */
const openFiles = async (files: readonly File[]): Promise<void> => {
  const report = element("opened");
  const bytes = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());
  const games = files.filter(({ name }) => /\.(json|umb)$/.test(name));
  const certificates = files.filter((file) => !games.includes(file)).sort((a, b) => a.size - b.size);
  replace(report, h("p", { role: "status" }, "Reading…"));
  try {
    if (certificates.length === 0) throw new Error("Open a certificate (*.cert); for a game its JSON file too, for a model its UMB file.");
    const game = games[0] && { name: games[0].name, bytes: await bytes(games[0]) };
    // Each may be an import of another one.
    if (certificates.length > 1) for (const file of certificates) await engine.call("keep", await bytes(file));
    const shown: HTMLElement[] = [];
    let last: string | undefined;
    for (const file of certificates) {
      try {
        const table = await tables.openBytes(file.name, await bytes(file), game);
        shown.push(strip(table.judged, table.verdict));
        const { kind, sha256, id, root, question } = table.verdict;
        if (kind === "game") last = route.write({ page: "game", what: sha256, query: new URLSearchParams() });
        else if (kind === "turns" || kind === "proof") last = route.losing(sha256);
        else if (kind === "endgame" || kind === "list") last = route.explore(root ?? (await engine.call("at", id, 0)).position);
        else shown.push(h("p", {}, `This page has no board for it. The command above answers with --at and ${question}.`));
      } catch (error) {
        shown.push(error instanceof NotVerified ? failed(error.judged) : explain(error));
      }
    }
    replace(report, ...shown, button("close", () => replace(report)));
    if (last !== undefined) app.go(last);
  } catch (error) {
    replace(report, explain(error), button("close", () => replace(report)));
  }
};

const picker = element("picker") as HTMLInputElement;
picker.addEventListener("change", () => {
  void openFiles([...(picker.files ?? [])]);
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
  void openFiles([...(event.dataTransfer?.files ?? [])]);
});

document.addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (/^(INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY|A)$/.test(target.tagName) && event.key !== "?") return;
  if (current?.key?.(event.key === " " && event.shiftKey ? "Shift+Space" : event.key)) event.preventDefault();
});

addEventListener("hashchange", show);
addEventListener("popstate", show);
show();
