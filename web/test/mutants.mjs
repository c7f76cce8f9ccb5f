// Certificates with one number changed and all digests made right again: the same ones every time.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { random, root } from "./bundle.mjs";

const FILES = [
  ["certs/3x4_KNk.cert", 336],
  ["certs/4x4_KNk.cert", 426],
  ["certs/boards/2x3_KPk.cert", undefined],
  ["certs/boards/3x3_KQk.cert", undefined],
  ["certs/four/2x3_KNNk.cert", 46],
  ["certs/plans/3x4-alpha.cert", 19],
  ["certs/plans/figure-10-beta.cert", 60],
];
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The columns of the first slice. Symmetry may give a position several places: there are as many as fill the slice, and no fewer than positions. */
const columnsOf = (format, certificate, positions) => {
  const [slice] = certificate.slices;
  for (let places = positions; places <= slice.length; places++) {
    try {
      const columns = format.readSlice(certificate, slice, places);
      if (Buffer.compare(format.writeSlice(columns), slice) === 0) return columns;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  throw new Error("no number of places fills the slice");
};

/** So many mutants: the name of the file, its bytes, what was changed. `count` tells how many positions a file has. */
export const mutants = async (format, number, count, seed = 1) => {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const seen = new Set(FILES.map(([path]) => hash(readFileSync(join(root, path)))));
  const all = [];
  while (all.length < number) {
    const [path] = pick(FILES);
    const certificate = format.read(readFileSync(join(root, path)));
    const names = format.columnNames(certificate);
    const columns = columnsOf(format, certificate, count(path));
    const kind = next();
    let what;
    if (kind < 0.8 || certificate.bits > 0) {
      const [column, position] = [Math.floor(next() * names.length), Math.floor(next() * columns[0].length)];
      const before = columns[column][position];
      const after = kind < 0.2 ? pick(columns[column]) : before + (next() < 0.5 && before > 0 ? -1 : 1);
      columns[column][position] = after;
      certificate.slices[0] = format.writeSlice(columns);
      what = `${names[column]} of position ${position}: ${before} to ${after}`;
    } else {
      const at = Math.floor(next() * certificate.values.numerators.length);
      certificate.values.numerators[at] += kind < 0.9 ? 2n : 1n;
      what = `numerator of value ${at}`;
    }
    const bytes = await format.write(certificate, hash);
    const digest = hash(bytes);
    if (seen.has(digest)) continue;
    seen.add(digest);
    all.push({ name: `${String(all.length).padStart(3, "0")}-${basename(path)}`, bytes, what });
  }
  return all;
};
