import { useEffect, useState } from 'preact/hooks';

/** For relative times, which change while nothing else does. */
export function useRepeatedRender(everyMilliseconds: number): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
}
