/** What is played on a board, in sentences: they stand beside each value, so that a number of one game is never read as one of another. */
import type { Entry } from "./protocol.js";
import type { Table } from "./tables.js";

/** What becomes of a game that never ends. */
export const endless = (never: string | null, [first, second]: readonly [string, string]): string => {
  if (never === null) return "A game that never ends is a draw.";
  if (never === "0" || never === "1") return `A game that never ends counts as won by ${never === "0" ? second : first}.`;
  return never === "1/2" ? "If the game never ends, the richer player wins." : `If the game never ends, ${first} wins if ${second}'s share ends below ${never}.`;
};

/** How pawns start, if there are any. */
const pawns = (position: string, about: string): string => {
  const field = position.split(" ")[0]!;
  if (!/p/i.test(field)) return "";
  const said = /, (single|double) step/.exec(about)?.[1];
  const ranks = field.split("/").length;
  // Bounds for one position: the file says which rule it is, where both could be.
  if (said === undefined && /plan/.test(about)) return "";
  const isDouble = said === undefined ? ranks >= 8 : said === "double";
  return isDouble ? " Pawns may begin with a double step." : " Pawns move one square at a time, from the first move on.";
};

/** Who pays whom, of a certificate about payments: `the bank takes the winning bid, …`. */
export const paid = ({ verdict: { claim } }: Table): string | undefined => /, if ((?:the bank|the other player) takes .*?): /.exec(claim)?.[1];

/** The rule of the game that a certificate is about. */
export const ruleOf = (table: Table, entry: Entry): string => {
  const { kind, about, never } = table.verdict;
  const end = endless(entry.never ?? never, entry.players);
  if (kind === "payments") return `Not the usual auction: ${paid(table) ?? "others are paid"}. Whoever captures the king wins.${pawns(entry.position, about)} ${end}`;
  if (kind === "auction") return `Losing Chess with bids: the winner of each auction pays the other player, and moves. A capture is compulsory, the king is a man like others, and whoever has no man or no move left wins. ${end}`;
  return `Bidding chess: both bid for each move; the winner pays the other player, and moves. Whoever captures the king wins.${pawns(entry.position, about)} ${end}`;
};
