import { visibleText, withoutIcons } from '../../interface/displayText.ts';
import { count, lamports, lamportsAsSol, timeSpan } from '../../interface/figures.ts';
import type { PrepareLandingAnswer, TipMarket } from '../../market/landingProtocol.ts';
import {
  type FindingRank,
  maySend,
  type TransactionReport,
} from '../../solana/landing/transactionReport.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { Choice } from '../prompts/prompter.ts';
import { amountAtRisk, tokenAmount } from './landingWords.ts';

/** What pressing Enter on a row of the preview does; rows that only tell do nothing. */
export type PreviewAct = 'send' | 'protect' | 'details' | 'copy-signature' | 'blocked' | 'nothing';

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
  answer: PrepareLandingAnswer,
  isProtected: boolean,
): Choice<PreviewAct>[] {
  const reports = answer.transactions.map(({ report }) => report);
  const rows: Choice<PreviewAct>[] = [sendRow(answer, reports), protectionRow(answer, isProtected)];
  rows.push({
    label: '$(json) Show Everything as JSON',
    description: 'checks, accounts, instructions, logs',
    value: 'details',
  });
  for (const [at, report] of reports.entries()) {
    const name = reports.length === 1 ? '' : ` of transaction ${at + 1}`;
    rows.push(...findingRows(report, name), ...reportRows(report, answer.tipMarkets, name));
  }
  return rows;
}

function sendRow(
  { network, host }: PrepareLandingAnswer,
  reports: readonly TransactionReport[],
): Choice<PreviewAct> {
  const what = reports.length === 1 ? 'It' : `All ${reports.length}`;
  if (!reports.every(maySend)) {
    return {
      label: '$(circle-slash) Cannot Be Sent',
      description: `${what} would not land; the reasons are below`,
      value: 'blocked',
      isCurrent: true,
    };
  }
  const warnings = reports.flatMap(({ findings }) =>
    findings.filter(({ rank }) => rank === 'warn'),
  ).length;
  const worth = warnings === 0 ? '' : `, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  return {
    label: `$(rocket) Send to ${network}…`,
    description: `through ${host}${worth}`,
    detail: `At risk: ${amountAtRisk(reports)}`,
    value: 'send',
    isCurrent: true,
  };
}

function protectionRow(
  { protection, kind }: PrepareLandingAnswer,
  isProtected: boolean,
): Choice<PreviewAct> {
  if (protection !== true) {
    return {
      label: '$(unlock) Front-Running Protection: Not Available',
      detail: protection,
      value: 'nothing',
    };
  }
  const open =
    kind === 'node'
      ? 'Sent to the node, which shares it with the network before it lands.'
      : kind === 'service'
        ? 'Sent on the stake-weighted path and as a bundle: quicker, and others may see it first.'
        : 'The Sandbox has nobody who could run in front.';
  return isProtected
    ? {
        label: '$(lock) Front-Running Protection: On',
        description: 'Enter turns it off',
        detail: 'Sent as a bundle only. If that fails, it is not sent in any other way.',
        value: 'protect',
      }
    : {
        label: '$(unlock) Front-Running Protection: Off',
        description: 'Enter turns it on',
        detail: open,
        value: 'protect',
      };
}

function findingRows({ findings }: TransactionReport, name: string): Choice<PreviewAct>[] {
  return findings.map(({ rank, message }, at) => {
    const [line, rest] = brokenLine(message);
    return {
      label: `$(${findingIcons[rank]}) ${line}`,
      value: 'nothing',
      ...(rest === '' ? {} : { detail: rest }),
      ...(at === 0 ? { group: `Findings${name}` } : {}),
    };
  });
}

/** As much as a line of the list shows. */
const lineCharacters = 72;

/** A sentence on the two lines that a row has. */
export function brokenLine(text: string): readonly [string, string] {
  if (text.length <= lineCharacters) return [text, ''];
  const at = text.lastIndexOf(' ', lineCharacters);
  return at <= 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function reportRows(
  report: TransactionReport,
  markets: readonly TipMarket[],
  name: string,
): Choice<PreviewAct>[] {
  const rows: Choice<PreviewAct>[] = [];
  const add = (
    icon: string,
    label: string,
    description = '',
    more: Partial<Choice<PreviewAct>> = {},
  ) => {
    rows.push({ label: `$(${icon}) ${label}`, description, value: 'nothing', ...more });
  };
  const { version, signature, feePayer, fee, lifetime, simulation } = report;
  if (version === null) return rows;
  const limit = report.sizeLimitBytes === null ? '' : ` of ${count(report.sizeLimitBytes)}`;
  add('file-binary', `${count(report.sizeBytes)}${limit} bytes`, `version ${version}`, {
    group: `Transaction${name}`,
  });
  if (signature !== null) {
    add('key', shortAddress(signature), 'signature; Enter copies it', { value: 'copy-signature' });
  }
  const balance =
    report.payerLamports === null ? {} : { detail: `Holds ${lamportsAsSol(report.payerLamports)}` };
  add('account', feePayer ?? '', 'fee payer', balance);
  for (const { signer, state } of report.signatures) {
    add(state === 'valid' ? 'check' : 'x', shortAddress(signer), `signature ${state}`);
  }
  if (lifetime !== null) add('watch', ...lifetimeWords(lifetime));
  if (fee !== null) {
    const price =
      fee.microLamportsPerUnit === null
        ? 'priority fee in the header'
        : `${count(fee.microLamportsPerUnit)} micro-lamports per unit`;
    const set = fee.isLimitSet ? '' : ' (default)';
    add(
      'dashboard',
      `Fee ${lamportsAsSol(fee.feeLamports)}`,
      `${lamports(fee.baseFeeLamports)} base + ${lamports(fee.priorityFeeLamports)} priority`,
      { detail: `${count(fee.computeUnitLimit)} units${set}, ${price}` },
    );
  }
  for (const tip of report.tips) {
    const market = markets.find(({ provider }) => provider === tip.provider);
    add(
      'gift',
      `Tip ${lamportsAsSol(tip.lamports)} to ${tip.providerName}`,
      `${tip.inner ? 'by a program' : 'at top level'}, ${shortAddress(tip.recipient)}`,
      market === undefined ? {} : { detail: marketWords(market) },
    );
  }
  if (report.tips.length === 0) add('gift', 'No tip');
  if (simulation !== null) rows.push(...simulationRows(simulation, report, name));
  for (const [at, one] of report.instructions.entries()) {
    const program = one.programName ?? shortAddress(one.program);
    const what = one.name ?? `call of ${count(one.dataBytes)} bytes`;
    add('symbol-method', `${at + 1}. ${program}: ${what}`, detailWords(one.details), {
      ...(at === 0 ? { group: `Instructions${name}` } : {}),
    });
  }
  const writable = report.accounts.filter(({ isWritable }) => isWritable);
  for (const [at, account] of writable.entries()) {
    const where =
      account.table === null
        ? ''
        : `from lookup table ${shortAddress(account.table)} [${account.tableIndex}]`;
    const role = [account.isSigner ? 'signs' : '', account.name ?? '', where];
    add('edit', account.address ?? 'not resolved', role.filter(Boolean).join(', '), {
      ...(at === 0 ? { group: `Writable Accounts${name}` } : {}),
    });
  }
  for (const [at, lookup] of report.lookups.entries()) {
    add(
      'list-tree',
      lookup.table,
      `${lookup.writable} writable, ${lookup.readonly} readonly: ${lookup.state}`,
      {
        ...(at === 0 ? { group: `Lookup Tables${name}` } : {}),
      },
    );
  }
  return rows;
}

function lifetimeWords(
  lifetime: NonNullable<TransactionReport['lifetime']>,
): [label: string, description: string] {
  const known = { true: 'valid', false: 'not valid', null: 'not checked' } as const;
  const validity = known[`${lifetime.isValid}`];
  if (lifetime.kind === 'nonce') {
    return [
      `Durable nonce ${shortAddress(lifetime.nonce)}`,
      `${validity}, of ${shortAddress(lifetime.account)}`,
    ];
  }
  const left = lifetime.blocksLeft === null ? '' : `, ${lifetime.blocksLeft} blocks left`;
  return [`Blockhash ${shortAddress(lifetime.blockhash)}`, `${validity}${left}`];
}

function marketWords({ p25, p50, p75, p95, transactions, windowSeconds }: TipMarket): string {
  const figures = [
    ['p25', p25],
    ['p50', p50],
    ['p75', p75],
    ['p95', p95],
  ] as const;
  const amounts = figures.map(([label, amount]) => `${label} ${inSol(amount)}`).join(' · ');
  return `Market: ${amounts} SOL (${count(transactions)} tips in ${timeSpan(windowSeconds)})`;
}

const inSol = (amount: bigint): string => lamportsAsSol(amount).replace(/ SOL$/, '');

function simulationRows(
  simulation: NonNullable<TransactionReport['simulation']>,
  { fee }: TransactionReport,
  name: string,
): Choice<PreviewAct>[] {
  const units =
    simulation.unitsConsumed === null
      ? ''
      : `${count(simulation.unitsConsumed)} of ${count(fee?.computeUnitLimit ?? 0)} units`;
  const state = `state of slot ${simulation.slot === null ? 'unknown' : count(simulation.slot)} (${simulation.commitment})`;
  const rows: Choice<PreviewAct>[] = [
    {
      label: simulation.isSuccess
        ? '$(pass) Simulation succeeded'
        : `$(error) Simulation failed: ${simulation.error}`,
      description: units,
      detail: `On the ${state}, ${count(simulation.logs.length)} log lines`,
      value: 'nothing',
      group: `Simulation${name}`,
    },
  ];
  for (const change of simulation.changes) {
    const difference = change.after - change.before;
    const symbol = change.symbol === '' ? shortAddress(change.mint ?? '') : change.symbol;
    const sign = difference > 0n ? '+' : '';
    rows.push({
      label: `$(arrow-swap) ${sign}${tokenAmount(difference, change.decimals, symbol)}`,
      description: `${shortAddress(change.account)}, ${tokenAmount(change.before, change.decimals, symbol)} before`,
      value: 'nothing',
    });
  }
  const shown = simulation.logs.slice(-logLines);
  for (const [at, line] of shown.entries()) {
    const left = simulation.logs.length - shown.length;
    rows.push({
      // Programs write them.
      label: `$(output) ${withoutIcons(visibleText(line, longestLog))}`,
      value: 'nothing',
      ...(at === 0 ? { group: `Logs${name}${left === 0 ? '' : `, the last ${logLines}`}` } : {}),
    });
  }
  return rows;
}

/** The end tells why it failed; all of them are in the JSON. */
const logLines = 12;
const longestLog = 120;
const longestDetail = 160;

function detailWords(details: readonly (readonly [string, string])[]): string {
  const words = details
    .map(([member, value]) => `${member} ${value.length > 20 ? shortAddress(value) : value}`)
    .join(', ');
  return words.length > longestDetail ? `${words.slice(0, longestDetail)}…` : words;
}
