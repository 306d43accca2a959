import { competitionSlots } from '../../api/arbscope/competition.ts';
import { maxComparedOpportunities } from '../../api/arbscope/walletCompetition.ts';
import { isAddress } from '../../api/base58.ts';
import { parseSignature, secretKeyWarning } from '../../solana/parseSignature.ts';
import { type Command, UsageError, writeJson, writeLine } from './commandLine.ts';
import { formatUsage, parseArguments, parseOperand, wholeNumber } from './commandOptions.ts';
import { compareWallet } from './compareWallet.ts';
import { competitionLines } from './competitionLines.ts';
import {
  marketSourceOptions,
  type OpenedMarket,
  openMarket,
  parseMarketSource,
  skippedReporter,
} from './marketSource.ts';
import { walletCompetitionLines } from './walletCompetitionLines.ts';

const slots = {
  value: 'SLOTS',
  check: {
    expected: `a number of slots from 0 to ${competitionSlots.maximum}`,
    accepts: (text: string) => /^\d{1,2}$/.test(text) && Number(text) <= competitionSlots.maximum,
  },
} as const;

const time = {
  value: 'TIME',
  check: {
    expected: 'a time in UTC such as 2026-11-01T14:00Z',
    accepts: (text: string) => parseTime(text) !== null,
  },
} as const;

const syntax = {
  command: 'competition',
  operands: 'SIGNATURE|WALLET',
  options: {
    before: slots,
    after: slots,
    from: time,
    to: time,
    limit: wholeNumber(1, maxComparedOpportunities),
    json: {},
    ...marketSourceOptions,
  },
} as const;

type Values = ReturnType<typeof parseArguments<(typeof syntax)['options']>>['values'];

export const competitionCommand: Command = {
  usage: formatUsage(syntax),
  summary:
    'Print who else wanted an arbitrage, who got it, and what would have won; or what a wallet contests.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, syntax);
    const ask = requestOf(parseOperand(positionals, syntax).trim(), values);
    const source = await parseMarketSource({ ...values, path: values.path ?? [] }, terminal);
    const market = await openMarket(source, terminal.signal, skippedReporter(terminal));
    try {
      const { found, lines } = await ask(market, terminal.signal);
      if (values.json === true) await writeJson(terminal.stdout, found);
      else await writeLine(terminal.stdout, ...lines);
      return 0;
    } finally {
      await market.close();
    }
  },
};

type Ask = (
  market: Pick<OpenedMarket, 'arbscope'>,
  signal: AbortSignal,
) => Promise<{ readonly found: unknown; readonly lines: readonly string[] }>;

/** Throws a UsageError. */
function requestOf(operand: string, values: Values): Ask {
  if (isAddress(operand)) {
    refuse(values, ['before', 'after'], 'the signature of a transaction');
    const asked = { wallet: operand, ...windowOf(values) };
    return async ({ arbscope }, signal) => {
      const found = await compareWallet(asked, arbscope, signal);
      return { found, lines: walletCompetitionLines(found) };
    };
  }
  const parsed = parseSignature(operand);
  if (parsed.kind === 'secret-key') throw new UsageError(secretKeyWarning);
  if (parsed.kind !== 'signature') {
    throw new UsageError(
      'SIGNATURE must be the signature of a transaction, and WALLET an address, in Base58',
    );
  }
  refuse(values, ['from', 'to', 'limit'], 'a wallet');
  const { signature } = parsed;
  const around = {
    ...(values.before !== undefined && { before: Number(values.before) }),
    ...(values.after !== undefined && { after: Number(values.after) }),
  };
  return async ({ arbscope }, signal) => {
    const found = await arbscope.competition({ signature, ...around }, { signal });
    return { found, lines: competitionLines(found) };
  };
}

function refuse(values: Values, names: readonly (keyof Values)[], operand: string): void {
  const given = names.find((name) => values[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} goes with ${operand}`);
}

/** Throws a UsageError. */
function windowOf(values: Values): { from?: number; to?: number; limit?: number } {
  const [from, to] = [parseTime(values.from ?? ''), parseTime(values.to ?? '')];
  if (from !== null && to !== null && from > to) {
    throw new UsageError('--to must not be before --from');
  }
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(values.limit !== undefined && { limit: Number(values.limit) }),
  };
}

/** Unix seconds; `null` for any other text. */
function parseTime(text: string): number | null {
  const [, minutes, seconds = ':00'] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?Z$/.exec(text) ?? [];
  if (minutes === undefined) return null;
  const milliseconds = Date.parse(`${minutes}${seconds}Z`);
  // Date.parse accepts the 31st of any month.
  const isExact =
    !Number.isNaN(milliseconds) &&
    new Date(milliseconds).toISOString().startsWith(`${minutes}${seconds}`);
  return isExact ? milliseconds / 1_000 : null;
}
