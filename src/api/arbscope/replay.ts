import { t } from '@vscode/l10n';
import Type from 'typebox';
import { defineOperation } from '../defineOperation.ts';
import {
  Addresses,
  Count,
  IsoTimestamp,
  Parameters,
  Response,
  Text,
  TimeRange,
} from '../schema.ts';
import {
  AssumedCosts,
  CoverageFigures,
  CoverageWindow,
  CoveredGroup,
  coverageWindowProperties,
  coveredConfigProperties,
  toolGroups,
  upperBoundNote,
} from './coverage.ts';

export const maxReplayedConfigs = 2;
export const maxSettingsCombinations = 200;
export const replayIntervalsSeconds = [300, 3_600] as const;

const maxValues = 20;
const each = (description: string, minimum: number, maximum: number) =>
  Type.Array(Type.Integer({ minimum, maximum }), { minItems: 1, maxItems: maxValues, description });

/** Every combination is evaluated. */
export const ReplayedSettings = Parameters({
  tokens_max: each('Max tokens of the export', 1, 1_000),
  min_transactions: each('Fewest transactions of a token in the ranking window', 1, 1_000_000),
  refresh_seconds: each('Time between two exports, seconds', 5, 86_400),
  tokens_time_range: Type.Array(TimeRange('Ranking window'), { minItems: 1, maxItems: maxValues }),
  base_mints: Type.Optional(
    Addresses('Base tokens of the ranking, and of what it covers; all by default', 50),
  ),
});
export type ReplayedSettings = Type.Static<typeof ReplayedSettings>;

const Keyed = Response({
  key: Text('Mint of a token, program of an AMM'),
  name: Text('Symbol or name; empty when unknown'),
  market: CoverageFigures,
  /** In the order of the request. */
  configs: Type.Array(CoverageFigures),
});

export const ReplayPoint = Response({
  time: IsoTimestamp('Start of the interval'),
  market: CoverageFigures,
  configs: Type.Array(CoverageFigures, { description: 'In the order of the request' }),
});
export type ReplayPoint = Type.Static<typeof ReplayPoint>;

export const SettingsOutcome = Response({
  tokens_max: Count('Max tokens'),
  min_transactions: Count('Fewest transactions'),
  refresh_seconds: Count('Seconds between two exports'),
  tokens_time_range: Count('Ranking window, seconds'),
  ...CoverageFigures.properties,
});
export type SettingsOutcome = Type.Static<typeof SettingsOutcome>;

export const Replay = Response({
  window: CoverageWindow,
  interval: Count('Seconds of one point'),
  total: CoverageFigures,
  assumed: Type.Array(AssumedCosts, { description: 'Empty where tips and fees are as paid' }),
  configs: Type.Array(Response({ covered: CoverageFigures, groups: Type.Array(CoveredGroup) }), {
    description: 'In the order of the request',
  }),
  points: Type.Array(ReplayPoint, { description: 'Oldest first, without gaps' }),
  tokens: Type.Array(Keyed, { description: 'Highest net gains first' }),
  amms: Type.Array(Keyed, { description: 'Highest net gains first' }),
  settings: Type.Array(SettingsOutcome, { description: 'Highest net gains first' }),
});
export type Replay = Type.Static<typeof Replay>;

export const replay = defineOperation({
  method: 'POST',
  path: '/arbscope/replay',
  summary: t('Replay'),
  parameters: Parameters({
    configs: Type.Array(Parameters(coveredConfigProperties), { maxItems: maxReplayedConfigs }),
    ...coverageWindowProperties,
    interval: Type.Optional(
      Type.Integer({
        enum: [...replayIntervalsSeconds],
        description: 'Seconds of one point: 300 or 3600 (the default)',
      }),
    ),
    settings: Type.Optional(ReplayedSettings),
  }),
  response: Replay,
  isAggregate: true,
  // Enough for `maxCoveragePools` in each config.
  maxBodyBytes: 8 * 1024 * 1024,
  tool: {
    name: 'arbscope_replay',
    title: 'Replay',
    description:
      'Replays a stored period against one or two bot configs: covered net gains by hour, token and ' +
      'AMM. With settings, also what an export with each combination of them would have covered. ' +
      upperBoundNote,
    more: 'an interval of 3600, a shorter period by from and to, or fewer settings',
    parameters: {
      configs: Type.Array(
        Parameters({ groups: toolGroups, base_mints: coveredConfigProperties.base_mints }),
        {
          maxItems: maxReplayedConfigs,
          description: 'Configs to compare; none to try settings alone',
        },
      ),
    },
  },
});
