/**
 * The service worker: what was loaded once works without a network. The frame, the checker and the list of files are kept at once; the solver, certificates and
 * the book when they are first asked for. Nothing here is believed: whatever comes from this store is verified like anything else.
 */
export {};

declare const self: {
  addEventListener(name: "install" | "activate" | "fetch", listener: (event: Happening) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: Location;
};
interface Happening {
  request: Request;
  waitUntil(done: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}
/** The files of the frame, and a name that changes with any file of the site: written by build.mjs. */
declare const FRAME: readonly string[];
declare const VERSION: string;

const STORE = `site-${VERSION}`;
/** Where worker.ts keeps what it fetches. */
const FILES = "site-files";

self.addEventListener("install", (event) => event.waitUntil(caches.open(STORE).then((store) => store.addAll(FRAME.map((name) => new Request(name, { cache: "no-cache" })))).then(() => self.skipWaiting())));

self.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("site-") && name !== STORE && name !== FILES))
      // What an older site left; the files that the checker's worker kept of it, too.
      .then((old) => Promise.all((old.length === 0 ? [] : [...old, FILES]).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  ),
);

/** From the store; else from the network, and kept if it is a whole file. */
const answer = async (request: Request): Promise<Response> => {
  const store = await caches.open(STORE);
  const kept = (await store.match(request, { ignoreSearch: true })) ?? (await caches.match(request, { ignoreSearch: true }));
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.status === 200) await store.put(request, fresh.clone()).catch(() => undefined);
  return fresh;
};

self.addEventListener("fetch", (event) => {
  const { url, method } = event.request;
  if (method !== "GET" || new URL(url).origin !== self.location.origin) return;
  event.respondWith(answer(event.request));
});
