import { t } from '@vscode/l10n';
import { button, element, listen, replaceContent } from '../dom.ts';
import type { PercentileContent, PercentileRequest } from '../messages/percentiles.ts';
import type { ExportFormat, FromPage } from '../messages.ts';
import { inEnglish } from '../pageWords.ts';
import { pngBase64, svgText } from '../picture.ts';
import { Tabs } from '../tabs.ts';
import { type ChartModel, chartModel } from './chartModel.ts';
import { type Choices, readChoices, refreshChoices } from './choices.ts';
import { percentilesCsv } from './csv.ts';
import { DisplayBar } from './displayBar.ts';
import { LimitLine } from './limitLine.ts';
import { tablePercents } from './percentileAt.ts';
import { percentilePicture } from './percentilePicture.ts';
import { QueryForm } from './queryForm.ts';
import { Readings } from './readings.ts';
import { percentileTables, timeTables } from './tables.ts';
import { timePicture } from './timePicture.ts';
import { filterWords, methodWords, statisticName } from './words.ts';

/** What of the page's end of the messages is needed here. */
export interface PercentilesHost {
  send(message: FromPage | PercentileRequest): void;
  kept(name: string): unknown;
  keep(name: string, value: unknown): void;
}

const keptName = 'choices';
const leastWidth = 420;

/** The whole of the percentile charts. What is shown stays until the next answer is there. */
export class PercentilesPage {
  readonly element: HTMLElement;
  readonly #host: PercentilesHost;
  readonly #form: QueryForm;
  readonly #bar: DisplayBar;
  readonly #readings: Readings;
  readonly #tabs: Tabs;
  readonly #limit = new LimitLine();
  readonly #about = element('span');
  readonly #tables = element('div', { class: 'tables' });
  readonly #badges = element('span', { class: 'badges' });
  readonly #faults = element('ul', { class: 'faults' });
  readonly #refreshEvery: HTMLSelectElement;
  readonly #percentiles = view();
  readonly #time = view();
  #choices: Choices;
  #drawnWidth = 0;
  #content: PercentileContent | null = null;
  #timer: number | undefined;

  constructor(host: PercentilesHost) {
    this.#host = host;
    this.#choices = readChoices(host.kept(keptName));
    this.#form = new QueryForm((query) => host.send({ type: 'ask', query }));
    this.#bar = new DisplayBar((change) => this.#choose(change));
    this.#readings = new Readings({
      choosePercent: (percent) => this.#choose({ percent }),
      toggle: (key, isHidden) => this.#toggle(key, isHidden),
      copy: (text, what) => host.send({ type: 'copy', text, what }),
      point: (key) => this.#point(key),
    });
    this.#tabs = new Tabs(
      t('Pictures'),
      [
        { id: 'percentiles', label: t('By percentile'), panel: this.#percentiles.element },
        { id: 'time', label: t('Over time'), panel: this.#time.element },
      ],
      (tab) => {
        if (tab !== this.#choices.tab) this.#choose({ tab });
      },
    );
    this.#refreshEvery = listen(
      element(
        'select',
        { 'aria-label': t('Ask again by itself while this is seen') },
        ...refreshChoices.map((seconds) =>
          element(
            'option',
            { value: seconds },
            seconds === 0 ? t('when asked') : t('every {0} min', seconds / 60),
          ),
        ),
      ),
      { change: () => this.#choose({ refreshSeconds: Number(this.#refreshEvery.value) }) },
    );
    this.element = element('div', { class: 'percentiles' }, this.#head(), this.#body());
    this.#tabs.choose(this.#choices.tab);
    const resized = new ResizeObserver(() => {
      // It also fires when it begins, when all is drawn already.
      if (this.#width() !== this.#drawnWidth) this.#drawPicture();
    });
    resized.observe(this.#percentiles.room);
    resized.observe(this.#time.room);
  }

  show(content: PercentileContent): void {
    const isDrawn = this.#content !== null && answersAreSame(this.#content, content);
    this.#content = content;
    if (isDrawn) {
      this.#limit.show(content);
      return;
    }
    this.#form.show(content.query);
    this.#limit.show(content);
    replaceContent(
      this.#badges,
      element('span', { class: 'badge' }, content.source),
      content.isSimulated && element('span', { class: 'badge' }, t('simulated data')),
      element('span', { class: 'badge' }, methodWords(content.isNearestRank)),
    );
    replaceContent(
      this.#faults,
      ...content.answers.flatMap(({ faults }) => faults.map((fault) => element('li', {}, fault))),
    );
    this.#draw();
    this.#refreshLater();
  }

  #head(): HTMLElement {
    const save = (format: ExportFormat, label: string) =>
      button(label, () => void this.#save(format), {
        class: 'quiet',
        title: t('Save as {0}', label),
      });
    return element(
      'header',
      { class: 'head' },
      element('h1', {}, t('Percentiles')),
      this.#badges,
      element(
        'span',
        { class: 'tools' },
        save('csv', 'CSV'),
        save('svg', 'SVG'),
        save('png', 'PNG'),
        this.#refreshEvery,
        button(t('Refresh'), () => this.#host.send({ type: 'refresh' })),
      ),
    );
  }

  #body(): HTMLElement {
    return element(
      'div',
      { class: 'body' },
      this.#form.element,
      element('div', { class: 'bar' }, this.#tabs.list, this.#bar.element),
      element('div', { class: 'about dim' }, this.#about, this.#limit.element),
      this.#faults,
      element(
        'div',
        { class: 'beside' },
        element('div', { class: 'views' }, this.#percentiles.element, this.#time.element),
        this.#readings.element,
      ),
      this.#tables,
    );
  }

  #choose(change: Partial<Choices>): void {
    this.#choices = { ...this.#choices, ...change };
    this.#host.keep(keptName, this.#choices);
    this.#draw();
    if (change.refreshSeconds !== undefined) this.#refreshLater();
  }

  #toggle(key: string, isHidden: boolean): void {
    const others = this.#choices.hidden.filter((each) => each !== key);
    this.#choose({ hidden: isHidden ? [...others, key] : others });
  }

  /** The page goes when nobody sees it, and this with it. */
  #refreshLater(): void {
    clearTimeout(this.#timer);
    const { refreshSeconds } = this.#choices;
    this.#refreshEvery.value = String(refreshSeconds);
    if (refreshSeconds === 0) return;
    this.#timer = setTimeout(() => this.#host.send({ type: 'refresh' }), refreshSeconds * 1_000);
  }

  #model({ answers, solPrice }: PercentileContent): ChartModel {
    const { unit, solPriceUsd, percent, hidden } = this.#choices;
    return chartModel(answers, {
      solUnit: unit,
      solPriceUsd: solPriceUsd ?? solPrice?.usd ?? null,
      percent,
      hidden: new Set(hidden),
    });
  }

  #draw(): void {
    const content = this.#content;
    if (content === null) return;
    const model = this.#model(content);
    const { percent, tab } = this.#choices;
    this.#bar.show(this.#choices, content.solPrice);
    this.#about.textContent = filterWords(content.query);
    this.#readings.show(model, percent);
    this.#drawPicture(content, model);
    const isTime = tab === 'time';
    replaceContent(
      this.#tables,
      ...(isTime ? timeTables(model, content.kept, percent) : percentileTables(model)),
    );
  }

  /** The room of the tab that is open. */
  #room(): HTMLElement {
    return (this.#choices.tab === 'time' ? this.#time : this.#percentiles).room;
  }

  #width(): number {
    return Math.max(leastWidth, Math.floor(this.#room().clientWidth));
  }

  #drawPicture(content = this.#content, model = content === null ? null : this.#model(content)) {
    if (content === null || model === null) return;
    const { tab, scale, percent } = this.#choices;
    const room = this.#room();
    replaceContent(tab === 'time' ? this.#percentiles.room : this.#time.room);
    this.#drawnWidth = this.#width();
    if (model.groups.length === 0) {
      replaceContent(room, emptyWords(content));
      return;
    }
    const options = { model, query: content.query, width: this.#drawnWidth, scale, percent };
    const picture =
      tab === 'time'
        ? timePicture({ ...options, kept: content.kept })
        : listen(percentilePicture(options), {
            click: (event) => this.#choosePlace(event, picture),
          });
    replaceContent(room, picture);
  }

  /** A click into the picture moves the marker to the nearest of the twelve. */
  #choosePlace(event: MouseEvent, picture: SVGSVGElement): void {
    const at = nearestTick(event, picture);
    const percent = at === null ? undefined : tablePercents[at];
    if (percent !== undefined) this.#choose({ percent });
  }

  /** Lifts one line out of the others, in the picture and in the table. */
  #point(key: string | null): void {
    for (const each of this.element.querySelectorAll<SVGElement | HTMLElement>('[data-series]')) {
      const isPointed = each.dataset['series'] === key;
      each.classList.toggle('is-pointed', key !== null && isPointed);
      each.classList.toggle('is-aside', key !== null && !isPointed);
    }
  }

  async #save(format: ExportFormat): Promise<void> {
    const content = this.#content;
    if (content === null) return;
    const { query, answers, kept, source, isNearestRank } = content;
    const isTime = this.#choices.tab === 'time';
    // Files are named, and machines read them, alike in every language.
    const [name, method] = inEnglish(() => [
      `${statisticName(query.statistic)} ${isTime ? 'over time' : ''}`,
      methodWords(isNearestRank),
    ]);
    if (format === 'csv') {
      const all = isTime ? kept.flat() : answers;
      const data = percentilesCsv(all, { query, source, method });
      this.#host.send({ type: 'save', format, name, data });
      return;
    }
    const picture = this.#room().querySelector('svg');
    if (picture === null) return;
    const data = format === 'svg' ? svgText(picture) : await pngBase64(picture);
    this.#host.send({ type: 'save', format, name, data });
  }
}

/** Only the limits have changed, which is told every second while requests are made. */
const answersAreSame = (before: PercentileContent, now: PercentileContent): boolean =>
  before.source === now.source &&
  JSON.stringify([before.query, before.answers]) === JSON.stringify([now.query, now.answers]);

/** What a tab shows, and the room in it that the picture fills. */
function view() {
  const room = element('div', { class: 'picture-room' });
  return { element: element('div', {}, room), room };
}

const emptyWords = ({ answers }: PercentileContent): HTMLElement =>
  element(
    'p',
    { class: 'empty' },
    answers.some(({ series }) => series.length > 0)
      ? t('Nothing is drawn.')
      : t(
          'No transaction of this kind in the window. Widen the window or the range, or take other providers.',
        ),
  );

/** Which of the twelve a click is nearest to; null outside of the axes. */
function nearestTick(event: MouseEvent, picture: SVGSVGElement): number | null {
  const { left, width } = picture.getBoundingClientRect();
  const x = ((event.clientX - left) / width) * picture.viewBox.baseVal.width;
  const y = event.clientY;
  const ticks = [...picture.querySelectorAll<SVGElement>('[data-at]')].filter((tick) => {
    const box = tick.closest('.plot')?.getBoundingClientRect();
    return box !== undefined && y >= box.top && y <= box.bottom;
  });
  let nearest: { at: number; distance: number } | null = null;
  for (const tick of ticks) {
    const distance = Math.abs(Number(tick.getAttribute('x')) - x);
    if (nearest === null || distance < nearest.distance) {
      nearest = { at: Number(tick.dataset['at']), distance };
    }
  }
  return nearest === null || nearest.distance > 40 ? null : nearest.at;
}
