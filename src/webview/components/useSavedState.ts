import { useState } from 'preact/hooks';
import type { PageHost } from '../renderPage.tsx';

/** A state that survives a reload of the window. `read` checks what another version may have saved. */
export function useSavedState<Value>(
  host: Pick<PageHost, 'getState' | 'setState'>,
  name: string,
  read: (saved: unknown) => Value,
): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(host.getState(name)));
  return [
    value,
    (next) => {
      host.setState(name, next);
      setValue(() => next);
    },
  ];
}
