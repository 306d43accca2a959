import { t } from '@vscode/l10n';
import { type ExplorerId, explorerUrl } from '../ui/explorerUrl.ts';
import type { HoverLink } from './hoverMarkdown.ts';
import type { AddressKind } from './localFacts.ts';
import type { LookupResult } from './remoteLookup.ts';

const tipPercentiles: HoverLink = {
  title: t('Tip percentiles'),
  command: 'arbscope.openPercentiles',
  argument: 'tips',
};

export function addressLinks(
  address: string,
  kind: AddressKind,
  explorer: ExplorerId,
): HoverLink[] {
  return [
    ...(kind === 'sysvar'
      ? []
      : [{ title: t('More'), command: 'arbscope.lookUp', argument: address } as const]),
    ...linksForKind(address, kind),
    ...(kind === 'tip-account' ? [tipPercentiles] : []),
    { title: t('Copy'), command: 'arbscope.copyAddress', argument: address },
    ...(kind === 'unknown'
      ? [{ title: t('Track wallet'), command: 'arbscope.trackWallet', argument: address } as const]
      : []),
    ...explorerLink(explorer, 'address', address),
  ];
}

/** Where one can go from what it is, and from nothing else. */
function linksForKind(address: string, kind: AddressKind): HoverLink[] {
  switch (kind) {
    case 'mint':
      return [
        { title: t('Token panel'), command: 'arbscope.openToken', argument: address },
        { title: t('Pools'), command: 'arbscope.showPools', argument: address },
      ];
    case 'pool':
      return [
        { title: t('Reveal in Market Cache'), command: 'arbscope.revealPool', argument: address },
      ];
    default:
      return [];
  }
}

/** What an answer adds to the links that stand below what is known at once. */
export function lookupResultLinks(
  address: string,
  localKind: AddressKind,
  answer: LookupResult,
): HoverLink[] {
  const kind =
    answer.kind === 'token' ? 'mint' : answer.kind === 'pool' ? 'pool' : ('unknown' as const);
  return kind === localKind ? [] : linksForKind(address, kind);
}

export function signatureLinks(signature: string, explorer: ExplorerId): HoverLink[] {
  return [
    { title: t('Open transaction'), command: 'arbscope.lookUpTransaction', argument: signature },
    tipPercentiles,
    { title: t('Copy'), command: 'arbscope.copyAddress', argument: signature },
    ...explorerLink(explorer, 'transaction', signature),
  ];
}

/** A page for the browser, opened on a click. */
function explorerLink(
  explorer: ExplorerId,
  what: 'transaction' | 'address',
  text: string,
): HoverLink[] {
  const page = explorerUrl(explorer, what, text);
  return page === null ? [] : [{ title: t('Explorer'), page }];
}
