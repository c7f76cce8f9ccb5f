// The page's own modules, for tests in Node.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

export const web = join(dirname(fileURLToPath(import.meta.url)), "..");
export const root = join(web, "..");
const out = join(root, "target", "web-test");

/** A module of `src`, compiled. */
export const load = async (name) => {
  mkdirSync(out, { recursive: true });
  const outfile = join(out, `${name}.mjs`);
  await build({ entryPoints: [join(web, "src", `${name}.ts`)], bundle: true, format: "esm", target: "es2022", platform: "node", outfile, logLevel: "error" });
  return import(pathToFileURL(outfile).href);
};

/** The program that verifies natively: CHECK, or where cargo leaves it. */
export const check = process.env.CHECK ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release", "check");
export const solve = process.env.SOLVE ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release", "solve");

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export const random = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
