import { type ComponentChildren, createContext, h, type SVGAttributes } from 'preact';
import { useContext, useState } from 'preact/hooks';

/** Key of the highlighted line; null: none. */
const Highlighted = createContext<string | null>(null);

interface HighlightProps {
  readonly class: string;
  /** Keys of all lines. */
  readonly keys: ReadonlySet<string>;
  readonly children: ComponentChildren;
}

/** Highlights the line under the pointer, or whose legend row has the focus. */
export function Highlight({ class: className, keys, children }: HighlightProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const wanted = pointed ?? focused;
  return (
    <Highlighted.Provider value={wanted !== null && keys.has(wanted) ? wanted : null}>
      <div
        class={className}
        onPointerOver={({ target }) => setPointed(keyAt(target, '[data-series]'))}
        onPointerLeave={() => setPointed(null)}
        onFocusIn={({ target }) => setFocused(keyAt(target, '.legend [data-series]'))}
        onFocusOut={() => setFocused(null)}
      >
        {children}
      </div>
    </Highlighted.Provider>
  );
}

const keyAt = (target: EventTarget | null, selector: string): string | null =>
  (target as Element | null)?.closest(selector)?.getAttribute('data-series') ?? null;

interface SeriesElementProps extends Omit<SVGAttributes, 'class'> {
  readonly tag: 'circle' | 'g' | 'path' | 'text' | 'tr';
  readonly 'data-series': string;
  readonly class?: string;
}

/** Part of a line. A highlight changes only its class; its children are not rendered again. */
export function SeriesElement({ tag, ...attributes }: SeriesElementProps) {
  const lit = useContext(Highlighted);
  const state = lit === null ? '' : lit === attributes['data-series'] ? ' is-lit' : ' is-faded';
  return h(tag as 'g', { ...attributes, class: `${attributes.class ?? ''}${state}` });
}
