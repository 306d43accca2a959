import { t } from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { NotOffered } from '../components/notOffered.tsx';
import { type CompetitionWish, firstWish } from '../messages/walletChoices.ts';
import type {
  LoadedWalletCompetition,
  WalletCompetitionContent,
} from '../messages/walletCompetition.ts';
import { Headline } from './headline.tsx';
import { LossSection } from './lossSection.tsx';
import { OutcomeSection } from './outcomeSection.tsx';
import { RateSection } from './rateSection.tsx';
import { RivalSection } from './rivalSection.tsx';
import { ScopeNotes } from './scope.tsx';
import { Summary } from './summary.tsx';
import { TipCurveSection } from './tipCurveSection.tsx';
import type { WalletHost } from './walletHost.ts';

interface WalletCompetitionTabProps {
  /** Of the panel, which is new with each load. */
  readonly panel: { readonly competition: WalletCompetitionContent | null };
  readonly host: WalletHost;
  /** Charts, or else tables. */
  readonly hasDrawing: boolean;
}

/**
 * Asks for the competition once it is shown, after each load that brought none, and for the rest of one
 * that took too long for a request. Stop ends that, and what was compared stays.
 */
export function WalletCompetitionTab({ panel, host, hasDrawing }: WalletCompetitionTabProps) {
  const { competition } = panel;
  const load = (wish: CompetitionWish) => host.send({ type: 'load-competition', ...wish });
  useEffect(() => {
    if (competition === null) load(firstWish);
    else if (isUnfinished(competition)) load(competition.wish);
    // Not again after Stop, when only the label of a wallet changes.
  }, [competition?.kind === 'loaded' ? loadOf(competition) : panel]);
  if (competition === null) {
    return (
      <div class="not-loaded">
        <p class="dim">
          {t('The competition is read from up to 13 blocks around each of the newest attempts.')}
        </p>
        <button type="button" onClick={() => load(firstWish)}>
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
              '{0} does not offer the competition of a wallet.',
              sanitizeText(competition.source, 60),
            ),
            t(
              'The Sandbox, a Node connection and a service that runs Arbscope over a node (arbscope serve) do. Switch to one of them.',
            ),
          ]}
          host={host}
        />
      </div>
    );
  }
  return <Loaded content={competition} {...{ host, load, hasDrawing }} />;
}

/** Tells one load from another. */
const loadOf = ({ isStale, competition: { to } }: LoadedWalletCompetition): string =>
  `${to} ${isStale}`;

const isUnfinished = (content: WalletCompetitionContent): content is LoadedWalletCompetition =>
  content.kind === 'loaded' && (content.isStale || content.competition.continues);

interface LoadedProps {
  readonly content: LoadedWalletCompetition;
  readonly host: WalletHost;
  readonly load: (wish: CompetitionWish) => void;
  readonly hasDrawing: boolean;
}

const Loaded = ({ content, host, load, hasDrawing }: LoadedProps) => (
  <div class="competition wallet-competition">
    <Headline competition={content.competition} />
    <Summary content={content} host={host} />
    <ScopeNotes content={content} load={load} />
    <div class="pair">
      <OutcomeSection competition={content.competition} hasDrawing={hasDrawing} />
      <TipCurveSection competition={content.competition} hasDrawing={hasDrawing} />
    </div>
    <RivalSection content={content} host={host} />
    <RateSection content={content} host={host} hasDrawing={hasDrawing} />
    <LossSection content={content} host={host} />
  </div>
);
