import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { joinList, joinNote } from '../../api/join.ts';
import type { WorkspaceProgram } from '../idl/workspaceIdls.ts';
import type { FactSheet } from '../shared/factSheet.ts';

const maxInstructions = 8;

/** Adds what the IDL in the workspace says about a program. */
export function withProgram(sheet: FactSheet, program: WorkspaceProgram | null): FactSheet {
  if (program === null) return sheet;
  const { name, version, instructions, label } = program;
  const shown = joinList(instructions.slice(0, maxInstructions));
  const more = instructions.length - maxInstructions;
  return {
    ...sheet,
    facts: [
      ...sheet.facts,
      [t('Program'), version === '' ? name : `${name} ${version}`],
      [t('Instructions'), more > 0 ? joinNote(shown, t('{0} more', formatCount(more))) : shown],
      ['IDL', label],
    ],
  };
}
