import { t } from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { NotOffered } from '../components/notOffered.tsx';
import { chartFormats, PageTools } from '../components/pageTools.tsx';
import { useSavedState } from '../components/useSavedState.ts';
import { useStateOf } from '../components/useStateOf.ts';
import { bestPoolCount, type CoverageContent, type CoverageRequest } from '../messages/coverage.ts';
import type { ExportFormat } from '../messages.ts';
import type { PageProps } from '../renderPage.tsx';
import { Assumptions } from './assumptions.tsx';
import { Controls } from './controls.tsx';
import { Badges, Headline } from './coverageHeader.tsx';
import { exportCoverage, exportName } from './exportCoverage.ts';
import { GainCurveSection } from './gainCurveSection.tsx';
import { GainSection } from './gainSection.tsx';
import { MissingSection } from './missingSection.tsx';
import { ReplaySection } from './replaySection.tsx';
import type { CoverageView, SectionProps } from './section.tsx';
import { SettingsSection } from './settingsSection.tsx';
import { ShareSection } from './shareSection.tsx';

export function CoveragePage({ content, host }: PageProps<CoverageContent, CoverageRequest>) {
  const { config, coverage, faults, source } = content;
  const [view, setView] = useSavedState<CoverageView>(host, 'view', (saved) =>
    saved === 'table' ? 'table' : 'charts',
  );
  const sections = useRef<HTMLDivElement>(null);
  const shown = { content, view, send: host.send.bind(host) };
  const save = async (format: ExportFormat) => {
    const data = sections.current && (await exportCoverage(content, format, sections.current));
    if (data !== null) host.send({ type: 'save', format, name: exportName(content), data });
  };
  return (
    <div class="coverage">
      <header class="head">
        <h1>
          {t('Coverage')} <bdi class="mono">{config.name}</bdi>
        </h1>
        <Badges content={content} />
        <PageTools
          save={{
            formats: chartFormats,
            hasFigures: coverage !== null,
            hasDrawing: coverage !== null && view === 'charts',
            onSave: (format) => void save(format),
          }}
        />
      </header>
      {faults.length > 0 && <FaultList faults={faults} />}
      {/* Stays in the page, so that the choices in it outlive a connection without coverage. */}
      <div class="body" hidden={coverage === null}>
        <Controls {...shown} onView={setView} />
        <Headline content={content} />
        <Assumptions content={content} send={shown.send} />
        <div class="parts" ref={sections}>
          <ShareSection {...shown} />
          <MissingPools {...shown} />
          <ReplaySection {...shown} />
          <GainSection {...shown} />
          <SettingsSection {...shown} />
        </div>
      </div>
      {coverage === null && faults.length === 0 && (
        <div class="not-offered">
          <section>
            <h2>{t('No coverage')}</h2>
            <NotOffered
              paragraphs={[
                t('{0} does not offer coverage and replay.', source),
                t(
                  'The Sandbox, your own node, or a service that runs Arbscope (arbscope serve) does.',
                ),
              ]}
              host={host}
            />
          </section>
        </div>
      )}
    </div>
  );
}

/** The sections about missing pools, which share the number of pools to add. */
function MissingPools(shown: SectionProps) {
  const missing = shown.content.coverage?.missing_pools ?? [];
  /** Kept until other pools are missing. */
  const [chosen, choose] = useStateOf(
    missing.map(({ pool }) => pool).join(),
    bestPoolCount(missing),
  );
  return (
    <>
      <GainCurveSection {...shown} count={chosen} onChoose={choose} />
      <MissingSection {...shown} chosen={chosen} />
    </>
  );
}

const FaultList = ({ faults }: { readonly faults: readonly string[] }) => (
  <ul class="faults">
    {faults.map((fault) => (
      <li key={fault}>
        <bdi>{fault}</bdi>
      </li>
    ))}
  </ul>
);
