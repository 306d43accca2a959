import { checkAddresses, checkKeys } from './checkKeys.ts';
import { checkNotArbBot } from './checkNotArbBot.ts';
import { combinePools } from './combinePools.ts';
import { addressesOf } from './configEntries.ts';
import type { ConfigNode, TableNode } from './configNode.ts';
import { syntaxProblem } from './configProblems.ts';
import { looksLikeJson, maxConfigLength, mayBeConfig } from './mayBeConfig.ts';
import type { BotConfig, ConfigForm, ConfigProblem } from './model.ts';
import { lookupTablesEntry, parseAddressLines, scannedEntry } from './parseAddressList.ts';
import { parseJson } from './parseJson.ts';
import { parseToml } from './parseToml.ts';
import {
  isAddressArray,
  readNotArbBot,
  readNotArbJson,
  readNotArbToml,
  updateTimeOf,
} from './readNotArb.ts';
import { checkSmbFinder, type ReadConfig, readSmb } from './readSmb.ts';
import { checkSmbV10, readSmbV10 } from './readSmbV10.ts';

export interface ParseConfigOptions {
  /** Overrides the detected form. */
  readonly form?: ConfigForm | undefined;
  /**
   * Reads the rest of a broken file, for completions while the user types. By default, a broken
   * file has no config.
   */
  readonly isTolerant?: boolean | undefined;
}

export interface ParsedConfig {
  /** Null if the text is not a bot's config, or is broken. */
  readonly config: BotConfig | null;
  /** Sorted by position. A broken file has exactly one, `syntax`. */
  readonly problems: readonly ConfigProblem[];
}

const noConfig: ParsedConfig = { config: null, problems: [] };

const maxBrokenLines = 2;

/**
 * Parses a bot's config with the range of each address and key, and reports what the bot's parser
 * rejects or ignores. Does not know the pools: `checkConfig` checks those. No problem quotes a
 * value of the file. Never throws.
 */
export function parseConfig(text: string, options: ParseConfigOptions = {}): ParsedConfig {
  const { form } = options;
  if (text.length > maxConfigLength) return noConfig;
  if (form === 'addresses') return parsed('addresses', [scannedEntry(text)], [], []);
  if (form === undefined && !mayBeConfig(text)) return noConfig;
  if (isJson(text, form)) {
    const found = parseJsonForms(text, options);
    if (found !== null) return found;
  }
  if (form === undefined || form === 'lookup-tables') {
    const list = parseAddressLines(text, form !== undefined);
    if (list !== null) {
      return parsed('lookup-tables', [lookupTablesEntry(text, list.addresses)], [], list.problems);
    }
  }
  return form === undefined || !['notarb-json', 'lookup-tables'].includes(form)
    ? parseTomlForms(text, options)
    : noConfig;
}

/** For list forms, if the text begins with a bracket. */
function isJson(text: string, form: ConfigForm | undefined): boolean {
  if (form === 'lookup-tables') return /^\uFEFF?\s*[[{]/.test(text);
  return form === 'notarb-json' || (form === undefined && looksLikeJson(text));
}

function parsed(
  form: ConfigForm,
  entries: BotConfig['entries'],
  keys: BotConfig['keys'],
  problems: readonly ConfigProblem[],
  more: Partial<BotConfig> = {},
): ParsedConfig {
  const groups = form === 'lookup-tables' ? [] : combinePools({ form, entries }, new Map());
  const config: BotConfig = {
    ...{ form, entries, groups, keys, baseMints: [], updatedAtMilliseconds: null },
    ...more,
  };
  return { config, problems: inOrder(problems) };
}

const inOrder = (problems: readonly ConfigProblem[]): readonly ConfigProblem[] =>
  problems.toSorted((one, other) => one.range.start - other.range.start);

/** Null if the text is not in a JSON form. */
function parseJsonForms(text: string, { form, isTolerant }: ParseConfigOptions) {
  const { root, error } = parseJson(text);
  const found = root === null ? null : readJson(root, text, form);
  if (error === null || (found === null && form === undefined)) return found;
  const config = isTolerant === true ? (found?.config ?? null) : null;
  return { config, problems: [syntaxProblem(text, error)] };
}

function readJson(
  root: ConfigNode,
  text: string,
  form: ConfigForm | undefined,
): ParsedConfig | null {
  if (form !== 'notarb-json' && (isAddressArray(root) || form === 'lookup-tables')) {
    const entry = lookupTablesEntry(text, addressesOf(root));
    return parsed('lookup-tables', [entry], [], checkAddresses(root, ''));
  }
  const read = readNotArbJson(root, text, form !== undefined);
  if (read === null) return null;
  const { keys, problems } =
    root.kind === 'table'
      ? checkKeys(root, 'notarb-json')
      : { keys: [], problems: rootProblems(root) };
  const updatedAtMilliseconds = updateTimeOf(root);
  return parsed('notarb-json', read.entries, keys, problems, { updatedAtMilliseconds });
}

const rootProblems = (root: ConfigNode): ConfigProblem[] =>
  root.kind === 'array' ? root.elements.flatMap((each) => checkAddresses(each, '')) : [];

function parseTomlForms(text: string, { form, isTolerant }: ParseConfigOptions): ParsedConfig {
  const { root, error } = parseToml(text, isTolerant === true ? maxTolerated : maxBrokenLines);
  const read = root?.kind === 'table' ? readToml(root, text) : null;
  const found = read === null || root?.kind !== 'table' ? noConfig : configOf(root, read);
  if (error === null) return found;
  const problem = syntaxProblem(text, error);
  if (error.reason === 'newer-toml') {
    // A warning, since some bots accept it and the whole file could be read.
    const problems = [...found.problems, { ...problem, severity: 'warning' } as const];
    return read === null ? noConfig : { config: found.config, problems: inOrder(problems) };
  }
  const isRecognized =
    form !== undefined || read !== null || isRecognizedBefore(text, error.offset);
  if (!isRecognized || (form === undefined && isQuoting(text))) return noConfig;
  return { config: isTolerant === true ? found.config : null, problems: [problem] };
}

/** Maximum lines that are skipped in an incomplete file. */
const maxTolerated = 8;

/** If a file has tables of several bots, V10's take precedence. */
const readToml = (root: TableNode, text: string): ReadConfig | null =>
  readSmbV10(root, text) ??
  readSmb(root, text) ??
  readNotArbToml(root, text) ??
  readNotArbBot(root);

function configOf(root: TableNode, { form, entries, baseMints }: ReadConfig): ParsedConfig {
  const { keys, problems } = checkKeys(root, form);
  const own =
    form === 'smb-v10'
      ? checkSmbV10(root)
      : form === 'notarb-bot'
        ? checkNotArbBot(root)
        : checkSmbFinder(root);
  return parsed(form, entries, keys, [...problems, ...own], { baseMints });
}

const tellingHeader =
  /^\uFEFF?[ \t]*(?:\[\[[ \t]*routing[ \t]*\.[ \t]*mint_config_list[ \t]*\]\]|\[[ \t]*routing[ \t]*\.[ \t]*(?:markets|circular_api)[ \t]*\]|\[\[[ \t]*transactions[ \t]*\]\]|\[\[[ \t]*group[ \t]*\]\]|task[ \t]*=[ \t]*["']onchain-bot["'])/m;

/** Whether a text is valid up to one of a bot's headers. */
const isRecognizedBefore = (text: string, offset: number): boolean =>
  tellingHeader.test(text.slice(0, offset));

/** A document with a config in a fenced block is not a config. */
const isQuoting = (text: string): boolean => /^[ \t]*(?:```|~~~)/m.test(text);
