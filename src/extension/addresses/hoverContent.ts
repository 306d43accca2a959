import { t } from '@vscode/l10n';
import type { ScanMatch, SecretKeyMatch } from '../../solana/scan/scanText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { ExplorerId } from '../base/explorerUrl.ts';
import { type FactSheet, mergeFactSheets } from '../shared/factSheet.ts';
import type { HoverLink } from '../shared/hoverMarkdown.ts';
import { addressKind, localFacts } from '../shared/localFacts.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { Fact } from '../ui/treeRow.ts';
import type { AddressProblem } from './findProblems.ts';
import { addressLinks, lookedUpKind, signatureLinks } from './hoverLinks.ts';
import type { LookupDescription } from './remoteLookup.ts';

export interface HoverContent {
  readonly factSheet: FactSheet;
  readonly links: readonly HoverLink[];
}

/** `remote` is the connection's response, if there is one already. */
export function hoverContent(
  found: ScanMatch,
  memory: RecentResponses,
  explorer: ExplorerId = 'solscan',
  remote: LookupDescription | null = null,
): HoverContent {
  const withRemote = (local: FactSheet) =>
    remote?.factSheet ? mergeFactSheets(local, remote.factSheet) : local;
  switch (found.kind) {
    case 'address': {
      const kind = lookedUpKind(addressKind(found.text, memory), remote?.kind ?? 'nothing');
      return {
        factSheet: withRemote(localFacts(found.text, memory)),
        links: addressLinks(found.text, kind, explorer),
      };
    }
    case 'signature':
      return {
        factSheet: withRemote({
          title: shortAddress(found.text),
          kindLabel: t('transaction signature'),
          facts: competitionFacts(found.text, memory),
          warnings: [],
        }),
        links: signatureLinks(found.text, explorer),
      };
    case 'blockhash':
      return {
        factSheet: {
          title: shortAddress(found.text),
          kindLabel: t('blockhash'),
          facts: [],
          warnings: [],
          note: t('Valid for transactions for about 150 blocks.'),
        },
        links: [],
      };
    case 'secret-key':
      return { factSheet: secretKeyFactSheet(found), links: [] };
  }
}

function competitionFacts(signature: string, memory: RecentResponses): Fact[] {
  const place = memory.competitionPlace(signature);
  return place === null ? [] : [[t('Competition'), t('{0} attempts that are known', place)]];
}

/** Contains nothing of the key itself, not even its length. */
const secretKeyFactSheet = ({ format, publicKey }: SecretKeyMatch): FactSheet => ({
  title: format === 'seed-phrase' ? t('Seed phrase') : t('Secret key'),
  kindLabel: t('never sent, logged or shown by Arbscope'),
  facts: publicKey === null ? [] : [[t('Public key'), publicKey]],
  warnings: [],
});

/** For malformed text close to a known address; the diagnostic has the details. */
export const malformedContent = ({
  address,
  name,
}: NonNullable<AddressProblem['suggestion']>): HoverContent => ({
  factSheet: {
    title: t('Malformed address'),
    kindLabel: '',
    facts: [[name, address]],
    warnings: [],
  },
  links: [{ title: t('Look Up'), command: 'arbscope.lookUp', argument: address }],
});
