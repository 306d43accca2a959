import { t } from '@vscode/l10n';
import { element, replaceContent } from '../dom.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import type { ExportFormat } from '../messages.ts';
import { renderPngBase64, serializeSvg } from '../svgExport.ts';
import { scrollingTable } from '../tables.ts';
import { ZoomPane } from '../zoomPane.ts';
import { type BalanceCheck, checkBalance } from './balanceCheck.ts';
import { drawRoute, routeSummary } from './drawRoute.ts';
import { breakdownTable, drawWaterfall } from './drawWaterfall.ts';
import { withExportDrawing } from './exportDrawing.ts';
import { type GainBreakdown, gainBreakdown } from './gainBreakdown.ts';
import { legTable, linkLegs } from './legTable.ts';
import { type AmountFormat, pricesNote, routeLabels } from './routeLabels.ts';
import { layoutRoute } from './routeLayout.ts';
import { buildRoute, type Route, type RouteLeg } from './routeModel.ts';

interface RoutePicturesOptions {
  readonly content: TransactionContent;
  readonly amountFormat: AmountFormat;
  readonly copy: (text: string, what: string) => void;
  /** Shown instead of the map if there are no legs. */
  readonly emptyMessage: string;
}

/** Width of the route map in exported files, pixels. */
const exportRoom = 1_000;

export class RoutePictures {
  readonly route: Route;
  readonly map = emptyMap();
  readonly steps: HTMLElement;
  readonly legs: HTMLElement | null;
  readonly check: HTMLElement;
  readonly #options: RoutePicturesOptions;
  readonly #statement: GainBreakdown;
  readonly #rows: ReturnType<typeof legTable>['rows'];
  #drawn: ReturnType<typeof drawRoute> | null = null;
  #shownSize = '';
  #shownRoom = 0;

  constructor(options: RoutePicturesOptions) {
    this.#options = options;
    const { content, amountFormat, copy, emptyMessage } = options;
    this.route = buildRoute(content);
    this.#statement = gainBreakdown(content, this.route);
    // A failure has no leftovers: they were rolled back.
    const leftovers = content.isSuccess ? 'shown' : 'hidden';
    const show = (leg: RouteLeg) => this.#drawn?.legs.get(leg)?.focus();
    const { table, rows } = legTable(this.route, amountFormat, copy, { show, leftovers });
    this.#rows = rows;
    if (this.#isEmpty) this.map.append(element('p', { class: 'no-route' }, emptyMessage));
    this.steps = element('figure', { class: 'steps' }, [
      drawWaterfall(this.#statement),
      element('figcaption', {}, pricesNote(this.#statement, this.route)),
      element('details', {}, [
        element('summary', {}, t('As a table')),
        breakdownTable(this.#statement),
      ]),
    ]);
    this.legs = this.#isEmpty ? null : scrollingTable(t('Legs'), table);
    this.check = balanceCheckNote(checkBalance(content, this.route, this.#statement));
  }

  get #isEmpty(): boolean {
    return this.route.legs.length === 0;
  }

  /** Draws the map in its current width; does nothing while it is hidden. */
  drawMap(room = this.map.clientWidth): void {
    if (this.#isEmpty || room === 0 || room === this.#shownRoom) return;
    this.#shownRoom = room;
    const next = this.#drawRoute(room);
    const size = next.drawing.getAttribute('viewBox') ?? '';
    if (size === this.#shownSize) return;
    [this.#drawn, this.#shownSize] = [next, size];
    linkLegs(this.#rows, next);
    replaceContent(
      this.map,
      new ZoomPane(next.drawing, routeSummary(this.route)).element,
      element('figcaption', {}, t('Line width shows the USD value of the leg.')),
    );
  }

  /** SVG text or Base64 PNG, as wide as the map needs. */
  async toFile(format: ExportFormat, title: string): Promise<string> {
    const waterfall = drawWaterfall(this.#statement);
    const pictures = this.#isEmpty ? [waterfall] : [this.#drawRoute(exportRoom).drawing, waterfall];
    const serialize = format === 'png' ? renderPngBase64 : serializeSvg;
    return await withExportDrawing<string | Promise<string>>(title, pictures, serialize);
  }

  #drawRoute(room: number) {
    const { content, amountFormat } = this.#options;
    const labels = routeLabels(this.route, amountFormat, content.isSuccess);
    const layout = layoutRoute(this.route, labels, room);
    return drawRoute(this.route, layout, labels, !content.isSuccess);
  }
}

/** Empty container of the map in its final width. */
export const emptyMap = (): HTMLElement => element('figure', { class: 'map' });

function balanceCheckNote({ isBalanced, headline, sentences }: BalanceCheck): HTMLElement {
  const mark = isBalanced === null ? '' : isBalanced ? '✓ ' : '⚠ ';
  return element('p', { class: `check ${isBalanced === false ? 'open' : 'closed'}` }, [
    element('strong', {}, `${mark}${headline}`),
    ' ',
    sentences.join(' '),
  ]);
}
