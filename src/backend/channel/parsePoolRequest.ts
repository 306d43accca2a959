import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type { ConnectionCallOptions } from '../connections/connectionCallOptions.ts';
import type { ConnectionPools } from '../pools/connectionPools.ts';
import type { channelMethods } from '../protocol/channelProtocol.ts';
import type { PoolFilter } from '../protocol/poolProtocol.ts';
import {
  type JsonObject,
  readBoolean,
  readInteger,
  readObject,
  readOptional,
  readString,
  readStrings,
} from '../requestFields.ts';

export type PoolMethod = Extract<keyof typeof channelMethods, `pool${string}` | `${string}Pools`>;

/** Rows of one answer: more than any view shows at once. */
const maxRows = 5_000;
/** Nobody types more, and pasting does not find more by it. */
const maxSearchCharacters = 200;

type PoolQuery = (pools: ConnectionPools, options: ConnectionCallOptions) => Promise<unknown>;

/** A request about pools, read before anything is opened for it. Throws a MarketError. */
export function parsePoolRequest(method: PoolMethod, members: JsonObject): PoolQuery {
  switch (method) {
    case 'loadPools': {
      const withAggregator = readOptional(members, 'withAggregator', readBoolean) ?? false;
      return (pools, options) => pools.load(options, withAggregator);
    }
    case 'poolStats': {
      const filter = parseFilter(members);
      return (pools) => pools.stats(filter);
    }
    case 'poolPage': {
      const filter = parseFilter(members);
      const range = { offset: readInteger(members, 'offset'), limit: parseLimit(members) };
      return (pools) => pools.page(filter, range);
    }
    case 'poolSearch': {
      const filter = parseFilter(members);
      const text = readString(members, 'text');
      const limit = parseLimit(members);
      if (text.length > maxSearchCharacters) {
        throw new MarketError(
          'bad-parameter',
          t('A search is for a text of at most {0} characters', maxSearchCharacters),
          { parameter: 'text' },
        );
      }
      return (pools) => pools.search(text, filter, limit);
    }
    case 'poolDetail': {
      const pool = readString(members, 'pool');
      const withAccounts = readOptional(members, 'withAccounts', readBoolean) ?? true;
      return (pools, options) => pools.detail(pool, withAccounts, options);
    }
  }
}

const parseLimit = (members: JsonObject): number =>
  readInteger(members, 'limit', { minimum: 1, maximum: maxRows });

function parseFilter(members: JsonObject): PoolFilter {
  if (members['filter'] === undefined) return {};
  const filter = readObject(members['filter'], 'the filter');
  const program = readOptional(filter, 'program', readString);
  const mint = readOptional(filter, 'mint', readString);
  const onlyAggregator = readOptional(filter, 'onlyAggregator', readBoolean);
  const mints = readOptional(filter, 'mints', readStrings);
  return {
    ...(program === undefined ? {} : { program }),
    ...(mint === undefined ? {} : { mint }),
    ...(mints === undefined ? {} : { mints }),
    ...(onlyAggregator === undefined ? {} : { onlyAggregator }),
  };
}
