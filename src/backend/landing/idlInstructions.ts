import { t } from '@vscode/l10n';
import type { IdlCallNames } from '../../api/arbscope/idlNames.ts';
import { idlStateNotes } from '../../api/arbscope/idlStateNotes.ts';
import { joinList, joinNote } from '../../api/join.ts';
import { addErrorName, nameCall, nameError } from '../../engine/idl/nameCall.ts';
import type { ProgramIdls } from '../../engine/idl/programIdls.ts';
import type { KnownTokens } from '../../engine/idl/tokenAmounts.ts';
import type { AmmInstructionDecoder } from '../../solana/landing/decodedInstruction.ts';
import type { SimulationReport } from '../../solana/landing/transactionReport.ts';
import { parseProgramLogs } from '../../solana/logs/programLogs.ts';
import { explainTransactionFailure } from '../../solana/programErrors/transactionFailure.ts';

/** Names instructions by the IDLs of their programs. */
export const createIdlDecoder =
  (idls: ProgramIdls, tokens?: KnownTokens): AmmInstructionDecoder =>
  ({ program, accounts, data, marks = [] }) => {
    const call = nameCall(idls, {
      program,
      data,
      accounts: accounts.map((address, at) => ({
        address,
        isWritable: marks[at]?.isWritable ?? false,
        isSigner: marks[at]?.isSigner ?? false,
      })),
      isTopLevel: true,
      isSelfCall: false,
      ...(tokens && { tokens }),
    });
    if (call === null || call.name === null) return null;
    const { name, also, values, notes, source } = call;
    const programName = idls.of(program)[0]?.idl.name;
    return {
      name: also.length === 0 ? name : t('{0} (or {1})', name, also.join(', ')),
      ...(programName && { programName }),
      isByIdl: true,
      details: [
        ...values.map((one) => [one.name, one.value ?? t('not read')] as const),
        ...call.accounts.flatMap((account) =>
          account.name === null
            ? []
            : [[markedName(account), account.address ?? t('not resolved')] as const],
        ),
        ['IDL', source],
      ],
      notes: [idlStateNotes({ ...call, also: [] }).join(' '), ...notes].filter(Boolean),
    };
  };

function markedName({ name, is_writable, is_signer }: IdlCallNames['accounts'][number]): string {
  const marks = [is_writable ? t('writable') : '', is_signer ? t('signer') : ''].filter(Boolean);
  return marks.length === 0 ? (name ?? '') : joinNote(name ?? '', joinList(marks));
}

/** Names the error if the log shows the program and its IDL knows the code. */
export function nameReportedError(
  report: SimulationReport,
  error: unknown,
  idls: ProgramIdls,
): SimulationReport {
  if (report.isSuccess || idls.isEmpty) return report;
  const failure = explainTransactionFailure(error, parseProgramLogs(report.logs));
  if (failure === null || !failure.isProgramCertain) return report;
  const { program, code } = failure;
  if (program === null || code === null) return report;
  const known = nameError(idls, program, code);
  if (known === null) return report;
  const name = addErrorName(known.name, failure.name);
  const named = { ...report, idlError: { program, name } };
  if (name === failure.name) return named;
  const message = known.message || failure.message;
  const text = message ? `${name}: ${message}` : name;
  return { ...named, error: `${text} (${code})` };
}
