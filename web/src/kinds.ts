/** The table of kinds: for each kind of certificate the page that shows it, and what people call it. Nothing else of the page lists kinds. */
import type { KindName } from "./protocol.js";
import type { PageName } from "./route.js";

export interface Kind {
  /** The page that shows it. */
  page: PageName;
  /** What one is, as the page says it. */
  one: string;
  /** The heading in the library, and what stands below it. */
  group: string;
  hint: string;
}

const CHESS = { page: "chess", group: "Bidding chess", hint: "Both players bid for each move; whoever captures the king has won. Capitals are White's men, small letters Black's: KNk is king and knight against king." } as const;
const LOSING = { page: "losing", group: "Losing Chess", hint: "Captures are compulsory, and whoever has no men left wins; the rule says what becomes of a side that has men and no move. Nobody bids: the players take turns." } as const;
const MODELS = { page: "model", group: "Models of verifiers", hint: "Probabilities and expected rewards of models that PRISM and Storm read." } as const;

export const KINDS: Record<KindName, Kind> = {
  endgame: { ...CHESS, one: "an endgame of bidding chess" },
  list: { ...CHESS, one: "a plan: bounds for a position of bidding chess" },
  payments: { page: "payments", one: "an auction that pays otherwise", group: "Other payments", hint: "The bank takes the bid, or a part of it: then it matters less who is rich." },
  chips: { page: "chips", one: "an auction with chips", group: "Chips", hint: "Money comes in whole chips, and one player holds the star, which decides ties." },
  auction: { page: "auction", one: "Losing Chess with bids", group: "Losing Chess with bids", hint: "Losing Chess in which both players bid for each move." },
  turns: { ...LOSING, one: "a table of Losing Chess" },
  proof: { ...LOSING, one: "a proof in Losing Chess" },
  poorman: { page: "endless", one: "an auction whose chips go to the bank", group: "Chips", hint: "Money comes in whole chips, and what is bid goes to the bank." },
  "robin-hood": { page: "endless", one: "a tax before each bid", group: "Other payments", hint: "Before each bid the richer player pays the poorer one: Robin Hood." },
  game: { page: "game", one: "a game in a file", group: "Games given as graphs", hint: "Positions and options in a file: any finite game." },
  hex: { page: "hex", one: "a board of Hex", group: "Hex", hint: "A coin decides who puts the next stone. Each cell has a chance to decide the game." },
  partition: { page: "partition", one: "a game on partitions", group: "Partitions", hint: "A chess piece walks down a board of cells; whoever cannot move loses." },
  endless: { page: "endless", one: "an endless game", group: "Endless games", hint: "Rewards or priorities along a play that never ends." },
  scores: { page: "scores", one: "a scored game", group: "Scored games", hint: "A play ends with points: what a position is worth, and the fair price of a move." },
  "all-pay": { page: "all-pay", one: "an all-pay auction", group: "All-pay auctions", hint: "Both players pay what they bid, in chips: the best bids are drawn by lot." },
  model: { ...MODELS, one: "probabilities of a model" },
  rewards: { ...MODELS, one: "expected rewards of a model" },
};

export const kindOf = (name: KindName): Kind => KINDS[name];
