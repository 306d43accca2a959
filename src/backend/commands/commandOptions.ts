import { parseArgs } from 'node:util';
import { UsageError } from './commandLine.ts';

/** Usage text and parsing follow from this; without `value` it is a flag. */
export interface CommandOption {
  /** Kind of the value as the usage shows it, such as `FILE`. */
  readonly value?: string;
  readonly isRepeatable?: true;
  readonly isRequired?: true;
  /** For other programs; not in the usage. */
  readonly isInternal?: true;
  readonly check?: ValueCheck;
  /** Has an effect only with one of these options. */
  readonly goesWith?: readonly string[];
  readonly excludes?: readonly string[];
}

interface ValueCheck {
  /** Completes "must be". */
  readonly expected: string;
  accepts(text: string): boolean;
}

interface CommandSyntax<Options extends CommandOptions> {
  readonly command: string;
  /** The arguments that are not options, as the usage shows them. */
  readonly operands?: string;
  readonly options: Options;
}

type CommandOptions = Readonly<Record<string, CommandOption>>;

type OptionValues<Options extends CommandOptions> = {
  -readonly [Name in keyof Options]?: Options[Name] extends { readonly isRepeatable: true }
    ? string[]
    : Options[Name] extends { readonly value: string }
      ? string
      : true;
};

const usageColumns = 92;

export function formatUsage({ command, operands, options }: CommandSyntax<CommandOptions>): string {
  const words = Object.entries(options).flatMap(([name, option]) =>
    option.isInternal === true ? [] : formatOption(name, option),
  );
  let lines = operands === undefined ? command : `${command} ${operands}`;
  let columns = lines.length;
  for (const word of words) {
    const isFull = columns + word.length >= usageColumns;
    lines += `${isFull ? '\n          ' : ' '}${word}`;
    columns = (isFull ? 0 : columns + 1) + word.length;
  }
  return lines;
}

function formatOption(name: string, { value, isRequired, isRepeatable }: CommandOption): string {
  const text = value === undefined ? `--${name}` : `--${name} ${value}`;
  return `${isRequired === true ? text : `[${text}]`}${isRepeatable === true ? '...' : ''}`;
}

/** Throws a UsageError, which never contains a value: it may be a key in the wrong place. */
export function parseArguments<const Options extends CommandOptions>(
  args: readonly string[],
  { command, options }: CommandSyntax<Options>,
): { readonly values: OptionValues<Options>; readonly positionals: readonly string[] } {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries<CommandOption>(options).map(([name, { value }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string' },
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string | string[] | true>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) throw unknownOption(token.rawName, command, options);
    const value = readValue(option, token);
    const earlier = values.get(name);
    if (option.isRepeatable === true && value !== true) {
      values.set(name, Array.isArray(earlier) ? [...earlier, value] : [value]);
    } else if (earlier === undefined) values.set(name, value);
    else throw new UsageError(`--${name} is given more than once. Give it once`);
  }
  checkCombination(command, options, values);
  return { values: Object.fromEntries(values) as OptionValues<Options>, positionals };
}

interface OptionToken {
  readonly name: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function readValue(
  { value: kind, check }: CommandOption,
  { name, value, inlineValue }: OptionToken,
): string | true {
  if (kind === undefined) {
    if (value === undefined) return true;
    throw new UsageError(`--${name} takes no value. Give it alone`);
  }
  // Without this, the next option would be taken as the value.
  const isNextOption = inlineValue === false && value !== '-' && value?.startsWith('-') === true;
  if (value === undefined || value === '' || isNextOption) {
    const advice = isNextOption
      ? `. If the value begins with a hyphen, write --${name}=${kind}`
      : '';
    throw new UsageError(`--${name} needs a value: --${name} ${kind}${advice}`);
  }
  if (check === undefined || check.accepts(value)) return value;
  throw new UsageError(`--${name} must be ${check.expected}`);
}

/** The name is repeated only if it cannot be a key. */
function unknownOption(rawName: string, command: string, options: CommandOptions): UsageError {
  const what = /^--?[a-z][a-z-]{0,24}$/.test(rawName) ? rawName : 'one of the given options';
  const names = Object.entries(options).flatMap(([name, { isInternal }]) =>
    isInternal === true ? [] : `--${name}`,
  );
  const known = names.length === 0 ? 'It takes no options' : `Its options are ${names.join(', ')}`;
  return new UsageError(`${command} does not take ${what}. ${known}`);
}

function checkCombination(
  command: string,
  options: CommandOptions,
  values: ReadonlyMap<string, unknown>,
): void {
  for (const [name, option] of Object.entries(options)) {
    const { isRequired, value, goesWith, excludes = [] } = option;
    if (!values.has(name)) {
      if (isRequired === true) throw new UsageError(`${command} needs --${name} ${value}`);
      continue;
    }
    const excluded = excludes.find((other) => values.has(other));
    if (excluded !== undefined) throw new UsageError(`--${name} does not go with --${excluded}`);
    if (goesWith !== undefined && !goesWith.some((other) => values.has(other))) {
      const others = goesWith.map((other) => `--${other}`).join(' or ');
      throw new UsageError(`--${name} goes with ${others}`);
    }
  }
}

/** Throws a UsageError for other than one operand. */
export function parseOperand(
  positionals: readonly string[],
  { command, operands = '' }: CommandSyntax<CommandOptions>,
): string {
  const [operand, ...more] = positionals;
  if (operand !== undefined && operand !== '' && more.length === 0) return operand;
  throw new UsageError(
    `${command} needs one ${operands.replace(/\|-$/, ', or -').replace('|', ' or ')}`,
  );
}

export const wholeNumber = (minimum: number, maximum: number) =>
  ({
    value: 'N',
    check: {
      expected: `a whole number from ${minimum} to ${maximum}`,
      accepts: (text: string) =>
        /^[0-9]{1,16}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum,
    },
  }) as const;

export const oneOf = (names: readonly string[], expected = names.join(', ')) =>
  ({
    value: names.join('|'),
    check: { expected, accepts: (text: string) => names.includes(text) },
  }) as const;

export const url = {
  value: 'URL',
  check: { expected: 'a URL', accepts: (text: string) => URL.canParse(text) },
} as const;
