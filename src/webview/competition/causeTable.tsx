import { t } from '@vscode/l10n';
import type { CompetitionCause } from '../../api/arbscope/competition.ts';
import { formatCount } from '../../api/format.ts';
import { type Column, Row, Table } from '../components/table.tsx';
import type { SentAttempt } from '../messages/competition.ts';
import { type CompetitionModel, verdictOf } from './competitionModel.ts';
import {
  anywayText,
  behindText,
  causeLabels,
  outcomeLook,
  pricesText,
} from './competitionTexts.ts';

/** In the order in which they are tried; the first that applies counts. */
const causes = [
  'own-error',
  'unknown-error',
  'unprofitable',
  'lost-anyway',
  'outbid',
  'latency',
] as const satisfies readonly CompetitionCause[];

/** Why the transaction lost, with what was ruled out; for a winner, why its rivals lost. */
export function CauseSection({ model }: { readonly model: CompetitionModel }) {
  const { subject, attempts } = model;
  const { cause } = subject;
  if (verdictOf(model) === 'lost' && cause !== null) {
    return (
      <section class="titled" aria-label={t('Why it lost')}>
        <h2>{t('Why it lost')}</h2>
        <OwnCauses cause={cause} model={model} />
        <p class="note">{t('The first cause that applies counts. Price: tip and priority fee.')}</p>
      </section>
    );
  }
  const rivals = attempts.filter((one) => one.role === 'rival' && one !== subject);
  if (rivals.length === 0) return null;
  return (
    <section class="titled" aria-label={t('Why rivals lost')}>
      <h2>{t('Why rivals lost')}</h2>
      <RivalCauses rivals={rivals} />
    </section>
  );
}

interface OwnCausesProps {
  readonly cause: NonNullable<SentAttempt['cause']>;
  readonly model: CompetitionModel;
}

function OwnCauses({ cause, model }: OwnCausesProps) {
  const { subject } = model;
  const columns: readonly Column[] = [
    { name: t('Cause') },
    { name: t('Applies') },
    { name: t('Figures') },
  ];
  const found =
    cause.kind === null ? causes.indexOf('outbid') : causes.indexOf(cause.kind as never);
  const appliesText = (at: number): string => {
    if (at < found) return t('no');
    if (cause.kind === null) return t('unknown');
    return at === found ? `✓ ${t('yes')}` : t('not reached');
  };
  const error = outcomeLook(subject).text;
  const distance = behindText(subject, model);
  const figures: Readonly<Record<(typeof causes)[number], string>> = {
    'own-error': error,
    'unknown-error': error,
    unprofitable: distance,
    'lost-anyway': anywayText(subject, model),
    outbid: pricesText(subject, model),
    latency: distance,
  };
  return (
    <Table
      class="causes"
      caption={t('Causes in the order in which they are tried')}
      columns={columns}
    >
      {causes.map((each, at) => (
        <tr key={each} class={each === cause.kind ? 'applies' : at < found ? '' : 'dim'}>
          <th scope="row">{causeLabels[each]()}</th>
          <td>{appliesText(at)}</td>
          <td>
            <bdi>{figures[each]}</bdi>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function RivalCauses({ rivals }: { readonly rivals: readonly SentAttempt[] }) {
  const columns: readonly Column[] = [
    { name: t('Cause') },
    { name: t('Attempts'), isFigure: true },
  ];
  const count = (kind: CompetitionCause | null): number =>
    rivals.filter(({ cause }) => (cause?.kind ?? null) === kind).length;
  const rows = [...causes, null].flatMap((kind) =>
    count(kind) === 0
      ? []
      : [{ label: kind === null ? t('unknown') : causeLabels[kind](), number: count(kind) }],
  );
  return (
    <Table class="causes" caption={t('Attempts of rivals by cause')} columns={columns}>
      {rows.map(({ label, number }) => (
        <Row key={label} columns={columns}>
          {label}
          {formatCount(number)}
        </Row>
      ))}
    </Table>
  );
}
