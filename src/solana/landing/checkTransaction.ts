import { createHash } from 'node:crypto';
import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { encodeBase58 } from '../base58.ts';
import { knownAddress, knownProgramName } from '../knownAddresses.ts';
import { knownMints } from '../knownMints.ts';
import {
  ammPrograms,
  botPrograms,
  computeBudgetProgram,
  routerPrograms,
  terminalPrograms,
} from '../knownPrograms.ts';
import { isSecretKey } from '../secretKey.ts';
import { shortAddress } from '../shortAddress.ts';
import { type SignatureCheck, verifySignatures } from '../verifySignatures.ts';
import { WireFormatError } from '../wireReader.ts';
import {
  accountLimit,
  countLoadedKeys,
  decodeTransactionBytes,
  futureAccountLimit,
  isWritable,
  transactionSizeLimits,
  type WireTransaction,
} from '../wireTransaction.ts';
import type { CheckFacts, MissingPrograms } from './checkFacts.ts';
import { checkFees } from './checkFees.ts';
import { checkGain } from './checkGain.ts';
import { checkIdlNotes } from './checkIdlNotes.ts';
import { checkLifetime } from './checkLifetime.ts';
import { checkLookups, resolveAccounts } from './checkLookups.ts';
import { checkCosts, checkSending } from './checkSending.ts';
import { checkTips } from './checkTips.ts';
import type { DecodedInstruction } from './decodedInstruction.ts';
import { decodeInstruction } from './decodeInstruction.ts';
import {
  byRank,
  chainRejectsMessage,
  type Finding,
  Findings,
  type OutflowReport,
  type TipReport,
  type TransactionReport,
} from './transactionReport.ts';

/** Never throws: faults become findings. */
export function checkTransaction(bytes: Uint8Array, facts: CheckFacts = {}): TransactionReport {
  if (isSecretKey(bytes)) {
    return unreadableReport(
      new Uint8Array(),
      'secret-key',
      t('This is a secret key, not a transaction.'),
    );
  }
  let transaction: WireTransaction;
  try {
    transaction = decodeTransactionBytes(bytes);
  } catch (error) {
    if (!WireFormatError.is(error)) throw error;
    return unreadableReport(
      bytes,
      'not-a-transaction',
      t('Not a valid transaction'),
      error.message,
    );
  }
  return buildReport(bytes, transaction, facts);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function unreadableReport(
  bytes: Uint8Array,
  code: string,
  message: string,
  detail?: string,
): TransactionReport {
  const findings = new Findings();
  findings.refuse(code, message, detail);
  return {
    sha256: sha256(bytes),
    messageSha256: '',
    sizeBytes: bytes.length,
    sizeLimitBytes: null,
    version: null,
    signature: null,
    feePayer: null,
    signatures: [],
    lifetime: null,
    fee: null,
    tips: [],
    programs: [],
    instructions: [],
    accounts: [],
    lookups: [],
    outflow: null,
    simulation: null,
    outcome: null,
    payerLamports: null,
    findings: findings.sorted(),
  };
}

function buildReport(
  bytes: Uint8Array,
  transaction: WireTransaction,
  facts: CheckFacts,
): TransactionReport {
  const signatures = verifySignatures(transaction);
  const keys = resolveAccounts(transaction, facts.tables);
  const calls = transaction.instructions.map(({ programIndex, accountIndexes, data }) => {
    const instruction = {
      program: keys[programIndex]?.address ?? '',
      accounts: accountIndexes.map((index) => keys[index]?.address ?? null),
      data,
      marks: accountIndexes.map((index) => ({
        isWritable: isWritable(transaction, index),
        isSigner: index < transaction.requiredSignatures,
      })),
    };
    return { instruction, call: decodeInstruction(instruction, facts.decodeAmmInstruction) };
  });
  const programs = [...new Set(calls.map(({ instruction }) => instruction.program))].map(
    (address) => ({ address, name: knownProgramName(address) }),
  );
  const signers = new Set(transaction.staticKeys.slice(0, transaction.requiredSignatures));
  const feePayer = transaction.staticKeys[0] ?? '';
  const findings = new Findings();
  checkSignatures(signatures, findings);
  checkKeys(transaction, findings);
  const lookups = checkLookups(transaction, facts, findings);
  const lifetime = checkLifetime(transaction, facts.lifetime, findings);
  const fee = checkFees(transaction, findings);
  const tips = checkTips(calls, keys, signers, facts, findings);
  const outflow = sumOutflow(calls, signers, tips);
  checkPrograms(programs, facts.missingPrograms, findings);
  for (const { call } of calls) {
    const change = call.authorityChange;
    if (change !== undefined) findings.warn('hands-over', change.message, change.detail);
  }
  checkIdlNotes(calls, facts.simulation, findings);
  const dontFront = keys.find(({ address }) => address?.startsWith(dontFrontPrefix));
  if (dontFront) {
    findings.inform(
      'jito-dont-front',
      t('Asks Jito’s block engine not to be front-run'),
      dontFront.address ?? undefined,
    );
  }
  checkGain(facts, findings);
  checkCosts(fee, outflow, facts, findings);
  checkSending(feePayer, facts, findings);
  const first = transaction.signatures[0];
  return {
    sha256: sha256(bytes),
    messageSha256: sha256(transaction.messageBytes),
    sizeBytes: bytes.length,
    sizeLimitBytes: transactionSizeLimits[transaction.version],
    version: transaction.version,
    signature: first?.some((byte) => byte !== 0) ? encodeBase58(first) : null,
    feePayer,
    signatures,
    lifetime,
    fee,
    tips,
    programs,
    instructions: calls.map(({ instruction, call }) => ({
      program: instruction.program,
      programName: knownProgramName(instruction.program) ?? call.programName ?? null,
      name: call.name,
      isByIdl: call.isByIdl === true,
      details: call.details,
      accounts: instruction.accounts.length,
      dataBytes: instruction.data.length,
    })),
    accounts: keys.map(({ address, table, tableIndex }, index) => ({
      address,
      name: address === null ? null : (knownAddress(address)?.name ?? null),
      isSigner: index < transaction.requiredSignatures,
      isWritable: isWritable(transaction, index),
      table,
      tableIndex,
    })),
    lookups,
    outflow,
    simulation: facts.simulation ?? null,
    outcome: facts.outcome ?? null,
    payerLamports: facts.payerLamports ?? null,
    findings: findings.sorted(),
  };
}

/** Jito rejects a bundle that has such an account in any transaction but the first (docs.jito.wtf). */
const dontFrontPrefix = 'jitodontfront';

function checkSignatures(signatures: readonly SignatureCheck[], findings: Findings): void {
  for (const { signer, state } of signatures) {
    const short = shortAddress(signer);
    if (state === 'missing') {
      findings.refuse('unsigned', joinLabel(t('Signature missing'), short), signer);
    } else if (state === 'invalid') {
      findings.refuse(
        'bad-signature',
        joinLabel(t('Invalid signature'), short),
        t('The signature of {0} does not match this message.', signer),
      );
    }
  }
}

function checkKeys(
  { version, staticKeys, lookups, instructions }: WireTransaction,
  findings: Findings,
): void {
  const twice = staticKeys.find((key, at) => staticKeys.indexOf(key) !== at);
  if (twice !== undefined) {
    findings.refuse(
      'duplicate-key',
      joinLabel(t('Account listed twice'), shortAddress(twice)),
      twice,
    );
  }
  const count = staticKeys.length + countLoadedKeys(lookups);
  const limit = version === 1 ? futureAccountLimit : accountLimit;
  if (count > limit) {
    findings.refuse('too-many-accounts', joinLabel(t('Too many accounts'), `${count} / ${limit}`));
  } else if (count > accountLimit) {
    findings.warn(
      'too-many-accounts-yet',
      joinLabel(t('Too many accounts'), `${count} / ${accountLimit}`),
      t(
        'The chain rejects it until SIMD-0596 is active, which allows version 1 up to {0}.',
        futureAccountLimit,
      ),
    );
  }
  if (instructions.length === 0) findings.warn('no-instruction', t('No instructions'));
  if (instructions.some(({ programIndex }) => programIndex >= staticKeys.length)) {
    findings.refuse(
      'program-from-table',
      t('Calls a program from a lookup table'),
      chainRejectsMessage,
    );
  }
  if (instructions.some(({ programIndex }) => programIndex === 0)) {
    findings.refuse('payer-is-program', t('Calls its fee payer as a program'), chainRejectsMessage);
  }
}

function checkPrograms(
  programs: TransactionReport['programs'],
  missing: MissingPrograms | undefined,
  findings: Findings,
): void {
  for (const { address, name } of programs) {
    if (name !== null) continue;
    findings.warn(
      'unknown-program',
      joinLabel(t('Unknown program'), shortAddress(address)),
      t('Its effects are unknown: {0}', address),
    );
  }
  for (const address of missing?.addresses ?? []) {
    findings.refuse(
      'missing-program',
      joinLabel(t('Program not on this chain'), knownProgramName(address) ?? shortAddress(address)),
      missing?.explanation,
    );
  }
}

/** An unknown program may trade. */
export const isTrade = (report: Pick<TransactionReport, 'programs'>): boolean =>
  report.programs.some(
    ({ address, name }) =>
      ammPrograms.has(address) ||
      routerPrograms.has(address) ||
      terminalPrograms.has(address) ||
      botPrograms.has(address) ||
      (name === null && address !== computeBudgetProgram),
  );

/** A separate tip is lost if the trade fails. */
export function checkBatch(reports: readonly TransactionReport[]): TransactionReport[] {
  const isTipped = reports.some(({ tips }) => tips.length > 0);
  return reports.map((report) => {
    const others = reports.filter((other) => other !== report);
    if (!isTipped || others.length === 0) return report;
    const tipsAlone = report.tips.length > 0 && !isTrade(report) && others.some(isTrade);
    if (!tipsAlone) return report;
    const finding: Finding = {
      rank: 'warn',
      code: 'tip-apart',
      message: t('The trade is in another transaction than the tip'),
      detail: t('The tip is paid even if the trade fails.'),
    };
    return { ...report, findings: [...report.findings, finding].sort(byRank) };
  });
}

/** Excludes what programs transfer internally. */
function sumOutflow(
  calls: readonly { readonly call: DecodedInstruction }[],
  signers: ReadonlySet<string>,
  tips: readonly TipReport[],
): OutflowReport {
  const tipInstructions = new Set(tips.map(({ instruction }) => instruction));
  let lamports = 0n;
  const tokens: OutflowReport['tokens'][number][] = [];
  calls.forEach(({ call }, index) => {
    const { lamports: movement, tokens: movements = [] } = call;
    if (movement?.from && signers.has(movement.from) && !tipInstructions.has(index)) {
      const staysHome = movement.to !== null && signers.has(movement.to);
      if (!staysHome) lamports += movement.amount;
    }
    for (const { from, authority, mint, amount, decimals } of movements) {
      if (from === null || authority === null || !signers.has(authority)) continue;
      const known = mint === null ? undefined : knownMints.get(mint);
      tokens.push({
        source: from,
        mint,
        symbol: known?.symbol ?? null,
        amount,
        decimals: decimals ?? known?.decimals ?? null,
      });
    }
  });
  const tipLamports = tips.reduce((sum, tip) => sum + tip.lamports, 0n);
  return { lamports, tipLamports, tokens };
}
