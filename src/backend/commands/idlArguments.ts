import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isAddress } from '../../api/base58.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { ProgramIdls, type SourcedIdl } from '../../engine/idl/programIdls.ts';
import { idlSizeFault, readIdl } from '../../engine/idl/readIdl.ts';
import { type CommandContext, CommandError, UsageError, writeLine } from './commandLine.ts';

export const idlOption = { value: '[PROGRAM=]FILE', isRepeatable: true } as const;

/**
 * The IDLs of the `--idl` options. Writes to standard error what a file lacks.
 * @throws CommandError for a file that is no IDL, or has no program
 */
export async function readIdlArguments(
  values: readonly string[] | undefined,
  { stderr }: Pick<CommandContext, 'stderr'>,
): Promise<ProgramIdls> {
  const idls: SourcedIdl[] = [];
  for (const value of values ?? []) {
    const { program, path } = splitValue(value);
    const found = await readFileOf(path, program);
    for (const { idl } of found) {
      for (const problem of idl.problems) await writeLine(stderr, `note: ${path}: ${problem}`);
      // Meant for a copy of the program, but easily a mistake.
      if (program !== null && idl.address !== null && idl.address !== program) {
        await writeLine(
          stderr,
          `note: ${path}: the IDL is of ${idl.address}, and names ${program}`,
        );
      }
    }
    idls.push(...found);
  }
  return new ProgramIdls(idls);
}

function splitValue(value: string): { readonly program: string | null; readonly path: string } {
  const [, program, path] = /^([1-9A-HJ-NP-Za-km-z]{32,44})=(.+)$/s.exec(value) ?? [];
  if (program === undefined || path === undefined) return { program: null, path: value };
  if (!isAddress(program))
    throw new UsageError('--idl PROGRAM=FILE needs the address of a program');
  return { program, path };
}

async function readFileOf(path: string, program: string | null): Promise<SourcedIdl[]> {
  const source = sanitizeText(basename(path), 100);
  const read = await readBounded(path);
  if (read.kind === 'other') throw new CommandError(`${path}: ${read.reason}`);
  if (program !== null && read.idls.length > 1) {
    throw new CommandError(`${path}: the file has several programs; pass it without PROGRAM=`);
  }
  const idls = read.idls.flatMap((idl) => {
    const named = program ?? idl.address;
    return named === null ? [] : [{ source, program: named, idl }];
  });
  if (idls.length > 0) return idls;
  throw new CommandError(
    `${path}: the IDL has no address of its program. Pass it as --idl PROGRAM=FILE`,
  );
}

async function readBounded(path: string) {
  try {
    const { size } = await stat(path);
    const fault = idlSizeFault(size);
    return fault === null
      ? readIdl(await readFile(path))
      : ({ kind: 'other', reason: fault } as const);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${path}: ${code === 'ENOENT' ? 'no such file' : 'cannot be read'}`);
  }
}
