/** Files from the reader's disk: certificates, imports that they need, games and models, all together. Each certificate is judged with its own game. */
import { explain, type App } from "./app.js";
import { button, h, replace } from "./dom.js";
import { failed, strip } from "./strip.js";
import { NotVerified, type Table } from "./tables.js";

const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** Whether the file begins as a certificate does. */
const isCertificate = async (file: File): Promise<boolean> => (await file.slice(0, 8).text()) === "bidcert\n" || file.name.endsWith(".cert");

/** Opens files, says what became of each, and goes to the last one that is verified. */
export const openFiles = async (app: App, files: readonly File[], report: HTMLElement): Promise<void> => {
  replace(report, h("p", { role: "status" }, "Reading…"));
  const close = (): HTMLElement => button("close", () => replace(report));
  const shown: HTMLElement[] = [];
  let last: Table | undefined;
  try {
    const certificates: File[] = [];
    for (const file of files) {
      if (await isCertificate(file)) {
        certificates.push(file);
        continue;
      }
      try {
        await app.engine.call("keepGame", file.name, await bytesOf(file));
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
    if (certificates.length === 0 && shown.length === 0) shown.push(explain(new Error("A game alone says nothing of its values. Open its certificate (*.cert) too; or have it solved here, under Solve.")));
    replace(report, ...shown, close());
    if (last !== undefined) app.go(await app.tables.address(last));
  } catch (error) {
    replace(report, ...shown, explain(error), close());
  }
};
