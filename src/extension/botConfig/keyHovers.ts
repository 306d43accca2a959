import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { joinList } from '../../api/join.ts';
import { escapeMarkdownText } from '../../api/sanitizeText.ts';
import { findConfigKey, findConfigTable } from '../../botConfig/configKeys.ts';
import type { ConfigKeyFacts, ConfigTableFacts } from '../../botConfig/keyFacts.ts';
import { programLabel } from '../shared/poolLabels.ts';
import type { ConfigDocuments } from './configDocuments.ts';
import { keyTexts, tableTexts, typeLabel, unitLabels } from './keyTexts.ts';

/** Addresses have their own hovers. */
export const keyHoverProvider = (
  documents: Pick<ConfigDocuments, 'get' | 'latest'>,
): vscode.HoverProvider => ({
  async provideHover(document, position) {
    // Most documents are not configs; skip them at no cost.
    if (documents.latest(document.uri) === null) return undefined;
    const found = await documents.get(document);
    if (found === null) return undefined;
    const { config, lines } = found;
    const offset = lines.toOffset(position);
    const key = config.keys.find(({ range }) => range.start <= offset && offset < range.end);
    if (key === undefined) return undefined;
    const facts = findConfigKey(config.form, key.path);
    const table = findConfigTable(config.form, key.path);
    const text = facts !== undefined ? keyMarkdown(facts) : table && tableMarkdown(table);
    return text === undefined
      ? undefined
      : new vscode.Hover(new vscode.MarkdownString(text), lines.toRange(key.range));
  },
});

const line = (text: string): string => escapeMarkdownText(text).replace(/\s+/gu, ' ');

/** Markdown with name, type and unit; meaning; default and values. */
export function keyMarkdown(facts: ConfigKeyFacts): string {
  const { name, type, unit, isRequired, isDynamic, allowed, program, describe } = facts;
  const { defaultValue, minimum, maximum } = facts;
  const traits = [
    typeLabel(type),
    ...(unit === null ? [] : [unitLabels[unit]]),
    ...(program === null ? [] : [programLabel(program)]),
    ...(isRequired ? [t('required')] : []),
  ];
  return [
    `**${line(name)}** · ${traits.map(line).join(' · ')}`,
    line(keyTexts[describe]),
    ...(defaultValue === null ? [] : [line(t('Default: {0}', defaultValue))]),
    ...(isDynamic
      ? [
          line(
            t(
              'Or {0}: the bot reads the value from its dynamic attributes.',
              '{key=…, default_value=…}',
            ),
          ),
        ]
      : []),
    ...(minimum === null ? [] : [line(t('At least {0}', String(minimum)))]),
    ...(maximum === null ? [] : [line(t('At most {0}', String(maximum)))]),
    ...(allowed === null ? [] : [line(t('One of: {0}', joinList(allowed)))]),
  ].join('\n\n');
}

const tableMarkdown = ({ path, isRepeated, describe, keys }: ConfigTableFacts): string =>
  [
    `**${line(isRepeated ? `[[${path}]]` : `[${path}]`)}**`,
    line(tableTexts[describe]),
    line(t('Keys: {0}', joinList(keys.map(({ name }) => name)))),
  ].join('\n\n');
