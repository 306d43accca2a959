import { t } from '@vscode/l10n';
import { formatCount, formatDuration, formatUtcDateTime } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { attemptsText } from '../competition/competitionTexts.ts';
import { Quiet } from '../components/pageTools.tsx';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import { useStateOf } from '../components/useStateOf.ts';
import {
  type CompetitionWish,
  comparedChoices,
  competitionWindowsSeconds,
} from '../messages/walletChoices.ts';
import type {
  LoadedWalletCompetition,
  SentWalletCompetition,
} from '../messages/walletCompetition.ts';

interface ScopeProps {
  readonly content: LoadedWalletCompetition;
  readonly load: (wish: CompetitionWish) => void;
}

const windowLabels: Readonly<Record<string, string>> = Object.fromEntries(
  competitionWindowsSeconds.map((seconds) => [String(seconds), formatDuration(seconds)]),
);

/** The window, and what of it the figures are about. */
export function ScopeBar({ content, load }: ScopeProps) {
  const { wish, competition } = content;
  // The choice stays shown while its content is loaded.
  const [window, setWindow] = useStateOf(content, String(wish.windowSeconds));
  return (
    <>
      <SegmentedControl
        name="competition-window"
        legend={t('Window')}
        labels={windowLabels}
        value={window}
        onChange={(seconds) => {
          setWindow(seconds);
          load({ ...wish, windowSeconds: Number(seconds) });
        }}
      />
      <span class="dim small">{scopeText(competition)}</span>
      <Quiet label={t('Refresh')} onClick={() => load(wish)} />
    </>
  );
}

/** `2026-11-22 13:00:00 UTC to 2026-11-22 14:00:00 UTC, 57 attempts compared`. */
const scopeText = ({ from, to, attempts }: SentWalletCompetition): string =>
  joinList([
    t('{0} to {1}', formatUtcDateTime(Date.parse(from)), formatUtcDateTime(Date.parse(to))),
    t('{0} compared', attemptsText(attempts)),
  ]);

/** What the figures do not contain. */
export function ScopeNotes({ content, load }: ScopeProps) {
  const { competition } = content;
  const { attempts_unread: unread, attempts_unclear: unclear, slots_unread: slots } = competition;
  const { leaders_reason: leaders } = competition;
  return (
    <div class="limits">
      <Uncompared content={content} load={load} />
      <Warning
        count={unread}
        text={t(
          'Transactions of the wallet that could not be read, and count nowhere: {0}.',
          unread,
        )}
      />
      <Warning
        count={unclear}
        text={t('Attempts that only name pools, and count in the cost alone: {0}.', unclear)}
      />
      <Warning
        count={slots}
        text={t(
          'Slots around the attempts that could not be read, with unknown rivals: {0}.',
          slots,
        )}
      />
      {leaders !== '' && <p>{t('Leaders are unknown: {0}', sanitizeText(leaders, 200))}</p>}
      <p>
        {t(
          'Only what reached a block is seen: losing bundles and dropped transactions leave no trace. The attempts are a lower bound.',
        )}
      </p>
    </div>
  );
}

const Warning = ({ count, text }: { readonly count: number; readonly text: string }) =>
  count === 0 ? null : <p class="warning-line">{text}</p>;

/** Since when attempts were compared, with a button if a higher limit or more time would compare more. */
function Uncompared({ content: { competition, wish }, load }: ScopeProps) {
  const { compared_from: from, compared_reason: reason } = competition;
  if (from === null) return null;
  const isLimited = competition.attempts + competition.attempts_unread >= wish.limit;
  const next = comparedChoices.find((choice) => choice > wish.limit);
  return (
    <p class="warning-line">
      {t('Not all attempts before {0} were compared.', formatUtcDateTime(Date.parse(from)))}{' '}
      {sanitizeText(reason, 200)}{' '}
      {competition.continues && (
        <button type="button" class="link" onClick={() => load(wish)}>
          {t('Continue')}
        </button>
      )}
      {isLimited && next !== undefined && (
        <button
          type="button"
          class="link"
          title={t(
            'Compare the newest {0} attempts. Each reads up to 13 blocks of a node.',
            formatCount(next),
          )}
          onClick={() => load({ ...wish, limit: next })}
        >
          {t('Compare More')}
        </button>
      )}
    </p>
  );
}
