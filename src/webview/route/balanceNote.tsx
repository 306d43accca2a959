import { checkBalance } from './balanceCheck.ts';
import type { RouteView } from './routeView.ts';

/** Whether the figures add up. */
export function BalanceNote({ view: { content, route, breakdown } }: { readonly view: RouteView }) {
  const { isBalanced, headline, sentences } = checkBalance(content, route, breakdown);
  const mark = isBalanced === null ? '' : isBalanced ? '✓ ' : '⚠ ';
  return (
    <p class={`check ${isBalanced === false ? 'open' : 'closed'}`}>
      <strong>{`${mark}${headline}`}</strong> {sentences.join(' ')}
    </p>
  );
}
