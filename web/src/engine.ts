/** The checker's worker, as the page calls it. */
import { Port } from "./port.js";
import type { Calls } from "./protocol.js";

export class Engine extends Port<Calls> {
  constructor(address: string | URL) {
    super(address, "checker", "The checker did not start: a file of this site (worker.js) is missing, or this browser forbids workers. Load the page again; if that does not help, verify on your own machine with the command `check`.");
    // Ready when it is asked, not only then.
    this.start();
  }
}
