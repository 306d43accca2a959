import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { formatCount, formatDuration, formatUsdShort } from '../../api/format.ts';
import { SourceBadge } from '../components/sourceBadge.tsx';
import {
  type BoundsContent,
  type CoverageContent,
  deadPools,
  type ReportContent,
} from '../messages/coverage.ts';
import { entriesText, formatShareOf, poolsText } from './format.ts';
import { sampleOf } from './gainShares.ts';

interface ContentProps {
  readonly content: CoverageContent;
}

export function Badges({ content }: ContentProps) {
  const { form, entryCount, poolCount } = content.config;
  const config = [form, entriesText(entryCount), poolsText(poolCount)].filter(Boolean);
  return (
    <span class="badges">
      <Badge text={config.join(' · ')} />
      <SourceBadge content={content} />
    </span>
  );
}

const Badge = ({ text }: { readonly text: string }) => (
  <span class="badge">
    <bdi>{text}</bdi>
  </span>
);

export function Headline({ content }: ContentProps) {
  const { coverage } = content;
  return (
    <dl class="headline">
      {coverage?.kind === 'report' && <ReportFigures report={coverage} content={content} />}
      {coverage?.kind === 'bounds' && <BoundsFigures bounds={coverage} />}
    </dl>
  );
}

interface NamedFigureProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

const NamedFigure = ({ name, children }: NamedFigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Dim = ({ text }: { readonly text: string }) => <span class="dim">{text}</span>;

interface ReportFiguresProps extends ContentProps {
  readonly report: ReportContent;
}

function ReportFigures({ report, content }: ReportFiguresProps) {
  const { window, total, covered, groups, pools } = report;
  if (window.coverage === null) {
    return (
      <NamedFigure name={t('Could have taken, at most')}>
        <b>{t('unknown')}</b>
      </NamedFigure>
    );
  }
  const missed = total.net_gains_usd - covered.net_gains_usd;
  const dead = groups.filter(({ transactions }) => transactions === 0).length;
  return (
    <>
      <NamedFigure name={t('Could have taken, at most')}>
        <b>{formatUsdShort(covered.net_gains_usd)}</b> {t('net')}{' '}
        <Dim text={ofWhole(covered.net_gains_usd, total.net_gains_usd, formatUsdShort)} />
      </NamedFigure>
      <NamedFigure name={t('Gross gain')}>
        {formatUsdShort(covered.revenues_usd)}{' '}
        <Dim text={ofWhole(covered.revenues_usd, total.revenues_usd, formatUsdShort)} />
      </NamedFigure>
      <NamedFigure name={t('Arbitrages')}>
        {formatCount(covered.transactions)}{' '}
        <Dim text={ofWhole(covered.transactions, sampleOf(report), formatCount)} />
      </NamedFigure>
      <NamedFigure name={t('Missed')}>
        {formatUsdShort(missed)} {t('net')}
      </NamedFigure>
      <NamedFigure
        name={t('Without arbitrage in {0}', formatDuration(content.state.windowSeconds))}
      >
        {t('{0} of {1} entries', formatCount(dead), formatCount(groups.length))}{' '}
        <Dim
          text={t(
            '{0} of {1} pools',
            formatCount(deadPools(pools).length),
            formatCount(pools.length),
          )}
        />
      </NamedFigure>
    </>
  );
}

function BoundsFigures({ bounds }: { readonly bounds: BoundsContent }) {
  const { total, covered } = bounds;
  const { lower, upper } = covered;
  const range = (format: (value: number) => string, of: (figures: typeof lower) => number) =>
    `${format(of(lower))} – ${format(of(upper))}`;
  return (
    <>
      <NamedFigure name={t('Could have taken, between')}>
        <b>{range(formatUsdShort, (each) => each.net_gains_usd)}</b> {t('net')}{' '}
        {total !== null && <Dim text={t('of {0}', formatUsdShort(total.net_gains_usd))} />}
      </NamedFigure>
      <NamedFigure name={t('Gross gain')}>
        {range(formatUsdShort, (each) => each.revenues_usd)}
      </NamedFigure>
      <NamedFigure name={t('Arbitrages')}>
        {range(formatCount, (each) => each.transactions)}{' '}
        {total !== null && <Dim text={t('of {0}', formatCount(total.transactions))} />}
      </NamedFigure>
    </>
  );
}

const ofWhole = (part: number, whole: number, format: (value: number) => string): string =>
  t('of {0} ({1})', format(whole), formatShareOf(part, whole));
