import type { ComponentChildren } from 'preact';

export interface Column {
  /** Empty: a column without a heading. */
  readonly name: string;
  /** Right-aligned. */
  readonly isFigure?: boolean;
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
  <table class={className}>
    <caption>{caption}</caption>
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
