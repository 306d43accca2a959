import { competitionSlots } from '../../api/arbscope/competition.ts';
import { parseSignature, secretKeyWarning } from '../../solana/parseSignature.ts';
import { type Command, CommandError, UsageError, writeJson, writeLine } from './commandLine.ts';
import { formatUsage, parseArguments, parseOperand, wholeNumber } from './commandOptions.ts';
import { competitionLines } from './competitionLines.ts';
import {
  marketSourceOptions,
  openMarket,
  parseMarketSource,
  skippedReporter,
} from './marketSource.ts';
import { readTransactions } from './readTransactions.ts';

const slots = {
  value: 'SLOTS',
  check: {
    expected: `a number of slots from 0 to ${competitionSlots.maximum}`,
    accepts: (text: string) => /^\d{1,2}$/.test(text) && Number(text) <= competitionSlots.maximum,
  },
} as const;

const syntax = {
  command: 'competition',
  operands: 'SIGNATURE',
  options: {
    before: slots,
    after: slots,
    // A service never gets the bytes of what it could land.
    transaction: { value: 'FILE|TRANSACTION|-', goesWith: ['slot'], excludes: ['service-url'] },
    slot: { ...wholeNumber(0, Number.MAX_SAFE_INTEGER), value: 'SLOT', goesWith: ['transaction'] },
    json: {},
    ...marketSourceOptions,
  },
} as const;

export const competitionCommand: Command = {
  usage: formatUsage(syntax),
  summary: 'Print who else wanted an arbitrage, who got it, and what would have won.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, syntax);
    const parsed = parseSignature(parseOperand(positionals, syntax));
    if (parsed.kind === 'secret-key') throw new UsageError(secretKeyWarning);
    if (parsed.kind !== 'signature') {
      throw new UsageError('SIGNATURE must be the signature of a transaction, in Base58');
    }
    const { transaction, slot } = values;
    const unlanded =
      transaction === undefined
        ? {}
        : { transaction: await readOne(transaction, terminal.signal), slot: Number(slot) };
    const source = await parseMarketSource({ ...values, path: values.path ?? [] }, terminal);
    const market = await openMarket(source, terminal.signal, skippedReporter(terminal));
    try {
      const competition = await market.arbscope.competition(
        {
          signature: parsed.signature,
          ...(values.before !== undefined && { before: Number(values.before) }),
          ...(values.after !== undefined && { after: Number(values.after) }),
          ...unlanded,
        },
        { signal: terminal.signal },
      );
      if (values.json === true) await writeJson(terminal.stdout, competition);
      else await writeLine(terminal.stdout, ...competitionLines(competition));
      return 0;
    } finally {
      await market.close();
    }
  },
};

/** In Base64. */
async function readOne(argument: string, signal: AbortSignal): Promise<string> {
  const { transactions } = await readTransactions(argument, signal);
  const [only, more] = transactions;
  if (only === undefined || more !== undefined) {
    throw new CommandError(
      `The input has ${transactions.length} transactions. Pass the one of SIGNATURE alone`,
    );
  }
  return Buffer.from(only).toString('base64');
}
