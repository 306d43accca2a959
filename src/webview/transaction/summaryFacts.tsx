import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  formatCount,
  formatLamportsAsSol,
  formatSignedSol,
  formatSol,
  formatTimeAgo,
  formatUsd,
  formatUtcDateTime,
  withPlusSign,
} from '../../api/format.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { AddressButton, type Copy } from '../route/addressButton.tsx';
import { netAfterPayments, tipLabel } from '../route/gainBreakdown.ts';
import { formatExact, formatPricedUsd, isValidTime } from '../route/routeLabels.ts';
import { type Route, shortSafeAddress, valueInUsd } from '../route/routeModel.ts';

interface SummaryFactsProps {
  readonly content: TransactionContent;
  readonly route: Route;
  readonly copy: Copy;
  readonly openWallet: () => void;
}

export function SummaryFacts({ content, route, copy, openWallet }: SummaryFactsProps) {
  const { version, volumeUsd, volumeSol, computeUnits, wallet } = content;
  return (
    <dl class="facts">
      <GainFacts content={content} route={route} />
      <FeeFact content={content} />
      <Fact name={t('Volume')} more={volumeSol === null ? null : formatSol(volumeSol)}>
        {volumeUsd === null ? t('price unknown') : formatUsd(volumeUsd)}
      </Fact>
      <Fact name={t('Compute units')}>
        {computeUnits === null ? t('unknown') : formatCount(computeUnits)}
      </Fact>
      <Fact name={t('Slot')}>{formatCount(content.slot)}</Fact>
      {version !== null && <Fact name={t('Version')}>{version}</Fact>}
      <TimeFact time={content.timeMilliseconds} />
      <Fact name={t('Wallet')}>
        <button
          type="button"
          class="link mono"
          title={t('Open {0}', wallet)}
          aria-label={t('Open wallet {0}', shortSafeAddress(wallet))}
          onClick={openWallet}
        >
          {shortSafeAddress(wallet)}
        </button>
      </Fact>
      <BotFact bot={content.bot} copy={copy} />
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  /** A second line. */
  readonly more?: string | null;
  readonly children: ComponentChildren;
}

const Fact = ({ name, more = null, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span class="value">{children}</span>
      {more !== null && <span class="more"> {more}</span>}
    </dd>
  </div>
);

/** Net gain, what it is made of, and tips. */
function GainFacts({ content, route }: Pick<SummaryFactsProps, 'content' | 'route'>) {
  const { isSuccess, netGainsSol, netGainsUsd, tips } = content;
  const after = netAfterPayments(content, route);
  // A failed attempt has no gains.
  const gains = isSuccess ? content.gains.slice(0, 3) : [];
  return (
    <>
      <Fact name={t('Net gain')} more={formatPricedUsd(netGainsUsd)}>
        <NetAmount sol={netGainsSol} style="net " />
      </Fact>
      {after !== null && (
        <Fact name={t('Net gain after other payments')} more={formatPricedUsd(after.usd)}>
          <NetAmount sol={after.sol} />
        </Fact>
      )}
      {gains.map(({ mint, amount }, at) => {
        const isBase = route.base === null || mint === route.base.mint;
        const { shown, worth } = formatAmount(route, mint, amount);
        return (
          <Fact key={`gain-${at}`} name={isBase ? t('Gross') : t('Left over')} more={worth}>
            <bdi>{withPlusSign(shown)}</bdi>
          </Fact>
        );
      })}
      {tips.map(({ provider, mint, amount }, at) => {
        const { shown, worth } = formatAmount(route, mint, amount);
        return (
          <Fact
            key={`tip-${at}`}
            name={tipLabel(provider)}
            more={isSuccess ? worth : t('rolled back')}
          >
            <bdi>{shown}</bdi>
          </Fact>
        );
      })}
      {tips.length === 0 && <Fact name={t('Tips')}>{t('none')}</Fact>}
    </>
  );
}

function formatAmount(route: Route, mint: string, amount: string) {
  const token = route.tokenOf(mint);
  const raw = BigInt(amount);
  const usd = valueInUsd(token, raw);
  return {
    shown: formatExact(token, raw, 'human'),
    worth: usd === null ? null : formatUsd(usd),
  };
}

function NetAmount({ sol, style = '' }: { readonly sol: number | null; readonly style?: string }) {
  const tone = !sol ? '' : sol < 0 ? 'down' : 'up';
  return (
    <span class={`${style}${tone}`}>{sol === null ? t('unknown') : formatSignedSol(sol)}</span>
  );
}

const FeeFact = ({
  content: { feeLamports, priorityFeeLamports: priority },
}: Pick<SummaryFactsProps, 'content'>) => (
  <Fact
    name={t('Fee')}
    more={priority === null ? null : t('{0} priority', formatLamportsAsSol(BigInt(priority)))}
  >
    {formatLamportsAsSol(BigInt(feeLamports))}
  </Fact>
);

const timeEveryMilliseconds = 10_000;

function TimeFact({ time }: { readonly time: number | null }) {
  useRepeatedRender(timeEveryMilliseconds);
  if (time === null || !isValidTime(time)) return <Fact name={t('Time')}>{t('unknown')}</Fact>;
  return (
    <Fact name={t('Time')} more={formatUtcDateTime(time)}>
      <time dateTime={new Date(time).toISOString()}>{formatTimeAgo(time, Date.now())}</time>
    </Fact>
  );
}

interface BotFactProps extends Pick<SummaryFactsProps, 'copy'> {
  readonly bot: TransactionContent['bot'];
}

const BotFact = ({ bot, copy }: BotFactProps) =>
  bot !== null && (
    <Fact name={t('Bot program')} more={bot.family === bot.program ? t('unlabeled') : null}>
      <AddressButton address={bot.program} what={t('Bot program address')} copy={copy} />
    </Fact>
  );

/** For relative times, which change while nothing else does. */
function useRepeatedRender(everyMilliseconds: number): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
}
