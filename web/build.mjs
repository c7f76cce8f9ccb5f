// Writes the site: node web/build.mjs [FOLDER]. Any static host serves it. The certificates are those of certs/, with an index that says what each is about;
// nothing that is listed there is believed.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const web = dirname(fileURLToPath(import.meta.url));
const root = join(web, "..");
const site = process.argv[2] ?? join(root, "target", "site");

const bundle = (entries, options) =>
  build({ entryPoints: entries.map((name) => join(web, "src", name)), bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8", logLevel: "error", ...options });

rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
await bundle(["main.ts", "worker.ts", "solver-worker.ts", "live.ts"], { outdir: site, splitting: true, chunkNames: "part-[hash]" });
for (const name of ["index.html", "style.css", "checker.wasm", "models.wasm", "solver.wasm"]) cpSync(join(web, name), join(site, name));

// A board in the book brings its own style, and touches nothing else of the book.
const [colours, , , everywhere] = readFileSync(join(web, "style.css"), "utf8").split(/^\/\* --- .*\n/m);
const live = `${colours.replaceAll(":root", "bidding-board.live")}bidding-board.live {
${everywhere}
display: block; background: var(--paper); color: var(--ink); padding: .3rem 1rem 1rem; border: 1px solid var(--line); border-radius: 8px; margin: 1rem 0; font-size: 1rem;
.columns { grid-template-columns: minmax(0, 1fr); }
.side { grid-row: auto; grid-column: auto; }
.board { max-width: 24rem !important; }
table, tr, td, th { border: none; background: none; margin: 0; padding: .06rem .4rem .06rem 0; }
tr.best { background: var(--best); }
}
`;
writeFileSync(join(site, "live.css"), live);

// What reads heads is the page's own module.
const module = await bundle(["certificate.ts"], { write: false, minify: false, platform: "node" });
const { read, signature } = await import(`data:text/javascript;base64,${Buffer.from(module.outputFiles[0].text).toString("base64")}`);
const positions = await bundle(["position.ts"], { write: false, minify: false, platform: "node" });
const { empty, fen } = await import(`data:text/javascript;base64,${Buffer.from(positions.outputFiles[0].text).toString("base64")}`);

const files = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]))
    .sort();
const isGood = (path) => /certs\/corpus\/good\/(thirds|turns|cycle|rest)\.cert$/.test(path);
// Those of certs/endgames come first: of files with the same bytes one is enough.
const isEndgame = (path) => path.includes("/certs/endgames/");
const certificates = files(join(root, "certs"))
  .filter((path) => path.endsWith(".cert") && (!path.includes("/corpus/") || isGood(path)))
  .sort((a, b) => isEndgame(b) - isEndgame(a) || (a < b ? -1 : 1));

// The files of games, by their SHA-256.
const games = new Map(
  files(join(root, "certs"))
    .filter((path) => path.endsWith(".json"))
    .map((path) => [createHash("sha256").update(readFileSync(path)).digest("hex"), path]),
);

const LETTERS = "KkQRBNPqrbnp";
const member = ([files, ranks], { pieces, passed }) => {
  const position = empty(files, ranks);
  const squares = [...position.squares];
  for (const [man, square] of pieces) squares[square] = LETTERS[man];
  const name = passed === 0 ? "" : String.fromCharCode(97 + ((passed - 1) % files)) + (Math.floor((passed - 1) / files) + 1);
  return fen({ ...position, squares, passed: name });
};

const index = [];
const seen = new Set();
for (const path of certificates) {
  const bytes = readFileSync(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  // Statements from 3 on are about further games. Of those the page can show Losing Chess by turns.
  if (seen.has(sha256) || (bytes[14] > 2 && bytes[14] !== 5)) continue;
  const { statement, board, men, root: first, members, game: digest, never, bits, form, imports } = read(bytes, true);
  const name = relative(root, path);
  const listed = { path: name, bytes: bytes.length, sha256, statement, about: "", board, bits, form, imports };
  if (never !== null) listed.never = never[1] === 1 ? `${never[0]}` : `${never[0]}/${never[1]}`;
  if (statement === 0) {
    listed.about = `${board[0]}x${board[1]} ${signature(men)}${["", ", single step", ", double step"][board[2]]}`;
  } else if (statement === 5) {
    listed.about = basename(path, ".cert").replaceAll("_", " ");
  } else if (statement === 2) {
    listed.members = members.map((one) => member(board, one));
    listed.about = `${(listed.never === undefined ? ["", "", "", "α ≤", "β ≥", "α ≥", "β ≤"] : ["", "", "", "", "", "v ≥", "v ≤"])[form]} … for ${listed.members[first]}`;
  } else {
    const game = games.get(digest);
    if (game === undefined) continue;
    listed.game = relative(root, game);
    listed.about = JSON.parse(readFileSync(game, "utf8")).title ?? name.slice(name.lastIndexOf("/") + 1, -".cert".length);
    mkdirSync(dirname(join(site, listed.game)), { recursive: true });
    cpSync(game, join(site, listed.game));
  }
  seen.add(sha256);
  mkdirSync(dirname(join(site, name)), { recursive: true });
  cpSync(path, join(site, name));
  index.push(listed);
}
const missing = index.flatMap(({ path, imports }) => imports.filter((digest) => !seen.has(digest)).map((digest) => `${path} imports ${digest}, which is not in certs/`));
if (missing.length > 0) throw new Error(missing.join("\n"));
writeFileSync(join(site, "index.json"), `[\n${index.map((listed) => JSON.stringify(listed)).join(",\n")}\n]\n`);
const book = join(root, "docs", "book");
if (existsSync(join(book, "index.html"))) cpSync(book, join(site, "book"), { recursive: true });
else {
  // No link leads to a page that is not there.
  const page = readFileSync(join(site, "index.html"), "utf8");
  writeFileSync(join(site, "index.html"), page.replace(/\s*<a href="book\/index.html"[^>]*>[^<]*<\/a>/, ""));
}
const size = (name) => readFileSync(join(site, name)).length;
console.log(`${site}: ${index.length} certificates, ${readdirSync(site).filter((name) => name.endsWith(".js")).map((name) => `${name} ${size(name)}`).join(", ")}, checker.wasm ${size("checker.wasm")} bytes`);
