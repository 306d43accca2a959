import { t } from '@vscode/l10n';
import { useWidth } from '../components/useWidth.ts';
import { CurvePicture, type CurvePictureProps, curveReading } from './curvePicture.tsx';
import { curveScales } from './curveScales.ts';
import { minPictureWidth } from './format.ts';
import { poolCountByKey } from './poolCurve.ts';

interface CurveChartProps extends Omit<CurvePictureProps, 'width'> {
  readonly onChoose: (count: number) => void;
}

/** Pointer or keys choose the number of pools to add. */
export function CurveChart({ onChoose, ...shown }: CurveChartProps) {
  const { points, count } = shown;
  const [room, roomWidth] = useWidth<HTMLDivElement>();
  const width = Math.max(minPictureWidth, roomWidth ?? 0);
  const point = points[count];
  const chooseAt = ({ clientX, currentTarget }: SurfaceEvent) => {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    const pointed = curveScales(points, width).countAt(x);
    if (pointed !== count) onChoose(pointed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moved = poolCountByKey(count, event.key, points.length - 1);
    if (moved === undefined) return;
    event.preventDefault();
    onChoose(moved);
  };
  return (
    <div class="time-chart-frame">
      <div class="picture-room" ref={room}>
        <CurvePicture {...shown} width={width} />
      </div>
      <div
        class="time-surface"
        tabIndex={0}
        role="slider"
        aria-label={t('Number of missing pools to add')}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, points.length - 1)}
        aria-valuenow={count}
        aria-valuetext={point === undefined ? '' : curveReading(point)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          chooseAt(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) chooseAt(event);
        }}
      />
    </div>
  );
}

type SurfaceEvent = PointerEvent & { readonly currentTarget: HTMLElement };
