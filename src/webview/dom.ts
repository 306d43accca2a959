/** Text is never parsed as HTML. */

export type Child = Node | string | null | false;
export type Children = Child | readonly Child[];

/** Attributes by name. `false`, null and undefined remove the attribute; `true` sets it empty. */
export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

type Handlers = {
  readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void;
};

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  children: Children = null,
): HTMLElementTagNameMap[Tag] {
  return populate(document.createElement(tag), attributes, children);
}

const svgNamespace = 'http://www.w3.org/2000/svg';

export function svgElement<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  children: Children = null,
): SVGElementTagNameMap[Tag] {
  return populate(document.createElementNS(svgNamespace, tag), attributes, children);
}

export function button(
  label: string,
  act: (event: MouseEvent) => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', act);
  return made;
}

export function addListeners<Target extends Element>(target: Target, handlers: Handlers): Target {
  for (const [name, handler] of Object.entries(handlers)) {
    target.addEventListener(name, handler as EventListener);
  }
  return target;
}

export const onHighlight = <Target extends Element>(
  target: Target,
  highlight: (isLit: boolean) => void,
): Target =>
  addListeners(target, {
    pointerenter: () => highlight(true),
    pointerleave: () => highlight(false),
    focusin: () => highlight(true),
    focusout: () => highlight(false),
  });

/** Throws for attributes that can run code: these are programming errors. */
export function setAttributes(target: Element, attributes: Attributes): void {
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value === false || value === null || value === undefined) {
      target.removeAttribute(name);
      continue;
    }
    const text = value === true ? '' : String(value);
    if (!isSafe(name, text)) throw new Error(`The attribute ${name} is not for this.`);
    target.setAttribute(name, text);
  }
}

type Safety = 'never' | 'reference' | 'always';

/** Cached: a chart has thousands of attributes with a few dozen names. */
const knownNames = new Map<string, Safety>();

/** False for event handlers, inline styles, documents and references to outside this page. */
function isSafe(name: string, text: string): boolean {
  let safety = knownNames.get(name);
  if (safety === undefined) {
    safety = safetyOf(name);
    knownNames.set(name, safety);
  }
  if (safety !== 'reference') return safety === 'always';
  return /^(#|blob:|data:image\/(png|jpeg|gif|webp);)/.test(text);
}

function safetyOf(name: string): Safety {
  if (/^on|^style$|^srcdoc$|^srcset$|^action$|^formaction$/i.test(name)) return 'never';
  return /^(xlink:)?href$|^src$|^data$/i.test(name) ? 'reference' : 'always';
}

function populate<Made extends Element>(
  made: Made,
  attributes: Attributes,
  children: Children,
): Made {
  setAttributes(made, attributes);
  if (typeof children === 'string') made.textContent = children;
  else if (isList(children)) for (const child of children) add(made, child);
  else add(made, children);
  return made;
}

const isList = (children: Children): children is readonly Child[] => Array.isArray(children);

function add(parent: Element, child: Child): void {
  if (child !== null && child !== false) parent.append(child);
}

export function replaceContent(target: Element, ...children: readonly Child[]): void {
  target.replaceChildren(...children.filter((child) => child !== null && child !== false));
}

/** Like `replaceContent`; restores the focus by `data-focus`. */
export function replaceKeepingFocus(target: Element, ...children: readonly Child[]): void {
  const focused = target.querySelector(':focus')?.getAttribute('data-focus') ?? null;
  replaceContent(target, ...children);
  if (focused === null) return;
  [...target.querySelectorAll<HTMLElement>('[data-focus]')]
    .find((each) => each.dataset['focus'] === focused)
    ?.focus();
}
