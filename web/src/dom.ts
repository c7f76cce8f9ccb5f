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

/** Puts other children in the place of those that are there. The keyboard stays on the part with the same `data-key`. */
export const replace = (element: Element, ...children: Child[]): void => {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && element.contains(active) ? active.dataset["key"] : undefined;
  element.replaceChildren(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  if (key !== undefined) element.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
};

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
