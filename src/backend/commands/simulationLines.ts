import type { IdlEventNames } from '../../api/arbscope/idlNames.ts';
import type {
  SimulatedBalanceChange,
  SimulatedCall,
  SimulatedTransaction,
  Simulation,
  SimulationError,
} from '../../api/arbscope/simulate.ts';
import {
  formatCount,
  formatExactAmount,
  formatLamports,
  formatSignedSol,
  formatUsd,
  withPlusSign,
} from '../../api/format.ts';
import type { MintInfo, RouteStep, TransactionDetail } from '../../api/transaction.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';

/** Contains untrusted symbols: escape each line before printing. */
export function simulationLines(simulation: Simulation): string[] {
  const { slot, network, is_bundle: isBundle, transactions } = simulation;
  const place = slot === null ? network : `${network} at slot ${slot}`;
  const order = isBundle
    ? ['They ran in this order, as a bundle.']
    : ['Each ran on the same state: none sees the changes of another.'];
  return [
    `Simulated on ${place}. Nothing was sent.`,
    ...(transactions.length > 1 ? order : []),
    ...transactions.flatMap((transaction, index) => [
      '',
      `Transaction ${index + 1}: ${transaction.is_success ? 'would succeed' : 'would fail'}`,
      ...transactionRows(transaction, simulation).map(([name, text]) => `  ${name}: ${text}`),
    ]),
  ];
}

type Row = readonly [name: string, text: string];

function transactionRows(transaction: SimulatedTransaction, simulation: Simulation): Row[] {
  const { record, error, missing, signing } = transaction;
  return [
    ...(error === null ? [] : [['Error', errorText(error)] as const]),
    ...(error === null || error.advice === null ? [] : [['Advice', error.advice] as const]),
    ...(record === null ? [] : recordRows(record, transaction, simulation.sol_price_usd)),
    ['Fee', feeText(transaction)],
    ['Compute units', computeUnitsText(transaction)],
    [
      'Size',
      `${formatCount(transaction.size_bytes)} of ${formatCount(transaction.size_limit_bytes)} bytes`,
    ],
    ['Signatures', `${signing.replace('-', ' ')}; not checked`],
    ...(transaction.is_complete
      ? []
      : [['Incomplete', `the node did not return ${missing.join(', ')}`] as const]),
    ...transaction.balance_changes.map(balanceRow),
    ...transaction.calls.flatMap(idlRows),
  ];
}

/** What the IDL of the program says about the call. */
function idlRows({ instruction, depth, program, idl, events = [] }: SimulatedCall): Row[] {
  const place = `Instruction ${instruction + 1}${depth === 1 ? '' : `, call at depth ${depth}`}`;
  const rows = events.map(({ names }): Row => [`${place} event`, idlText(names)]);
  if (idl === undefined) return rows;
  const name = idl.is_event ? `${place} event` : place;
  const accounts = idl.is_event
    ? []
    : idl.accounts.map(({ name: account, address, is_writable, is_signer }): Row => {
        const marks = [is_writable ? 'writable' : '', is_signer ? 'signer' : ''].filter(Boolean);
        const suffix = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
        return [`  ${account ?? 'unnamed'}`, `${address ?? 'not resolved'}${suffix}`];
      });
  return [
    [name, `${shortAddress(program)} ${idlText(idl)}`],
    ...accounts,
    ...idl.notes.map((note): Row => ['  Note', note]),
    ...rows,
  ];
}

function idlText({ name, also, values, state, fault, rest }: IdlEventNames): string {
  if (name === null) return `not in the IDL: 0x${rest}`;
  const args = values.map((one) => `${one.name}: ${one.value ?? 'not read'}`.replace(/^: /, ''));
  const others = also.length === 0 ? '' : ` (also ${also.join(', ')})`;
  const problem = state === 'complete' ? '' : `; ${state}${fault === null ? '' : `: ${fault}`}`;
  const left = state === 'complete' || rest === '' ? '' : `; not read: 0x${rest}`;
  return `${name}(${args.join(', ')})${others}${problem}${left}`;
}

function errorText(error: SimulationError): string {
  const { instruction, program, program_name: programName, code, name, message } = error;
  const what = name ?? error.text;
  const details = [
    ...(code === null || name === null ? [] : [`code ${code}`]),
    ...(program === null ? [] : [programName ?? shortAddress(program)]),
    ...(instruction === null ? [] : [`instruction ${instruction + 1}`]),
    ...(error.leg === null ? [] : [`leg ${error.leg + 1}`]),
  ];
  const where = details.length === 0 ? '' : ` (${details.join(', ')})`;
  return `${what}${where}${message === null ? '' : `: ${message}`}`;
}

function recordRows(
  record: TransactionDetail,
  { reason }: SimulatedTransaction,
  solPriceUsd: number | null,
): Row[] {
  const { route_map_details: legs, gains_details: gains, tips_details: tips } = record;
  const botFees = record.bot_fees_details ?? [];
  return [
    ['Net gain', netGainText(record, solPriceUsd)],
    ...(gains.length === 0 ? [] : [['Gross gain', gains.map(signedText).join(', ')] as const]),
    ...(tips.length === 0
      ? []
      : [['Tips', tips.map((tip) => `${amountText(tip)} (${tip.type})`).join(', ')] as const]),
    ...(botFees.length === 0 ? [] : [['Bot fee', botFees.map(amountText).join(', ')] as const]),
    ['Route', legs.length === 0 ? `none${reason === '' ? '' : ` (${reason})`}` : routeText(legs)],
    ...(legs.length > 0 && reason !== '' ? [['No arbitrage', reason] as const] : []),
  ];
}

/** Unknown if a price is missing, because the sum would be incomplete. */
function netGainText(record: TransactionDetail, solPriceUsd: number | null): string {
  const amounts = [
    ...record.gains_details,
    ...record.tips_details,
    ...(record.bot_fees_details ?? []),
  ];
  const others = amounts.filter(({ mint }) => mint !== wrappedSolMint);
  const unpriced = others.filter(({ price }) => price === null).map(symbolOf);
  if (others.length > 0 && solPriceUsd === null) unpriced.push('SOL');
  if (unpriced.length > 0) return `unknown, no price of ${[...new Set(unpriced)].join(', ')}`;
  const sol = formatSignedSol(record.net_gains_sol);
  return solPriceUsd === null ? sol : `${sol} (${withPlusSign(formatUsd(record.net_gains_usd))})`;
}

/** `SOL → USDC → SOL`; a leg that does not continue the previous one starts a new chain. */
function routeText(legs: readonly RouteStep[]): string {
  let text = '';
  let at: string | null = null;
  for (const leg of legs) {
    const input = symbolOf({ mint: leg.input_mint, ...leg.input_mint_info });
    const output = symbolOf({ mint: leg.output_mint, ...leg.output_mint_info });
    if (leg.input_mint !== at) text += `${text === '' ? '' : ', '}${input}`;
    text += ` → ${output}`;
    at = leg.output_mint;
  }
  return text;
}

function feeText(transaction: SimulatedTransaction): string {
  const { base_fee: base, priority_fee: priority, micro_lamports_per_unit: price } = transaction;
  const rate =
    price === null || price === 0n
      ? ''
      : ` at ${formatCount(price)} micro-lamports per compute unit`;
  return `${formatLamports(base + priority)} (base ${formatCount(base)}, priority ${formatCount(priority)}${rate})`;
}

function computeUnitsText(transaction: SimulatedTransaction): string {
  const { compute_units: used, compute_unit_limit: limit, is_limit_set: isSet } = transaction;
  const kind = isSet ? '' : ' by default';
  return `${used === null ? 'unknown' : formatCount(used)}, limit ${formatCount(limit)}${kind}`;
}

function balanceRow({ account, before, after, digits, mint, symbol }: SimulatedBalanceChange): Row {
  const unit = mint === null ? 'SOL' : symbol === '' ? shortAddress(mint) : symbol;
  const change = withPlusSign(formatExactAmount(after - before, digits));
  return [`Balance of ${account}`, `${change} ${unit} (${formatExactAmount(after, digits)} after)`];
}

type Amount = MintInfo & { readonly mint: string; readonly amount: bigint };

const symbolOf = ({ mint, symbol }: { readonly mint: string; readonly symbol: string }): string =>
  symbol === '' ? shortAddress(mint) : symbol;

const amountText = (amount: Amount): string =>
  `${formatExactAmount(amount.amount, amount.digits)} ${symbolOf(amount)}`;

const signedText = (amount: Amount): string => withPlusSign(amountText(amount));
