import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Width of an element in whole pixels; null before the first layout, 0 if it was never visible. */
export function useWidth<Place extends HTMLElement>(): readonly [
  RefObject<Place | null>,
  number | null,
] {
  const place = useRef<Place | null>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth } = element;
      // A hidden element keeps its width, so that nothing is drawn for it.
      setWidth((known) => (clientWidth > 0 ? clientWidth : (known ?? 0)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}
