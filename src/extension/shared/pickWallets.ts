import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  type Choice,
  isPromptExit,
  type Prompter,
  type ValidationMessage,
  withGroup,
} from '../ui/prompts/prompter.ts';
import { leaderSummary, notOfferedMessage, walletWindowLabel } from './rankLabels.ts';
import type { TrackedWallets } from './trackedWallets.ts';
import type { WalletPlace } from './walletRankings.ts';

export interface PickedWallets {
  readonly addresses: readonly string[];
  readonly isLeader: boolean;
}

export interface LeaderSource {
  /** Throws a MarketError. */
  loadLeaders(signal: AbortSignal): Promise<readonly WalletPlace[]>;
  readonly isRankingOffered: boolean;
}

export interface PickWalletsOptions {
  readonly prompter: Prompter;
  readonly tracked: TrackedWallets;
  readonly view: LeaderSource;
}

type Picked = PickedWallets | 'switch-connection' | ValidationMessage;

/** Maximum wait for the leaders; after that the list opens without them. */
const leadersDeadlineMilliseconds = 2_000;

/** Null if the user cancels. */
export async function pickWallets(
  { prompter, tracked, view }: PickWalletsOptions,
  atHand: string,
): Promise<PickedWallets | 'switch-connection' | null> {
  const leaders = await leadersInTime(view);
  const choicesForText = (text: string): Choice<Picked>[] => {
    const addresses = splitAddresses(text);
    const [first = ''] = addresses;
    // Shorter texts only filter the leaders.
    if (first.length < shortestAddress) return [];
    const [complaint] = addresses.flatMap((one) => tracked.validate(one) ?? []);
    if (complaint !== undefined)
      return [{ label: complaint, value: { message: complaint, severity: 'error' } }];
    const label =
      addresses.length === 1 ? t('Track {0}', first) : t('Track {0} wallets', addresses.length);
    return [{ label, value: { addresses, isLeader: false } }];
  };
  while (true) {
    const answer = await prompter.choose<Picked>({
      title: t('Track Wallet'),
      placeholder: t('Wallet address, or several separated by spaces or commas'),
      choices: [
        ...(atHand === ''
          ? []
          : withGroup<Picked>(t('Selection or clipboard'), [
              { label: atHand, value: { addresses: [atHand], isLeader: false } },
            ])),
        ...withGroup(leadersLabel, [
          ...leaders.map(leaderChoice),
          ...(view.isRankingOffered ? [] : [notOfferedChoice]),
        ]),
      ],
      choicesForText,
    });
    if (isPromptExit(answer)) return null;
    // An error row was chosen: show the list again.
    if (answer.value === 'switch-connection' || 'addresses' in answer.value) return answer.value;
  }
}

/** Null if the user cancels. */
export async function pickWallet(
  { prompter, tracked, view }: PickWalletsOptions,
  title: string,
  leftOut: readonly string[],
): Promise<string | null> {
  const leaders = await leadersInTime(view);
  const isNew = (address: string) => !leftOut.includes(address);
  const answer = await prompter.choose<string>({
    title,
    placeholder: t('Select a wallet, or enter its address'),
    choices: [
      ...withGroup(
        t('Tracked wallets'),
        tracked.addresses.filter(isNew).map((address) => ({
          label: tracked.labelOf(address),
          detail: address,
          value: address,
        })),
      ),
      ...withGroup(
        leadersLabel,
        leaders
          .filter(({ wallet }) => isNew(wallet))
          .map((place) => ({ ...leaderLabels(place), value: place.wallet })),
      ),
    ],
    choicesForText: (text) =>
      isAddress(text) && isNew(text) ? [{ label: text, value: text }] : [],
  });
  return isPromptExit(answer) ? null : answer.value;
}

const shortestAddress = 32;

const leadersLabel = t('Leaders by net gains, last {0}', walletWindowLabel);

const leaderLabels = (place: WalletPlace) => ({
  label: shortAddress(place.wallet),
  description: leaderSummary(place),
  detail: place.wallet,
});

const leaderChoice = (place: WalletPlace): Choice<Picked> => ({
  ...leaderLabels(place),
  value: { addresses: [place.wallet], isLeader: true },
});

const notOfferedChoice: Choice<Picked> = {
  label: notOfferedMessage,
  description: t('Switch Connection'),
  value: 'switch-connection',
};

/** Empty after a failure: the user can still type addresses. */
async function leadersInTime(view: LeaderSource): Promise<readonly WalletPlace[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly WalletPlace[]>();
  const timer = setTimeout(resolve, leadersDeadlineMilliseconds, []);
  const loading = view.loadLeaders(new AbortController().signal).catch(() => []);
  const leaders = await Promise.race([loading, late]);
  clearTimeout(timer);
  return leaders;
}

const splitAddresses = (text: string): string[] =>
  text.split(/[\s,;]+/).filter((one) => one !== '');
