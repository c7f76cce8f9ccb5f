/** The line that says what was verified, and how it can be done without a browser. */
import { copier, h } from "./dom.js";
import type { Judged, Verified } from "./protocol.js";

const quote = (word: string): string => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The command that verifies the same file on a machine of one's own. */
export const command = (judged: Judged, at?: string): string =>
  ["cargo run --release --bin check --", quote(judged.path ?? judged.name), ...(judged.game === undefined ? [] : ["--graph", quote(judged.game)]), ...(at === undefined ? [] : ["--at", quote(at)])].join(" ");

export const size = (bytes: number): string => (bytes < 1e4 ? `${bytes} bytes` : bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : bytes < 1e10 ? `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB` : `${Math.round(bytes / 1e9)} GB`);

/** What has to be believed here beside what the book says. */
export const believed = (): HTMLElement =>
  h(
    "p",
    {},
    "This page adds a few things to what has to be believed: the browser and its WebAssembly, the compiler that made ",
    h("code", {}, "checker.wasm"),
    " from the checker's sources, and the script of this page, which shows what the checker says. The values need none of them: the command above runs the same checker without a browser.",
  );

/** What the command says, to be compared. */
export const asCommand = (text: string): HTMLElement => h("details", {}, h("summary", {}, "As the command line prints it"), h("pre", { tabindex: 0 }, text));

/** Where the native program comes from. */
export const whereToGet = (): HTMLElement =>
  h("details", {}, h("summary", {}, "Where to get the program"), h("p", {}, "From the archive of a release, which runs as it is; or, with Rust 1.88 or later, in the folder of its source: ", h("code", { class: "digits" }, "cargo install --locked --path cli/solve && cargo install --locked --path cli/check"), "."));

/** What a certificate is about, as a heading: of a game in a file its title, without the digest. */
export const titleOf = (about: string): string => {
  const game = /^graph of (.+? positions?) \((?:("(?:[^"\\]|\\.)*"), )?sha-256 [0-9a-f]+\)(.*)$/su.exec(about);
  if (!game) return about.replace(/ \(sha-256 [0-9a-f]+\)$/, "");
  let title = game[2];
  try {
    title = title && (JSON.parse(title) as string);
  } catch {
    // As the checker spelt it.
  }
  return (title ?? `A game of ${game[1]}`) + game[3]!;
};

/** What was verified, in a few words: `8x8 KNk, all 31,332 positions`. */
const about = ({ about, positions, kind, claim }: Verified): string => {
  // The game of an auction that pays otherwise stands in the claim.
  if (kind === "payments") return claim.slice(0, claim.indexOf(": ")).replace(/, sha-256 [0-9a-f]{64}/, "");
  // What a plan or a proof says is a sentence about one position.
  if (kind === "list") return claim;
  if (kind === "proof") return claim.replace(/^.*?: (\w+ wins) from .*?, (by a proof of [\d,]+ positions?).*$/s, "Losing Chess: $1, $2");
  const count = typeof positions === "number" ? positions.toLocaleString("en") : "";
  const title = titleOf(about);
  if (count === "") return title;
  return positions === 1 ? `${title}, 1 position` : `${title}, all ${count} positions`;
};

export const strip = (judged: Judged, verdict: Verified, at?: string): HTMLElement => {
  const line = command(judged, at);
  return h(
    "details",
    { class: "strip verified" },
    h("summary", {}, h("strong", {}, "✓ verified in this browser"), ` · ${about(verdict)}`),
    h("p", {}, `Proved: ${verdict.claim}.`),
    h("p", {}, `File: ${judged.name}, ${size(judged.bytes)}, verified in ${(judged.milliseconds / 1000).toFixed(1)} s. SHA-256: `, h("code", { class: "digits" }, verdict.sha256)),
    h("p", {}, "The same on your own machine: ", h("code", { class: "digits" }, line), " ", copier("copy", () => line)),
    whereToGet(),
    h("p", {}, `Evaluated: ${Object.entries(verdict.conditions).map(([name, count]) => `${name} ${count.toLocaleString("en")}`).join(", ")}.`),
    believed(),
  );
};

export const failed = (judged: Judged): HTMLElement => {
  const { verdict } = judged;
  if (verdict.verdict === "verified") return h("div");
  return h(
    "div",
    { class: `strip ${verdict.verdict}`, role: "alert" },
    h("p", {}, h("strong", {}, `✗ ${judged.name}: `), verdict.message),
    h("p", {}, "SHA-256: ", h("code", { class: "digits" }, verdict.sha256)),
    verdict.missing !== null && h("p", {}, "This file rests on another one. Open both together."),
    verdict.needs_game && h("p", {}, "This certificate is about a game. Open the game's JSON file together with it."),
  );
};
