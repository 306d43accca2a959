import { t } from '@vscode/l10n';
import { formatCount, formatDuration } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import type { V10GroupReason } from '../../botConfig/checkSmbV10Groups.ts';
import type { ConfigFix, ConfigProblem, SyntaxReason } from '../../botConfig/model.ts';
import { knownAddress } from '../../solana/knownAddresses.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { programLabel } from '../shared/poolLabels.ts';
import { typeLabel } from './keyTexts.ts';

const syntaxTexts: Readonly<Record<SyntaxReason, string>> = {
  'unterminated-string': t('The text is not closed: a quote is missing.'),
  'unterminated-list': t('The list is not closed: “]” is missing.'),
  'unterminated-table': t('The table is not closed: a bracket is missing.'),
  'missing-comma': t('A comma is missing.'),
  'missing-equals-sign': t('“=” is missing.'),
  'missing-colon': t('A colon is missing.'),
  'missing-value': t('A value is missing.'),
  'missing-key': t('A key is missing.'),
  'missing-line-end': t('A new line is missing.'),
  'duplicate-key': t('This key or table is defined twice.'),
  comment: t('JSON has no comments.'),
  'invalid-escape': t('Invalid escape sequence.'),
  'invalid-number': t('Invalid number.'),
  'trailing-text': t('Unexpected text after the end.'),
  'too-deep': t('Nested too deeply.'),
  'newer-toml': t('Valid only in TOML 1.1, which not every bot reads.'),
  unexpected: t('The file breaks here: unexpected text.'),
};

const v10Texts: Readonly<Record<V10GroupReason, string>> = {
  'mixed-kinds': t('V10 rejects direct and triangle groups in one transaction.'),
  'too-few-pools': t('V10 rejects a group of one pool: a route needs two.'),
  'missing-part': t(
    'V10 rejects a triangle without an intermediate pool, bridges and direct pools.',
  ),
  'not-quoted': t('V10 rejects this pool here: it trades against neither SOL nor USDC.'),
  'own-conversion': t('V10 rejects a pool of SOL and USDC alone: it converts between them itself.'),
  'several-tokens': t(
    'V10 rejects this pool here: the first pool of the group trades another token.',
  ),
  'no-settlement-pool': t('V10 rejects this group: no pool trades against the settlement token.'),
  'not-settled': t('V10 rejects this pool here: it does not trade against the settlement token.'),
  'not-intermediate': t('V10 rejects this intermediate pool: it does not connect the two tokens.'),
  'not-a-bridge': t('V10 rejects this bridge: it does not trade the second token.'),
  'bridge-program': t('V10 rejects pools of this program as bridges.'),
  'bridge-quotes': t('V10 rejects bridges against SOL and USDC in one transaction.'),
};

/** The message of a diagnostic. No message repeats a value from the file. */
export function problemText(
  { code, severity, arguments: given }: ConfigProblem,
  relatedLine?: number,
): string {
  const [first = '', second = '', third = ''] = given;
  switch (code) {
    case 'syntax':
      return syntaxTexts[first as SyntaxReason] ?? syntaxTexts.unexpected;
    case 'unknown-key':
      if (second !== '') {
        return t('{0} is not in the bot’s documentation. Did you mean {1}?', first, second);
      }
      return severity === 'error'
        ? t('Unknown key {0}. The bot refuses the file.', first)
        : t('Unknown key {0}. The bot ignores it.', first);
    case 'wrong-type':
      return wrongTypeText(first, second, given.slice(2));
    case 'missing-key':
      return t('The key {0} is missing.', first);
    case 'invalid-address':
      return t('Not a Solana address.');
    case 'finder-conflict':
      return conflictText(first);
    case 'wrong-program':
      return t(
        'Wrong list: this pool belongs to {0}, not {1}.',
        programLabel(first),
        programLabel(second),
      );
    case 'unsupported-program':
      return t('The bot does not trade on {0}, the program of this pool.', programLabel(first));
    case 'foreign-pool':
      return t(
        'This pool trades none of the mints of its entry: {0}.',
        given.map(mintLabel).join('–'),
      );
    case 'duplicate-pool':
      return relatedLine === undefined
        ? t('Duplicate: this pool is listed twice.')
        : t('Duplicate: this pool is already in line {0}.', String(relatedLine));
    case 'duplicate-table':
      return relatedLine === undefined
        ? t('Duplicate: this lookup table is listed twice.')
        : t('Duplicate: this lookup table is already in line {0}.', String(relatedLine));
    case 'too-many':
      return tooManyText(first, formatCount(Number(second)), formatCount(Number(third)));
    case 'v10-groups':
      return v10Texts[first as V10GroupReason] ?? t('V10 rejects this group.');
    case 'missing-table':
      return missingTableText(Number(first), Number(second));
    case 'stale':
      return t(
        'Written {0} ago. NotArb ignores markets older than 5 minutes.',
        formatDuration(Math.floor(Number(first) / 60_000) * 60),
      );
    case 'pool-in-two-groups':
      return relatedLine === undefined
        ? t('Another group has this pool too: the bot tries its routes twice.')
        : t(
            'The group in line {0} has this pool too: the bot tries its routes twice.',
            String(relatedLine),
          );
    case 'no-failure-profit':
      return severity === 'warning'
        ? t('FAST’s no-failure path does not work with require_profit = true.')
        : t(
            'FAST’s no-failure path does not work with require_profit = true, which is the default.',
          );
    case 'dead-pool':
      return t('No arbitrage with this pool in {0}.', first);
  }
}

/** How a key conflicts with SMB's enabled finder. */
function conflictText(key: string): string {
  if (key === 'skip_ata_creation') {
    return t('With the built-in finder enabled, {0} must be true.', `bot.${key}`);
  }
  return t('With the built-in finder enabled, {0} must be empty.', `routing.${key}`);
}

const mintLabel = (mint: string): string => knownAddress(mint)?.name ?? shortAddress(mint);

function wrongTypeText(key: string, expected: string, allowed: readonly string[]): string {
  if (expected === 'at-least') return t('{0} must be at least {1}.', key, joinList(allowed));
  if (expected === 'at-most') return t('{0} must be at most {1}.', key, joinList(allowed));
  if (expected === 'one-of') return t('{0} must be one of: {1}.', key, joinList(allowed));
  return t('{0} must be {1}.', key, typeLabel(expected));
}

function tooManyText(what: string, count: string, limit: string): string {
  if (what === 'groups') return t('{0} groups; the bot takes at most {1}.', count, limit);
  if (what === 'pools') return t('{0} pools; the bot takes at most {1}.', count, limit);
  return t('About {0} accounts; a transaction has at most {1}.', count, limit);
}

function missingTableText(tables: number, pools: number): string {
  if (tables !== 1) {
    return t('This entry lacks {0} lookup tables that its pools need.', formatCount(tables));
  }
  return pools === 1
    ? t('This entry lacks a lookup table that 1 of its pools needs.')
    : t('This entry lacks a lookup table that {0} of its pools need.', formatCount(pools));
}

export function fixTitle({ kind, argument }: ConfigFix, code: ConfigProblem['code']): string {
  if (kind === 'move-pool') return t('Move to {0}', argument);
  if (kind === 'rename-key') return t('Rename to {0}', argument);
  if (kind === 'add-table') return t('Add missing lookup tables');
  return code === 'duplicate-table'
    ? t('Remove duplicate lookup table')
    : t('Remove duplicate pool');
}
