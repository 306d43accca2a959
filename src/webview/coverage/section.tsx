import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { CoverageContent, CoverageRequest } from '../messages/coverage.ts';

export type CoverageView = 'charts' | 'table';
export type Send = (request: CoverageRequest) => void;

export interface SectionProps {
  readonly content: CoverageContent;
  readonly view: CoverageView;
  readonly send: Send;
}

interface SectionFrameProps {
  readonly title: string;
  /** In the line of the heading. */
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Section = ({ title, head, children }: SectionFrameProps) => (
  <section class="part" aria-label={title}>
    <div class="part-head">
      <h2>{title}</h2>
      {head}
    </div>
    {children}
  </section>
);

export const Caption = ({ sentences }: { readonly sentences: readonly string[] }) => (
  <p class="dim small caption">{sentences.filter(Boolean).join(' ')}</p>
);

export const DimLine = ({ text }: { readonly text: string }) => <p class="dim">{text}</p>;

interface MoreButtonProps {
  readonly isAll: boolean;
  readonly count: number;
  /** Rows that are shown at first. */
  readonly most: number;
  readonly onToggle: () => void;
}

export const MoreButton = ({ isAll, count, most, onToggle }: MoreButtonProps) =>
  count <= most ? null : (
    <button type="button" class="link more" aria-expanded={isAll} onClick={onToggle}>
      {isAll ? t('Show Fewer') : t('Show All {0}', count)}
    </button>
  );

interface FigureProps {
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A right-aligned cell. */
export const Figure = ({ class: more = '', children }: FigureProps) => (
  <td class={more === '' ? 'figure' : `figure ${more}`}>{children}</td>
);

/** The cell that names a row. */
export const RowName = ({ children }: { readonly children: ComponentChildren }) => (
  <th scope="row" class="row-name">
    {children}
  </th>
);
