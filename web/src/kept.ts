/** Certificates that the reader chose to keep in this browser, by their SHA-256. They never leave the machine, and are verified again whenever they are opened. */

export interface KeptFile {
  name: string;
  bytes: Uint8Array;
}

export interface Kept extends KeptFile {
  sha256: string;
  /** What it is about, as the checker said when it was kept. */
  about: string;
  kind: string;
  /** What it rests on: imports, in order of need, and the game. */
  beside: KeptFile[];
}

const STORE = "certificates";

const database = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open("bidding-games", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "sha256" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(new Error("This browser keeps nothing for this page: private window, or storage is switched off. Download the file instead."));
  });

const request = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const held = await database();
  try {
    return await new Promise((resolve, reject) => {
      const asked = work(held.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(new Error(`The browser did not keep it: ${asked.error?.message ?? "no room"}. Download the file instead.`));
    });
  } finally {
    held.close();
  }
};

export const keep = async (kept: Kept): Promise<void> => void (await request("readwrite", (store) => store.put(kept)));
export const dropKept = async (sha256: string): Promise<void> => void (await request("readwrite", (store) => store.delete(sha256)));
export const fetchKept = async (sha256: string): Promise<Kept | undefined> => request("readonly", (store) => store.get(sha256) as IDBRequest<Kept | undefined>).catch(() => undefined);
export const allKept = async (): Promise<Kept[]> => request("readonly", (store) => store.getAll() as IDBRequest<Kept[]>).catch(() => []);
