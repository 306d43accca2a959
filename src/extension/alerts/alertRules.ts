import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { finderTokensMaxRange } from '../../api/limits.ts';

/** `tracked` as a wallet's value means each tracked wallet. */
export const trackedWallets = 'tracked';

export const scopeKinds = ['wallet', 'token', 'pool'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

export interface AlertScope {
  readonly kind: ScopeKind;
  readonly value: string;
}

interface Delivery {
  /** The alert comes at most once in this period. */
  readonly everyMinutes: number;
  /** Also while another window or program is in front. */
  readonly whileHidden: boolean;
  /** Label of a task of the workspace to run; null: none. */
  readonly task: string | null;
}

export type AlertRule = Delivery &
  (
    | { readonly when: 'gain'; readonly scope: AlertScope; readonly aboveUsd: number }
    | {
        readonly when: 'failures';
        /** Wallets alone: a failure names no token. */
        readonly scope: AlertScope & { readonly kind: 'wallet' };
        readonly times: number;
        readonly minutes: number;
      }
    | { readonly when: 'topToken'; readonly top: number }
    | { readonly when: 'recommendation' | 'exportPaused' | 'programUpgrade' }
  );
export type AlertKind = AlertRule['when'];

/** Members of each kind besides those of all rules, as they are in the setting. */
const membersOf = {
  gain: [...scopeKinds, 'aboveUsd'],
  failures: ['wallet', 'times', 'minutes'],
  topToken: ['top'],
  recommendation: [],
  exportPaused: [],
  programUpgrade: [],
} as const satisfies Readonly<Record<AlertKind, readonly string[]>>;
export const alertKinds = Object.keys(membersOf) as AlertKind[];

const deliveryMembers = ['when', 'everyMinutes', 'whileHidden', 'task'] as const;

export const defaultEveryMinutes = 10;
/** Smallest and largest value. */
export const alertRanges = {
  aboveUsd: [0, 1_000_000],
  times: [1, 1_000],
  minutes: [1, 1_440],
  top: [finderTokensMaxRange.minimum, finderTokensMaxRange.maximum],
  everyMinutes: [1, 1_440],
} as const;
type NumberMember = keyof typeof alertRanges;

/** Identifies a rule while its setting is unchanged. */
export const alertKey = (rule: AlertRule): string => JSON.stringify(rule);

/** As the setting has it: the scope's kind is the name of its member. */
export function toAlertSetting(rule: AlertRule): Readonly<Record<string, unknown>> {
  const { everyMinutes, whileHidden, task, ...own } = rule;
  const { scope, ...rest } = 'scope' in own ? own : { ...own, scope: null };
  return {
    ...rest,
    ...(scope === null ? {} : { [scope.kind]: scope.value }),
    ...(everyMinutes === defaultEveryMinutes ? {} : { everyMinutes }),
    ...(whileHidden ? { whileHidden } : {}),
    ...(task === null ? {} : { task }),
  };
}

export interface ParsedAlerts {
  readonly rules: readonly AlertRule[];
  /** What is wrong with the entries that are left out, for the user. */
  readonly problems: readonly string[];
}

export function parseAlertRules(value: unknown): ParsedAlerts {
  if (!Array.isArray(value)) return { rules: [], problems: [t('The setting must be a list.')] };
  const rules: AlertRule[] = [];
  const problems: string[] = [];
  for (const [at, entry] of value.entries()) {
    const parsed = parseRule(entry);
    if (typeof parsed === 'string') problems.push(joinLabel(t('Alert {0}', at + 1), parsed));
    else rules.push(parsed);
  }
  return { rules, problems };
}

/** A rule, or what is wrong with it. */
function parseRule(entry: unknown): AlertRule | string {
  if (!isObject(entry)) return t('must be an object');
  const when = alertKinds.find((kind) => kind === entry['when']);
  if (when === undefined) return t('“when” must be one of {0}', joinList(alertKinds));
  const known: readonly string[] = [...deliveryMembers, ...membersOf[when]];
  const unknown = Object.keys(entry).find((name) => !known.includes(name));
  if (unknown !== undefined) return t('“{0}” does not belong to “{1}”', unknown, when);
  const complaints: string[] = [];
  const number = (name: NumberMember, standard?: number): number => {
    const given = entry[name] ?? standard;
    const [least, most] = alertRanges[name];
    const isWhole = name === 'aboveUsd' || Number.isInteger(given);
    if (typeof given === 'number' && given >= least && given <= most && isWhole) return given;
    complaints.push(t('“{0}” must be a number from {1} to {2}', name, least, most));
    return 0;
  };
  const scope = parseScope(entry);
  if (typeof scope === 'string' && when === 'gain') return scope;
  const { whileHidden = false, task = null } = entry;
  if (typeof whileHidden !== 'boolean') return t('“whileHidden” must be true or false');
  if (task !== null && typeof task !== 'string') return t('“task” must be the label of a task');
  const everyMinutes = number('everyMinutes', defaultEveryMinutes);
  const delivery = { everyMinutes, whileHidden, task };
  const rule = withMembers(when, scope, number);
  return complaints[0] ?? (typeof rule === 'string' ? rule : { ...rule, ...delivery });
}

type WithoutDelivery<Rule> = Rule extends AlertRule ? Omit<Rule, keyof Delivery> : never;

function withMembers(
  when: AlertKind,
  scope: AlertScope | string,
  number: (name: NumberMember) => number,
): WithoutDelivery<AlertRule> | string {
  switch (when) {
    case 'gain':
      return typeof scope === 'string' ? scope : { when, scope, aboveUsd: number('aboveUsd') };
    case 'failures':
      return typeof scope === 'string'
        ? scope
        : {
            ...{ when, scope: { kind: 'wallet', value: scope.value } },
            ...{ times: number('times'), minutes: number('minutes') },
          };
    case 'topToken':
      return { when, top: number('top') };
    default:
      return { when };
  }
}

/** The rule's only scope, or what is wrong with it. */
function parseScope(entry: object): AlertScope | string {
  const given = scopeKinds.filter((kind) => Object.hasOwn(entry, kind));
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    return t('one of {0} must be given', joinList(scopeKinds));
  }
  const value: unknown = Reflect.get(entry, kind);
  if (typeof value === 'string' && isAddress(value)) return { kind, value };
  if (kind === 'wallet' && value === trackedWallets) return { kind, value };
  return kind === 'wallet'
    ? t('“wallet” must be an address, or “tracked” for each tracked wallet')
    : t('“{0}” must be an address', kind);
}
