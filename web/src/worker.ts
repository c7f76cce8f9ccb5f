/**
 * Runs the checker apart from the page, so that the page stays alive. It fetches files of the site, and nothing else; a file that the reader opens never leaves
 * the machine.
 */
import type { Checker } from "./checker.js";
import { read } from "./certificate.js";
import type { Calls, Judged, Listed, Progress, Verdict } from "./protocol.js";
import { Checkers } from "./which.js";

let list: Promise<Listed[]> | undefined;
const opened = new Map<string, Judged>();

const tell = (progress: Progress): void => postMessage({ progress });

const fetched = async (path: string, bytes = 0): Promise<Uint8Array> => {
  const answer = await fetch(new URL(path, self.location.href));
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

const checkers = new Checkers(fetched);
const index = (): Promise<Listed[]> =>
  (list ??= fetched("index.json").then((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Listed[]));

/** Verifies bytes. An import that is missing is fetched if the site has it, and verified first. */
const verify = async (
  name: string,
  path: string | undefined,
  bytes: Uint8Array,
  game: { name: string; bytes: Uint8Array } | undefined,
): Promise<Judged> => {
  const { checker: held, first } = await checkers.get(bytes);
  const { exports } = held;
  const start = performance.now();
  const judged = (verdict: Verdict): Judged => ({
    name,
    path,
    bytes: bytes.length,
    game: game?.name,
    milliseconds: performance.now() - start,
    verdict,
  });
  if (game) {
    held.write(game.bytes);
    exports.read_game();
    const { error } = held.read<{ error?: string }>();
    if (error !== undefined) throw new Error(`${game.name}: ${error}`);
  }
  await fetchImports(bytes);
  tell({ doing: `verifying ${name}`, done: 0, of: 0 });
  held.write(bytes);
  exports.verify(game ? 1 : 0);
  const verdict = held.read<Verdict>();
  return judged(verdict.verdict === "verified" ? { ...verdict, id: verdict.id + first } : verdict);
};

/** Imports that the site has are fetched and verified first; each once. What is not there the checker misses, and says so. */
const fetchImports = async (bytes: Uint8Array): Promise<void> => {
  let imports: string[];
  try {
    imports = read(bytes, true).imports;
  } catch {
    return;
  }
  for (const digest of imports) {
    const listed = (await index()).find(({ sha256 }) => sha256 === digest);
    if (listed) await open(listed.path);
  }
};

const open = async (path: string): Promise<Judged> => {
  const before = opened.get(path);
  if (before) return before;
  const listed = (await index()).find((one) => one.path === path);
  if (!listed) throw new Error(`${path}: not on this site`);
  tell({ doing: `fetching ${path}`, done: 0, of: listed.bytes });
  const [bytes, game] = await Promise.all([
    fetched(path, listed.bytes),
    listed.game === undefined ? undefined : fetched(listed.game).then((bytes) => ({ name: listed.game!, bytes })),
  ]);
  const judged = await verify(path, path, bytes, game);
  opened.set(path, judged);
  return judged;
};

const asked = async <T>(id: number, text: string, call: (exports: Checker["exports"], id: number) => void): Promise<T> => {
  const { checker: held, first } = await checkers.get(id);
  held.writeText(text);
  call(held.exports, id - first);
  const answer = held.read<T & { error?: string }>();
  if (answer !== null && answer.error !== undefined) throw new Error(answer.error);
  return answer;
};

const given = async <T>(bytes: Uint8Array, call: (exports: Checker["exports"]) => void): Promise<T> => {
  const { checker: held } = await checkers.get(bytes);
  held.write(bytes);
  call(held.exports);
  return held.read<T>();
};

const calls: { [name in keyof Calls]: (...args: Parameters<Calls[name]>) => Promise<ReturnType<Calls[name]>> } = {
  open,
  openBytes: (name, bytes, game) => verify(name, undefined, bytes, game),
  keep: (bytes) => given(bytes, (exports) => exports.keep()),
  digest: (bytes) => given(bytes, (exports) => exports.digest()),
  ask: (text) => asked(0, text, (exports) => exports.ask()),
  probe: (id, text) => asked(id, text, (exports, own) => exports.probe(own)),
  at: (id, number) => asked(id, "", (exports, own) => exports.at(own, number)),
  heat: (id, fen, square) => asked(id, `${fen}\n${square}`, (exports, own) => exports.heat(own)),
  find: (id, kind) => asked(id, "", (exports, own) => exports.find(own, kind)),
  names: (id) => asked(id, "", (exports, own) => exports.names(own)),
  turns: (id, text) => asked(id, text, (exports, own) => exports.turns(own)),
  forget: (id) => asked(id, "", (exports, own) => exports.forget(own)),
};

let queue: Promise<unknown> = Promise.resolve();

self.onmessage = ({ data: { number, name, args } }: MessageEvent<{ number: number; name: keyof Calls; args: never[] }>) => {
  // One call after the other: the checker has one room.
  queue = queue.then(async () => {
    try {
      const answer = await (calls[name] as (...args: unknown[]) => Promise<unknown>)(...args);
      postMessage({ number, answer });
    } catch (error) {
      // A trap is a bug of the checker, or memory that is not there; nothing that it held is believed any more.
      const isTrap = error instanceof WebAssembly.RuntimeError;
      const text = error instanceof Error ? error.message : String(error);
      postMessage({ number, error: isTrap ? `declined: the checker stopped (${text}); this is a bug of it, or memory that is not there` : text, isTrap });
    }
  });
};

// Ready when it is asked, not only then.
void checkers.get().catch(() => undefined);
void index().catch(() => undefined);
