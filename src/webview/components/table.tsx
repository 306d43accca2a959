import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';

export interface Column {
  /** Empty: a column without a heading. */
  readonly name: string;
  /** Right-aligned. */
  readonly isFigure?: boolean;
  /** The least room of the table in which the column shows; missing: it always shows. */
  readonly room?: 'medium' | 'wide' | undefined;
}

interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly class?: string;
  /** A row above the headings, which says what they belong to. */
  readonly groups?: ComponentChildren;
  /** The rows. */
  readonly children: ComponentChildren;
}

export const Table = ({ caption, columns, class: className, groups, children }: TableProps) => (
  <table class={classesOf(className, columns)}>
    <caption>
      {caption}
      <HiddenColumns columns={columns} />
    </caption>
    <thead>
      {groups}
      <tr>
        {columns.map(({ name, isFigure }, at) =>
          name === '' ? (
            <td key={at} />
          ) : (
            <th key={at} scope="col" class={figureClass(isFigure)}>
              {name}
            </th>
          ),
        )}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

interface RowProps {
  readonly columns: readonly Column[];
  /** One for each column; the first names the row. */
  readonly children: ComponentChildren[];
}

export const Row = ({ columns, children }: RowProps) => (
  <tr>
    {children.map((cell, at) =>
      at === 0 ? (
        <th key={at} scope="row">
          {cell}
        </th>
      ) : (
        <td key={at} class={figureClass(columns[at]?.isFigure)}>
          {cell}
        </td>
      ),
    )}
  </tr>
);

/** Shows only while columns are hidden. */
function HiddenColumns({ columns }: { readonly columns: readonly Column[] }) {
  const rooms = columns.map(({ room }) => room);
  const most = rooms.includes('wide') ? 'wide' : rooms.includes('medium') ? 'medium' : null;
  return most === null ? null : (
    <span class={`hidden-columns ${most}`}>{t('More columns in a wider panel.')}</span>
  );
}

/**
 * `wide-3` hides the third column where the table is not wide (`panel.css`). A row may span columns
 * only after its last one that hides.
 */
const classesOf = (own: string | undefined, columns: readonly Column[]): string | undefined => {
  const hidden = columns.flatMap(({ room }, at) => (room === undefined ? [] : `${room}-${at + 1}`));
  return [own ?? [], hidden].flat().join(' ') || undefined;
};

const figureClass = (isFigure: boolean | undefined) => (isFigure ? 'figure' : undefined);

/** Scrolls a wide table; focusable, so that the keyboard can scroll it. */
export const ScrollRegion = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise only a pointer can scroll it.
  <section class="table-place" tabIndex={0} aria-label={label}>
    {children}
  </section>
);
