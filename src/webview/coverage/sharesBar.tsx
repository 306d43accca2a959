import type { VNode } from 'preact';
import { hatchPath, roundCoordinate } from '../charts/marks.ts';
import { useWidth } from '../components/useWidth.ts';
import { minPictureWidth } from './format.ts';
import { barSegments, type GainShare, type ShareKind } from './gainShares.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const barHeight = 22;

interface SharesBarProps {
  readonly shares: readonly GainShare[];
  /** For screen readers. */
  readonly label: string;
}

/** The whole net gain in one bar. */
export function SharesBar({ shares, label }: SharesBarProps) {
  const [room, roomWidth] = useWidth<HTMLDivElement>();
  const width = Math.max(minPictureWidth, roomWidth ?? 0);
  return (
    <div class="picture-room" ref={room}>
      <svg
        class="picture shares"
        viewBox={`0 0 ${width} ${barHeight}`}
        width={width}
        height={barHeight}
        role="img"
        aria-label={label}
      >
        {barSegments(shares).map(({ share: { kind }, from, to }) => (
          <ShareMark
            key={kind}
            kind={kind}
            box={{
              x: roundCoordinate(from * width) + 0.5,
              y: 0.5,
              // Keeps the smallest part visible.
              width: Math.max(1, roundCoordinate((to - from) * width) - 1),
              height: barHeight - 1,
            }}
          />
        ))}
      </svg>
    </div>
  );
}

const swatchBox: Box = { x: 0.5, y: 0.5, width: 17, height: 11 };

export const ShareSwatch = ({ kind }: { readonly kind: ShareKind }) => (
  <svg class="share-swatch" width={18} height={12} aria-hidden="true">
    <ShareMark kind={kind} box={swatchBox} />
  </svg>
);

interface ShareMarkProps {
  readonly kind: ShareKind;
  readonly box: Box;
}

/** A fill that is distinguishable without colour. */
const ShareMark = ({ kind, box }: ShareMarkProps) => <g data-share={kind}>{fills[kind](box)}</g>;

const outline = (box: Box) => <rect class="share-outline" {...box} />;
const faint = (box: Box) => <rect class="share-faint" {...box} />;
const hatched = (box: Box) => (
  <>
    <path class="share-hatch" d={hatchPath(box)} />
    {outline(box)}
  </>
);
const dotted = (box: Box) => (
  <>
    <path class="share-dots" d={dotsPath(box)} />
    {outline(box)}
  </>
);

const fills: Readonly<Record<ShareKind, (box: Box) => VNode>> = {
  covered: (box) => <rect class="share-covered" {...box} />,
  'missing-pool': hatched,
  possible: hatched,
  'different-groups': dotted,
  'base-mint': outline,
  other: outline,
  'no-net-gain': faint,
  'unknown-gain': faint,
};

const dotGap = 4;

/** Zero-length lines, which round caps turn into dots. */
function dotsPath({ x, y, width, height }: Box): string {
  const dots: string[] = [];
  for (let top = 2.5; top < height - 1; top += dotGap) {
    for (let left = 2.5; left < width - 1; left += dotGap) {
      dots.push(`M${roundCoordinate(x + left)} ${roundCoordinate(y + top)}h.01`);
    }
  }
  return dots.join('');
}
