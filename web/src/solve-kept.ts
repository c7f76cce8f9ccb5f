/** The certificates that the reader keeps in this browser. Opening one verifies it again. */
import { explain, type App } from "./app.js";
import { button, h, replace } from "./dom.js";
import { allKept, dropKept, type Kept } from "./kept.js";
import { size } from "./strip.js";

export const keptList = (app: App): { element: HTMLElement; draw: () => void } => {
  const list = h("ul", { class: "kept", "aria-label": "kept in this browser" });
  const said = h("div");
  const element = h("section", { class: "keeping" }, h("h2", {}, "Kept in this browser"), h("p", { class: "quiet" }, "They stay on this machine, and are verified again whenever you open one."), said, list);
  const open = async ({ sha256, name }: Kept): Promise<void> => {
    replace(said, h("p", { role: "status" }, `The checker verifies ${name}…`));
    try {
      const table = await app.tables.file(sha256);
      replace(said);
      app.go(await app.tables.address(table));
    } catch (error) {
      replace(said, explain(error));
    }
  };
  const drop = async ({ sha256 }: Kept): Promise<void> => {
    await dropKept(sha256);
    draw();
  };
  const draw = (): void =>
    void allKept().then((all) => {
      element.hidden = all.length === 0;
      replace(
        list,
        ...all.map((one) => {
          const bytes = [one, ...one.beside].reduce((sum, { bytes }) => sum + bytes.length, 0);
          return h("li", {}, button(one.about, () => void open(one), { class: "plain" }), h("span", { class: "quiet" }, ` ${size(bytes)}, sha-256 ${one.sha256.slice(0, 8)}… `), button("remove", () => void drop(one), { class: "plain", "aria-label": `remove ${one.name} from this browser` }));
        }),
      );
    });
  element.hidden = true;
  return { element, draw };
};
