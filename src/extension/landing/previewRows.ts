import { t } from '@vscode/l10n';
import {
  formatCount,
  formatDuration,
  formatLamports,
  formatLamportsAsSol,
} from '../../api/format.ts';
import { escapeIcons, sanitizeText } from '../../api/sanitizeText.ts';
import type {
  PrepareLandingResponse,
  ProviderTipPercentiles,
} from '../../backend/protocol/landingProtocol.ts';
import {
  canSend,
  type FindingRank,
  type TransactionReport,
} from '../../solana/landing/transactionReport.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { Choice } from '../ui/prompts/prompter.ts';
import { formatAmountAtRisk, formatTokenAmount } from './landingLabels.ts';

/** What pressing Enter on a row of the preview does; rows that only tell do nothing. */
export type PreviewAction =
  | 'send'
  | 'protect'
  | 'details'
  | 'copy-signature'
  | 'blocked'
  | 'nothing';

/** A heading for the part of one transaction. */
type HeadingFormatter = (heading: string) => string;

const findingIcons: Readonly<Record<FindingRank, string>> = {
  refuse: 'error',
  warn: 'warning',
  inform: 'info',
};

/**
 * The preview as rows: what may be done, then what was found, then what the transaction is. The
 * first row is the one that Enter takes.
 */
export function previewRows(
  answer: PrepareLandingResponse,
  isProtected: boolean,
): Choice<PreviewAction>[] {
  const reports = answer.transactions.map(({ report }) => report);
  const rows: Choice<PreviewAction>[] = [
    sendRow(answer, reports),
    protectionRow(answer, isProtected),
  ];
  rows.push({
    label: `$(json) ${t('Show Everything as JSON')}`,
    description: t('checks, accounts, instructions, logs'),
    value: 'details',
  });
  for (const [at, report] of reports.entries()) {
    // Each part is headed by what it is, and where there are several, of which transaction.
    const headed = (heading: string): string =>
      reports.length === 1 ? heading : t('{0} of transaction {1}', heading, at + 1);
    rows.push(...findingRows(report, headed), ...reportRows(report, answer.tipMarkets, headed));
  }
  return rows;
}

function sendRow(
  { network, host }: PrepareLandingResponse,
  reports: readonly TransactionReport[],
): Choice<PreviewAction> {
  if (!reports.every(canSend)) {
    return {
      label: `$(circle-slash) ${t('Cannot Be Sent')}`,
      description:
        reports.length === 1
          ? t('It would not land; the reasons are below')
          : t('All {0} would not land; the reasons are below', reports.length),
      value: 'blocked',
      isCurrent: true,
    };
  }
  const warnings = reports.flatMap(({ findings }) =>
    findings.filter(({ rank }) => rank === 'warn'),
  ).length;
  return {
    label: `$(rocket) ${t('Send to {0}…', network)}`,
    description: formatHost(host, warnings),
    detail: t('At risk: {0}', formatAmountAtRisk(reports)),
    value: 'send',
    isCurrent: true,
  };
}

function formatHost(host: string, warnings: number): string {
  if (warnings === 0) return t('through {0}', host);
  return warnings === 1
    ? t('through {0}, 1 warning', host)
    : t('through {0}, {1} warnings', host, warnings);
}

function protectionRow(
  { protection, kind }: PrepareLandingResponse,
  isProtected: boolean,
): Choice<PreviewAction> {
  if (protection !== true) {
    return {
      label: `$(unlock) ${t('Front-Running Protection: Not Available')}`,
      detail: protection,
      value: 'nothing',
    };
  }
  const open =
    kind === 'node'
      ? t('Sent to the node, which shares it with the network before it lands.')
      : kind === 'service'
        ? t(
            'Sent on the stake-weighted path and as a bundle: quicker, and others may see it first.',
          )
        : t('The Sandbox has nobody who could run in front.');
  return isProtected
    ? {
        label: `$(lock) ${t('Front-Running Protection: On')}`,
        description: t('Enter turns it off'),
        detail: t('Sent as a bundle only. If that fails, it is not sent in any other way.'),
        value: 'protect',
      }
    : {
        label: `$(unlock) ${t('Front-Running Protection: Off')}`,
        description: t('Enter turns it on'),
        detail: open,
        value: 'protect',
      };
}

const signatureLabels: Readonly<Record<TransactionReport['signatures'][number]['state'], string>> =
  {
    valid: t('signature valid'),
    invalid: t('signature invalid'),
    missing: t('signature missing'),
  };

const lookupTableLabels: Readonly<Record<TransactionReport['lookups'][number]['state'], string>> = {
  usable: t('usable'),
  missing: t('missing'),
  'not-a-table': t('not-a-table'),
  deactivated: t('deactivated'),
  'too-short': t('too-short'),
  unread: t('unread'),
};

function findingRows(
  { findings }: TransactionReport,
  headed: HeadingFormatter,
): Choice<PreviewAction>[] {
  return findings.map(({ rank, message }, at) => {
    const [line, rest] = splitLine(message);
    return {
      label: `$(${findingIcons[rank]}) ${line}`,
      value: 'nothing',
      ...(rest === '' ? {} : { detail: rest }),
      ...(at === 0 ? { group: headed(t('Findings')) } : {}),
    };
  });
}

/** As much as a line of the list shows; Chinese characters are twice as wide. */
const maxLineCharacters = 72;
const wideCharacter = /\p{Script=Han}/u;
const widePunctuation = ['，', '；', '：', '。'] as const;

/** A sentence on the two lines that a row has. */
export function splitLine(text: string): readonly [string, string] {
  const most = wideCharacter.test(text) ? maxLineCharacters / 2 : maxLineCharacters;
  if (text.length <= most) return [text, ''];
  const behindMarks = widePunctuation.map((mark) => text.lastIndexOf(mark, most - 1) + 1);
  const at = Math.max(text.lastIndexOf(' ', most), ...behindMarks);
  return at <= 0 ? [text, ''] : [text.slice(0, at), text.slice(at).trimStart()];
}

function reportRows(
  report: TransactionReport,
  markets: readonly ProviderTipPercentiles[],
  headed: HeadingFormatter,
): Choice<PreviewAction>[] {
  const rows: Choice<PreviewAction>[] = [];
  const add = (
    icon: string,
    label: string,
    description = '',
    more: Partial<Choice<PreviewAction>> = {},
  ) => {
    rows.push({ label: `$(${icon}) ${label}`, description, value: 'nothing', ...more });
  };
  const { version, signature, feePayer, fee, lifetime, simulation } = report;
  if (version === null) return rows;
  const size =
    report.sizeLimitBytes === null
      ? t('{0} bytes', formatCount(report.sizeBytes))
      : t('{0} of {1} bytes', formatCount(report.sizeBytes), formatCount(report.sizeLimitBytes));
  add('file-binary', size, t('version {0}', version), { group: headed(t('Transaction')) });
  if (signature !== null) {
    add('key', shortAddress(signature), t('signature; Enter copies it'), {
      value: 'copy-signature',
    });
  }
  const balance =
    report.payerLamports === null
      ? {}
      : { detail: t('Holds {0}', formatLamportsAsSol(report.payerLamports)) };
  add('account', feePayer ?? '', t('fee payer'), balance);
  for (const { signer, state } of report.signatures) {
    add(state === 'valid' ? 'check' : 'x', shortAddress(signer), signatureLabels[state]);
  }
  if (lifetime !== null) add('watch', ...formatLifetime(lifetime));
  if (fee !== null) {
    const price =
      fee.microLamportsPerUnit === null
        ? t('priority fee in the header')
        : t('{0} micro-lamports per unit', formatCount(fee.microLamportsPerUnit));
    const limit = formatCount(fee.computeUnitLimit);
    add(
      'dashboard',
      t('Fee {0}', formatLamportsAsSol(fee.feeLamports)),
      t(
        '{0} base + {1} priority',
        formatLamports(fee.baseFeeLamports),
        formatLamports(fee.priorityFeeLamports),
      ),
      {
        detail: fee.isLimitSet
          ? t('{0} units, {1}', limit, price)
          : t('{0} units (default), {1}', limit, price),
      },
    );
  }
  for (const tip of report.tips) {
    const market = markets.find(({ provider }) => provider === tip.provider);
    add(
      'gift',
      t('Tip {0} to {1}', formatLamportsAsSol(tip.lamports), tip.providerName),
      `${tip.inner ? t('by a program') : t('at top level')}, ${shortAddress(tip.recipient)}`,
      {
        detail:
          market === undefined
            ? t('What others tip it is not known over this connection.')
            : formatTipMarket(market),
      },
    );
  }
  if (report.tips.length === 0) add('gift', t('No tip'));
  if (simulation !== null) rows.push(...simulationRows(simulation, report, headed));
  for (const [at, one] of report.instructions.entries()) {
    const program = one.programName ?? shortAddress(one.program);
    const what = one.name ?? t('call of {0} bytes', formatCount(one.dataBytes));
    add('symbol-method', `${at + 1}. ${program}: ${what}`, formatInstructionDetails(one.details), {
      ...(at === 0 ? { group: headed(t('Instructions')) } : {}),
    });
  }
  const writable = report.accounts.filter(({ isWritable }) => isWritable);
  for (const [at, account] of writable.entries()) {
    const where =
      account.table === null
        ? ''
        : t('from lookup table {0}', `${shortAddress(account.table)} [${account.tableIndex}]`);
    const role = [account.isSigner ? t('signs') : '', account.name ?? '', where];
    add('edit', account.address ?? t('not resolved'), role.filter(Boolean).join(', '), {
      ...(at === 0 ? { group: headed(t('Writable Accounts')) } : {}),
    });
  }
  for (const [at, lookup] of report.lookups.entries()) {
    add(
      'list-tree',
      lookup.table,
      t(
        '{0} writable, {1} readonly: {2}',
        lookup.writable,
        lookup.readonly,
        lookupTableLabels[lookup.state],
      ),
      {
        ...(at === 0 ? { group: headed(t('Lookup Tables')) } : {}),
      },
    );
  }
  return rows;
}

function formatLifetime(
  lifetime: NonNullable<TransactionReport['lifetime']>,
): [label: string, description: string] {
  const known = { true: t('valid'), false: t('not valid'), null: t('not checked') } as const;
  const validity = known[`${lifetime.isValid}`];
  if (lifetime.kind === 'nonce') {
    return [
      t('Durable nonce {0}', shortAddress(lifetime.nonce)),
      t('{0}, of {1}', validity, shortAddress(lifetime.account)),
    ];
  }
  return [
    t('Blockhash {0}', shortAddress(lifetime.blockhash)),
    lifetime.blocksLeft === null
      ? validity
      : t('{0}, {1} blocks left', validity, lifetime.blocksLeft),
  ];
}

function formatTipMarket({
  p25,
  p50,
  p75,
  p95,
  transactions,
  windowSeconds,
}: ProviderTipPercentiles): string {
  const figures = [
    ['p25', p25],
    ['p50', p50],
    ['p75', p75],
    ['p95', p95],
  ] as const;
  const amounts = figures
    .map(([label, amount]) => `${label} ${formatSolAmount(amount)}`)
    .join(' · ');
  return t(
    'Market: {0} SOL ({1} tips in {2})',
    amounts,
    formatCount(transactions),
    formatDuration(windowSeconds),
  );
}

const formatSolAmount = (amount: bigint): string =>
  formatLamportsAsSol(amount).replace(/ SOL$/, '');

function simulationRows(
  simulation: NonNullable<TransactionReport['simulation']>,
  { fee }: TransactionReport,
  headed: HeadingFormatter,
): Choice<PreviewAction>[] {
  const units =
    simulation.unitsConsumed === null
      ? ''
      : t(
          '{0} of {1} units',
          formatCount(simulation.unitsConsumed),
          formatCount(fee?.computeUnitLimit ?? 0),
        );
  const rows: Choice<PreviewAction>[] = [
    {
      label: simulation.isSuccess
        ? `$(pass) ${t('Simulation succeeded')}`
        : `$(error) ${t('Simulation failed: {0}', `${simulation.error}`)}`,
      description: units,
      detail: t(
        'On the state of slot {0} ({1}), {2} log lines',
        simulation.slot === null ? t('unknown') : formatCount(simulation.slot),
        simulation.commitment,
        formatCount(simulation.logs.length),
      ),
      value: 'nothing',
      group: headed(t('Simulation')),
    },
  ];
  for (const change of simulation.changes) {
    const difference = change.after - change.before;
    const symbol = change.symbol === '' ? shortAddress(change.mint ?? '') : change.symbol;
    const sign = difference > 0n ? '+' : '';
    rows.push({
      label: `$(arrow-swap) ${sign}${formatTokenAmount(difference, change.decimals, symbol)}`,
      description: t(
        '{0}, {1} before',
        shortAddress(change.account),
        formatTokenAmount(change.before, change.decimals, symbol),
      ),
      value: 'nothing',
    });
  }
  const shown = simulation.logs.slice(-maxLogLines);
  for (const [at, line] of shown.entries()) {
    const left = simulation.logs.length - shown.length;
    rows.push({
      // Programs write them.
      label: `$(output) ${escapeIcons(sanitizeText(line, maxLogLineLength))}`,
      value: 'nothing',
      ...(at === 0
        ? {
            group:
              left === 0
                ? headed(t('Logs'))
                : t('{0}, the last {1}', headed(t('Logs')), maxLogLines),
          }
        : {}),
    });
  }
  return rows;
}

/** The end tells why it failed; all of them are in the JSON. */
const maxLogLines = 12;
const maxLogLineLength = 120;
const maxDetailLength = 160;

function formatInstructionDetails(details: readonly (readonly [string, string])[]): string {
  const words = details
    .map(([member, value]) => `${member} ${value.length > 20 ? shortAddress(value) : value}`)
    .join(', ');
  return words.length > maxDetailLength ? `${words.slice(0, maxDetailLength)}…` : words;
}
