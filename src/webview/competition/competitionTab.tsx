import { t } from '@vscode/l10n';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { formatCount } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { withExportTitle } from '../charts/withExportTitle.tsx';
import { NotOffered } from '../components/notOffered.tsx';
import { type ChartFormat, Quiet } from '../components/pageTools.tsx';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import { sourceText } from '../components/sourceBadge.tsx';
import {
  type CompetitionContent,
  defaultSlotsAfter,
  type LoadedCompetition,
  slotsAfterChoices,
} from '../messages/competition.ts';
import { inEnglish } from '../pageLanguage.ts';
import { shortSafeAddress } from '../route/routeModel.ts';
import { renderPngBase64, serializeSvg } from '../svgExport.ts';
import { AttemptSection } from './attemptTable.tsx';
import { CauseSection } from './causeTable.tsx';
import { competitionCsv } from './competitionCsv.ts';
import { type CompetitionModel, competitionModel } from './competitionModel.ts';
import type { CompetitionHost } from './links.tsx';
import { PossibleSection } from './possibleSection.tsx';
import { TimelineSection } from './timeline.tsx';
import { Limits, VerdictBox } from './verdict.tsx';
import { WouldHaveWonSection } from './wouldHaveWon.tsx';

interface CompetitionTabProps {
  /** Of the panel, which is new with each load. */
  readonly panel: { readonly competition: CompetitionContent | null };
  readonly host: CompetitionHost;
}

/** Asks for the competition once it is shown, and after each load that brought none. */
export function CompetitionTab({ panel, host }: CompetitionTabProps) {
  const { competition } = panel;
  const load = (after: number) => host.send({ type: 'load-competition', after });
  useEffect(() => {
    if (panel.competition === null) load(defaultSlotsAfter);
  }, [panel]);
  if (competition === null) {
    return (
      <div class="not-loaded">
        <p class="dim">{t('The competition is read from the blocks around the transaction.')}</p>
        <button type="button" onClick={() => load(defaultSlotsAfter)}>
          {t('Load Competition')}
        </button>
      </div>
    );
  }
  if (competition.kind === 'not-offered') {
    return (
      <div class="not-loaded">
        <NotOffered
          paragraphs={[
            t(
              '{0} does not offer the competition for an arbitrage.',
              sanitizeText(competition.source, 60),
            ),
            t(
              'The Sandbox, a service that runs Arbscope (arbscope serve), or your own node does. Add a Node connection: Arbscope then reads the blocks from it beside this service.',
            ),
          ]}
          host={host}
        />
      </div>
    );
  }
  return <Loaded content={competition} host={host} load={load} />;
}

interface LoadedProps {
  readonly content: LoadedCompetition;
  readonly host: CompetitionHost;
  readonly load: (slotsAfter: number) => void;
}

function Loaded({ content, host, load }: LoadedProps) {
  const model = useMemo(() => competitionModel(content), [content]);
  const place = useRef<HTMLDivElement>(null);
  if (model === null) return <p role="alert">{t('The response is incomplete.')}</p>;
  const save = async (format: ChartFormat) => {
    const data = await exportCompetition(model, format, place.current);
    if (data !== null) host.send({ type: 'save', format, name: exportName(content), data });
  };
  return (
    <div class="competition" ref={place}>
      <Controls model={model} load={load} onSave={(format) => void save(format)} />
      <VerdictBox model={model} host={host} />
      {content.note !== '' && <p class="note">{content.note}</p>}
      <Limits model={model} />
      <TimelineSection model={model} host={host} />
      <div class="pair">
        <CauseSection model={model} />
        <WouldHaveWonSection model={model} host={host} />
      </div>
      <AttemptSection model={model} host={host} />
      <PossibleSection model={model} host={host} />
    </div>
  );
}

interface ControlsProps {
  readonly model: CompetitionModel;
  readonly load: (slotsAfter: number) => void;
  readonly onSave: (format: ChartFormat) => void;
}

function Controls({ model, load, onSave }: ControlsProps) {
  const { slotsAfter } = model.content;
  const entries = slotsAfterChoices.map((slots) => [String(slots), t('+{0} slots', slots)]);
  return (
    <div class="competition-bar">
      <SegmentedControl
        name="slots-after"
        legend={t('Slots after the trigger')}
        labels={Object.fromEntries(entries) as Record<string, string>}
        value={String(slotsAfter)}
        onChange={(value) => load(Number(value))}
      />
      <span class="dim">{windowText(model)}</span>
      <span class="tools">
        <Quiet label={t('Save Attempts as CSV')} onClick={() => onSave('csv')} />
        <Quiet label={t('Save Timeline as SVG')} onClick={() => onSave('svg')} />
        <Quiet label={t('Save Timeline as PNG')} onClick={() => onSave('png')} />
      </span>
    </div>
  );
}

function windowText({ competition: { slots }, slotsRead, content }: CompetitionModel): string {
  const [first, last] = [slots[0]?.slot ?? 0, slots.at(-1)?.slot ?? 0];
  return [
    t('slots {0}–{1}', formatCount(first), formatCount(last)),
    t('{0} of {1} read', slotsRead, slots.length),
    sanitizeText(sourceText(content), 60),
  ].join(' · ');
}

/** File names are the same in every language. */
const exportName = ({ competition: { signature } }: LoadedCompetition): string =>
  inEnglish(() => `${t('Competition')} ${shortSafeAddress(signature).replace('…', '-')}`);

async function exportCompetition(
  model: CompetitionModel,
  format: ChartFormat,
  place: HTMLElement | null,
): Promise<string | null> {
  if (format === 'csv') return competitionCsv(model);
  const drawing = place?.querySelector<SVGSVGElement>('svg.timeline') ?? null;
  if (drawing === null) return null;
  const lines = [
    t('Competition: {0}', shortSafeAddress(model.competition.signature)),
    windowText(model),
    place?.querySelector('.verdict')?.textContent ?? '',
  ];
  return await withExportTitle(drawing, lines, (titled) =>
    format === 'svg' ? serializeSvg(titled) : renderPngBase64(titled),
  );
}
