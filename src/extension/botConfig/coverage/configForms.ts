import { t } from '@vscode/l10n';
import type { BotConfig, ConfigForm } from '../../../botConfig/model.ts';
import type { ConfigContent, ConfigGroup } from '../../../webview/messages/coverage.ts';

const formLabels: Readonly<Record<ConfigForm, string>> = {
  'smb-mints': t('SMB, an entry for each mint'),
  'smb-markets': t('SMB, flat markets'),
  'smb-finder': t('SMB, built-in finder'),
  'smb-v10': 'SMB V10',
  'notarb-json': 'NotArb JSON',
  'notarb-toml': 'NotArb TOML',
  'notarb-bot': t('NotArb, bot config'),
  'lookup-tables': t('Lookup tables'),
  addresses: t('Addresses'),
};

/** Forms whose groups can be merged; V10's groups are of one token each. */
const mergeableForms: ReadonlySet<ConfigForm> = new Set(['notarb-json', 'notarb-toml']);

/** Whether pools can be added to configs of this form. */
export const isEditableForm = (form: ConfigForm): boolean =>
  !['lookup-tables', 'addresses', 'smb-finder', 'notarb-bot'].includes(form);

export const canMergeGroups = ({ form, groups }: BotConfig): boolean =>
  mergeableForms.has(form) && groups.length > 1;

export const configContent = (
  name: string,
  config: BotConfig,
  nameOf: (address: string) => string,
): ConfigContent => ({
  name,
  form: formLabels[config.form],
  entryCount: config.entries.filter(({ isNoTrade }) => !isNoTrade).length,
  poolCount: new Set(config.groups.flatMap(({ pools }) => pools)).size,
  baseTokens: config.baseMints.slice(0, maxBaseTokens).map(nameOf),
  groups: configGroups(config, nameOf),
  canMerge: canMergeGroups(config),
  canEdit: isEditableForm(config.form),
});

const maxBaseTokens = 50;

/** A group of one entry with a mint is keyed by the mint, so that rows of two configs match. */
export function configGroups(
  { entries, groups }: BotConfig,
  nameOf: (address: string) => string,
): ConfigGroup[] {
  const isShared = new Map<number, number>();
  for (const { entries: of } of groups) {
    for (const entry of of) isShared.set(entry, (isShared.get(entry) ?? 0) + 1);
  }
  const seen = new Map<string, number>();
  return groups.map(({ entries: of, pools }, index) => {
    const [entry = -1] = of;
    const mint = isShared.get(entry) === 1 ? entries[entry]?.mint : null;
    const name = mint?.address ?? String(index + 1);
    // If two entries have the same mint, the second gets its own row.
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return {
      key: times === 1 ? name : `${name} ${times}`,
      label: mint ? nameOf(mint.address) : t('Group {0}', String(index + 1)),
      poolCount: pools.length,
    };
  });
}
