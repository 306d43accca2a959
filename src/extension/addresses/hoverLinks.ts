import { t } from '@vscode/l10n';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { type ExplorerId, explorerUrl } from '../base/explorerUrl.ts';
import type { HoverLink } from '../shared/hoverMarkdown.ts';
import { type AddressKind, isWalletLike } from '../shared/localFacts.ts';
import type { LookupResult } from './remoteLookup.ts';

const tipPercentiles: HoverLink = {
  title: t('Open Percentiles'),
  command: 'arbscope.openPercentiles',
  argument: 'tips',
};

const showArbitrages = (
  scope: 'tokens' | 'bases' | 'amms' | 'pools' | 'wallets',
  address: string,
) =>
  ({
    title: t('Show Arbitrages'),
    command: 'arbscope.showArbitrages',
    argument: { [scope]: [address] },
  }) as const satisfies HoverLink;

const openWallet = (address: string): HoverLink => ({
  title: t('Open Wallet'),
  command: 'arbscope.openWallet',
  argument: address,
});

export const addressLinks = (
  address: string,
  kind: AddressKind,
  explorer: ExplorerId,
): HoverLink[] => [
  ...(kind === 'sysvar'
    ? []
    : [{ title: t('Look Up'), command: 'arbscope.lookUp', argument: address } as const]),
  ...linksForKind(address, kind),
  { title: t('Copy'), command: 'arbscope.copyAddress', argument: address },
  ...explorerLink(explorer, 'address', address),
];

const marketHistory = (mint: string): HoverLink => ({
  title: t('Market History'),
  command: 'arbscope.openMarket',
  argument: mint,
});

function linksForKind(address: string, kind: AddressKind): HoverLink[] {
  switch (kind) {
    case 'mint':
      return [
        { title: t('Open Token'), command: 'arbscope.openToken', argument: address },
        { title: t('Show Pools'), command: 'arbscope.showPools', argument: address },
        showArbitrages(address === wrappedSolMint ? 'bases' : 'tokens', address),
        // Nearly every route trades SOL, so its history would be that of the whole market.
        ...(address === wrappedSolMint ? [] : [marketHistory(address)]),
      ];
    case 'pool':
      return [
        { title: t('Open Pool'), command: 'arbscope.openPool', argument: address },
        { title: t('Reveal in Market Cache'), command: 'arbscope.revealPool', argument: address },
        showArbitrages('pools', address),
      ];
    case 'program':
      return ammPrograms.has(address) ? [showArbitrages('amms', address)] : [];
    case 'tip-account':
      return [tipPercentiles];
    case 'wallet':
      return [openWallet(address), showArbitrages('wallets', address)];
    case 'unknown':
      // Only addresses that can have a secret key sign transactions.
      return isWalletLike(address)
        ? [
            { title: t('Track Wallet'), command: 'arbscope.trackWallet', argument: address },
            openWallet(address),
            showArbitrages('wallets', address),
          ]
        : [];
    default:
      return [];
  }
}

const resultKinds: Readonly<Partial<Record<LookupResult['kind'], AddressKind>>> = {
  token: 'mint',
  pool: 'pool',
  table: 'lookup-table',
  program: 'program',
};

export const lookedUpKind = (local: AddressKind, result: LookupResult['kind']): AddressKind =>
  resultKinds[result] ?? local;

/** Links that a response adds to those already shown. */
export function lookupResultLinks(
  address: string,
  localKind: AddressKind,
  result: LookupResult['kind'],
): HoverLink[] {
  const kind = lookedUpKind(localKind, result);
  return kind === localKind ? [] : linksForKind(address, kind);
}

export const signatureLinks = (signature: string, explorer: ExplorerId): HoverLink[] => [
  { title: t('Open Transaction'), command: 'arbscope.lookUpTransaction', argument: signature },
  tipPercentiles,
  { title: t('Copy'), command: 'arbscope.copyAddress', argument: signature },
  ...explorerLink(explorer, 'transaction', signature),
];

function explorerLink(
  explorer: ExplorerId,
  what: 'transaction' | 'address',
  text: string,
): HoverLink[] {
  const page = explorerUrl(explorer, what, text);
  return page === null ? [] : [{ title: t('Open in Block Explorer'), page }];
}
