import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import {
  formatCount,
  formatDuration,
  formatLamportsAsSol,
  withPlusSign,
} from '../../api/format.ts';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import { escapeIcons, sanitizeText } from '../../api/sanitizeText.ts';
import type {
  LandingOption,
  LandingPlan,
  ProviderTipPercentiles,
} from '../../backend/protocol/landingProtocol.ts';
import {
  canSend,
  type FindingRank,
  type TransactionReport,
} from '../../solana/landing/transactionReport.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type Choice, withGroup } from '../ui/prompts/prompter.ts';
import { formatAmountAtRisk } from './amountAtRisk.ts';
import { findWarnings, formatTokenAmount, optionLabel } from './landingLabels.ts';
import { type PreviewAction, row } from './previewRow.ts';
import { formatRouteAtRisk, openSimulationRow, routeRows } from './routeRows.ts';

type HeadingFormatter = (heading: string) => string;

const findingIcons: Readonly<Record<FindingRank, string>> = {
  refuse: 'error',
  warn: 'warning',
  inform: 'info',
};

interface PreviewOptions {
  readonly isNewReceiver?: boolean;
  /** Source lines of the workspace's errors, for each report; empty: none. */
  readonly errorSources?: readonly string[];
}

/** Enter picks the first row. */
export function previewRows(
  plan: LandingPlan,
  { isNewReceiver = false, errorSources = [] }: PreviewOptions = {},
): Choice<PreviewAction>[] {
  const { reports } = plan;
  const rows = [
    sendRow(plan),
    protectionRow(plan),
    ...hostRows(plan, isNewReceiver),
    ...plan.options.map(optionRow),
    ...openSimulationRow(reports),
    ...errorSourceRows(reports, errorSources),
    row('json', t('Show Everything as JSON'), '', { value: 'details' }),
  ];
  for (const [at, report] of reports.entries()) {
    // Each section has a heading; with several transactions it names the transaction.
    const headed = (heading: string): string =>
      reports.length === 1 ? heading : t('{0} of transaction {1}', heading, at + 1);
    const findings = report.findings.map(({ rank, message, detail }) =>
      row(
        findingIcons[rank],
        escapeIcons(message),
        '',
        detail === undefined ? {} : { detail: escapeIcons(detail) },
      ),
    );
    rows.push(
      ...withGroup(headed(t('Findings')), findings),
      ...withGroup(headed(t('Simulated Route')), routeRows(report)),
      ...reportRows(report, plan.tipMarkets, headed),
    );
  }
  return rows;
}

function sendRow({ network, reports }: LandingPlan): Choice<PreviewAction> {
  if (!reports.every(canSend)) {
    const description = t('See the findings below');
    return row('circle-slash', t('Cannot Be Sent'), description, {
      value: 'blocked',
      isCurrent: true,
    });
  }
  const warnings = findWarnings(reports).length;
  const counted =
    warnings === 0 ? '' : warnings === 1 ? t('1 warning') : t('{0} warnings', warnings);
  return row('rocket', t('Send to {0}…', network), counted, {
    detail: escapeIcons(joinLabel(t('At risk'), formatAmountAtRisk(reports))),
    value: 'send',
    isCurrent: true,
  });
}

function protectionRow(plan: LandingPlan): Choice<PreviewAction> {
  const { protection, frontRunningProtection: isProtected } = plan;
  const isAvailable = protection === true;
  const state = !isAvailable ? t('not available') : isProtected ? t('on') : t('off');
  const atRisk = formatRouteAtRisk(plan);
  const details = [
    isAvailable ? '' : protection,
    atRisk === '' ? '' : t('Front-running puts {0} at risk', atRisk),
  ].filter(Boolean);
  return row(
    isProtected ? 'lock' : 'unlock',
    joinLabel(t('Front-running protection'), state),
    isAvailable ? t('Press Enter to change') : '',
    {
      ...(isAvailable ? { value: 'protect' } : {}),
      ...(details.length === 0 ? {} : { detail: details.join(' · ') }),
    },
  );
}

/** Recipients of the transactions, and of the simulation; origins get a full line. */
function hostRows(
  { kind, receiver, queriedOrigin }: LandingPlan,
  isNewReceiver: boolean,
): Choice<PreviewAction>[] {
  if (kind === 'sandbox') return [];
  return [
    row(
      isNewReceiver ? 'warning' : 'globe',
      isNewReceiver ? t('New receiver') : t('Receiver'),
      '',
      { detail: receiver },
    ),
    ...(queriedOrigin === null || queriedOrigin === receiver
      ? []
      : [row('server', t('Checked and simulated by a node'), '', { detail: queriedOrigin })]),
  ];
}

function errorSourceRows(
  reports: LandingPlan['reports'],
  sources: readonly string[],
): Choice<PreviewAction>[] {
  const names = new Map(
    sources.map((source, at) => [source, reports[at]?.simulation?.idlError?.name ?? '']),
  );
  names.delete('');
  return [...names].map(([source, name]) =>
    row('go-to-file', escapeIcons(t('Open {0}', source)), escapeIcons(name), {
      value: { source },
    }),
  );
}

const optionRow = (option: LandingOption): Choice<PreviewAction> =>
  row('settings-gear', escapeIcons(optionLabel(option)), t('from your settings'), {
    detail: escapeIcons(option.value),
  });

const stateLabels: Readonly<
  Record<
    | TransactionReport['signatures'][number]['state']
    | TransactionReport['lookups'][number]['state'],
    string
  >
> = {
  valid: t('valid'),
  invalid: t('invalid'),
  missing: t('missing'),
  usable: t('usable'),
  'not-a-table': t('invalid'),
  deactivated: t('deactivated'),
  'too-short': t('invalid'),
  unread: t('not read'),
};

function reportRows(
  report: TransactionReport,
  markets: readonly ProviderTipPercentiles[],
  headed: HeadingFormatter,
): Choice<PreviewAction>[] {
  if (report.version === null) return [];
  return [
    ...withGroup(headed(t('Transaction')), transactionRows(report, markets)),
    ...(report.simulation === null ? [] : simulationRows(report.simulation, report, headed)),
    ...withGroup(
      headed(t('Instructions')),
      report.instructions.map(({ programName, program, name, dataBytes, details }, at) => {
        const call =
          name ?? joinNote(t('unknown instruction'), t('{0} bytes', formatCount(dataBytes)));
        const label = `${at + 1}. ${joinLabel(programName ?? shortAddress(program), call)}`;
        const detail = formatInstructionDetails(details);
        return row('symbol-method', escapeIcons(label), '', detail === '' ? {} : { detail });
      }),
    ),
    ...withGroup(
      headed(t('Writable Accounts')),
      report.accounts.flatMap(({ isWritable, isSigner, address, name, table, tableIndex }) => {
        if (!isWritable) return [];
        const source =
          table === null
            ? ''
            : t('from lookup table {0}', `${shortAddress(table)} [${tableIndex}]`);
        const role = joinList([isSigner ? t('signer') : '', name ?? '', source]);
        return address === null
          ? [row('edit', t('not resolved'), role)]
          : [row('edit', shortAddress(address), role, { detail: address })];
      }),
    ),
    ...withGroup(
      headed(t('Lookup Tables')),
      report.lookups.map(({ table, writable, readonly, state }) => {
        const counts = t('{0} writable, {1} read-only', writable, readonly);
        const description = [stateLabels[state], counts].join(' · ');
        return row('list-tree', shortAddress(table), description, { detail: table });
      }),
    ),
  ];
}

function transactionRows(
  report: TransactionReport,
  markets: readonly ProviderTipPercentiles[],
): Choice<PreviewAction>[] {
  const { signature, feePayer, fee, lifetime, payerLamports, sizeLimitBytes, tips } = report;
  return [
    row(
      'file-binary',
      t('{0} of {1} bytes', formatCount(report.sizeBytes), formatCount(sizeLimitBytes ?? 0)),
      t('version {0}', report.version ?? ''),
    ),
    ...(signature === null
      ? []
      : [
          row('key', joinLabel(t('Signature'), shortAddress(signature)), t('Press Enter to copy'), {
            value: 'copy-signature',
          }),
        ]),
    row(
      'account',
      joinLabel(t('Fee payer'), shortAddress(feePayer ?? '')),
      payerLamports === null ? '' : formatLamportsAsSol(payerLamports),
      { detail: feePayer ?? '' },
    ),
    ...report.signatures.map(({ signer, state }) =>
      row(
        state === 'valid' ? 'check' : 'x',
        t('Signature of {0}', shortAddress(signer)),
        stateLabels[state],
      ),
    ),
    ...(lifetime === null ? [] : [row('watch', ...formatLifetime(lifetime))]),
    ...(fee === null ? [] : [feeRow(fee), proposedFeeRow(fee)]),
    ...tips.map(({ provider, providerName, lamports, inner, recipient }) => {
      const market = markets.find((each) => each.provider === provider);
      const source = shortAddress(recipient);
      return row(
        'gift',
        t('Tip {0} to {1}', formatLamportsAsSol(lamports), providerName),
        inner ? joinNote(source, t('paid by a program')) : source,
        { detail: market === undefined ? t('Market tips unknown') : formatTipMarket(market) },
      );
    }),
    ...(tips.length === 0 ? [row('gift', t('No tip'))] : []),
  ];
}

function feeRow(fee: NonNullable<TransactionReport['fee']>): Choice<PreviewAction> {
  const limit = `${formatCount(fee.computeUnitLimit)} CU`;
  const parts = t(
    '{0} base + {1} priority lamports',
    formatCount(fee.baseFeeLamports),
    formatCount(fee.priorityFeeLamports),
  );
  const price = fee.microLamportsPerUnit;
  return row(
    'dashboard',
    joinLabel(t('Fee'), formatLamportsAsSol(fee.feeLamports)),
    fee.isLimitSet ? limit : joinNote(limit, t('default')),
    {
      detail:
        price === null
          ? parts
          : joinNote(parts, t('{0} micro-lamports per CU', formatCount(price))),
    },
  );
}

function proposedFeeRow({
  proposed,
}: NonNullable<TransactionReport['fee']>): Choice<PreviewAction> {
  const lamports = proposed.lamports.map((fee) => formatLamportsAsSol(fee).replace(/ SOL$/, ''));
  return row('dashboard', t('Fee under SIMD-0553'), t('not active'), {
    detail: t('{0} SOL, at its three rates', lamports.join(' · ')),
  });
}

function formatLifetime(
  lifetime: NonNullable<TransactionReport['lifetime']>,
): [label: string, description: string] {
  const known = { true: t('valid'), false: t('invalid'), null: t('not checked') } as const;
  const validity = known[`${lifetime.isValid}`];
  if (lifetime.kind === 'nonce') {
    return [
      joinLabel(t('Durable nonce'), shortAddress(lifetime.nonce)),
      joinList([validity, joinLabel(t('account'), shortAddress(lifetime.account))]),
    ];
  }
  const { blockhash, blocksLeft } = lifetime;
  const left =
    blocksLeft === null
      ? ''
      : blocksLeft === 1
        ? t('1 block left')
        : t('{0} blocks left', blocksLeft);
  return [joinLabel(t('Blockhash'), shortAddress(blockhash)), joinList([validity, left])];
}

function formatTipMarket(market: ProviderTipPercentiles): string {
  const amounts = (['p25', 'p50', 'p75', 'p95'] as const)
    .map((name) => `${name} ${formatLamportsAsSol(market[name]).replace(/ SOL$/, '')}`)
    .join(' · ');
  return t(
    'Market: {0} SOL ({1} tips, {2})',
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
  const state = joinNote(
    joinLabel(t('Slot'), slot === null ? t('unknown') : formatCount(slot)),
    commitment,
  );
  const outcome = row(
    isSuccess ? 'pass' : 'error',
    isSuccess ? t('Simulation succeeded') : t('Simulation failed'),
    unitsConsumed === null ? '' : `${formatCount(unitsConsumed)} / ${limit} CU`,
    // An IDL may word the error.
    { detail: error === null ? state : escapeIcons(`${error} · ${state}`) },
  );
  const changes = simulation.changes.map(({ account, mint, symbol, decimals, before, after }) => {
    const difference = after - before;
    const unit = symbol === '' ? shortAddress(mint ?? '') : symbol;
    return row(
      'arrow-swap',
      withPlusSign(formatTokenAmount(difference, decimals, unit)),
      t('{0}, {1} before', shortAddress(account), formatTokenAmount(before, decimals, unit)),
    );
  });
  const shown = logs.slice(-maxLogLines);
  const heading = headed(t('Logs'));
  return [
    ...withGroup(headed(t('Simulation')), [outcome, ...changes]),
    ...withGroup(
      shown.length === logs.length ? heading : t('{0}, last {1}', heading, maxLogLines),
      shown.map((line) => row('output', formatLogLine(line))),
    ),
  ];
}

/** The last lines explain the failure; the JSON has all of them. */
const maxLogLines = 12;
const maxLogLineLength = 120;
const maxDetailLength = 160;

/** Escapes icons: programs write these lines. */
const formatLogLine = (line: string): string =>
  escapeIcons(
    sanitizeText(line.replace(/\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g, shortAddress), maxLogLineLength),
  );

/** Escapes icons: IDLs and transactions have these texts. */
function formatInstructionDetails(details: readonly (readonly [string, string])[]): string {
  const text = joinList(
    details.map(([name, value]) => `${name} ${isAddress(value) ? shortAddress(value) : value}`),
  );
  return escapeIcons(text.length > maxDetailLength ? `${text.slice(0, maxDetailLength)}…` : text);
}
