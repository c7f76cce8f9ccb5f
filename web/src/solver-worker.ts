/** Solves apart from the page and from the checker, so that both stay alive. The solver is fetched by the first question, and runs nowhere else. */
import { answering } from "./answering.js";
import type { Progress } from "./protocol.js";
import type { Request, Solved } from "./solver.js";
import { SolverModule } from "./solver-module.js";

let solver: Promise<SolverModule> | undefined;

const fetched = async (): Promise<SolverModule> => {
  const answer = await fetch(new URL("solver.wasm", self.location.href));
  if (!answer.ok) throw new Error(`solver.wasm: not found on this site (${answer.status})`);
  return SolverModule.load(await answer.arrayBuffer(), (progress: Progress) => postMessage({ progress }));
};

/** Next time it is tried again. */
const load = (): Promise<SolverModule> =>
  (solver ??= fetched().catch((error: unknown) => {
    solver = undefined;
    throw error;
  }));

const files = (answer: unknown): ArrayBuffer[] => {
  const { imports, game, bytes } = answer as Partial<Solved>;
  return imports === undefined ? [] : [bytes!, ...[...imports, ...(game ? [game] : [])].map((file) => file.bytes)].map(({ buffer }) => buffer as ArrayBuffer);
};

answering("solver", { estimate: async (request: Request) => (await load()).estimate(request), solve: async (request: Request) => (await load()).solve(request) }, files);
