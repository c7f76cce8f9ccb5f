/** Solves apart from the page and from the checker, so that both stay alive. The solver is fetched by the first question, and runs nowhere else. */
import type { Doing, Request, Said } from "./solver.js";
import { SolverModule } from "./solver-module.js";

let number = 0;
let solver: Promise<SolverModule> | undefined;

const tell = (said: Omit<Said, "number">, files: ArrayBuffer[] = []): void => postMessage({ number, ...said }, { transfer: files });

const fetched = async (): Promise<SolverModule> => {
  const answer = await fetch(new URL("solver.wasm", self.location.href));
  if (!answer.ok) throw new Error(`solver.wasm: not found on this site (${answer.status})`);
  return SolverModule.load(await answer.arrayBuffer(), (progress: Doing) => tell({ progress }));
};

/** Next time it is tried again. */
const load = (): Promise<SolverModule> =>
  (solver ??= fetched().catch((error: unknown) => {
    solver = undefined;
    throw error;
  }));

let queue: Promise<unknown> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<{ number: number; name: "estimate" | "solve"; request: Request }>) => {
  // One question after the other: the solver has one room.
  queue = queue.then(async () => {
    number = data.number;
    try {
      const module = await load();
      number = data.number;
      if (data.name === "estimate") return tell({ answer: module.estimate(data.request) });
      const answer = module.solve(data.request);
      // Memory that was taken is not given back but with the worker.
      tell({ answer, isOver: true }, [answer, ...answer.imports, ...(answer.game ? [answer.game] : [])].map(({ bytes }) => bytes.buffer as ArrayBuffer));
    } catch (error) {
      // A trap is a bug of the solver, or memory that is not there; nothing that it held can be trusted to be whole.
      const isOver = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
      const text = error instanceof Error ? error.message : String(error);
      tell({ error: isOver ? `declined: the solver stopped (${text}); this is a bug of it, or memory that is not there` : text, isOver });
    }
  });
};
