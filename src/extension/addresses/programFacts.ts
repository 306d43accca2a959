import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { joinList, joinNote } from '../../api/join.ts';
import type { IdlProgramSummary } from '../../backend/protocol/idlProtocol.ts';
import type { WorkspaceProgram } from '../idl/workspaceIdls.ts';
import type { FactSheet } from '../shared/factSheet.ts';
import type { Fact } from '../ui/treeRow.ts';

const maxInstructions = 8;

/** Adds what the IDL in the workspace says about a program, in place of one of the chain. */
export function withProgram(sheet: FactSheet, program: WorkspaceProgram | null): FactSheet {
  if (program === null) return sheet;
  const facts = [...new Map([...sheet.facts, ...programFacts(program, program.label)])];
  return { ...sheet, facts };
}

/** `source`: of the IDL. */
export function programFacts(
  { name, version, instructions }: IdlProgramSummary,
  source: string,
): Fact[] {
  const shown = joinList(instructions.slice(0, maxInstructions));
  const more = instructions.length - maxInstructions;
  return [
    [t('Program'), version === '' ? name : `${name} ${version}`],
    [t('Instructions'), more > 0 ? joinNote(shown, t('{0} more', formatCount(more))) : shown],
    ['IDL', source],
  ];
}
