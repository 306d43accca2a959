import { createHash } from 'node:crypto';
import { t } from '@vscode/l10n';
import { encodeBase58 } from '../base58.ts';
import { knownAddress, knownProgramName } from '../knownAddresses.ts';
import {
  ammPrograms,
  botPrograms,
  computeBudgetProgram,
  routerPrograms,
} from '../knownPrograms.ts';
import { isSecretKey } from '../secretKey.ts';
import { verifySignatures } from '../verifySignatures.ts';
import { WireFormatError } from '../wireReader.ts';
import {
  decodeTransactionBytes,
  isSigner,
  isWritable,
  transactionSizeLimits,
  type WireTransaction,
} from '../wireTransaction.ts';
import type { CheckFacts, MissingPrograms } from './checkFacts.ts';
import { checkFees, type FeeCheck } from './checkFees.ts';
import { checkLifetime } from './checkLifetime.ts';
import { checkLookups, resolveAccounts } from './checkLookups.ts';
import { checkCosts, checkSending } from './checkSending.ts';
import { checkTips } from './checkTips.ts';
import { decodeInstruction } from './decodeInstruction.ts';
import { sumOutflow } from './sumOutflow.ts';
import {
  type AccountReport,
  type Finding,
  type InstructionReport,
  sortByRank,
  type TransactionReport,
} from './transactionReport.ts';

/**
 * All that can be said of a signed transaction before it is sent. Never throws: what is wrong is a
 * finding. Bytes that are no transaction at all get a report that says only that.
 */
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
    return unreadableReport(bytes, 'not-a-transaction', t('The transaction {0}.', error.message));
  }
  return buildReport(bytes, transaction, facts);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function unreadableReport(bytes: Uint8Array, code: string, message: string): TransactionReport {
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
    payerLamports: null,
    findings: [{ rank: 'refuse', code, message }],
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
    };
    return { instruction, call: decodeInstruction(instruction, facts.decodeAmmInstruction) };
  });
  const signers = new Set(transaction.staticKeys.slice(0, transaction.requiredSignatures));
  const fees: FeeCheck = checkFees(transaction);
  const { tips, findings: ofTips } = checkTips({ calls, keys, facts, signers });
  const outflow = sumOutflow(calls, signers, tips);
  const { lifetime, findings: ofLifetime } = checkLifetime(transaction, facts.lifetime);
  const feePayer = transaction.staticKeys[0] ?? '';
  const money = { fees: fees.report, outflow, feePayer };
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
    fee: fees.report,
    tips,
    programs: distinctPrograms(calls.map(({ instruction }) => instruction.program)),
    instructions: calls.map(
      ({ instruction, call }): InstructionReport => ({
        program: instruction.program,
        programName: knownProgramName(instruction.program),
        name: call.name,
        details: call.details,
        accounts: instruction.accounts.length,
        dataBytes: instruction.data.length,
      }),
    ),
    accounts: keys.map(
      ({ address, table, tableIndex }, index): AccountReport => ({
        address,
        name: address === null ? null : (knownAddress(address)?.name ?? null),
        isSigner: isSigner(transaction, index),
        isWritable: isWritable(transaction, index),
        table,
        tableIndex,
      }),
    ),
    lookups: checkLookups(transaction, facts).reports,
    outflow,
    simulation: facts.simulation ?? null,
    payerLamports: facts.payerLamports ?? null,
    findings: sortByRank([
      ...signatureFindings(signatures),
      ...keyFindings(transaction),
      ...checkLookups(transaction, facts).findings,
      ...ofLifetime,
      ...fees.findings,
      ...ofTips,
      ...programFindings(calls.map(({ instruction }) => instruction.program)),
      ...missingProgramFindings(facts.missingPrograms),
      ...calls.flatMap(({ call }): Finding[] =>
        call.authorityChange === undefined
          ? []
          : [{ rank: 'warn', code: 'hands-over', message: call.authorityChange }],
      ),
      ...checkCosts(money, facts),
      ...checkSending(transaction.version, feePayer, facts),
    ]),
  };
}

function signatureFindings(signatures: ReturnType<typeof verifySignatures>): Finding[] {
  return signatures.flatMap(({ signer, state }): Finding[] => {
    if (state === 'valid') return [];
    return state === 'missing'
      ? [{ rank: 'refuse', code: 'unsigned', message: t('{0} has not signed.', signer) }]
      : [
          {
            rank: 'refuse',
            code: 'bad-signature',
            message: t('The signature of {0} is not one over this message.', signer),
          },
        ];
  });
}

/** Most account keys that the chain locks for one transaction. */
const maxAccounts = 64;

function keyFindings(transaction: WireTransaction): Finding[] {
  const { staticKeys, lookups } = transaction;
  const findings: Finding[] = [];
  const twice = staticKeys.find((key, at) => staticKeys.indexOf(key) !== at);
  if (twice !== undefined) {
    findings.push({
      rank: 'refuse',
      code: 'duplicate-key',
      message: t('The account {0} is listed twice: the chain refuses the transaction.', twice),
    });
  }
  const loaded = lookups.reduce(
    (sum, lookup) => sum + lookup.writableIndexes.length + lookup.readonlyIndexes.length,
    0,
  );
  const count = staticKeys.length + loaded;
  if (count > maxAccounts) {
    findings.push({
      rank: 'refuse',
      code: 'too-many-accounts',
      message: t('It names {0} accounts; the chain takes at most {1}.', count, maxAccounts),
    });
  }
  if (transaction.instructions.length === 0) {
    findings.push({ rank: 'warn', code: 'no-instruction', message: t('It holds no instruction.') });
  }
  if (transaction.instructions.some(({ programIndex }) => programIndex >= staticKeys.length)) {
    findings.push({
      rank: 'refuse',
      code: 'program-from-table',
      message: t('It calls a program that comes from a lookup table: the chain refuses that.'),
    });
  }
  if (transaction.instructions.some(({ programIndex }) => programIndex === 0)) {
    findings.push({
      rank: 'refuse',
      code: 'payer-is-program',
      message: t('It calls its own fee payer as a program: the chain refuses that.'),
    });
  }
  return findings;
}

const distinctPrograms = (programs: readonly string[]) =>
  [...new Set(programs)].map((address) => ({ address, name: knownProgramName(address) }));

function programFindings(programs: readonly string[]): Finding[] {
  return distinctPrograms(programs)
    .filter(({ name }) => name === null)
    .map(({ address }) => ({
      rank: 'warn',
      code: 'unknown-program',
      message: t('The program {0} is not known: what it does cannot be told from here.', address),
    }));
}

function missingProgramFindings(missing: MissingPrograms | undefined): Finding[] {
  return (missing?.addresses ?? []).map((address) => {
    const name = knownProgramName(address);
    const which = name === null ? address : `${name} (${address})`;
    const message = t('This chain has no program {0}. {1}', which, String(missing?.explanation));
    return { rank: 'refuse', code: 'missing-program', message };
  });
}

/** Whether a transaction trades, as far as its top-level programs tell. */
const isTrade = (report: Pick<TransactionReport, 'programs'>): boolean =>
  report.programs.some(
    ({ address, name }) =>
      ammPrograms.has(address) ||
      routerPrograms.has(address) ||
      botPrograms.has(address) ||
      (name === null && address !== computeBudgetProgram),
  );

/**
 * What several transactions that are sent together show only side by side: a tip that is paid in
 * another transaction than the trade it is for is lost when the trade fails.
 */
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
      message: t(
        'It tips, and the trade is in another transaction: the tip is paid even when the trade fails.',
      ),
    };
    return { ...report, findings: sortByRank([...report.findings, finding]) };
  });
}
