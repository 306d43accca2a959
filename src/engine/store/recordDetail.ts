import type { TransactionType } from '../../api/enumerations.ts';
import type { ArbitrageRecord, BotAttempt, Leg } from '../decode/arbitrageRecord.ts';
import type { NameIds } from './nameTable.ts';
import type { PriceAtRecord } from './reads/storedRecord.ts';

/** Fields of a record that have their own columns in the table `transactions`. */
export interface RecordColumns {
  readonly signature: string;
  readonly slot: number;
  readonly index: number;
  readonly timeSeconds: number;
  readonly type: TransactionType;
  readonly isSuccess: boolean;
  readonly wallet: string;
  readonly computeUnits: number | null;
  readonly feeLamports: bigint;
  readonly baseMint: string | null;
  readonly baseInput: bigint;
}

/** A u64 as JSON: a number while exact, otherwise text. */
type PackedAmount = number | string;
type PackedMintAmount<Name> = [mint: Name, amount: PackedAmount];
type PackedPayment<Name> = [mint: Name, amount: PackedAmount, to: Name];

/** JSON with numbered names (or texts): 200 bytes for three legs, 40 for a failure. */
type PackedDetail<Name> = [
  isTimeKnown: 0 | 1,
  failure: string | null,
  computeUnitLimit: number | null,
  priorityFee: PackedAmount,
  rent: PackedAmount,
  bot: [family: Name, program: Name] | 0,
  gainOwners: Name[],
  tips: [
    provider: Name,
    mint: Name,
    amount: PackedAmount,
    recipient: Name,
    payer: Name,
    inner: 0 | 1,
  ][],
  botFees: PackedPayment<Name>[],
  otherPayments: PackedPayment<Name>[],
  legs: [
    program: Name,
    pool: Name,
    inputMint: Name,
    inputAmount: PackedAmount,
    outputMint: Name,
    outputAmount: PackedAmount,
    /** Empty text if equal to the owner's amount. */
    poolReceived: PackedAmount,
    poolSent: PackedAmount,
    lookupTable: Name,
    topLevelInstruction: number,
  ][],
  gains: PackedMintAmount<Name>[],
  closing: PackedMintAmount<Name>[],
  /** Age relative to the record, so that the record can be moved in time. */
  prices: [mint: Name, price: number | null, ageSeconds: number | null, digits: number][],
  /** Missing in details written by earlier releases, like all that follow. */
  version?: number | 'legacy' | null,
  usesDurableNonce?: boolean | null,
  attempt?:
    | 0
    | [
        pools: [group: number, program: Name, pool: Name, ...mints: Name[]][],
        unknownPools: number,
        parameters:
          | 0
          | [
              minimumProfit: PackedAmount,
              base: Name,
              unitLimit: number,
              noFailure: 0 | 1,
              flashLoan: 0 | 1,
            ],
      ],
];

type DetailNames = Pick<NameIds<number | bigint>, 'detailIdOf'>;

const most = BigInt(Number.MAX_SAFE_INTEGER);
const pack = (amount: bigint): string =>
  amount <= most && amount >= -most ? `${amount}` : `"${amount}"`;
const packUnless = (amount: bigint, usual: bigint): string =>
  amount === usual ? '""' : pack(amount);
const unpackOr = (amount: PackedAmount, usual: bigint): bigint =>
  amount === '' ? usual : BigInt(amount);

export function packDetail(
  record: ArbitrageRecord,
  recordSeconds: number,
  prices: readonly PriceAtRecord[],
  names: DetailNames,
): string {
  const id = (name: string | null): number | string => names.detailIdOf(name);
  const { bot, failure } = record;
  // String concatenation: a day has many records, and nested arrays take twice as long.
  let tips = '';
  for (const { provider, mint, amount, recipient, payer, inner } of record.tips) {
    tips += `,[${id(provider)},${id(mint)},${pack(amount)},${id(recipient)},${id(payer)},${inner ? 1 : 0}]`;
  }
  let legs = '';
  for (const leg of record.legs) {
    legs += `,[${id(leg.program)},${id(leg.pool)},${id(leg.inputMint)},${pack(leg.inputAmount)},${id(leg.outputMint)},${pack(leg.outputAmount)},${packUnless(leg.poolReceived, leg.inputAmount)},${packUnless(leg.poolSent, leg.outputAmount)},${id(leg.lookupTable)},${leg.topLevelInstruction}]`;
  }
  let known = '';
  for (const { mint, priceUsd, timeSeconds, digits } of prices) {
    known += `,[${id(mint)},${JSON.stringify(priceUsd)},${timeSeconds === null ? null : recordSeconds - timeSeconds},${digits}]`;
  }
  return `[${[
    record.blockTimeSeconds === null ? 0 : 1,
    JSON.stringify(failure),
    `${record.computeUnitLimit}`,
    pack(record.priorityFeeLamports),
    pack(record.rentLamports),
    bot === null ? 0 : `[${id(bot.family)},${id(bot.program)}]`,
    `[${record.gainOwners.map(id).join()}]`,
    `[${tips.slice(1)}]`,
    packPayments(record.botFees, names),
    packPayments(record.otherPayments, names),
    `[${legs.slice(1)}]`,
    packAmounts(record.grossGains, names),
    packAmounts(record.closingDifferences, names),
    `[${known.slice(1)}]`,
    JSON.stringify(record.version),
    `${record.usesDurableNonce}`,
    packAttempt(record.attempt, names),
  ].join()}]`;
}

function packAttempt(attempt: BotAttempt | null, names: DetailNames): string {
  if (attempt === null) return '0';
  const { pools, unknownPools, parameters } = attempt;
  const packed = pools.map(
    ({ group, ...pool }) =>
      `[${group},${[pool.program, pool.pool, ...pool.mints].map((name) => names.detailIdOf(name)).join()}]`,
  );
  const values =
    parameters === null
      ? 0
      : `[${pack(parameters.minimumProfit)},${names.detailIdOf(parameters.baseMint)},${parameters.computeUnitLimit},${parameters.noFailure ? 1 : 0},${parameters.flashLoan ? 1 : 0}]`;
  return `[[${packed.join()}],${unknownPools},${values}]`;
}

const packAmounts = (list: ArbitrageRecord['grossGains'], names: DetailNames): string =>
  `[${list.map(({ mint, amount }) => `[${names.detailIdOf(mint)},${pack(amount)}]`).join()}]`;

const packPayments = (list: ArbitrageRecord['botFees'], names: DetailNames): string =>
  `[${list.map(({ mint, amount, to }) => `[${names.detailIdOf(mint)},${pack(amount)},${names.detailIdOf(to)}]`).join()}]`;

function unpackAttempt<Name>(
  [pools, unknownPools, parameters]: Exclude<PackedDetail<Name>[16], 0 | undefined>,
  name: (id: Name) => string,
): BotAttempt {
  return {
    pools: pools.map(([group, program, pool, ...mints]) => ({
      pool: name(pool),
      program: name(program),
      mints: mints.map(name),
      group,
    })),
    unknownPools,
    parameters:
      parameters === 0
        ? null
        : {
            minimumProfit: BigInt(parameters[0]),
            baseMint: name(parameters[1]),
            computeUnitLimit: parameters[2],
            noFailure: parameters[3] === 1,
            flashLoan: parameters[4] === 1,
          },
  };
}

/** The part of a packed record that lists show; `Name` is the packed form of a name. */
interface PackedRoute<Name> {
  readonly isTimeKnown: boolean;
  readonly bot: { readonly family: Name; readonly program: Name } | null;
  readonly legs: readonly PackedRouteLeg<Name>[];
}

/** `pool` is 0 if unknown. */
export interface PackedRouteLeg<Name = number> {
  readonly program: Name;
  readonly pool: Name;
  readonly mints: readonly [input: Name, output: Name];
}

export function unpackRoute<Name extends number | string = number>(
  detail: string,
): PackedRoute<Name> {
  const { 0: isTimeKnown, 5: bot, 10: legs } = JSON.parse(detail) as PackedDetail<Name>;
  return {
    isTimeKnown: isTimeKnown === 1,
    bot: bot === 0 ? null : { family: bot[0], program: bot[1] },
    legs: legs.map(([program, pool, input, , output]) => ({
      program,
      pool,
      mints: [input, output],
    })),
  };
}

export function unpackDetail<Name extends number | string>(
  columns: RecordColumns,
  detail: string,
  names: { nameOf(id: Name): string },
): { record: ArbitrageRecord; prices: PriceAtRecord[] } {
  // The store wrote this text; its version was checked when the file was opened.
  const [
    isTimeKnown,
    failure,
    computeUnitLimit,
    priorityFee,
    rent,
    bot,
    gainOwners,
    tips,
    botFees,
    otherPayments,
    legs,
    gains,
    closing,
    prices,
    version = null,
    usesDurableNonce = null,
    attempt = 0,
  ] = JSON.parse(detail) as PackedDetail<Name>;
  const name = (id: Name): string => names.nameOf(id);
  const nameOrNull = (id: Name): string | null => (id === 0 ? null : names.nameOf(id));
  const amounts = (list: PackedMintAmount<Name>[]) =>
    list.map(([mint, amount]) => ({ mint: name(mint), amount: BigInt(amount) }));
  const payments = (list: PackedPayment<Name>[]) =>
    list.map(([mint, amount, to]) => ({ mint: name(mint), amount: BigInt(amount), to: name(to) }));
  const { timeSeconds, ...own } = columns;
  return {
    record: {
      ...own,
      blockTimeSeconds: isTimeKnown === 1 ? timeSeconds : null,
      version,
      failure,
      computeUnitLimit,
      priorityFeeLamports: BigInt(priorityFee),
      usesDurableNonce,
      rentLamports: BigInt(rent),
      bot: bot === 0 ? null : { family: name(bot[0]), program: name(bot[1]) },
      attempt: attempt === 0 ? null : unpackAttempt(attempt, name),
      gainOwners: gainOwners.map(name),
      tips: tips.map(([provider, mint, amount, recipient, payer, inner]) => ({
        provider: name(provider),
        mint: name(mint),
        amount: BigInt(amount),
        recipient: name(recipient),
        payer: name(payer),
        inner: inner === 1,
      })),
      botFees: payments(botFees),
      otherPayments: payments(otherPayments),
      legs: legs.map((leg, order): Leg => {
        const inputAmount = BigInt(leg[3]);
        const outputAmount = BigInt(leg[5]);
        return {
          order,
          program: name(leg[0]),
          pool: nameOrNull(leg[1]),
          inputMint: name(leg[2]),
          inputAmount,
          outputMint: name(leg[4]),
          outputAmount,
          poolReceived: unpackOr(leg[6], inputAmount),
          poolSent: unpackOr(leg[7], outputAmount),
          lookupTable: nameOrNull(leg[8]),
          topLevelInstruction: leg[9],
        };
      }),
      grossGains: amounts(gains),
      closingDifferences: amounts(closing),
    },
    prices: prices.map(([mint, priceUsd, age, digits]) => ({
      mint: name(mint),
      priceUsd,
      timeSeconds: age === null ? null : timeSeconds - age,
      digits,
    })),
  };
}
