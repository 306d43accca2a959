import { t } from '@vscode/l10n';
import { withExportTitle } from '../charts/withExportTitle.tsx';
import { addListeners, button, element, replaceContent, replaceKeepingFocus } from '../dom.ts';
import {
  type CoverageContent,
  type CoverageRequest,
  type CoverageState,
  coverageWindowsSeconds,
} from '../messages/coverage.ts';
import type { ExportFormat } from '../messages.ts';
import type { Page } from '../page.ts';
import { inEnglish } from '../pageLanguage.ts';
import { SegmentedControl } from '../segmentedControl.ts';
import { type StackedPicture, stackPictures } from '../stackPictures.ts';
import { renderPngOf, serializeSvg } from '../svgExport.ts';
import { coverageCsv } from './coverageCsv.ts';
import { aboutWindow, assumptions, badges, baseText, headline } from './coverageHeader.ts';
import { formatWindow, sourceText } from './format.ts';
import { GainSection } from './gainSection.ts';
import { MissingPools } from './missingSection.ts';
import { ReplaySection } from './replaySection.ts';
import type { CoverageSection, CoverageView } from './section.ts';
import { SettingsSection } from './settingsSection.ts';
import { ShareSection, sharesOf, shareTexts } from './shareSection.ts';

type CoveragePageHost = Pick<
  Page<CoverageContent, CoverageRequest>,
  'send' | 'getState' | 'setState'
>;

const viewKey = 'view';
const asPaid = 'paid';
const percentiles = ['p25', 'p50', 'p75', 'p95', 'p99'] as const;

export class CoveragePage {
  readonly element: HTMLElement;
  readonly #host: CoveragePageHost;
  readonly #name = element('bdi', { class: 'mono' });
  readonly #badges = element('span', { class: 'badges' });
  readonly #window: SegmentedControl<string>;
  readonly #percentile: HTMLSelectElement;
  readonly #base = element('bdi', { class: 'chip' });
  readonly #viewControl: SegmentedControl<CoverageView>;
  readonly #about = element('p', { class: 'dim small about' });
  readonly #headline = element('div');
  readonly #assumptions = element('div', { class: 'assumptions' });
  readonly #faults = element('div');
  readonly #body: HTMLElement;
  readonly #missing = element('div', { class: 'not-offered' });
  readonly #sections: readonly CoverageSection[];
  readonly #drawingButtons: readonly HTMLButtonElement[];
  #view: CoverageView;
  #content: CoverageContent | null = null;

  constructor(host: CoveragePageHost) {
    this.#host = host;
    this.#view = host.getState(viewKey) === 'table' ? 'table' : 'charts';
    const send = (request: CoverageRequest) => host.send(request);
    this.#window = new SegmentedControl(
      'window',
      t('Window'),
      Object.fromEntries(
        coverageWindowsSeconds.map((seconds) => [String(seconds), formatWindow(seconds)]),
      ),
      (seconds) => this.#ask({ windowSeconds: Number(seconds) }),
    );
    this.#percentile = addListeners(
      element('select', { 'aria-label': t('Tips and fees assumed') }, [
        element('option', { value: asPaid }, t('tips as paid')),
        ...percentiles.map((each) =>
          element('option', { value: each }, t('tip {0} by provider', each)),
        ),
      ]),
      {
        change: () => {
          const { value } = this.#percentile;
          this.#ask({ percentile: percentiles.find((each) => each === value) ?? null });
        },
      },
    );
    this.#viewControl = new SegmentedControl<CoverageView>(
      'view',
      t('View'),
      { charts: t('Charts'), table: t('Table') },
      (view) => {
        this.#view = view;
        host.setState(viewKey, view);
        this.#showSections();
      },
    );
    this.#viewControl.show(this.#view);
    const missing = new MissingPools(send);
    this.#sections = [
      new ShareSection(send),
      missing.curve,
      missing.list,
      new ReplaySection(send),
      new GainSection(send),
      new SettingsSection(send),
    ];
    const save = (format: ExportFormat, label: string) =>
      button(label, () => void this.#save(format), {
        class: 'quiet',
        title: t('Save as {0}', label),
      });
    this.#drawingButtons = [save('svg', 'SVG'), save('png', 'PNG')];
    this.#body = element('div', { class: 'body' }, [
      element('div', { class: 'controls' }, [
        this.#window.element,
        this.#percentile,
        this.#base,
        this.#viewControl.element,
        this.#about,
      ]),
      this.#headline,
      this.#assumptions,
      element(
        'div',
        { class: 'parts' },
        this.#sections.map((each) => each.element),
      ),
    ]);
    this.element = element('div', { class: 'coverage' }, [
      element('header', { class: 'head' }, [
        element('h1', {}, [`${t('Coverage')} `, this.#name]),
        this.#badges,
        element('span', { class: 'tools' }, [
          save('csv', 'CSV'),
          ...this.#drawingButtons,
          button(t('Refresh'), () => host.send({ type: 'refresh' })),
        ]),
      ]),
      this.#faults,
      this.#body,
      this.#missing,
    ]);
  }

  show(content: CoverageContent): void {
    this.#content = content;
    const { config, coverage, state, faults, source } = content;
    this.#name.textContent = config.name;
    replaceContent(this.#badges, ...badges(content));
    replaceContent(
      this.#faults,
      faults.length > 0 &&
        element(
          'ul',
          { class: 'faults' },
          faults.map((fault) => element('li', {}, element('bdi', {}, fault))),
        ),
    );
    const isMissing = coverage === null && faults.length === 0;
    this.#body.hidden = coverage === null;
    replaceContent(this.#missing, isMissing && this.#notOffered(source));
    for (const each of this.element.querySelectorAll<HTMLElement>('.tools button.quiet'))
      each.toggleAttribute('disabled', coverage === null);
    if (coverage === null) return;
    this.#window.show(String(state.windowSeconds));
    this.#percentile.value = state.percentile ?? asPaid;
    // Rollups exist only for paid tips and fees.
    this.#percentile.disabled = coverage.kind === 'bounds';
    this.#base.textContent = baseText(config);
    this.#about.textContent = aboutWindow(content);
    replaceContent(this.#headline, headline(content));
    replaceKeepingFocus(
      this.#assumptions,
      ...assumptions(content, () => this.#host.send({ type: 'open-definitions' })),
    );
    this.#showSections();
  }

  #showSections(): void {
    const content = this.#content;
    if (content === null || content.coverage === null) return;
    for (const each of this.#drawingButtons) each.disabled = this.#view === 'table';
    for (const each of this.#sections) each.show(content, this.#view);
  }

  #ask(change: Partial<CoverageState>): void {
    const content = this.#content;
    if (content === null) return;
    const state = { ...content.state, ...change };
    // The next request builds on this state, even before the response arrives.
    this.#content = { ...content, state };
    const { windowSeconds, percentile } = state;
    this.#host.send({ type: 'ask', windowSeconds, percentile });
  }

  /** Lists connections with coverage if the current one has none. */
  #notOffered(source: string): HTMLElement {
    return element('section', {}, [
      element('h2', {}, t('No coverage')),
      element('p', {}, t('{0} does not offer coverage and replay.', source)),
      element('p', {}, [
        t('The Sandbox, your own node, or a service that runs Arbscope (arbscope serve) does.'),
      ]),
      element('div', { class: 'buttons' }, [
        button(t('Switch Connection'), () =>
          this.#host.send({ type: 'error-action', act: 'switch-connection' }),
        ),
      ]),
    ]);
  }

  async #save(format: ExportFormat): Promise<void> {
    const content = this.#content;
    if (content === null) return;
    // File names are the same in every language.
    const name = inEnglish(() => `${t('Coverage')} ${content.config.name}`);
    if (format === 'csv') {
      this.#host.send({ type: 'save', format, name, data: coverageCsv(content) });
      return;
    }
    const about = [content.config.name, sourceText(content), aboutWindow(content)];
    const pictures: StackedPicture[] = [];
    for (const part of this.element.querySelectorAll('section.part')) {
      const drawing = part.querySelector<SVGSVGElement>('svg.picture');
      if (drawing === null) continue;
      const title = part.querySelector('h2')?.textContent ?? '';
      // The page shows these texts in the table under the bar.
      const legend = drawing.matches('.shares') ? shareTexts(sharesOf(content)) : [];
      const lines: readonly string[] = [title, ...about, ...legend];
      pictures.push(
        await withExportTitle(drawing, lines, (titled) => {
          const { width, height } = titled.viewBox.baseVal;
          return { text: serializeSvg(titled), width, height };
        }),
      );
    }
    if (pictures.length === 0) return;
    const picture = stackPictures(pictures);
    const data = format === 'svg' ? picture.text : await renderPngOf(picture);
    this.#host.send({ type: 'save', format, name, data });
  }
}
