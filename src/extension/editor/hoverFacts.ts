import { t } from '@vscode/l10n';
import type { Finding, FoundSecretKey } from '../../solana/scan/scanText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { ExplorerId } from '../explorer.ts';
import type { Facts } from './facts.ts';
import type { HoverLink } from './hoverText.ts';
import { addressLinks, signatureLinks } from './links.ts';
import { localFacts, localKind } from './localFacts.ts';
import type { MarketMemory } from './marketMemory.ts';

/** Facts with the links below them. */
export interface LinkedFacts {
  readonly facts: Facts;
  readonly links: readonly HoverLink[];
}

/** What a hover says at once of something found. */
export function hoverFacts(
  found: Finding,
  memory: MarketMemory,
  explorer: ExplorerId = 'solscan',
): LinkedFacts {
  switch (found.kind) {
    case 'address':
      return {
        facts: localFacts(found.text, memory),
        links: addressLinks(found.text, localKind(found.text, memory), explorer),
      };
    case 'signature':
      return {
        facts: {
          title: shortAddress(found.text),
          what: t('transaction signature'),
          facts: [],
          warnings: [],
        },
        links: signatureLinks(found.text, explorer),
      };
    case 'blockhash':
      return {
        facts: {
          title: shortAddress(found.text),
          what: t('blockhash'),
          facts: [],
          warnings: [],
          note: t('A transaction with it can land for about 150 blocks, a minute or so.'),
        },
        links: [],
      };
    case 'secret-key':
      return { facts: secretKeyFacts(found), links: [] };
  }
}

/** Nothing of the key itself, not even its length in characters. */
const secretKeyFacts = ({ publicKey }: FoundSecretKey): Facts => ({
  title: t('Secret key'),
  what: t('never sent, logged or shown by Arbscope'),
  facts: [[t('Public key'), publicKey]],
  warnings: [t('Whoever reads this file can move the funds of this wallet.')],
  note: t('The quick fix puts a reference to an environment variable in its place.'),
});
