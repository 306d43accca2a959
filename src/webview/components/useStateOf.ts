import { useState } from 'preact/hooks';

/** State that belongs to a content: newer content starts with the initial value again. */
export function useStateOf<Value>(
  content: unknown,
  initial: Value,
): readonly [Value, (value: Value) => void] {
  const [kept, keep] = useState({ content, value: initial });
  const set = (value: Value) => keep({ content, value });
  return [kept.content === content ? kept.value : initial, set];
}
