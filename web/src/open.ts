/** Files from the reader's disk: certificates, imports that they need, games and models, all together. Each certificate is judged with its own game. */
import { explain, type App } from "./app.js";
import { button, h, replace } from "./dom.js";
import { failed, strip } from "./strip.js";
import { NotVerified, type Table } from "./tables.js";

const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** Whether the file begins as a certificate does. */
const isCertificate = async (file: File): Promise<boolean> => (await file.slice(0, 8).text()) === "bidcert\n" || file.name.endsWith(".cert");

/** Whether a file is a game in JSON; models come in archives. */
const isText = (bytes: Uint8Array): boolean => /^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64)));

/** Opens files, says what became of each, and goes to the last one that is verified; a game alone goes to the page that solves it. */
export const openFiles = async (app: App, files: readonly File[], report: HTMLElement): Promise<void> => {
  replace(report, h("p", { role: "status" }, "Reading…"));
  const close = (): HTMLElement => button("close", () => replace(report));
  const shown: HTMLElement[] = [];
  let last: Table | undefined;
  /** Games and models, by their names. */
  const games: [name: string, bytes: Uint8Array][] = [];
  try {
    const certificates: File[] = [];
    for (const file of files) {
      if (await isCertificate(file)) {
        certificates.push(file);
        continue;
      }
      try {
        const bytes = await bytesOf(file);
        await app.engine.call("keepGame", file.name, bytes);
        games.push([file.name, bytes]);
      } catch (error) {
        shown.push(explain(error));
      }
    }
    certificates.sort((a, b) => a.size - b.size);
    // Each may be an import of another one.
    if (certificates.length > 1) for (const file of certificates) await app.engine.call("keep", await bytesOf(file));
    for (const file of certificates) {
      try {
        last = await app.tables.openBytes(file.name, await bytesOf(file));
        shown.push(strip(last.judged, last.verdict));
      } catch (error) {
        shown.push(error instanceof NotVerified ? failed(error.judged) : explain(error));
      }
    }
    const game = certificates.length === 0 ? games.at(-1) : undefined;
    if (game && isText(game[1])) {
      // A game alone says nothing of its values: it is solved.
      app.handed = new TextDecoder().decode(game[1]);
      replace(report, ...shown, shown.length > 0 && close());
      return app.go("#/solve/game");
    }
    if (game) shown.push(explain(new Error(`${game[0]} is a model, and is read. The native program solves it: solve model ${game[0]} --out ${game[0].replace(/\.[^.]*$/, "")}.cert. Then open both files here.`)));
    replace(report, ...shown, close());
    if (last !== undefined) app.go(await app.tables.address(last));
  } catch (error) {
    replace(report, ...shown, explain(error), close());
  }
};
