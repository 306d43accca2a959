import { type ConfigNode, memberOf, type TableNode, tablesOf } from './configNode.ts';
import { problem } from './configProblems.ts';
import type { ConfigProblem } from './model.ts';
import { notArbMinimumTips } from './notArbBotKeys.ts';

/** What the documentation says about an endpoint and the strategies that send to it. */
interface Endpoint {
  readonly url: ConfigNode | undefined;
  readonly isNoFailure: boolean;
  /** Lamports; undefined: not documented. */
  readonly minimumTip: number | undefined;
}

/** Finds strategies whose endpoints do not work with them, according to `onchain-bot/README.md`. */
export function checkNotArbBot(root: TableNode): ConfigProblem[] {
  const endpoints = new Map(
    tablesOf(memberOf(root, 'spam_rpc')).flatMap((table): [string, Endpoint][] => {
      const id = memberOf(table, 'id');
      return id?.kind === 'text' && !isFalse(memberOf(table, 'enabled'))
        ? [[id.text, readEndpoint(table)]]
        : [];
    }),
  );
  return tablesOf(memberOf(root, 'swap')).flatMap((swap) => {
    if (isFalse(memberOf(swap, 'enabled'))) return [];
    const defaults = memberOf(swap, 'strategy_defaults');
    // Every strategy inherits a problem of the defaults; it is reported once.
    const problems = tablesOf(memberOf(swap, 'strategy')).flatMap((strategy) => {
      const settingOf = (name: string) => memberOf(strategy, name) ?? memberOf(defaults, name);
      return isFalse(settingOf('enabled')) ? [] : checkStrategy(settingOf, endpoints);
    });
    const first = new Map(problems.map((each) => [`${each.code} ${each.range.start}`, each]));
    return [...first.values()];
  });
}

/** Only a literal `false`: a dynamic attribute may change at any time. */
const isFalse = (enabled: ConfigNode | undefined): boolean =>
  enabled?.kind === 'boolean' && enabled.value === false;

/** A URL from a variable of the environment is unknown. */
function readEndpoint(table: TableNode): Endpoint {
  const url = memberOf(table, 'url');
  const type = memberOf(table, 'tip_meta', 'type');
  const sender = type?.kind === 'text' ? type.text : '';
  const address = url?.kind === 'text' ? url.text : '';
  const isFast = sender === 'FAST' || /^https?:\/\/fast\.circular\.fi(?:[:/]|$)/i.test(address);
  return {
    url,
    isNoFailure: isFast && /\/no-failure(?:[/?#]|$)/i.test(address),
    minimumTip: notArbMinimumTips.get(sender),
  };
}

function checkStrategy(
  settingOf: (name: string) => ConfigNode | undefined,
  endpoints: ReadonlyMap<string, Endpoint>,
): ConfigProblem[] {
  const senders = tablesOf(settingOf('spam_senders')).flatMap((sender) => {
    const name = memberOf(sender, 'rpc');
    const endpoint = name?.kind === 'text' ? endpoints.get(name.text) : undefined;
    return name === undefined || endpoint === undefined ? [] : [{ sender, name, ...endpoint }];
  });
  const minimumTip = Math.max(0, ...senders.map((each) => each.minimumTip ?? 0));
  return [
    ...senders
      .filter(({ isNoFailure }) => isNoFailure)
      .flatMap(({ sender, name, url }) => {
        const isRequired = memberOf(sender, 'require_profit') ?? settingOf('require_profit');
        // The default is documented; a dynamic attribute is unknown.
        const isTrue = isRequired?.kind === 'boolean' && isRequired.value === true;
        if (isRequired !== undefined && !isTrue) return [];
        const severity = isTrue ? 'warning' : 'information';
        const range = (isRequired ?? name).range;
        const found = problem('no-failure-profit', range, [], { severity });
        return [{ ...found, related: url?.range ?? null }];
      }),
    ...['min_spam_tip_lamports', 'max_spam_tip_lamports'].flatMap((name) => {
      const tip = settingOf(name);
      if (tip?.kind !== 'integer' || Number(tip.value) >= minimumTip) return [];
      const bound = [name, 'at-least', String(minimumTip)];
      return [problem('wrong-type', tip.range, bound, { severity: 'warning' })];
    }),
  ];
}
