import { t } from '@vscode/l10n';
import type { ScanMatch, SecretKeyMatch } from '../../solana/scan/scanText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { ExplorerId } from '../ui/explorerUrl.ts';
import type { FactSheet } from './factSheet.ts';
import { addressLinks, signatureLinks } from './hoverLinks.ts';
import type { HoverLink } from './hoverMarkdown.ts';
import { addressKind, localFacts } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';

export interface HoverContent {
  readonly factSheet: FactSheet;
  readonly links: readonly HoverLink[];
}

export function hoverContent(
  found: ScanMatch,
  memory: RecentResponses,
  explorer: ExplorerId = 'solscan',
): HoverContent {
  switch (found.kind) {
    case 'address':
      return {
        factSheet: localFacts(found.text, memory),
        links: addressLinks(found.text, addressKind(found.text, memory), explorer),
      };
    case 'signature':
      return {
        factSheet: {
          title: shortAddress(found.text),
          kindLabel: t('transaction signature'),
          facts: [],
          warnings: [],
        },
        links: signatureLinks(found.text, explorer),
      };
    case 'blockhash':
      return {
        factSheet: {
          title: shortAddress(found.text),
          kindLabel: t('blockhash'),
          facts: [],
          warnings: [],
          note: t('A transaction with it can land for about 150 blocks, a minute or so.'),
        },
        links: [],
      };
    case 'secret-key':
      return { factSheet: secretKeyFactSheet(found), links: [] };
  }
}

/** Nothing of the key itself, not even its length in characters. */
const secretKeyFactSheet = ({ publicKey }: SecretKeyMatch): FactSheet => ({
  title: t('Secret key'),
  kindLabel: t('never sent, logged or shown by Arbscope'),
  facts: [[t('Public key'), publicKey]],
  warnings: [t('Whoever reads this file can move the funds of this wallet.')],
  note: t('The quick fix puts a reference to an environment variable in its place.'),
});
