import { t } from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { useWidth } from '../components/useWidth.ts';
import { ZoomPane } from '../components/zoomPane.tsx';
import type { LegLight } from './legLight.ts';
import { RouteDrawing, routeSummary } from './routeDrawing.tsx';
import { layoutIn, type RouteView } from './routeView.ts';

interface RouteMapProps {
  readonly view: RouteView;
  readonly light: LegLight;
  /** Shown instead of the map if there are no legs. */
  readonly emptyMessage: string;
}

/** Drawn for the width that there is. */
export function RouteMap({ view, light, emptyMessage }: RouteMapProps) {
  const { route, content } = view;
  const [place, width] = useWidth<HTMLElement>();
  const isEmpty = route.legs.length === 0;
  const drawn = useMemo(
    () => (isEmpty || !width ? null : layoutIn(view, width)),
    [view, width, isEmpty],
  );
  return (
    <figure class="map" ref={place}>
      {isEmpty && <p class="no-route">{emptyMessage}</p>}
      {drawn !== null && (
        <>
          <ZoomPane name={routeSummary(route)} whole={drawn.layout.box}>
            {(viewBox) => (
              <RouteDrawing
                {...drawn}
                route={route}
                isGrey={!content.isSuccess}
                light={light}
                viewBox={viewBox}
              />
            )}
          </ZoomPane>
          <figcaption>{t('Line width shows the USD value of the leg.')}</figcaption>
        </>
      )}
    </figure>
  );
}
