import { t } from '@vscode/l10n';
import { tokenProgram } from '../../solana/knownPrograms.ts';
import { readErrors } from './anchorIdl.ts';
import { CodamaTypes } from './codamaTypes.ts';
import {
  addressOf,
  isCount,
  isTrue,
  listOf,
  memberOf,
  messageOf,
  nameOf,
  Problems,
  textOf,
} from './members.ts';
import type { Discriminator, Idl, IdlAccount, IdlEvent, IdlInstruction, IdlType } from './model.ts';

/** One IDL for each program of a Codama root node. */
export function readCodamaIdl(root: unknown): Idl[] {
  const problems = new Problems();
  const programs = [memberOf(root, 'program'), ...listOf(root, 'additionalPrograms')];
  const types = new CodamaTypes(programs, problems);
  return programs.map((program) => readProgram(program, types, problems));
}

function readProgram(program: unknown, types: CodamaTypes, problems: Problems): Idl {
  const address = addressOf(program, 'publicKey');
  if (address === null && (textOf(program, 'publicKey') ?? '') !== '') {
    problems.add(t('The address of the program is not an address'));
  }
  const reader = new ProgramReader(textOf(program, 'name') ?? '', types, problems);
  return {
    format: 'codama',
    name: nameOf(program) ?? '',
    version: messageOf(program, 'version'),
    address,
    instructions: listOf(program, 'instructions').flatMap((one) => reader.readInstruction(one)),
    events: listOf(program, 'events').flatMap((one) => reader.readEvent(one)),
    errors: readErrors(listOf(program, 'errors'), 'message', problems),
    problems: problems.all,
  };
}

/** Of one instruction or event; each may need a type of the size of the file. */
const maxDiscriminators = 16;

class ProgramReader {
  readonly #program: string;
  readonly #types: CodamaTypes;
  readonly #problems: Problems;

  constructor(program: string, types: CodamaTypes, problems: Problems) {
    this.#program = program;
    this.#types = types;
    this.#problems = problems;
  }

  readInstruction(instruction: unknown): IdlInstruction[] {
    const name = nameOf(instruction);
    if (name === null) {
      this.#problems.add(t('An instruction has no name'));
      return [];
    }
    const args = listOf(instruction, 'arguments');
    const discriminators = this.#readDiscriminators(instruction, args);
    if (discriminators === null) {
      this.#problems.add(t('The discriminator of instruction {0} cannot be read', name));
    }
    const hidden = new Set(
      listOf(instruction, 'discriminators').flatMap((one) =>
        textOf(one, 'kind') === 'fieldDiscriminatorNode' ? (textOf(one, 'name') ?? []) : [],
      ),
    );
    return [
      {
        name,
        discriminators,
        ...this.#readArguments(args, hidden),
        accounts: listOf(instruction, 'accounts').map(readAccount),
      },
    ];
  }

  /** Leaves out discriminators at the start, which the name shows. */
  #readArguments(args: readonly unknown[], hidden: ReadonlySet<string>) {
    let dataOffset = 0;
    let first = 0;
    for (const argument of args) {
      if (!hidden.has(textOf(argument, 'name') ?? '')) break;
      const bytes = this.#defaultBytes(argument);
      if (bytes === null) break;
      dataOffset += bytes.length;
      first += 1;
    }
    const fields = this.#types.readFields(args.slice(first), this.#program);
    return { dataOffset, type: { kind: 'fields', fields } satisfies IdlType };
  }

  readEvent(event: unknown): IdlEvent[] {
    const name = nameOf(event);
    if (name === null) {
      this.#problems.add(t('An event has no name'));
      return [];
    }
    const data = memberOf(event, 'data');
    const discriminators = this.#readDiscriminators(event, listOf(data, 'fields'));
    const type = this.#types.read(data, this.#program);
    return [{ name, discriminators, dataOffset: 0, type }];
  }

  #readDiscriminators(node: unknown, fields: readonly unknown[]): Discriminator[] | null {
    const nodes = listOf(node, 'discriminators');
    if (nodes.length > maxDiscriminators) return null;
    const all = nodes.map((one) => this.#readDiscriminator(one, fields));
    return all.every((one) => one !== null) ? all : null;
  }

  #readDiscriminator(node: unknown, fields: readonly unknown[]): Discriminator | null {
    if (textOf(node, 'kind') === 'sizeDiscriminatorNode') {
      const size = memberOf(node, 'size');
      return isCount(size) ? { kind: 'size', size } : null;
    }
    const offset = memberOf(node, 'offset');
    if (!isCount(offset)) return null;
    const bytes = this.#discriminatorBytes(node, fields);
    return bytes === null ? null : { kind: 'bytes', offset, bytes };
  }

  #discriminatorBytes(node: unknown, fields: readonly unknown[]): Uint8Array | null {
    switch (textOf(node, 'kind')) {
      case 'constantDiscriminatorNode':
        return this.#types.readConstant(memberOf(node, 'constant'), this.#program);
      case 'fieldDiscriminatorNode': {
        const name = textOf(node, 'name');
        return this.#defaultBytes(fields.find((field) => textOf(field, 'name') === name));
      }
      default:
        return null;
    }
  }

  #defaultBytes(field: unknown): Uint8Array | null {
    const value = memberOf(field, 'defaultValue');
    return this.#types.readConstant({ type: memberOf(field, 'type'), value }, this.#program);
  }
}

function readAccount(account: unknown): IdlAccount {
  const signer = memberOf(account, 'isSigner');
  const value = memberOf(account, 'defaultValue');
  const isFixed = textOf(value, 'kind') === 'publicKeyValueNode';
  return {
    name: nameOf(account) ?? '',
    isWritable: isTrue(account, 'isWritable'),
    isSigner: signer === 'either' ? 'either' : signer === true,
    isOptional: isTrue(account, 'isOptional'),
    // A default is a proposal of the client; the program may accept others.
    address: isFixed && isProgramAccount(account) ? addressOf(value, 'publicKey') : null,
  };
}

/** Programs and sysvars have one address only, except that there are two token programs. */
const isProgramAccount = (account: unknown): boolean =>
  /program|sysvar|rent|clock/i.test(textOf(account, 'name') ?? '') &&
  textOf(memberOf(account, 'defaultValue'), 'publicKey') !== tokenProgram;
