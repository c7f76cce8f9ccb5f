// Writes the site: node web/build.mjs [FOLDER]. Any static host serves it. The certificates are those of certs/, with an index that says what each is about;
// nothing that is listed there is believed.
import { execFileSync } from "node:child_process";
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
const { metafile } = await bundle(["main.ts", "live.ts", "share.ts"], { outdir: site, splitting: true, chunkNames: "part-[hash]", metafile: true });
// A worker is one file: what it imports would be asked for only when the worker is there.
await bundle(["worker.ts", "solver-worker.ts", "layout-worker.ts"], { outdir: site });
for (const name of ["checker.wasm", "models.wasm", "solver.wasm"]) cpSync(join(web, name), join(site, name));
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(root, name), join(site, `${name}.txt`));
// SITE_SOURCE is the address of the project; without one the sources of the page, the checker and the solver stand beside it.
const source = process.env.SITE_SOURCE ?? "source.tar.gz";
if (process.env.SITE_SOURCE === undefined) {
  const folders = ["checker", "games", "session", "solver", "web", ".ci", "Cargo.toml", "Cargo.lock", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];
  execFileSync("tar", ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "--exclude=node_modules", "--exclude=*.wasm*", "-czf", join(site, source), "-C", root, ...folders]);
}
const { version: numbered } = JSON.parse(readFileSync(join(web, "package.json"), "utf8"));
// What the frame consists of, and the checker, are asked for at once, and not one after the other.
const made = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith("src/main.ts"))[1];
const parts = made.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => `<link rel="modulepreload" href="${basename(path)}">`);
const early = [...parts, '<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="checker.wasm">'].join("\n");
const page = readFileSync(join(web, "index.html"), "utf8").replace("VERSION", numbered).replace("SOURCE", source).replace("</head>", `${early}\n</head>`);
writeFileSync(join(site, "index.html"), page);
// The frame, and a file for each page.
const styles = readdirSync(join(web, "style")).sort().map((name) => readFileSync(join(web, "style", name), "utf8"));
writeFileSync(join(site, "style.css"), [readFileSync(join(web, "style.css"), "utf8"), ...styles].join("\n"));

// A board in the book brings its own style, and touches nothing else of the book.
const [colours, , , everywhere] = readFileSync(join(web, "style.css"), "utf8").split(/^\/\* --- .*\n/m);
const live = `${colours.replaceAll(":root", "bidding-board.live")}bidding-board.live {
${everywhere}
${readFileSync(join(web, "style", "board.css"), "utf8")}
display: block; background: var(--paper); color: var(--ink); padding: .3rem 1rem 1rem; border: 1px solid var(--line); border-radius: 8px; margin: 1rem 0; font-size: 1rem;
.columns { grid-template-columns: minmax(0, 1fr); }
.side { grid-row: auto; grid-column: auto; }
.board { max-width: 24rem !important; }
table, tr, td, th { border: none; background: none; margin: 0; padding: .06rem .4rem .06rem 0; }
tr.best { background: var(--best); }
}
`;
writeFileSync(join(site, "live.css"), live);

// What a file says of itself reads the page's own checker; the rest of the head its own module.
const modules = async (name) => {
  const made = await bundle([name], { write: false, minify: false, platform: "node" });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);
};
const { Checker } = await modules("checker.ts");
// The module that knows models of others, too.
const checker = await Checker.load(readFileSync(join(web, "models.wasm")));
const asked = (bytes, call) => {
  checker.write(bytes);
  call(checker.exports);
  return checker.read();
};

const files = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]))
    .sort();
const isGood = (path) => /certs\/corpus\/good\/(thirds|turns|cycle|rest|losing-2x3_.*)\.cert$/.test(path);
// Those of certs itself come first: of files with the same bytes one is enough.
const isEndgame = (path) => dirname(path) === join(root, "certs");
const certificates = files(join(root, "certs"))
  .filter((path) => path.endsWith(".cert") && (!path.includes("/corpus/") || isGood(path)))
  .sort((a, b) => isEndgame(b) - isEndgame(a) || (a < b ? -1 : 1));

// The files of games and models: which certificate is about which one says the checker.
const games = new Map();
for (const path of files(join(root, "certs")).filter((path) => /\.(json|umb)$/.test(path))) {
  const { sha256 } = asked(readFileSync(path), (exports) => exports.read_game());
  if (sha256 !== undefined) games.set(sha256, path);
}
const gameOf = (bytes) => {
  const verdict = asked(bytes, (exports) => exports.verify());
  return verdict.verdict === "verified" && verdict.game !== null ? games.get(verdict.game) : undefined;
};

const ABOUT_GAMES = ["game", "chips", "payments", "all-pay", "endless", "scores", "model", "rewards"];
const index = [];
const seen = new Set();
const copy = (path) => {
  const name = relative(root, path);
  mkdirSync(dirname(join(site, name)), { recursive: true });
  cpSync(path, join(site, name));
  return name;
};
for (const path of certificates) {
  const bytes = readFileSync(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (seen.has(sha256)) continue;
  const { kind, about, numbers, imports, never } = asked(bytes, (exports) => exports.listed());
  const listed = { path: relative(root, path), bytes: bytes.length, sha256, kind, about, numbers, imports };
  if (never !== null && !["model", "rewards"].includes(kind)) listed.never = never;
  if (kind === "proof") listed.about = basename(path, ".cert").replaceAll("_", " ");
  if (kind === "list") {
    // A plan is named by what it proves of its first position.
    const { id, claim, root } = asked(bytes, (exports) => exports.verify());
    listed.members = asked([], (exports) => exports.names(id));
    listed.about = `${/ ([αβv] [≤≥]) /.exec(claim)[1]} … for ${root}`;
  }
  const game = ABOUT_GAMES.includes(kind) && imports.length === 0 && gameOf(bytes);
  // A game that is too large to be committed is made by a command, and does not come with the site.
  if (!game && (kind === "game" || / game in a file/.test(` ${about}`))) continue;
  if (game) {
    listed.game = copy(game);
    if (game.endsWith(".json")) listed.about = listed.about.replace(/^.*a game in a file/, JSON.parse(readFileSync(game, "utf8")).title ?? basename(path, ".cert"));
  }
  seen.add(sha256);
  copy(path);
  index.push(listed);
}
const missing = index.flatMap(({ path, imports }) => imports.filter((digest) => !seen.has(digest)).map((digest) => `${path} imports ${digest}, which is not in certs/`));
if (missing.length > 0) throw new Error(missing.join("\n"));
// The page finds a file by the first twelve digits; the checker compares all of them.
const short = ({ imports, ...listed }) => JSON.stringify({ ...listed, sha256: listed.sha256.slice(0, 12) });
writeFileSync(join(site, "index.json"), `[\n${index.map(short).join(",\n")}\n]\n`);
const book = join(root, "docs", "book");
if (existsSync(join(book, "index.html"))) {
  cpSync(book, join(site, "book"), { recursive: true });
  // The way back, from each of its pages.
  for (const path of files(join(site, "book")).filter((path) => path.endsWith(".html"))) {
    const page = readFileSync(path, "utf8");
    writeFileSync(path, page.replace(/(<h1 class="menu-title">)Bidding games/, `$1<a href="${relative(dirname(path), site)}/index.html">Bidding games</a>`));
  }
} else {
  // Without the book, no link leads there.
  writeFileSync(join(site, "index.html"), page.replace(/\s*<a href="book\/index.html"[^>]*>[^<]*<\/a>/, ""));
}

// Pages for programs that show previews of an address: a title, a sentence and a picture. Whoever opens one is led on.
const PREVIEWS = {
  home: ["Bidding games: exact, certified values", "Both bid; the winner pays the other, and moves. Each position has a number, exact and proved.", "home"],
  chess: ["Bidding chess: an exact value", "Who wins with which share of the money? The page verifies the value before it shows it.", "8x8-light"],
  play: ["Play an auction of bidding chess", "Bid against the computer, and move on the board.", "play"],
  solve: ["Solve a bidding game in the browser", "Draw a game, or set up a position. It is solved and verified here.", "solve"],
  break: ["Break a certificate", "Change a number, and see which condition fails.", "break"],
  lessons: ["Ten lessons on bidding chess", "The bid, zugzwang, and the draw.", "8x8-light"],
  tables: ["Certificates of bidding games", "Endgames, Hex, chips, partitions, models, proofs: verified in the browser.", "tables"],
  hex: ["Hex by the toss of a coin", "How likely it is that a cell decides: exact, and verified in the browser.", "hex"],
  game: ["A game given as a graph", "Exact values of all its positions, verified in the browser.", "game"],
  losing: ["Losing Chess", "Tables and proofs to walk through, verified in the browser.", "8x8-light"],
  payments: ["An auction that pays otherwise", "If the bank takes the bid: values, verified in the browser.", "8x8-light"],
  chips: ["An auction with chips", "Who wins with how many chips: verified in the browser.", "8x8-light"],
  auction: ["Losing Chess with bids", "Exact values, verified in the browser.", "8x8-light"],
  partition: ["A game on partitions", "Who wins from which cell: verified in the browser.", "tables"],
  endless: ["An endless game", "Rewards or priorities along a play that never ends, verified in the browser.", "game"],
  scores: ["A scored game", "What a position is worth in points, and the fair price of a move, verified in the browser.", "game"],
  "all-pay": ["An all-pay auction", "Both players pay what they bid: bid against verified mixes.", "play"],
  model: ["A model of a verifier", "Exact probabilities and rewards, verified in the browser.", "game"],
};
mkdirSync(join(site, "share"));
// Programs want whole addresses: SITE_ADDRESS is where the site will stand.
const base = process.env.SITE_ADDRESS === undefined ? "../" : `${process.env.SITE_ADDRESS.replace(/\/+$/, "")}/`;
for (const [page, [title, text, picture]] of Object.entries(PREVIEWS)) {
  const shown = join(root, "docs", "src", "pictures", `explorer-${picture}.png`);
  if (existsSync(shown)) cpSync(shown, join(site, "share", `${picture}.png`));
  const image = existsSync(shown) ? `\n<meta property="og:image" content="${base}share/${picture}.png">` : "";
  const head = `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n<meta name="description" content="${text}">\n<meta property="og:title" content="${title}">\n<meta property="og:description" content="${text}">${image}\n`;
  writeFileSync(join(site, "share", `${page}.html`), `${head}<script type="module" src="../share.js"></script>\n</head>\n<body>\n<p><a href="../index.html">${title}</a></p>\n</body>\n</html>\n`);
}

// The service worker knows the files of the frame, and has another name whenever a file of the site is another one.
const frame = readdirSync(site).filter((name) => /\.(js|css|html|json)$|^checker\.wasm$/.test(name) && !/^live\.|^solver/.test(name)).sort();
const version = createHash("sha256");
for (const name of files(site)) version.update(relative(site, name)).update(readFileSync(name));
await bundle(["offline.ts"], { outdir: site, define: { FRAME: JSON.stringify(["./", ...frame]), VERSION: JSON.stringify(version.digest("hex").slice(0, 16)) } });
const size = (name) => readFileSync(join(site, name)).length;
console.log(`${site}: ${index.length} certificates, ${readdirSync(site).filter((name) => name.endsWith(".js")).map((name) => `${name} ${size(name)}`).join(", ")}, checker.wasm ${size("checker.wasm")} bytes`);
