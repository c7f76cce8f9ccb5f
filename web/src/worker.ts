/**
 * Runs the checker apart from the page, so that the page stays alive. It fetches files of the site, and nothing else; a file that the reader opens never leaves
 * the machine.
 */
import { answering } from "./answering.js";
import type { Checker } from "./checker.js";
import type { Calls, Judged, Listed, Progress, Told, Verdict } from "./protocol.js";
import { Checkers } from "./which.js";

let list: Promise<Listed[]> | undefined;
const opened = new Map<string, Judged>();

const tell = (progress: Progress): void => postMessage({ progress });

/** Keeps a file for later, when there is no network: what was fetched before the service worker was there, too. */
const kept = async (answer: Response, bytes: number): Promise<void> => {
  if (answer.status === 200 && bytes < 4_000_000 && "caches" in self) await (await caches.open("site-files")).put(answer.url, answer);
};

const fetched = async (path: string, bytes = 0): Promise<Uint8Array> => {
  const answer = await fetch(new URL(path, self.location.href)).catch(() => {
    throw new Error(`${path}: not found: there is no network, and it was not looked at before`);
  });
  if (answer.ok) void kept(answer.clone(), bytes).catch(() => undefined);
  if (!answer.ok) throw new Error(`${path}: not found on this site (${answer.status})`);
  if (bytes < 4_000_000 || !answer.body) return new Uint8Array(await answer.arrayBuffer());
  const reader = answer.body.getReader();
  const all = new Uint8Array(bytes);
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (at + value.length > bytes) throw new Error(`${path}: more bytes than the index says`);
    all.set(value, at);
    at += value.length;
    tell({ doing: `fetching ${path}`, done: at, of: bytes });
  }
  return all.subarray(0, at);
};

/** The page compiles the first module while it comes in; whoever gives this worker no name has none to give. */
const compiled = new Promise<WebAssembly.Module | undefined>((resolve) => {
  if (self.name === "") return resolve(undefined);
  self.addEventListener("message", ({ data }: MessageEvent<{ module?: WebAssembly.Module | null }>) => data.module !== undefined && resolve(data.module ?? undefined));
});
const checkers = new Checkers(fetched, compiled);

/** The module for these bytes, or for a number that it gave; without them the first one. */
const load = (about?: Uint8Array | number): ReturnType<Checkers["get"]> => {
  if (typeof WebAssembly === "undefined") throw new Error("This browser has no WebAssembly, or it is switched off. The checker needs it: use another browser, or verify on your own machine with the command `check`.");
  return checkers.get(about);
};
const index = (): Promise<Listed[]> =>
  (list ??= fetched("index.json").then((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Listed[]));

/** Games and models that were handed over, by the SHA-256 of their files. */
const games = new Map<string, string>();

/** Games that the first module has read, and the second one has not: a certificate about one may need the second one. */
const unread = new Map<string, Uint8Array>();

const keepGame = async (name: string, bytes: Uint8Array): Promise<{ game: string; sha256: string }> => {
  const { checker: held, first } = await load(bytes);
  held.write(bytes);
  held.exports.read_game();
  const { error, ...about } = held.read<{ error?: string; game: string; sha256: string }>();
  if (error !== undefined) throw new Error(`${name}: ${error}`);
  games.set(about.sha256, name);
  if (first === 0) unread.set(about.sha256, bytes.slice());
  return about;
};

/** Files of the site that are under way, or came before they were needed. */
const coming = new Map<string, Promise<Uint8Array>>();
const come = ({ path, bytes }: Listed): Promise<Uint8Array> => {
  const under = coming.get(path) ?? fetched(path, bytes);
  coming.set(path, under);
  under.catch(() => coming.delete(path));
  return under;
};

/** Verifies bytes. An import that is missing is fetched if the site has it, and verified first; it comes while the checker does. */
const verify = async (name: string, path: string | undefined, bytes: Uint8Array): Promise<Judged> => {
  const imports = await importsOf(bytes);
  imports.forEach(come);
  const { checker: held, first } = await load(bytes);
  const start = performance.now();
  for (const listed of imports) await open(listed.path);
  tell({ doing: `verifying ${name}`, done: 0, of: 0 });
  if (first > 0) {
    for (const game of unread.values()) {
      held.write(game);
      held.exports.read_game();
    }
    unread.clear();
  }
  held.write(bytes);
  held.exports.verify();
  const said = held.read<Verdict>();
  const verdict = said.verdict === "verified" ? { ...said, id: said.id + first } : said;
  const game = verdict.verdict === "verified" && verdict.game !== null ? games.get(verdict.game) : undefined;
  return { name, path, bytes: bytes.length, game, milliseconds: performance.now() - start, verdict };
};

/** Certificates that were handed over as imports, by their SHA-256: they need not be fetched. */
const handedOver = new Set<string>();

/** The imports that the site has. What is not there the checker misses, and says so. */
const importsOf = async (bytes: Uint8Array): Promise<Listed[]> => {
  const { imports = [] } = await given<Partial<Told>>(bytes, (exports) => exports.listed());
  const all = imports.length === 0 ? [] : await index();
  return imports.flatMap((digest) => all.find(({ path, sha256 }) => digest.startsWith(sha256) && !handedOver.has(digest) && !opened.has(path)) ?? []);
};

const open = async (path: string): Promise<Judged> => {
  const before = opened.get(path);
  if (before) return before;
  const listed = (await index()).find((one) => one.path === path);
  if (!listed) throw new Error(`${path}: not on this site`);
  tell({ doing: `fetching ${path}`, done: 0, of: listed.bytes });
  const [bytes, game] = await Promise.all([come(listed), listed.game === undefined ? undefined : fetched(listed.game)]);
  if (game) await keepGame(listed.game!, game);
  const judged = await verify(path, path, bytes);
  opened.set(path, judged);
  coming.delete(path);
  return judged;
};

const asked = async <T>(id: number, about: string | Uint8Array, call: (exports: Checker["exports"], id: number) => void): Promise<T> => {
  const { checker: held, first } = await load(id);
  if (typeof about === "string") held.writeText(about);
  else held.write(about);
  call(held.exports, id - first);
  const answer = held.read<T & { error?: string }>();
  if (answer !== null && answer.error !== undefined) throw new Error(answer.error);
  return answer;
};

const given = async <T>(bytes: Uint8Array, call: (exports: Checker["exports"]) => void): Promise<T> => {
  const { checker: held } = await load(bytes);
  held.write(bytes);
  call(held.exports);
  return held.read<T>();
};

const calls: { [name in keyof Calls]: (...args: Parameters<Calls[name]>) => Promise<ReturnType<Calls[name]>> } = {
  index,
  open,
  openBytes: (name, bytes) => verify(name, undefined, bytes),
  keepGame,
  listed: async (bytes) => {
    const told = await given<ReturnType<Calls["listed"]> & { error?: string }>(bytes, (exports) => exports.listed());
    if (told.error !== undefined) throw new Error(told.error);
    return told;
  },
  keep: async (bytes) => {
    const digest = await given<string>(bytes, (exports) => exports.keep());
    handedOver.add(digest);
    return digest;
  },
  digest: (bytes) => asked(0, bytes, (exports) => exports.digest()),
  ask: (text) => asked(0, text, (exports) => exports.ask()),
  probe: (id, text) => asked(id, text, (exports, own) => exports.probe(own)),
  at: (id, number) => asked(id, "", (exports, own) => exports.at(own, number)),
  heat: (id, fen, square) => asked(id, `${fen}\n${square}`, (exports, own) => exports.heat(own)),
  find: (id, kind) => asked(id, "", (exports, own) => exports.find(own, kind)),
  names: (id) => asked(id, "", (exports, own) => exports.names(own)),
  rows: (id, from) => asked(id, "", (exports, own) => exports.rows(own, from)),
  say: (id, text) => asked(id, text, (exports, own) => exports.probe(own)),
  sayAt: (id, number) => asked(id, "", (exports, own) => exports.at(own, number)),
  probeHolds: (id, text, holds) => asked(id, `${text}\n${holds}`, (exports, own) => exports.probe_holds(own)),
  turns: (id, text) => asked(id, text, (exports, own) => exports.turns(own)),
  forget: (id) => asked(id, "", (exports, own) => exports.forget(own)),
  stated: (id, bytes, place) => asked(id, bytes, (exports, own) => exports.stated(own, place)),
  changed: async (id, bytes, column, place, to) => {
    const { checker: held, first } = await load(id);
    held.write(bytes);
    held.exports.changed(id - first, column, place, to);
    return held.file();
  },
};

answering("checker", calls);

// Ready when it is asked, not only then.
void (async () => load())().catch(() => undefined);
void index().catch(() => undefined);
