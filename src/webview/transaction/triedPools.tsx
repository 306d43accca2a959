import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { Table } from '../components/table.tsx';
import type { AttemptContent } from '../messages/transaction.ts';
import { PoolButton } from '../route/poolButton.tsx';
import { formatExact } from '../route/routeLabels.ts';
import type { Route } from '../route/routeModel.ts';
import type { RouteView } from '../route/routeView.ts';

interface TriedPoolsProps {
  readonly view: RouteView;
  readonly openPool: (pool: string) => void;
}

/** The pools that the bot's instruction lists, used or not; nothing without a bot. */
export function TriedPools({ view: { content, route }, openPool }: TriedPoolsProps) {
  const { attempt } = content;
  if (attempt === null) return null;
  if (attempt === 'unknown') {
    return (
      <p class="note">
        {t('Pools tried: unknown. Only the instructions of SMB and NotArb are read.')}
      </p>
    );
  }
  const { pools, unknownPools, parameters } = attempt;
  const columns = ['AMM', t('Pool'), t('Use')].map((name) => ({ name }));
  return (
    <div>
      {pools.length > 0 && (
        <Table class="legs" caption={t('Pools tried')} columns={columns}>
          {pools.map(({ pool, amm, ammName, isUsed }, at) => (
            <tr key={at}>
              <td title={amm}>
                <bdi>{ammName === '' ? t('unknown') : sanitizeText(ammName, 40)}</bdi>
              </td>
              <td>
                <PoolButton pool={pool} open={openPool} />
              </td>
              <td>{isUsed ? t('used') : t('not used')}</td>
            </tr>
          ))}
        </Table>
      )}
      {unknownPools > 0 && (
        <p class="note">
          {pools.length === 0
            ? t('Pools tried: {0}, none of them recognized.', formatCount(unknownPools))
            : t('At least {0} more, which are not recognized.', formatCount(unknownPools))}
        </p>
      )}
      {parameters !== null && <Parameters parameters={parameters} route={route} />}
    </div>
  );
}

interface ParametersProps {
  readonly parameters: NonNullable<AttemptContent['parameters']>;
  readonly route: Route;
}

function Parameters({ parameters, route }: ParametersProps) {
  const { minimumProfit, baseMint, computeUnitLimit, noFailure, flashLoan } = parameters;
  const yesOrNo = (isSet: boolean): string => (isSet ? t('yes') : t('no'));
  const facts = [
    [t('Minimum profit'), formatExact(route.tokenOf(baseMint), BigInt(minimumProfit), 'human')],
    [t('Compute unit limit'), formatCount(computeUnitLimit)],
    [t('No-failure mode'), yesOrNo(noFailure)],
    [t('Flash loan'), yesOrNo(flashLoan)],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi class="value">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
