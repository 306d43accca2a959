import {
  type CoveragePercentile,
  type CoverageReport,
  coveragePercentiles,
} from '../../api/arbscope/coverage.ts';
import { decodeText } from '../../api/decodeText.ts';
import { MarketError } from '../../api/marketError.ts';
import { programsOfForm } from '../../botConfig/botPrograms.ts';
import { combinePools } from '../../botConfig/combinePools.ts';
import { maxConfigLength } from '../../botConfig/mayBeConfig.ts';
import type { BotConfig, ConfigForm, ConfigProblem } from '../../botConfig/model.ts';
import { parseConfig } from '../../botConfig/parseConfig.ts';
import { rollupsForBounds, serviceBounds } from '../../botConfig/serviceBounds.ts';
import { inputName } from '../../engine/base/readLimited.ts';
import { boundsDocument, boundsLines } from './boundsLines.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  writeJson,
  writeLine,
} from './commandLine.ts';
import { formatUsage, oneOf, parseArguments, parseOperand } from './commandOptions.ts';
import {
  type CoveredFile,
  coverageDocument,
  coverageLines,
  coveredShare,
} from './coverageLines.ts';
import { lineAndColumn } from './lineAndColumn.ts';
import {
  marketSourceOptions,
  type OpenedMarket,
  openMarket,
  parseMarketSource,
  skippedReporter,
} from './marketSource.ts';
import { readInput } from './readInput.ts';

/** A character takes up to three bytes. */
const maxConfigBytes = 3 * maxConfigLength;
const secondsOfUnit = { m: 60, h: 3_600, d: 86_400 } as const;
const defaultWindowSeconds = secondsOfUnit.d;
const maxWindowSeconds = 366 * secondsOfUnit.d;

const syntax = {
  command: 'coverage',
  operands: 'CONFIG|-',
  options: {
    window: {
      value: '24h',
      check: {
        expected: 'a time such as 30m, 24h or 7d, up to 366d',
        accepts: (text: string) => parseWindow(text) !== null,
      },
    },
    percentile: oneOf(coveragePercentiles),
    json: {},
    'at-least': {
      value: 'PERCENT',
      check: {
        expected: 'a percentage from 0 to 100',
        accepts: (text: string) => parsePercent(text) !== null,
      },
    },
    ...marketSourceOptions,
  },
} as const;

export const coverageCommand: Command = {
  usage: formatUsage(syntax),
  summary: "Print how much of the market's net gain a bot config could have taken, at most.",
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, syntax);
    const path = parseOperand(positionals, syntax);
    const windowSeconds = parseWindow(values.window ?? '') ?? undefined;
    const percentile = coveragePercentiles.find((each) => each === values.percentile);
    const atLeast = parsePercent(values['at-least'] ?? '') ?? undefined;
    const source = await parseMarketSource({ ...values, path: values.path ?? [] }, terminal);
    const file = await readConfig(path, terminal.signal);
    await reportUnreadable(file, terminal);
    const exitCode = (isMet: boolean) => (file.unreadable.length > 0 ? 2 : isMet ? 0 : 1);
    const market = await openMarket(source, terminal.signal, skippedReporter(terminal));
    try {
      const covered = await grouped(file, market, terminal.signal);
      const query = { windowSeconds, percentile };
      const report = await loadReport(covered.config, market, query, terminal.signal);
      const origin = { file: covered, atLeast, origin: market.origin };
      if (report === null) {
        const result = {
          ...origin,
          ...(await loadBounds(covered.config, market, query, terminal)),
        };
        if (values.json === true) await writeJson(terminal.stdout, boundsDocument(result));
        else await writeLine(terminal.stdout, ...boundsLines(result));
        // An unknown share never meets the threshold.
        return exitCode(atLeast === undefined);
      }
      const result = { ...origin, report, percentile };
      if (values.json === true) await writeJson(terminal.stdout, coverageDocument(result));
      else await writeLine(terminal.stdout, ...coverageLines(result));
      return exitCode(isMet(report, atLeast));
    } finally {
      await market.close();
    }
  },
};

interface CoverageQuery {
  readonly windowSeconds: number | undefined;
  readonly percentile: CoveragePercentile | undefined;
}

/** Null if the service offers only rollups. Throws a MarketError. */
async function loadReport(
  { form, groups, baseMints }: BotConfig,
  market: OpenedMarket,
  { windowSeconds, percentile }: CoverageQuery,
  signal: AbortSignal,
): Promise<CoverageReport | null> {
  const amms = programsOfForm(form);
  try {
    return await market.arbscope.coverage(
      {
        groups: groups.map(({ pools }) => [...pools]),
        ...(baseMints.length === 0 ? {} : { base_mints: [...baseMints] }),
        ...(amms.length === 0 ? {} : { missing_amms: [...amms] }),
        ...(await windowOf(market, windowSeconds, signal)),
        ...(percentile === undefined ? {} : { percentile }),
      },
      { signal },
    );
  } catch (error) {
    if (MarketError.is(error, 'not-offered')) return null;
    throw error;
  }
}

/** Upper bounds from the rollups, which every service has. Throws a MarketError. */
async function loadBounds(
  { groups, baseMints }: BotConfig,
  { service }: OpenedMarket,
  { windowSeconds = defaultWindowSeconds }: CoverageQuery,
  { signal }: Pick<CommandContext, 'signal'>,
) {
  const rollups = rollupsForBounds(baseMints, windowSeconds);
  const { tokens } = await service.finder(rollups, { signal });
  const pools = groups.map((group) => group.pools);
  const bounds = await serviceBounds(tokens, pools, async () => undefined);
  return { bounds, tokens: tokens.length, windowSeconds: rollups.tokensTimeRange };
}

/** Groups the flat markets by mint, as the bot does; only pools with known mints. */
async function grouped(
  file: CoveredFile,
  market: OpenedMarket,
  signal: AbortSignal,
): Promise<CoveredFile> {
  const { config } = file;
  if (config.form !== 'smb-markets') return file;
  const pools = new Set(config.groups.flatMap((group) => group.pools));
  const groups = combinePools(config, await market.knownPools(pools, signal));
  return { ...file, config: { ...config, groups } };
}

/** An unknown share never meets the threshold. */
const isMet = (report: CoverageReport, atLeast: number | undefined): boolean =>
  atLeast === undefined || (coveredShare(report) ?? -1) * 100 >= atLeast;

/** Empty for the operation's default window, which ends now. */
async function windowOf(
  { arbscope }: OpenedMarket,
  seconds: number | undefined,
  signal: AbortSignal,
): Promise<{ readonly from?: number; readonly to?: number }> {
  if (seconds === undefined) return {};
  const { now } = await arbscope.status({}, { signal });
  if (now === null) return {};
  const to = Math.floor(Date.parse(now) / 1_000);
  return { from: Math.max(0, to - seconds), to };
}

/** Throws a CommandError with exit code 2; its message never contains the file's content. */
async function readConfig(path: string, signal: AbortSignal): Promise<CoveredFile> {
  const bytes = await readInput(path, { maxBytes: maxConfigBytes, signal, failureCode: 2 });
  const name = inputName(path);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    throw new CommandError(`${name} is packed with gzip. Unpack it first`, 2);
  }
  const text = decodeText(bytes);
  if (text.trim() === '') {
    const advice = path === '-' ? '. Pipe a bot config into the command, or name a file' : '';
    throw new CommandError(`${name} is empty${advice}`, 2);
  }
  if (text.length > maxConfigLength) {
    throw new CommandError(`${name} is too long: the limit is ${maxConfigLength} characters`, 2);
  }
  const { config, problems } = parseConfig(text);
  if (config === null) {
    const syntax = problems.find(({ code }) => code === 'syntax');
    if (syntax === undefined) throw new CommandError(`${name} is not a bot config`, 2);
    const { line, column } = lineAndColumn(text, syntax.range.start);
    throw new CommandError(`${name}:${line}:${column}: the file cannot be parsed from here`, 2);
  }
  const unreadable = problems.flatMap((problem) => {
    const reason = reasonUnread(problem);
    return reason === null ? [] : { ...lineAndColumn(text, problem.range.start), reason };
  });
  if (config.groups.every(({ pools }) => pools.length === 0)) {
    const [first] = unreadable;
    const reason =
      first === undefined ? reasonForNone(config) : `: line ${first.line} ${first.reason}`;
    throw new CommandError(`${name} lists no pools${reason}`, 2);
  }
  return { name, text, config, unreadable };
}

const typesOfAddresses = new Map([
  ['address', 'an address'],
  ['addresses', 'a list of addresses'],
  ['groups', 'a list of groups'],
  ['table', 'a table'],
  ['tables', 'a list of tables'],
]);

/** Null for a problem because of which no address is left out. */
function reasonUnread({ code, arguments: [key = '', type = ''] }: ConfigProblem): string | null {
  if (code === 'invalid-address') return 'is not a Solana address';
  const expected = code === 'wrong-type' ? typesOfAddresses.get(type) : undefined;
  return expected === undefined ? null : `${key === '' ? 'the value' : key} must be ${expected}`;
}

/** Lines printed; the JSON has all of them. */
const maxUnreadablePrinted = 20;

async function reportUnreadable(
  { name, unreadable }: CoveredFile,
  { stderr }: Pick<CommandContext, 'stderr'>,
): Promise<void> {
  for (const { line, column, reason } of unreadable.slice(0, maxUnreadablePrinted)) {
    await writeLine(stderr, `error: ${name}:${line}:${column}: not counted: ${reason}`);
  }
  const more = unreadable.length - maxUnreadablePrinted;
  if (more > 0) await writeLine(stderr, `error: ${name}: ${more} more values are not counted`);
}

const reasonsOfForm: Readonly<Partial<Record<ConfigForm, string>>> = {
  'smb-finder': ': the bot gets them from the finder',
  'notarb-bot': ': the bot reads them from the markets files that it names',
  'lookup-tables': ': it is a list of lookup tables',
};

const reasonForNone = ({ form, entries }: BotConfig): string =>
  reasonsOfForm[form] ?? (entries.some(({ isNoTrade }) => isNoTrade) ? ': it pauses the bot' : '');

/** In seconds; null for any other text. */
function parseWindow(text: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,6})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsOfUnit[unit as keyof typeof secondsOfUnit] ?? 0);
  return seconds > 0 && seconds <= maxWindowSeconds ? seconds : null;
}

function parsePercent(text: string): number | null {
  const percent = /^\d{1,3}(\.\d{1,3})?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  return percent >= 0 && percent <= 100 ? percent : null;
}
