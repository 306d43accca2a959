import { lineStartBefore, type Span } from './textRuns.ts';

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
const maxSqlReach = 2_000;

/** A private key or seed in the languages of other developers. */
const foreignSecret =
  /[私秘密金][钥鑰]|秘密鍵|助[记記][词詞]|[种種]子|개인 ?키|비밀 ?키|(?:приватн|закрыт|секретн)\p{L}* ключ\p{L}*|(?:clave|llave|chave|clé|cle|chiave)[ _-]?priv\p{L}*|(?:priv|geheim)\p{L}*[ _-]?(?:schlüssel|schluessel|sleutel)|klucz\p{L}* prywatn\p{L}*|(?:özel|gizli) anahtar|kunci (?:privat|pribadi)|khóa (?:riêng|bí mật)|المفتاح الخاص/giu;
/** Most values have no such name; this makes them cheap. */
const triggers = new RegExp(
  String.raw`k(?:ey|p\b)|secret|seed|priv|mnemonic|phrase|password|\bsk\b|(?:\b|_)pk\b|hash|(?:import|restore|recover)_?wallet|${foreignSecret.source}`,
  'iu',
);

/** Finds the class of the name of a value: of a variable, key, argument, option, element, column or heading. */
export class ValueNames {
  readonly #text: string;
  /** Header and last known line of a table, whose rows follow each other. */
  #table: { readonly header: string; readonly lineStart: number; readonly lineEnd: number } | null =
    null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Of the name before the value, or of what is beside or above it. `null` if there is none. */
  classOf({ start, end }: Span): NameClass | null {
    const text = this.#text;
    const lineStart = lineStartBefore(text, start, Math.max(0, start - maxLineReach));
    const before = text.slice(lineStart, start).replace(entity, '"');
    const own = triggers.test(before) ? nameIn(before) : null;
    if (own !== null && own !== 'unclear' && own !== 'holder') return own;
    const behind = classifyComment(textBehind(text, end, before));
    const above =
      behind === 'private'
        ? null
        : (classifyLinesAbove(text, lineStart, before) ??
          (own === null ? this.#columnClass(lineStart, { start, end }) : null));
    if (behind !== 'private' && above !== 'private') {
      const found = own ?? behind ?? above;
      if (found !== null && found !== 'holder') return found;
      return isInPrivateSection(text, lineStart) ? 'unclear' : found === null ? null : 'public';
    }
    // A comment about a secret may describe how a public value was made.
    const name = own ?? nameIn(before);
    return name === 'public' ? 'public' : name === 'holder' ? 'unclear' : 'private';
  }

  /** Of the column in CSV, Markdown or SQL. */
  #columnClass(lineStart: number, { start, end }: Span): FoundName | null {
    const text = this.#text;
    const before = text.slice(lineStart, start);
    const bracket = before.lastIndexOf('(');
    const insert = bracket < 0 ? null : sqlColumns(text, start);
    if (insert !== null) {
      return classifyCell(insert.split(',')[before.slice(bracket).split(',').length - 1]);
    }
    // The line is longer than what was read.
    if (lineStart > 0 && text[lineStart - 1] !== '\n') return null;
    const [separator] = /[,;\t|](?=[\s"'`]*$)/.exec(before) ?? afterCell(text, end) ?? [];
    if (separator === undefined) return null;
    const header = this.#headerOf(lineStart, end, separator);
    if (!triggers.test(header)) return null;
    const cells = header.split(separator);
    const isHeader = cells.every((cell) => headerCell.test(cell));
    return isHeader ? classifyCell(cells[before.split(separator).length - 1]) : null;
  }

  /** The first of the lines with the separator, without blank lines between. */
  #headerOf(lineStart: number, end: number, separator: string): string {
    const text = this.#text;
    const known = this.#table;
    const isNext = known !== null && lineStart >= known.lineStart && lineStart <= known.lineEnd + 1;
    const header = isNext ? known.header : firstTableLine(text, lineStart, separator);
    const lineEnd = text.indexOf('\n', end);
    this.#table = { header, lineStart, lineEnd: lineEnd < 0 ? text.length : lineEnd };
    return header;
  }
}

/** HTML and XML write quotes so. */
const entity = /&(?:quot|apos|#\d+);/g;

const afterCell = (text: string, end: number): RegExpExecArray | null =>
  /^["'`]?[ ]*([,;\t|])/.exec(text.slice(end, end + 8));

const headerCell = /^[\s"'`#]*(?:[\p{L}_][\p{L}\w .-]{0,40})?(?:\([\w -]*\))?[\s"'`]*$/u;

const classifyCell = (cell: string | undefined): FoundName | null =>
  cell === undefined ? null : classifyComment(cell);

function firstTableLine(text: string, lineStart: number, separator: string): string {
  const floor = Math.max(0, lineStart - maxSqlReach);
  let header = '';
  for (let at = lineStart; at > floor; ) {
    const above = lineStartBefore(text, at - 1, floor);
    const line = text.slice(above, at - 1);
    if (!line.includes(separator)) break;
    header = line;
    at = above;
  }
  return header;
}

/** `INSERT INTO wallets (name, secret_key) VALUES` before a value. */
function sqlColumns(text: string, start: number): string | null {
  const before = text.slice(Math.max(0, start - maxSqlReach), start);
  const values = Math.max(before.lastIndexOf('VALUES'), before.lastIndexOf('values'));
  if (values < 0 || before.includes(';', values)) return null;
  return (
    /\(([^()]*)\)\s*$/.exec(before.slice(Math.max(0, values - maxReachAbove), values))?.[1] ?? null
  );
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

/** A comment, file or aside behind the value, or its name in the next member. */
function textBehind(text: string, end: number, before: string): string {
  const isValue = /(?:value|default)["']?\s*[:=]\s*["'`]*$/i.test(before);
  for (const pattern of isValue ? [nameBehind, asideBehind] : [asideBehind]) {
    pattern.lastIndex = end;
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return '';
}
const nameBehind =
  /["'`]?[\s,;]{1,80}["']?(?:name|key|env|label|title)["']?\s*[:=]\s*["'`]?([^\n"'`]{1,60})/iy;
const asideBehind =
  /["'`)\],;}]{0,8}[ \t]{0,40}(?:\/\/|#|--|\/\*|[-–—(←]|<-|>>?|\|\s*tee\b)([^\n]{0,100})/y;

/** Text before a value that has no name on its own line. */
const unnamedValue =
  /^[\s"'`([{>|+&*-]*(?:\d{1,3}[.)]\s)?(?:<\w+>|["']?(?:value|default|data|string)["']?\s*[:=]\s*)?(?:[\w.:]+(?:\(\)[\w.:]+)?\()*[frbu]?["'`]*$/i;
const commentStart = /[ \t]{0,80}(?:\/\/|#|--|\/?\*|<!--|;)/y;
const commentLine = /^\s*(?:\/\/|#|--|\/?\*|<!--|;)/;
/** The value comes on the next line. */
const openEnd =
  /(?:[=:：([{,|>\\+&]|[|>][-+]?\d?|"""|'''|```|<\w[^<>]*>|[=:]\s*[frbuRL]?["'`])\s*$/;
const nameOnly = /^[^\w]*(?:name|key)["']?\s*:/i;
const plainHeading =
  /^(?:[^\p{L}\d_]*\p{L}[\p{L}\p{M} _-]{0,40}[^\p{L}\d_]*|\s*<\w+>[\w .-]+<\/\w+>)$/u;
/** Blank lines, fences, brackets, and members that describe the value. */
const passedLine =
  /^\s*(?:(?:```|~~~)\w*|[^\p{L}\d_]*|["']?(?:type|description|sensitive|nullable|encoding)["']?\s*[:=].*)$/iu;

function classifyLinesAbove(text: string, lineStart: number, before: string): FoundName | null {
  // The line is longer than what was read, or the first.
  if (text[lineStart - 1] !== '\n') return null;
  const floor = Math.max(0, lineStart - maxReachAbove);
  commentStart.lastIndex = lineStartBefore(text, lineStart - 1, floor);
  const isCommented = commentStart.test(text);
  if (!isCommented && !unnamedValue.test(before)) return null;
  if (isCommented) {
    // A comment can have several lines.
    const lines = linesAbove(text, lineStart, floor);
    const comment = lines.findIndex((line) => !commentLine.test(line));
    return classifyComment(lines.slice(0, comment < 0 ? lines.length : comment).join(' '));
  }
  for (let at = lineStart; at > floor; ) {
    const start = lineStartBefore(text, at - 1, floor);
    const line = text.slice(start, at - 1);
    at = start;
    if (passedLine.test(line)) continue;
    const found = triggers.test(line) ? classifyHead(line) : null;
    // A call may be an argument of another.
    if (found !== null || !/[([{]\s*$/.test(line)) return found;
  }
  return null;
}

/** The nearest first. */
const linesAbove = (text: string, lineStart: number, floor: number): string[] =>
  text
    .slice(floor, lineStart - 1)
    .split('\n')
    .reverse();

/** The class of a line that introduces the value on a following one. */
function classifyHead(line: string): FoundName | null {
  if (plainHeading.test(line)) return classifyComment(line);
  if (!openEnd.test(line) && !nameOnly.test(line)) return null;
  const trimmed = line.replace(/[,;}]\s*$/, '');
  return classifyNames(
    trimmed.slice(Math.max(...[';', '}'].map((one) => trimmed.lastIndexOf(one) + 1))),
  );
}

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

const privateComment = /(?:private|secret|priv)[\s_-]*keys?\b|\bsecrets?\b/i;

/** A comment can name the secret anywhere: `private key of the payer`. */
function classifyComment(comment: string): FoundName | null {
  if (comment === '' || !triggers.test(comment)) return null;
  const plain = inPlainWords(comment);
  return privateComment.test(plain) ? 'private' : classifyNames(plain);
}

/** `not a secret`; but `never share this secret` is one. */
const negated =
  /(?:\b(?:not|no|non|never|without|isn't)\b|n't)[\s-]+(?:(?:an?|the|my|your|any) )?(?:private|secret)(?:[\s_-]keys?)?\b|不是(?:私钥|密钥)/gi;
/** `public key of the secret wallet`. */
const publicOf = /\b(?:public[ _-]?key|pubkey|address|account) (?:of|for|from|behind)\b[^:=\n]*/gi;
const inPlainWords = (text: string): string =>
  text
    .replace(negated, ' ')
    .replace(publicOf, 'public_key')
    .replace(foreignSecret, ' private_key ');

const identifierPattern = /[A-Za-z_$][\w$-]*/g;
/** `private key`, `pool key` in prose. */
const spacedName =
  /\b(private|secret|priv|wallet|public|pub|mint|pool|account|token|program|market|api)[ .]+(keys?|seed)\b/gi;
/** Options and parameters called `pk`; as a variable it is as often a public key. */
const pkOption = /(?:--|[?&])pk[= ]["']?$/i;
/** Longer ones are values. */
const maxNameLength = 40;

/** The name nearest to the end that says something. */
function classifyNames(statement: string): FoundName | null {
  if (statement === '') return null;
  if (pkOption.test(statement)) return 'private';
  const names = inPlainWords(statement).replace(spacedName, '$1_$2').match(identifierPattern) ?? [];
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

/** What is known of a secret without being it. */
const ofSecret = /^(?:hash|digest|checksum|fingerprint)$/;

export function classifyName(name: string): FoundName | null {
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
  if (ofSecret.test(last)) return 'public';
  if (/^(?:\w+_)?PK$/.test(name)) return 'private';
  if (/^(?:import|restore|recover)wallet/.test(joined)) return 'private';
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
  if (
    isSecret ||
    /^(?:wallet|key|keypair|secret|mnemonic|recovery)?seed(?:phrase|words?|bytes|hex)?$/.test(
      joined,
    )
  )
    return 'private';
  if (words.includes('seed') && words.every((word) => seedWord.test(word))) return 'private';
  if (hasSeed || words.some((word) => secretNoun.test(word))) return 'unclear';
  if (last === 'pk') return 'unclear';
  const owner = /^(.*?)keys?$/.exec(joined)?.[1];
  if (owner === undefined || !/keys?$/.test(last)) return null;
  const qualifier = words.length > 1 && /^keys?$/.test(last) ? (words.at(-2) ?? '') : owner;
  return publicNoun.test(qualifier) ? 'public' : 'unclear';
}
