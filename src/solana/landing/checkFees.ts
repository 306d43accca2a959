import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import {
  addressLookupTableProgram,
  computeBudgetProgram,
  signaturePrograms,
  systemProgram,
  voteProgram,
} from '../knownPrograms.ts';
import type { WireTransaction } from '../wireTransaction.ts';
import { InstructionDataReader } from './instructionDataReader.ts';
import { proposedFee } from './resourceFee.ts';
import { chainRejectsMessage, type FeeReport, Findings } from './transactionReport.ts';

const lamportsPerSignature = 5_000n;
export const maxComputeUnitLimit = 1_400_000;
/** The chain's default per instruction if the transaction sets no limit (SIMD-0170). */
const defaultComputeUnits = { program: 200_000, builtin: 3_000 } as const;
/** The chain's maximum, and its default for versions that have one. */
const maxLoadedDataBytes = 64 * 1_024 * 1_024;
const microLamportsPerLamport = 1_000_000n;

const builtinPrograms: ReadonlySet<string> = new Set([
  systemProgram,
  computeBudgetProgram,
  voteProgram,
  addressLookupTableProgram,
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
]);

/** Compute units that the chain's default limit has for an instruction of this program. */
export const defaultUnitsOf = (program: string): number =>
  builtinPrograms.has(program) ? defaultComputeUnits.builtin : defaultComputeUnits.program;

const withoutDefaultMessage = () => t('Version 1 has no default: the transaction fails.');

export function checkFees(transaction: WireTransaction, findings = new Findings()): FeeReport {
  const { config, version } = transaction;
  let limit: number | null = config?.computeUnitLimit ?? null;
  let price: bigint | null = null;
  let signatures = transaction.requiredSignatures;
  let defaultLimit = 0;
  let loadedDataLimit: number | null = config?.loadedAccountsDataSizeLimit ?? null;
  const seen = new Set<number>();
  for (const { programIndex, data } of transaction.instructions) {
    const program = transaction.staticKeys[programIndex] ?? '';
    if (signaturePrograms.has(program)) signatures += data[0] ?? 0;
    defaultLimit += defaultUnitsOf(program);
    if (program !== computeBudgetProgram) continue;
    const view = new InstructionDataReader(data);
    const tag = view.u8() ?? 0;
    const value = tag === 3 ? view.u64() : view.u32();
    if (tag < 1 || tag > 4 || value === null) {
      findings.refuse('compute-budget-malformed', t('Malformed Compute Budget instruction'));
      continue;
    }
    if (version === 1) {
      findings.warn(
        'compute-budget-ignored',
        t('Compute Budget instructions have no effect'),
        t('Version 1 transactions set their limits in the header.'),
      );
      continue;
    }
    if (seen.has(tag)) {
      findings.refuse(
        'compute-budget-twice',
        t('Duplicate Compute Budget instruction'),
        chainRejectsMessage,
      );
    }
    seen.add(tag);
    if (tag === 2) limit = Number(value);
    if (tag === 3) price = BigInt(value);
    if (tag === 4) loadedDataLimit = Number(value);
  }
  const isLimitSet = limit !== null;
  // Version 1 has no defaults: an unset limit is 0 (SIMD-0385).
  const effective = Math.min(limit ?? (version === 1 ? 0 : defaultLimit), maxComputeUnitLimit);
  if (config?.loadedAccountsDataSizeLimit === null) {
    findings.warn(
      'no-loaded-data-limit',
      t('No loaded accounts data size limit set'),
      withoutDefaultMessage(),
    );
  }
  if (!isLimitSet && version === 1) {
    findings.warn('no-compute-unit-limit', t('No compute unit limit set'), withoutDefaultMessage());
  } else if (!isLimitSet) {
    findings.warn(
      'no-compute-unit-limit',
      t('No compute unit limit set'),
      t('The priority fee uses the default: {0} CU', formatCount(effective)),
    );
  }
  if ((limit ?? 0) > maxComputeUnitLimit) {
    findings.warn(
      'compute-unit-limit-too-high',
      t('Compute unit limit above the maximum'),
      `${formatCount(limit ?? 0)} / ${formatCount(effective)} CU`,
    );
  }
  const priority =
    version === 1
      ? (config?.priorityFeeLamports ?? 0n)
      : ((price ?? 0n) * BigInt(effective) + microLamportsPerLamport - 1n) /
        microLamportsPerLamport;
  if (priority === 0n) {
    findings.warn('no-priority-fee', t('No priority fee'));
  }
  const base = BigInt(signatures) * lamportsPerSignature;
  return {
    computeUnitLimit: effective,
    isLimitSet,
    loadedAccountsDataLimit: loadedDataLimit,
    microLamportsPerUnit: version === 1 ? null : (price ?? 0n),
    baseFeeLamports: base,
    priorityFeeLamports: priority,
    feeLamports: base + priority,
    proposed: proposedFee(transaction, {
      computeUnitLimit: effective,
      loadedDataBytes: Math.min(
        loadedDataLimit ?? (version === 1 ? 0 : maxLoadedDataBytes),
        maxLoadedDataBytes,
      ),
      priorityFeeLamports: priority,
    }),
  };
}
