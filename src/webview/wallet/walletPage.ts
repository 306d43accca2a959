import { t } from '@vscode/l10n';
import { formatDuration } from '../../api/format.ts';
import { joinClauses, joinLabel } from '../../api/join.ts';
import { TimeChart } from '../charts/timeChart.ts';
import { timeTable } from '../charts/timeTable.ts';
import { type Child, element, replaceContent, replaceKeepingFocus } from '../dom.ts';
import { smallSampleSize } from '../messages/percentiles.ts';
import {
  type WalletContent,
  type WalletRequest,
  walletWindowsSeconds,
} from '../messages/wallet.ts';
import type { ExportFormat } from '../messages.ts';
import type { Page } from '../page.ts';
import { SegmentedControl } from '../segmentedControl.ts';
import { stackPictures } from '../stackPictures.ts';
import { renderPngOf, serializeSvg } from '../svgExport.ts';
import { drawTips } from './drawTips.ts';
import { figuresTable } from './figuresTable.ts';
import { countsText, sampleText, windowAndSource } from './format.ts';
import { rollupTable } from './rollupTable.ts';
import { tipsRows, untippedCounts } from './tipsModel.ts';
import { tipsTable } from './tipsTable.ts';
import { transactionTable } from './transactionTable.ts';
import { activityChart, gainsChart, hasHistory, historySamples } from './walletCharts.ts';
import { walletCsv } from './walletCsv.ts';
import { comparison, periodText, walletHeader } from './walletHeader.ts';

type WalletPageHost = Pick<Page<WalletContent, WalletRequest>, 'send' | 'getState' | 'setState'>;

type View = 'charts' | 'tables';
const viewKey = 'view';
const minWidth = 240;

export class WalletPage {
  readonly element = element('div', { class: 'wallet' });
  readonly #host: WalletPageHost;
  readonly #head = element('div');
  readonly #window: SegmentedControl<string>;
  readonly #viewControl: SegmentedControl<View>;
  readonly #comparison = element('div');
  readonly #period = element('span', { class: 'dim small period' });
  readonly #notes = element('div');
  readonly #figures = element('div');
  readonly #gains = new TimeChart({ label: t('Net gains over time'), onSelect: () => undefined });
  readonly #activity = new TimeChart({ label: t('Active hours'), onSelect: () => undefined });
  readonly #tipsRoom = element('div', { class: 'picture-room' });
  readonly #figureRooms = {
    gains: element('div'),
    activity: element('div'),
    tips: element('div'),
    rollups: element('div', { class: 'rollup-pair' }),
    transactions: element('div'),
  };
  readonly #rollups = section(t('Tokens and AMMs by net gains'), this.#figureRooms.rollups);
  readonly #secondColumn = element('div', { class: 'column' }, [
    section(t('Active hours'), this.#figureRooms.activity),
  ]);
  readonly #parts = element('div', { class: 'parts' }, [
    element('div', { class: 'column' }, [
      section(t('Net gains over time'), this.#figureRooms.gains),
      section(t('Tips by provider'), this.#figureRooms.tips),
    ]),
    this.#secondColumn,
  ]);
  #view: View;
  #content: WalletContent | null = null;
  #tipsWidth = 0;

  constructor(host: WalletPageHost) {
    this.#host = host;
    this.#view = host.getState(viewKey) === 'tables' ? 'tables' : 'charts';
    this.#window = new SegmentedControl(
      'window',
      t('Window'),
      Object.fromEntries(
        walletWindowsSeconds.map((seconds) => [String(seconds), formatDuration(seconds)]),
      ),
      (seconds) => host.send({ type: 'window', seconds: Number(seconds) }),
    );
    this.#viewControl = new SegmentedControl<View>(
      'view',
      t('View'),
      { charts: t('Charts'), tables: t('Tables') },
      (view) => {
        this.#view = view;
        host.setState(viewKey, view);
        this.#drawParts();
      },
    );
    this.#viewControl.show(this.#view);
    const rooms = this.#figureRooms;
    replaceContent(
      this.element,
      this.#head,
      element('div', { class: 'bar' }, [
        this.#window.element,
        this.#viewControl.element,
        this.#comparison,
        this.#period,
      ]),
      this.#notes,
      this.#figures,
      this.#parts,
      section(t('Newest transactions'), rooms.transactions),
    );
    new ResizeObserver(() => {
      // The observer also fires at its start, when the chart is already drawn.
      if (this.#tipsRoom.clientWidth !== this.#tipsWidth) this.#drawTips();
    }).observe(this.#tipsRoom);
  }

  show(content: WalletContent): void {
    this.#content = content;
    const { send } = this.#host;
    const request = (message: WalletRequest) => this.#host.send(message);
    replaceKeepingFocus(
      this.#head,
      walletHeader(content, {
        send: send.bind(this.#host),
        save: (format) => void this.#save(format),
      }),
    );
    this.#window.show(String(content.windowSeconds));
    replaceKeepingFocus(this.#comparison, comparison(content, request));
    this.#period.textContent = periodText(content);
    replaceContent(this.#notes, ...notes(content));
    replaceKeepingFocus(this.#figures, figuresTable(content, request));
    this.#drawParts();
  }

  #drawParts(): void {
    const content = this.#content;
    if (content === null) return;
    const rooms = this.#figureRooms;
    const request = (message: WalletRequest) => this.#host.send(message);
    this.#drawHistory(content);
    this.#drawTipsPart(content);
    const rollups = { send: request, caption: windowAndSource(content) };
    this.#placeRollups(content.wallets.length);
    replaceKeepingFocus(
      rooms.rollups,
      rollupTable(content.wallets, {
        ...rollups,
        caption: t('Tokens, {0}', rollups.caption),
        head: t('Token'),
        rollupsOf: ({ tokens }) => tokens,
        open: (mint) => ({ type: 'open-token', mint }),
        openTitle: (mint) => t('Open {0}', mint),
      }),
      rollupTable(content.wallets, {
        ...rollups,
        caption: t('AMMs, {0}', rollups.caption),
        head: t('AMM'),
        rollupsOf: ({ amms }) => amms,
        open: (amm) => ({ type: 'show-arbitrages', amm }),
        openTitle: () => t('Show Arbitrages'),
      }),
      caption(
        t('An arbitrage counts in full for each token of its route, and for each AMM under it.'),
        t('So rows add up to more than the total.'),
      ),
    );
    replaceKeepingFocus(rooms.transactions, transactionTable(content, request));
  }

  /** Beside the charts of a single wallet; below them, in full width, for several. */
  #placeRollups(walletCount: number): void {
    const place = walletCount > 1 ? this.#parts : this.#secondColumn;
    if (this.#rollups.parentElement !== place) place.append(this.#rollups);
    this.#figureRooms.rollups.style.setProperty('--wallets', String(walletCount));
  }

  #drawHistory(content: WalletContent): void {
    const { gains, activity } = this.#figureRooms;
    if (!hasHistory(content)) {
      for (const room of [gains, activity]) {
        replaceContent(room, element('p', { class: 'dim' }, notOffered()));
      }
      return;
    }
    const samples = joinClauses([historySamples(content), windowAndSource(content)]);
    const barNote = t('Each bar: {0}.', formatDuration(content.intervalSeconds));
    const charts = [
      {
        room: gains,
        chart: this.#gains,
        data: gainsChart(content),
        note: t('Failed transactions count with their fee.'),
      },
      { room: activity, chart: this.#activity, data: activityChart(content), note: barNote },
    ];
    for (const { room, chart, data, note } of charts) {
      const shown = this.#view === 'tables' ? timeTable(data.label, data) : chart.element;
      if (shown !== room.firstChild) replaceContent(room, shown, caption(note, samples));
      if (this.#view === 'charts') chart.show(data, null);
    }
  }

  #drawTipsPart(content: WalletContent): void {
    const rows = tipsRows(content);
    const { tips } = this.#figureRooms;
    if (rows.length === 0) {
      replaceContent(tips, element('p', { class: 'dim' }, t('No tips in this window')));
      return;
    }
    const samples = content.wallets.map(({ tips: own }) =>
      own.reduce((sum, { sample }) => sum + sample, 0),
    );
    replaceContent(
      tips,
      this.#view === 'tables' ? tipsTable(rows, content, tipsLabel(content)) : this.#tipsRoom,
      caption(
        t('Sign and line: the wallet’s p50 between p25 and p75. Box: the market’s, up to p95.'),
        t('Interpolated between published percentiles; none below {0} tips.', smallSampleSize),
        joinClauses([
          sampleText(samples),
          joinLabel(t('without a tip'), countsText(untippedCounts(content))),
          windowAndSource(content),
        ]),
      ),
    );
    this.#drawTips();
  }

  #drawTips(): void {
    const content = this.#content;
    if (content === null || !this.#tipsRoom.isConnected) return;
    this.#tipsWidth = this.#tipsRoom.clientWidth;
    const width = Math.max(minWidth, Math.floor(this.#tipsWidth));
    replaceContent(this.#tipsRoom, drawTips(tipsRows(content), width, tipsLabel(content)));
  }

  async #save(format: ExportFormat): Promise<void> {
    const content = this.#content;
    if (content === null) return;
    const name = `wallet ${content.wallets[0]?.address ?? ''}`;
    if (format === 'csv') {
      this.#host.send({ type: 'save', format, name, data: walletCsv(content) });
      return;
    }
    const drawings = [...this.element.querySelectorAll<SVGSVGElement>('svg.picture')];
    if (drawings.length === 0) return;
    const picture = stackPictures(
      drawings.map((drawing) => {
        const { width, height } = drawing.viewBox.baseVal;
        return { text: serializeSvg(drawing), width, height };
      }),
    );
    const data = format === 'svg' ? picture.text : await renderPngOf(picture);
    this.#host.send({ type: 'save', format, name, data });
  }
}

const tipsLabel = (content: WalletContent): string =>
  t('Tips by provider, {0}', windowAndSource(content));

const section = (title: string, room: HTMLElement): HTMLElement =>
  element('section', { class: 'part', 'aria-label': title }, [element('h2', {}, title), room]);

const caption = (...sentences: readonly string[]): HTMLElement =>
  element('p', { class: 'dim small caption' }, sentences.filter(Boolean).join(' '));

const notOffered = (): string =>
  t('This service offers no history. A node or an Arbscope server does.');

const notes = ({ isOffered, faults }: WalletContent): Child[] => [
  !isOffered &&
    element('p', { class: 'note-line' }, [
      t(
        'This service offers the last 24 hours alone. A node or an Arbscope server offers the rest.',
      ),
    ]),
  faults.length > 0 &&
    element(
      'ul',
      { class: 'faults' },
      faults.map((fault) => element('li', {}, element('bdi', {}, fault))),
    ),
];
