import type { ComponentChildren } from 'preact';

export type View = 'charts' | 'tables';

interface PartProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A titled section of the page. */
export const Part = ({ title, children }: PartProps) => (
  <section class="part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Says what a part counts, of which window and from which source. */
export const Caption = ({ sentences }: { readonly sentences: readonly string[] }) => (
  <p class="dim small caption">{sentences.join(' ')}</p>
);
