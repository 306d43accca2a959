import { LineMark, PointMark } from '../charts/seriesMarks.tsx';
import { walletStyle } from './walletStyle.ts';

const width = 30;
const height = 12;

/** Line and symbol of a wallet in the charts. */
export function Swatch({ at }: { readonly at: number }) {
  const { color, pattern, shape } = walletStyle(at);
  return (
    <svg class={`swatch series-${color}`} width={width} height={height} aria-hidden="true">
      <LineMark d={`M0 ${height / 2}h${width}`} pattern={pattern} />
      <PointMark shape={shape} x={width / 2} y={height / 2} />
    </svg>
  );
}
