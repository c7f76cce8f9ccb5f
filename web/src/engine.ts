/** The checker's worker, as the page calls it. */
import { Port } from "./port.js";
import type { Calls } from "./protocol.js";

/** The first module is fetched and compiled here, beside the start of the worker; where that does not work, the worker does it. */
const compiled = async (address: URL): Promise<WebAssembly.Module | null> => WebAssembly.compileStreaming(fetch(address)).catch(() => null);

export class Engine extends Port<Calls> {
  private readonly module: Promise<WebAssembly.Module | null>;

  constructor(address: URL) {
    super(address, "checker", "The checker did not start: a file of this site (worker.js) is missing, or this browser forbids workers. Load the page again; if that does not help, verify on your own machine with the command `check`.");
    this.module = compiled(new URL("checker.wasm", address)).catch(() => null);
    // Ready when it is asked, not only then.
    this.start();
  }

  protected override start(): Worker {
    const worker = super.start();
    if (worker !== this.told) void this.module.then((module) => worker.postMessage({ module }));
    return (this.told = worker);
  }
  private told: Worker | undefined;
}
