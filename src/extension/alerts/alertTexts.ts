import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import { formatCount, formatUsd } from '../../api/format.ts';
import { knownNetGains } from '../../api/netGains.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { CommandId } from '../contributions/commands.ts';
import { tokenLabel } from '../finder/tokenRows.ts';
import { programLabel } from '../shared/poolLabels.ts';
import type { Alert } from './alertEngine.ts';
import { type AlertKind, type AlertRule, type AlertScope, trackedWallets } from './alertRules.ts';

/** Name of a wallet or token, if the user or the market has given it one. */
export type NameOf = (address: string) => string | undefined;

export const alertKindLabels: Readonly<Record<AlertKind, string>> = {
  gain: t('A wallet, token or pool gains more than an amount'),
  failures: t('A wallet fails several times'),
  topToken: t('A token enters the top of the Finder'),
  recommendation: t('The recommendation changes'),
  exportPaused: t('An auto-updated export is paused'),
  programUpgrade: t('A program of an open bot config is upgraded'),
};

export function scopeLabel({ kind, value }: AlertScope, nameOf: NameOf): string {
  if (value === trackedWallets) return t('A tracked wallet');
  const name = nameOf(value) ?? shortAddress(value);
  return kind === 'pool' ? t('Pool {0}', name) : name;
}

/** A rule in one sentence. */
export function ruleLabel(rule: AlertRule, nameOf: NameOf): string {
  switch (rule.when) {
    case 'gain': {
      const usd = formatUsd(rule.aboveUsd);
      return t('{0} gains more than {1} at once', scopeLabel(rule.scope, nameOf), usd);
    }
    case 'failures': {
      const wallet = scopeLabel(rule.scope, nameOf);
      return rule.times === 1
        ? t('{0} fails', wallet)
        : t('{0} fails {1} times in {2} min', wallet, rule.times, rule.minutes);
    }
    case 'topToken':
      return rule.top === 1
        ? t('A new token ranks first in the Finder')
        : t('A token enters the top {0} of the Finder', rule.top);
    default:
      return alertKindLabels[rule.when];
  }
}

export interface AlertNotice {
  readonly message: string;
  /** The next step. */
  readonly action: {
    readonly title: string;
    readonly command: CommandId | 'arbscope.finder.focus';
    readonly argument?: string;
  };
}

export function alertNotice({ rule, cause }: Alert, nameOf: NameOf): AlertNotice {
  switch (cause.kind) {
    case 'gain': {
      const { arbitrage } = cause;
      const wallet = nameOf(arbitrage.wallet) ?? shortAddress(arbitrage.wallet);
      const route = arbitrage.mints.map(({ mint, symbol }) => tokenLabel(mint, symbol)).join(' → ');
      const usd = formatUsd(knownNetGains(arbitrage).usd);
      return {
        message: t('{0} gained {1} net: {2}.', wallet, usd, route),
        action: {
          title: t('Open Transaction'),
          command: 'arbscope.lookUpTransaction',
          argument: arbitrage.signature,
        },
      };
    }
    case 'failures': {
      const wallet = nameOf(cause.wallet) ?? shortAddress(cause.wallet);
      const minutes = rule.when === 'failures' ? rule.minutes : 0;
      return {
        message:
          cause.times === 1
            ? t('{0} failed.', wallet)
            : t('{0} failed {1} times in {2} min.', wallet, formatCount(cause.times), minutes),
        action: {
          title: t('Open Wallet'),
          command: 'arbscope.openWallet',
          argument: cause.wallet,
        },
      };
    }
    case 'topToken':
      return {
        message: t(
          '{0} is now number {1} in the Finder.',
          nameOf(cause.mint) ?? tokenLabel(cause.mint, ''),
          cause.rank,
        ),
        action: {
          title: t('Open Token'),
          command: 'arbscope.openToken',
          argument: cause.mint,
        },
      };
    case 'recommendation':
      return {
        message: cause.change,
        action: { title: t('Show Finder'), command: 'arbscope.finder.focus' },
      };
    case 'exportPaused':
      return {
        message: t('{0} is paused: {1}', basename(cause.path), cause.reason),
        action: { title: t('Manage Exports'), command: 'arbscope.keptExports' },
      };
    case 'programUpgrade':
      return {
        message: t(
          '{0}, on which an open bot config trades, was upgraded in slot {1}.',
          programLabel(cause.program),
          formatCount(cause.slot),
        ),
        action: {
          title: t('Look Up'),
          command: 'arbscope.lookUp',
          argument: cause.program,
        },
      };
  }
}
