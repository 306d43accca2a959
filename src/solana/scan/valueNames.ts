import { lineStartBefore } from './textRuns.ts';

/** What the name of a value says about it, so that half of a key or a seed is not taken for an address. */

export type NameClass =
  /** The value is a secret: `privateKey`, `WALLET_SECRET`, `seed`. */
  | 'private'
  /** The value may be one: `key`, `apiKey`, `keypair`. */
  | 'unclear'
  /** The value is not one: `publicKey`, `mint_key`. */
  | 'public'
  | 'blockhash';

/** `wallet`, `owner`: an address, unless a comment says that it is a secret. */
type FoundName = NameClass | 'holder';

const maxLineReach = 200;
const maxReachAbove = 400;
/** Most values have no such name; this makes them cheap. */
const triggers =
  /k(?:ey|p\b)|secret|seed|priv|mnemonic|phrase|password|\bsk\b|hash|[密私秘]钥|种子/i;

/**
 * The class of the name before a value: of a variable, key, argument, option or element, or what a
 * comment before or right behind it says. `null` if there is none.
 */
export function nameClassBefore(text: string, start: number, end: number): NameClass | null {
  const lineStart = lineStartBefore(text, start, Math.max(0, start - maxLineReach));
  const before = text.slice(lineStart, start);
  const own = triggers.test(before) ? nameIn(before) : null;
  if (own !== null && own !== 'unclear' && own !== 'holder') return own;
  const comment = classifyComment(trailingComment(text, end));
  const above = comment === 'private' ? null : classifyLinesAbove(text, lineStart, before);
  if (comment !== 'private' && above !== 'private') {
    const found = own ?? comment ?? above;
    if (found !== null && found !== 'holder') return found;
    return isInPrivateSection(text, lineStart) ? 'unclear' : found === null ? null : 'public';
  }
  // A comment about a secret may describe how a public value was made.
  const name = own ?? nameIn(before);
  return name === 'public' ? 'public' : name === 'holder' ? 'unclear' : 'private';
}

const nameIn = (before: string): FoundName | null =>
  classifyNames(before.slice(statementStart(before)));

/** A comma, semicolon or brace ends a statement, unless the value belongs to the text before it. */
function statementStart(before: string): number {
  // `getenv("PRIVATE_KEY", "…")`, `"name": "PRIVATE_KEY", "value": "…"`.
  const pair = defaultValuePattern.exec(before);
  if (pair !== null) return pair.index;
  const ends = [',', ';', '}'].map((character) => before.lastIndexOf(character) + 1);
  // Parameters of a URL.
  return Math.max(...ends, before.search(/&\w+=[^&]*$/));
}

const defaultValuePattern =
  /["'`][\w .-]{1,60}["'`]\s*,\s*(?:["']?(?:value|default)["']?\s*[:=]\s*)?["'`(]*$/i;

/** A comment behind the value, on the same line. */
const trailingComment = (text: string, end: number): string => {
  trailingCommentPattern.lastIndex = end;
  return trailingCommentPattern.exec(text)?.[1] ?? '';
};
const trailingCommentPattern = /["'`)\],;}]{0,8}[ \t]{0,40}(?:\/\/|#|--|\/\*)([^\n]{0,100})/y;

/** Text before a value that has no name on its own line. */
const unnamedValue =
  /^[\s"'`([{>|+&*-]*(?:["']?(?:value|default)["']?\s*[:=]\s*)?(?:[\w.:]+\()*[frbu]?["'`]*$/i;
const commentStart = /[ \t]{0,80}(?:\/\/|#|--|\/?\*|<!--|;)/y;
const commentLine = /^\s*(?:\/\/|#|--|\/?\*|<!--|;)/;
/** The value comes on the next line. */
const openEnd = /(?:[=:([{,|>\\+&]|[|>][-+]?\d?|"""|'''|```|<\w[^<>]*>|[=:]\s*[frbuRL]?["'`])\s*$/;
const nameOnly = /^[^\w]*(?:name|key)["']?\s*:/i;
const plainHeading = /^\W*[A-Za-z][\w -]{0,40}\W*$/;

function classifyLinesAbove(text: string, lineStart: number, before: string): FoundName | null {
  // The line is longer than what was read, or the first.
  if (text[lineStart - 1] !== '\n') return null;
  const floor = Math.max(0, lineStart - maxReachAbove);
  commentStart.lastIndex = lineStartBefore(text, lineStart - 1, floor);
  const isCommented = commentStart.test(text);
  if (!isCommented && !unnamedValue.test(before)) return null;
  const above = text.slice(floor, lineStart - 1);
  if (!triggers.test(above)) return null;
  const lines = above.split('\n').slice(-maxLinesAbove).reverse();
  if (isCommented) {
    // A comment can have several lines.
    const comment = lines.findIndex((line) => !commentLine.test(line));
    return classifyComment(lines.slice(0, comment < 0 ? lines.length : comment).join(' '));
  }
  const head = lines.find((line) => line.trim() !== '') ?? '';
  if (!openEnd.test(head) && !nameOnly.test(head) && !plainHeading.test(head)) return null;
  const trimmed = head.replace(/[,;}]\s*$/, '');
  return classifyNames(
    trimmed.slice(Math.max(...[';', '}'].map((one) => trimmed.lastIndexOf(one) + 1))),
  );
}

const maxLinesAbove = 4;

/** The last line above that opens an object, list or section. */
const sectionPattern =
  /^[^\S\n]*(?:\[+"?([\w.-]+)"?\]+|-?[^\S\n]*["']?([\w.-]+)["']?\s*[:=][^\S\n]*[{[]?)[^\S\n]*$/gm;

/** Whether the value is in a section such as `[private_keys]`, under a name of its own. */
function isInPrivateSection(text: string, lineStart: number): boolean {
  const above = text.slice(Math.max(0, lineStart - maxReachAbove), Math.max(0, lineStart - 1));
  if (!sectionTriggers.test(above)) return false;
  const [, table, member] = [...above.matchAll(sectionPattern)].at(-1) ?? [];
  return classifyName(table ?? member ?? '') === 'private';
}

const sectionTriggers = /secret|priv|seed/i;

const privateComment = /(?:private|secret|priv)[\s_-]*keys?\b|\bsecrets?\b|[私秘密]钥/i;

/** A comment can name the secret anywhere: `private key of the payer`. */
const classifyComment = (comment: string): FoundName | null =>
  comment === '' || !triggers.test(comment)
    ? null
    : privateComment.test(comment)
      ? 'private'
      : classifyNames(comment);

const identifierPattern = /[A-Za-z_$][\w$-]*|[\u4e00-\u9fff]+/g;
/** `private key`, `pool key` in prose. */
const spacedName =
  /\b(private|secret|priv|wallet|public|pub|mint|pool|account|token|program|market|api)[ ]+(keys?|seed)\b/gi;
/** Longer ones are values. */
const maxNameLength = 40;

/** The name nearest to the end that says something. */
function classifyNames(statement: string): FoundName | null {
  if (statement === '') return null;
  const names = statement.replace(spacedName, '$1_$2').match(identifierPattern) ?? [];
  let isHolder = false;
  for (let index = names.length - 1; index >= 0; index--) {
    const name = names[index] ?? '';
    if (name.length > maxNameLength) continue;
    // A modifier, unless it is the name itself.
    if (/^priv(?:ate)?$/i.test(name)) {
      if (/priv(?:ate)?["']?\s*[:=>]\s*["'`(]*$/i.test(statement)) return 'private';
      continue;
    }
    const found = classifyName(name);
    if (found === 'holder') isHolder = true;
    else if (found !== null) return isHolder && found === 'private' ? 'unclear' : found;
  }
  return isHolder ? 'holder' : null;
}

/** What a public value is, as the last word of its name, or before `key`. */
const publicNoun =
  /^(?:(?:mint|pool|addr|address|pubkey|account|program|market|vault|amm|table|position|router)(?:e?s)?|alt|lut|lookup|state|config|oracle|bank|reserve|tick|nft|collection|metadata|pda|ata|lp|dex|tip|signature|sig|tx|public|pub)$/;
/** Public as the last word, but their key may be either. */
const holder = /^(?:wallet|owner|authority|payer|recipient|receiver|destination|creator|token)s?$/;
/** Secrets of services, which never are keys of Solana. */
const serviceWord = /^(?:api|client|jwt|session|webhook|hmac|auth|oauth|app|cookie|csrf|access)$/;
const secretNoun = /^(?:keypairs?|kp|mnemonic|passphrase|password)$/;
/** What may stand beside `seed` in the name of a secret seed. */
const seedWord =
  /^(?:seed|from|key|pair|keypair|wallet|master|root|my|payer|main|bytes?|hex|base|phrase|ed|dev|test|b|u)$/;

export function classifyName(name: string): FoundName | null {
  if (/[密私秘]钥|种子/.test(name)) return 'private';
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  const joined = words.join('');
  const last = words.at(-1) ?? '';
  if (/(?:block|genesis|bank)hash$/.test(joined)) return 'blockhash';
  if (/pub(?:lic)?keys?|address(?:es)?$|addr$/.test(joined)) return 'public';
  // Words behind it say whose key it is: `PRIVATE_KEY_POOL_BOT`.
  if (/priv(?:ate)?keys?/.test(joined)) return 'private';
  const isService = words.some((word) => serviceWord.test(word));
  if (/secretkeys?/.test(joined)) return isService ? 'unclear' : 'private';
  if (publicNoun.test(last)) return 'public';
  const isSecret =
    words.some((word) => /^(?:wallet|my)?secrets?$|^secretseed$|^priv$/.test(word)) ||
    (words.length > 1 && last === 'private') ||
    joined === 'sk';
  const hasSeed = words.some((word) => /seeds?$/.test(word));
  if (holder.test(last)) return isSecret || hasSeed ? 'unclear' : 'holder';
  if (isService) return 'unclear';
  if (isSecret || /^(?:wallet|key|keypair|secret)?seed$/.test(joined)) return 'private';
  if (words.includes('seed') && words.every((word) => seedWord.test(word))) return 'private';
  if (hasSeed || words.some((word) => secretNoun.test(word))) return 'unclear';
  const owner = /^(.*?)keys?$/.exec(joined)?.[1];
  if (owner === undefined || !/keys?$/.test(last)) return null;
  const qualifier = words.length > 1 && /^keys?$/.test(last) ? (words.at(-2) ?? '') : owner;
  return publicNoun.test(qualifier) ? 'public' : 'unclear';
}
