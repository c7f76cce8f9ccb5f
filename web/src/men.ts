/** The men, drawn with a few straight lines and arcs on a square of 48 units: an outline, and details in the other colour. The book draws them alike. */
import { s } from "./dom.js";

const BASE = "M13 34h22v3h-22zM11 37h26v5h-26z";
const SHAPES: Record<string, [string, string]> = {
  k: ["M22 5h4v4h4v4h-4v4h-4v-4h-4v-4h4zM24 19c4-5 15-4 14 4c-.5 5-5 7-6 11h-16c-1-4-5.5-6-6-11c-1-8 10-9 14-4z" + BASE, "M24 20v10M17 30h14"],
  q: [
    "M11 17l4.500 17h17l4.500-17l-6.500 9l-2-14l-4.500 12.500l-4.500-12.500l-2 14zM8.500 14.500a2.600 2.600 0 1 1 5.200 0a2.600 2.600 0 1 1-5.200 0zM16.800 9.500a2.600 2.600 0 1 1 5.200 0a2.600 2.600 0 1 1-5.200 0zM26 9.500a2.600 2.600 0 1 1 5.200 0a2.600 2.600 0 1 1-5.200 0zM34.300 14.500a2.600 2.600 0 1 1 5.200 0a2.600 2.600 0 1 1-5.200 0z" +
      BASE,
    "M17 30h14",
  ],
  r: ["M12 8h6v4h3v-4h6v4h3v-4h6v10l-4 3h-16l-4-3zM16 21h16l1.500 13h-19z" + BASE, "M16.500 21h15"],
  b: [
    "M21.200 7.500a2.800 2.800 0 1 1 5.600 0a2.800 2.800 0 1 1-5.600 0zM24 10.500c7 5 11 11 7.500 18.500h-15c-3.500-7.500.500-13.500 7.500-18.500zM16 29h16l1.500 5h-19z" + BASE,
    "M28 15.500l-5.500 7.500",
  ],
  n: [
    "M14.500 34c-.5-7 6-9 6.500-13.500l-4.500 2.800l-2.700 3.200l-4.300-2.800l3.300-7l5.200-5.200l.5-5l4.500 3.500c8.500 1 12.500 8 11.500 24z" + BASE,
    "M19.300 14.800l1.600-.8M27.500 14.500c4 3.500 5 9 4.500 15.500",
  ],
  p: ["M17.500 16.500a6.500 6.500 0 1 1 13 0a6.500 6.500 0 1 1-13 0zM17 23h14v3h-14zM20 26h8l4 11h-16zM13 37h22v5h-22z", ""],
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
