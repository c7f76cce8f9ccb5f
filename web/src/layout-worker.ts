/** Finds where the nodes of a graph stand, apart from the page. */
import { answering } from "./answering.js";
import { layout } from "./layout.js";

answering("layout", { layout });
