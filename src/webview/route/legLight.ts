import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * The legs that the pointer or the focus is on, in the route map or in the table. Only the parts of
 * a leg are drawn again, because a route may have hundreds of legs.
 */
export class LegLight {
  readonly #lit = new Set<number>();
  readonly #watchers = new Map<number, Set<(isLit: boolean) => void>>();

  isLit(leg: number): boolean {
    return this.#lit.has(leg);
  }

  set(leg: number, isLit: boolean): void {
    if (isLit) this.#lit.add(leg);
    else this.#lit.delete(leg);
    for (const watcher of this.#watchers.get(leg) ?? []) watcher(isLit);
  }

  watch(leg: number, watcher: (isLit: boolean) => void): () => void {
    const watchers = this.#watchers.get(leg) ?? new Set();
    this.#watchers.set(leg, watchers.add(watcher));
    return () => watchers.delete(watcher);
  }
}

export function useLegLight(): LegLight {
  const [light] = useState(() => new LegLight());
  return light;
}

export function useIsLit(light: LegLight, leg: number): boolean {
  const [isLit, setLit] = useState(light.isLit(leg));
  useLayoutEffect(() => light.watch(leg, setLit), [light, leg]);
  return isLit;
}

export const highlightHandlers = (light: LegLight, leg: number) => ({
  onPointerEnter: () => light.set(leg, true),
  onPointerLeave: () => light.set(leg, false),
  onFocusIn: () => light.set(leg, true),
  onFocusOut: () => light.set(leg, false),
});

/** A page has one route map and one table of its legs. */
const focus = (selector: string): void =>
  document.querySelector<HTMLElement | SVGElement>(selector)?.focus();

export const focusRow = (leg: number): void => focus(`tr[data-leg="${leg}"] button`);
export const focusLeg = (leg: number): void => focus(`.leg[data-leg="${leg}"]`);
