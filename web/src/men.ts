/** The men, drawn with a few straight lines and arcs on a square of 48 units: an outline, and details in the other colour. The book draws them alike. */
import { s } from "./dom.js";

const BASE = "M13 34h22v3h-22zM11 37h26v5h-26z";
const SHAPES: Record<string, [string, string]> = {
  k: ["M22 5h4v4h4v4h-4v4h-4v-4h-4v-4h4zM24 19c4-5 15-4 14 4c-.5 5-5 7-6 11h-16c-1-4-5.5-6-6-11c-1-8 10-9 14-4z" + BASE, "M24 20v10M17 30h14"],
  q: [
    "M11 17l4.5 17h17l4.5-17l-6.5 9l-2-14l-4.5 12.5l-4.5-12.5l-2 14zM8.5 14.5a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0zM16.8 9.5a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0zM26 9.5a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0zM34.3 14.5a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0z" +
      BASE,
    "M17 30h14",
  ],
  r: ["M12 8h6v4h3v-4h6v4h3v-4h6v10l-4 3h-16l-4-3zM16 21h16l1.5 13h-19z" + BASE, "M16.5 21h15"],
  b: [
    "M21.2 7.5a2.8 2.8 0 1 1 5.6 0a2.8 2.8 0 1 1-5.6 0zM24 10.5c7 5 11 11 7.5 18.5h-15c-3.5-7.5.5-13.5 7.5-18.5zM16 29h16l1.5 5h-19z" + BASE,
    "M28 15.5l-5.5 7.5",
  ],
  n: [
    "M14.5 34c-.5-7 6-9 6.5-13.5l-4.5 2.8l-2.7 3.2l-4.3-2.8l3.3-7l5.2-5.2l.5-5l4.5 3.5c8.5 1 12.5 8 11.5 24z" + BASE,
    "M19.3 14.8l1.6-.8M27.5 14.5c4 3.5 5 9 4.5 15.5",
  ],
  p: ["M17.5 16.5a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0zM17 23h14v3h-14zM20 26h8l4 11h-16zM13 37h22v5h-22z", ""],
};

/** A man whose square has its upper left corner at a place. */
export const drawMan = (man: string, x = 0, y = 0): SVGGElement => {
  const [outline, details] = SHAPES[man.toLowerCase()]!;
  const isWhite = man === man.toUpperCase();
  return s(
    "g",
    { transform: `translate(${x} ${y})`, "stroke-width": 1.6, "stroke-linejoin": "round", "stroke-linecap": "round", "pointer-events": "none" },
    s("path", { d: outline, fill: isWhite ? "#ffffff" : "#262626", stroke: "#1f1f1f" }),
    details !== "" && s("path", { d: details, fill: "none", stroke: isWhite ? "#1f1f1f" : "#f4f0e6" }),
  );
};

/** A small picture of a man, for buttons. */
export const manIcon = (man: string): SVGSVGElement => s("svg", { viewBox: "6 2 36 44", width: 26, height: 32, "aria-hidden": true }, drawMan(man));
