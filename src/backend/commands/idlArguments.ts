import { basename } from 'node:path';
import { isAddress } from '../../api/base58.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { maxIdlBytes } from '../../engine/idl/model.ts';
import { ProgramIdls, type SourcedIdl } from '../../engine/idl/programIdls.ts';
import { readIdl } from '../../engine/idl/readIdl.ts';
import { type CommandContext, CommandError, UsageError, writeLine } from './commandLine.ts';
import { readInput } from './readInput.ts';

export const idlOption = { value: '[PROGRAM=]FILE', isRepeatable: true } as const;

type IdlContext = Pick<CommandContext, 'stderr' | 'signal'>;

/**
 * The IDLs of the `--idl` options. Writes to standard error what a file lacks.
 * @throws CommandError for a file that is no IDL, or has no program
 */
export async function readIdlArguments(
  values: readonly string[] | undefined,
  context: IdlContext,
): Promise<ProgramIdls> {
  const all: SourcedIdl[] = [];
  for (const value of values ?? []) all.push(...(await readFileOf(splitValue(value), context)));
  const idls = new ProgramIdls(all);
  for (const { program, source } of all) {
    if (idls.of(program).length > 0) continue;
    await writeLine(
      context.stderr,
      `note: ${source}: names nothing, because Arbscope names the calls of ${program} itself`,
    );
  }
  return idls;
}

interface IdlArgument {
  readonly program: string | null;
  readonly path: string;
}

function splitValue(value: string): IdlArgument {
  const [, program, path] = /^([1-9A-HJ-NP-Za-km-z]{32,44})=(.+)$/s.exec(value) ?? [];
  if (program === undefined || path === undefined) return { program: null, path: value };
  if (!isAddress(program))
    throw new UsageError('--idl PROGRAM=FILE needs the address of a program');
  return { program, path };
}

/** More than is read as an IDL, whose own message has the exact size. */
const maxBytes = Math.ceil(maxIdlBytes / 2 ** 20) * 2 ** 20;

async function readFileOf(
  { program, path }: IdlArgument,
  { stderr, signal }: IdlContext,
): Promise<SourcedIdl[]> {
  const source = sanitizeText(basename(path), 100);
  const read = readIdl(await readInput(path, { maxBytes, signal }));
  if (read.kind === 'other') throw new CommandError(`${path}: ${read.reason}`);
  if (program !== null && read.idls.length > 1) {
    throw new CommandError(`${path}: the file has several programs; pass it without PROGRAM=`);
  }
  const idls: SourcedIdl[] = [];
  for (const idl of read.idls) {
    for (const problem of idl.problems) await writeLine(stderr, `note: ${path}: ${problem}`);
    // Meant for a copy of the program, but easily a mistake.
    if (program !== null && idl.address !== null && idl.address !== program) {
      await writeLine(stderr, `note: ${path}: the IDL is of ${idl.address}, and names ${program}`);
    }
    const named = program ?? idl.address;
    if (named !== null) idls.push({ source, program: named, idl });
    else if (read.idls.length > 1) {
      await writeLine(stderr, `note: ${path}: ${idl.name} has no address, so it names nothing`);
    }
  }
  if (idls.length > 0) return idls;
  throw new CommandError(
    `${path}: the IDL has no address of its program. Pass it as --idl PROGRAM=FILE`,
  );
}
