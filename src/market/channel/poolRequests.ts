import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import type { AskOptions } from '../connections/askOptions.ts';
import {
  booleanOf,
  type Members,
  objectOf,
  optional,
  textOf,
  textsOf,
  wholeOf,
} from '../connections/readRequest.ts';
import type { PoolFilter } from '../poolProtocol.ts';
import type { ConnectionPools } from '../pools/connectionPools.ts';
import type { channelMethods } from '../protocol.ts';

export type PoolMethod = Extract<keyof typeof channelMethods, `pool${string}` | `${string}Pools`>;

/** Rows of one answer: more than any view shows at once. */
const rowsMaximum = 5_000;
/** Nobody types more, and pasting does not find more by it. */
const searchMaximum = 200;

type Ask = (pools: ConnectionPools, options: AskOptions) => Promise<unknown>;

/** A request about pools, read before anything is opened for it. Throws a MarketError. */
export function readPoolRequest(method: PoolMethod, members: Members): Ask {
  switch (method) {
    case 'loadPools': {
      const withAggregator = optional(members, 'withAggregator', booleanOf) ?? false;
      return (pools, options) => pools.load(options, withAggregator);
    }
    case 'poolStats': {
      const filter = filterOf(members);
      return (pools) => pools.stats(filter);
    }
    case 'poolPage': {
      const filter = filterOf(members);
      const range = { offset: wholeOf(members, 'offset'), limit: limitOf(members) };
      return (pools) => pools.page(filter, range);
    }
    case 'poolSearch': {
      const filter = filterOf(members);
      const text = textOf(members, 'text');
      const limit = limitOf(members);
      if (text.length > searchMaximum) {
        throw new MarketError(
          'bad-parameter',
          t('A search is for a text of at most {0} characters', searchMaximum),
          { parameter: 'text' },
        );
      }
      return (pools) => pools.search(text, filter, limit);
    }
    case 'poolDetail': {
      const pool = textOf(members, 'pool');
      const withAccounts = optional(members, 'withAccounts', booleanOf) ?? true;
      return (pools, options) => pools.detail(pool, withAccounts, options);
    }
  }
}

const limitOf = (members: Members): number =>
  wholeOf(members, 'limit', { minimum: 1, maximum: rowsMaximum });

function filterOf(members: Members): PoolFilter {
  if (members['filter'] === undefined) return {};
  const filter = objectOf(members['filter'], 'the filter');
  const program = optional(filter, 'program', textOf);
  const mint = optional(filter, 'mint', textOf);
  const onlyAggregator = optional(filter, 'onlyAggregator', booleanOf);
  const mints = optional(filter, 'mints', textsOf);
  return {
    ...(program === undefined ? {} : { program }),
    ...(mint === undefined ? {} : { mint }),
    ...(mints === undefined ? {} : { mints }),
    ...(onlyAggregator === undefined ? {} : { onlyAggregator }),
  };
}
