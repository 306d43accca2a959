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

type HeadingFormatter = (heading: string) => string;

const row = (
  icon: string,
  label: string,
  description = '',
  more: Partial<Choice<PreviewAction>> = {},
): Choice<PreviewAction> => ({
  label: `$(${icon}) ${label}`,
  description,
  value: 'nothing',
  ...more,
});

/** The rows with a line above the first of them. */
const withHeading = (
  heading: string,
  [first, ...rest]: readonly Choice<PreviewAction>[],
): Choice<PreviewAction>[] => (first === undefined ? [] : [{ ...first, group: heading }, ...rest]);

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
    {
      label: `$(json) ${t('Show Everything as JSON')}`,
      description: t('checks, accounts, instructions, logs'),
      value: 'details',
    },
  ];
  for (const [at, report] of reports.entries()) {
    // Each part is headed by what it is, and where there are several, of which transaction.
    const headed = (heading: string): string =>
      reports.length === 1 ? heading : t('{0} of transaction {1}', heading, at + 1);
    rows.push(
      ...withHeading(headed(t('Findings')), findingRows(report)),
      ...reportRows(report, answer.tipMarkets, headed),
    );
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

function findingRows({ findings }: TransactionReport): Choice<PreviewAction>[] {
  return findings.map(({ rank, message }) => {
    const [line, rest] = splitLine(message);
    return row(findingIcons[rank], line, '', rest === '' ? {} : { detail: rest });
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
  if (report.version === null) return [];
  return [
    ...withHeading(headed(t('Transaction')), transactionRows(report, markets)),
    ...(report.simulation === null ? [] : simulationRows(report.simulation, report, headed)),
    ...withHeading(
      headed(t('Instructions')),
      report.instructions.map(({ programName, program, name, dataBytes, details }, at) => {
        const what = name ?? t('call of {0} bytes', formatCount(dataBytes));
        const label = `${at + 1}. ${programName ?? shortAddress(program)}: ${what}`;
        return row('symbol-method', label, formatInstructionDetails(details));
      }),
    ),
    ...withHeading(
      headed(t('Writable Accounts')),
      report.accounts.flatMap(({ isWritable, isSigner, address, name, table, tableIndex }) => {
        if (!isWritable) return [];
        const where =
          table === null
            ? ''
            : t('from lookup table {0}', `${shortAddress(table)} [${tableIndex}]`);
        const role = [isSigner ? t('signs') : '', name ?? '', where].filter(Boolean).join(', ');
        return [row('edit', address ?? t('not resolved'), role)];
      }),
    ),
    ...withHeading(
      headed(t('Lookup Tables')),
      report.lookups.map(({ table, writable, readonly, state }) => {
        const label = lookupTableLabels[state];
        return row(
          'list-tree',
          table,
          t('{0} writable, {1} readonly: {2}', writable, readonly, label),
        );
      }),
    ),
  ];
}

/** Size, who signs and pays, how long it is good, and what it pays for being taken. */
function transactionRows(
  report: TransactionReport,
  markets: readonly ProviderTipPercentiles[],
): Choice<PreviewAction>[] {
  const { signature, feePayer, fee, lifetime, payerLamports, sizeLimitBytes } = report;
  const size = formatCount(report.sizeBytes);
  return [
    row(
      'file-binary',
      sizeLimitBytes === null
        ? t('{0} bytes', size)
        : t('{0} of {1} bytes', size, formatCount(sizeLimitBytes)),
      t('version {0}', report.version ?? ''),
    ),
    ...(signature === null
      ? []
      : [
          row('key', shortAddress(signature), t('signature; Enter copies it'), {
            value: 'copy-signature',
          }),
        ]),
    row(
      'account',
      feePayer ?? '',
      t('fee payer'),
      payerLamports === null ? {} : { detail: t('Holds {0}', formatLamportsAsSol(payerLamports)) },
    ),
    ...report.signatures.map(({ signer, state }) =>
      row(state === 'valid' ? 'check' : 'x', shortAddress(signer), signatureLabels[state]),
    ),
    ...(lifetime === null ? [] : [row('watch', ...formatLifetime(lifetime))]),
    ...(fee === null ? [] : [feeRow(fee)]),
    ...report.tips.map(({ provider, providerName, lamports, inner, recipient }) => {
      const market = markets.find((each) => each.provider === provider);
      return row(
        'gift',
        t('Tip {0} to {1}', formatLamportsAsSol(lamports), providerName),
        `${inner ? t('by a program') : t('at top level')}, ${shortAddress(recipient)}`,
        {
          detail:
            market === undefined
              ? t('What others tip it is not known over this connection.')
              : formatTipMarket(market),
        },
      );
    }),
    ...(report.tips.length === 0 ? [row('gift', t('No tip'))] : []),
  ];
}

function feeRow(fee: NonNullable<TransactionReport['fee']>): Choice<PreviewAction> {
  const price =
    fee.microLamportsPerUnit === null
      ? t('priority fee in the header')
      : t('{0} micro-lamports per unit', formatCount(fee.microLamportsPerUnit));
  const limit = formatCount(fee.computeUnitLimit);
  const base = formatLamports(fee.baseFeeLamports);
  return row(
    'dashboard',
    t('Fee {0}', formatLamportsAsSol(fee.feeLamports)),
    t('{0} base + {1} priority', base, formatLamports(fee.priorityFeeLamports)),
    {
      detail: fee.isLimitSet
        ? t('{0} units, {1}', limit, price)
        : t('{0} units (default), {1}', limit, price),
    },
  );
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

function formatTipMarket(market: ProviderTipPercentiles): string {
  const amounts = (['p25', 'p50', 'p75', 'p95'] as const)
    .map((name) => `${name} ${formatLamportsAsSol(market[name]).replace(/ SOL$/, '')}`)
    .join(' · ');
  return t(
    'Market: {0} SOL ({1} tips in {2})',
    amounts,
    formatCount(market.transactions),
    formatDuration(market.windowSeconds),
  );
}

function simulationRows(
  simulation: NonNullable<TransactionReport['simulation']>,
  { fee }: TransactionReport,
  headed: HeadingFormatter,
): Choice<PreviewAction>[] {
  const { isSuccess, error, unitsConsumed, slot, commitment, logs } = simulation;
  const limit = formatCount(fee?.computeUnitLimit ?? 0);
  const outcome = row(
    isSuccess ? 'pass' : 'error',
    isSuccess ? t('Simulation succeeded') : t('Simulation failed: {0}', `${error}`),
    unitsConsumed === null ? '' : t('{0} of {1} units', formatCount(unitsConsumed), limit),
    {
      detail: t(
        'On the state of slot {0} ({1}), {2} log lines',
        slot === null ? t('unknown') : formatCount(slot),
        commitment,
        formatCount(logs.length),
      ),
    },
  );
  const changes = simulation.changes.map(({ account, mint, symbol, decimals, before, after }) => {
    const difference = after - before;
    const unit = symbol === '' ? shortAddress(mint ?? '') : symbol;
    const amount = formatTokenAmount(difference, decimals, unit);
    return row(
      'arrow-swap',
      `${difference > 0n ? '+' : ''}${amount}`,
      t('{0}, {1} before', shortAddress(account), formatTokenAmount(before, decimals, unit)),
    );
  });
  const shown = logs.slice(-maxLogLines);
  const heading = headed(t('Logs'));
  return [
    ...withHeading(headed(t('Simulation')), [outcome, ...changes]),
    ...withHeading(
      shown.length === logs.length ? heading : t('{0}, the last {1}', heading, maxLogLines),
      // Programs write them.
      shown.map((line) => row('output', escapeIcons(sanitizeText(line, maxLogLineLength)))),
    ),
  ];
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
