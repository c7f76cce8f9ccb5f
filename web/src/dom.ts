/** Elements in short. Nothing here reads text as markup, so what a file says can never become a part of the page. */

type Child = Node | string | undefined | false;
type Properties = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

const SVG = "http://www.w3.org/2000/svg";

const fill = (element: Element, properties: Properties, children: readonly Child[]): void => {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
};

export const h = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag);
  fill(element, properties, children);
  return element;
};

export const s = <Tag extends keyof SVGElementTagNameMap>(tag: Tag, properties: Properties = {}, ...children: Child[]): SVGElementTagNameMap[Tag] => {
  const element = document.createElementNS(SVG, tag);
  fill(element, properties, children);
  return element;
};

export const button = (text: string, click: () => void, properties: Properties = {}): HTMLButtonElement => h("button", { type: "button", click, ...properties }, text);

/** A list of choices with its label. */
export const choice = (label: string, options: readonly [string, string][], value: string, change: (value: string) => void): HTMLLabelElement => {
  const select = h("select", { change: () => change(select.value) }, ...options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
  return h("label", {}, `${label} `, select);
};

/** What a part is called: by its key, its label, or what it says. */
const nameOf = (part: Element): string => part.getAttribute("data-key") ?? part.getAttribute("aria-label") ?? part.textContent ?? "";

/** Puts other children in the place of those that are there. The keyboard stays on the part of the same name; where that is gone, on the current one. */
export const replace = (element: Element, ...children: Child[]): void => {
  const active = document.activeElement;
  const name = active && active !== element && element.contains(active) ? nameOf(active) : "";
  element.replaceChildren(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  if (name === "") return;
  const same = [...element.querySelectorAll<HTMLElement>(active!.tagName)].find((one) => nameOf(one) === name && !one.matches(":disabled"));
  (same ?? element.querySelector<HTMLElement>("a[aria-current]"))?.focus({ preventScroll: true });
};

/** Lets the browser draw and listen between two parts of a long work. */
export const breath = (): Promise<void> => new Promise((done) => setTimeout(done));

/** A row of a table. */
export const row = (cells: readonly Child[], properties: Properties = {}): HTMLElement => h("tr", properties, ...cells.map((cell) => (cell === false || cell instanceof HTMLTableCellElement ? cell : h("td", {}, cell))));

/** A table with the names of its columns; a column without a name has an empty cell. */
export const tableOf = (properties: Properties, caption: string, heads: readonly Child[], rows: readonly HTMLElement[]): HTMLElement =>
  h("table", properties, caption !== "" && h("caption", {}, caption), h("thead", {}, h("tr", {}, ...heads.map((head) => (head === "" ? h("td") : h("th", { scope: "col" }, head))))), h("tbody", {}, ...rows));

/** What is wider than its place: it can be scrolled by the keyboard, too. */
export const scrolled = (label: string, ...children: Child[]): HTMLElement => h("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": label }, ...children);

/** Offers something as a file. */
export const download = (name: string, type: string, content: BlobPart): void => {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
};

/** A button that copies a text. */
export const copier = (label: string, text: () => string | Promise<string>): HTMLButtonElement => {
  const made: HTMLButtonElement = button(label, () => {
    void Promise.resolve(text()).then((made) => navigator.clipboard.writeText(made)).then(
      () => (made.textContent = "copied"),
      () => (made.textContent = "not allowed"),
    );
    setTimeout(() => (made.textContent = label), 1500);
  });
  return made;
};

/** A text that begins a line. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
