import type { TriedGroup, WalletGroups } from '../../../../api/arbscope/walletGroups.ts';
import { isAddress } from '../../../../api/base58.ts';
import { formatCount, formatSol, formatUsd } from '../../../../api/format.ts';
import { sanitizeText } from '../../../../api/sanitizeText.ts';
import {
  programsOfForms,
  smbPoolLists,
  smbV10Programs,
  smbV10Settlements,
} from '../../../../botConfig/botPrograms.ts';
import {
  countV10Accounts,
  countV10Pools,
  maxV10Accounts,
  maxV10Pools,
} from '../../../../botConfig/v10Limits.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../../../solana/baseMints.ts';
import { ammLabel, mintLabel } from '../../../ui/addressLabels.ts';
import { formatPoolCount } from './botPlan.ts';
import { tomlComment, tomlList, tomlString } from './toml.ts';

// Not translated: files are the same in every display language.

export const walletConfigFormats = [
  'smb-mints',
  'smb-markets',
  'smb-v10',
  'notarb-markets-json',
  'notarb-markets-toml',
] as const;
export type WalletConfigFormat = (typeof walletConfigFormats)[number];

export interface WalletConfigInput {
  readonly answer: WalletGroups;
  readonly sourceName: string;
  readonly isSimulated: boolean;
  readonly processDelayMilliseconds: number;
  readonly nowMilliseconds: number;
}

export interface WalletConfig {
  /** `null`: no group can be written in the format. */
  readonly text: string | null;
  /** All that the file lists, to compare with what the bot reads. */
  readonly pools: readonly string[];
  /** One sentence each; also in the file, where it has comments. */
  readonly omissions: readonly string[];
}

type TriedPool = TriedGroup['pools'][number];

interface ConfigGroup {
  /** Position by attempts, from 1. */
  readonly rank: number;
  readonly group: TriedGroup;
  readonly pools: readonly TriedPool[];
  /** Of all its pools, never SOL; null: they have none in common. */
  readonly token: string | null;
}

export function walletConfig(format: WalletConfigFormat, input: WalletConfigInput): WalletConfig {
  const { groups, omissions } = planGroups(format, input.answer);
  return {
    text: groups.length === 0 ? null : writers[format](groups, { ...input, omissions }),
    pools: [...new Set(groups.flatMap(({ pools }) => pools.map(({ pool }) => pool)))],
    omissions,
  };
}

const programsOf = (format: WalletConfigFormat) =>
  programsOfForms[
    format === 'notarb-markets-json'
      ? 'notarb-json'
      : format === 'notarb-markets-toml'
        ? 'notarb-toml'
        : format
  ];

function planGroups(format: WalletConfigFormat, answer: WalletGroups) {
  const programs = programsOf(format);
  const foreign = new Map<string, string>();
  let tooFew = 0;
  let notExpressible = 0;
  const groups: ConfigGroup[] = [];
  answer.groups.forEach((group, index) => {
    const valid = group.pools.filter(({ pool, amm }) => isAddress(pool) && isAddress(amm));
    const pools = valid.filter(({ amm }) => programs?.has(amm) === true);
    for (const { pool, amm } of valid)
      if (!pools.some((one) => one.pool === pool)) foreign.set(pool, amm);
    const planned = { rank: index + 1, group, pools, token: tokenOf(pools) };
    if (pools.length < 2) tooFew++;
    else if (!isExpressible(format, planned)) notExpressible++;
    else groups.push(planned);
  });
  const names = [...new Set([...foreign.values()].map(ammLabel))].join(', ');
  const omissions = [
    foreign.size > 0 &&
      `${formatPoolCount(foreign.size)} of programs that the bot does not support: ${names}.`,
    tooFew > 0 && `${formatGroupCount(tooFew)} with fewer than two supported pools.`,
    notExpressible > 0 &&
      (format === 'smb-v10'
        ? `${formatGroupCount(notExpressible)} in no form of V10: pools of a token against SOL or USDC, or a ` +
          `triangle, within ${maxV10Pools} pools and ${maxV10Accounts} accounts.`
        : `${formatGroupCount(notExpressible)} whose pools have no token in common, SOL aside.`),
  ].filter((omission) => omission !== false);
  return { groups, omissions };
}

const formatGroupCount = (groups: number): string =>
  groups === 1 ? '1 group' : `${formatCount(groups)} groups`;

function isExpressible(format: WalletConfigFormat, planned: ConfigGroup): boolean {
  if (format === 'smb-mints') return planned.token !== null;
  return format !== 'smb-v10' || routeOf(planned) !== null;
}

/**
 * Bases of cycles: a group is about another token, unless its pools have only these. It is never about
 * SOL, against which the bots trade: pools of several tokens share it, too.
 */
const quotes: readonly string[] = [wrappedSolMint, usdcMint, usdtMint];

function tokenOf(pools: readonly TriedPool[]): string | null {
  const shared = (pools[0]?.mints ?? []).filter(
    (mint) => mint !== wrappedSolMint && pools.every(({ mints }) => mints.includes(mint)),
  );
  return shared.find((mint) => !quotes.includes(mint)) ?? shared.at(-1) ?? null;
}

type HeadedInput = WalletConfigInput & { readonly omissions: readonly string[] };

const writers: Readonly<
  Record<WalletConfigFormat, (groups: readonly ConfigGroup[], input: HeadedInput) => string>
> = {
  'smb-mints': (groups, input) =>
    head('SMB config, one entry per mint', input) +
    groups
      .map((planned) =>
        [
          '',
          `${figures(planned)}[[routing.mint_config_list]]`,
          `mint = ${tomlString(planned.token ?? '')}`,
          ...[...smbPoolLists].flatMap(([program, list]) => {
            const own = planned.pools.filter(({ amm }) => amm === program);
            return own.length === 0 ? [] : [`${list} = ${listOf(own)}`];
          }),
          'lookup_table_accounts = []',
          `process_delay = ${input.processDelayMilliseconds}`,
          '',
        ].join('\n'),
      )
      .join(''),
  'smb-markets': (groups, input) =>
    [
      head('SMB config, flat markets', input) + groups.map(figures).join(''),
      '[routing.markets]',
      `markets = ${listOf(groups.flatMap(({ pools }) => pools))}`,
      'lookup_table_accounts = []',
      `process_delay = ${input.processDelayMilliseconds}`,
      '',
    ].join('\n'),
  'smb-v10': (groups, input) =>
    head('SMB config, V10', input) +
    groups
      .map((planned) => {
        const route = routeOf(planned);
        if (route === null) return '';
        const settlement = [...smbV10Settlements].find(
          ([, mint]) => mint === route.settlement,
        )?.[0];
        const lines =
          route.intermediate === null
            ? `[[transactions.direct]]\npools = ${listOf(route.direct)}\n`
            : `[[transactions.triangle]]\nintermediate = ${tomlString(route.intermediate.pool)}\n` +
              `bridges = ${listOf(route.bridges)}\ndirect = ${listOf(route.direct)}\n`;
        return `\n${figures(planned)}[[transactions]]\nsettlement = ${tomlString(settlement ?? '')}\n\n${lines}`;
      })
      .join(''),
  'notarb-markets-json': (groups, { nowMilliseconds }) =>
    `{\n  "groups": [\n    ${groups.map(({ pools }) => JSON.stringify(pools.map(({ pool }) => pool))).join(',\n    ')}\n  ],\n` +
    `  "update_timestamp": ${Math.floor(nowMilliseconds)}\n}\n`,
  'notarb-markets-toml': (groups, input) =>
    head('NotArb markets', input) +
    groups
      .map((planned) => `\n${figures(planned)}[[group]]\nmarkets = ${listOf(planned.pools)}\n`)
      .join(''),
};

const listOf = (pools: readonly TriedPool[]): string =>
  tomlList([...new Set(pools.map(({ pool }) => pool))]);

function head(title: string, { answer, sourceName, isSimulated, omissions }: HeadedInput): string {
  const { wallet, transactions, unread, from, to } = answer;
  const source = `${sanitizeText(sourceName, 80)}${isSimulated ? ', simulated data' : ''}`;
  return tomlComment([
    `${title}, by Arbscope`,
    `Rebuilt from what the wallet ${wallet} tried`,
    `Read: ${formatCount(transactions)} transactions from ${from ?? 'unknown'} to ${to ?? 'unknown'}, from ${source}`,
    ...(unread === 0
      ? []
      : [
          `Not known what they tried: ${formatCount(unread)} of them, which list no readable pools`,
        ]),
    ...omissions.map((omission) => `Left out: ${omission}`),
    'Add your own lookup tables: those of the wallet are not known.',
  ]);
}

function figures({ rank, group, token }: ConfigGroup): string {
  const { tried, won, net_gains_sol: sol, net_gains_usd: usd, unknown_pools: unknown } = group;
  const gains =
    sol === null && usd === null
      ? 'net gain unknown'
      : `net ${[sol === null ? '' : formatSol(sol), usd === null ? '' : formatUsd(usd)].filter((part) => part !== '').join(', ')}`;
  return tomlComment([
    `${rank}. ${token === null ? '' : `${sanitizeText(mintLabel(token))}: `}tried ${formatTimes(tried)}, ` +
      (won === 0 ? 'won none' : `won ${formatTimes(won)}, ${gains}`) +
      (unknown === 0
        ? ''
        : `; its transactions list ${formatPoolCount(unknown)} more, not recognized`),
  ]);
}

const formatTimes = (times: number): string =>
  times === 1 ? 'once' : `${formatCount(times)} times`;

interface V10Route {
  readonly settlement: string;
  readonly intermediate: TriedPool | null;
  readonly bridges: readonly TriedPool[];
  readonly direct: readonly TriedPool[];
}

/** `null` if the group has neither form of V10, or exceeds the limits of a transaction. */
function routeOf({ pools }: ConfigGroup): V10Route | null {
  const bases = [...smbV10Settlements.values()];
  const quoted = pools.filter(({ mints }) => mints.some((mint) => bases.includes(mint)));
  const [intermediate = null, other] = pools.filter((pool) => !quoted.includes(pool));
  if (other !== undefined) return null;
  const routes = bases.flatMap((settlement) =>
    intermediate === null
      ? directRoute(quoted, settlement)
      : intermediate.mints.flatMap((token) => triangle(quoted, intermediate, token, settlement)),
  );
  const fitting = routes.filter((route) => fits(route, bases));
  return fitting.sort((a, b) => convertedPools(a) - convertedPools(b))[0] ?? null;
}

function directRoute(pools: readonly TriedPool[], settlement: string): V10Route[] {
  const token = tokenOf(pools);
  const isDirect = token !== null && pools.some(({ mints }) => mints.includes(settlement));
  if (!isDirect || settlement === token || pools.length < 2) return [];
  return [{ settlement, intermediate: null, bridges: [], direct: pools }];
}

function triangle(
  pools: readonly TriedPool[],
  intermediate: TriedPool,
  token: string,
  settlement: string,
): V10Route[] {
  const second = intermediate.mints.find((mint) => mint !== token);
  const direct = pools.filter(({ mints }) => mints.includes(token) && mints.includes(settlement));
  const bridges = pools.filter(
    ({ mints, amm }) =>
      second !== undefined && mints.includes(second) && smbV10Programs.get(amm)?.canBridge === true,
  );
  const isWhole = direct.length + bridges.length === pools.length;
  if (!isWhole || direct.length === 0 || bridges.length === 0) return [];
  return [{ settlement, intermediate, bridges, direct }];
}

const convertedPools = ({ settlement, bridges, direct }: V10Route): number =>
  [...bridges, ...direct].filter(({ mints }) => !mints.includes(settlement)).length;

function fits(route: V10Route, bases: readonly string[]): boolean {
  const { intermediate, bridges, direct } = route;
  const own = [...(intermediate === null ? [] : [intermediate]), ...bridges, ...direct];
  // The bot uses SOL/USDC pools for its conversion and rejects them in groups.
  if (own.some(({ mints }) => bases.every((base) => mints.includes(base)))) return false;
  const usage = {
    programs: own.map(({ amm }) => amm),
    tokens: intermediate === null ? 1 : 2,
    isConverted: convertedPools(route) > 0,
  };
  return countV10Pools(usage) <= maxV10Pools && countV10Accounts(usage) <= maxV10Accounts;
}
