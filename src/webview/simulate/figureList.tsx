import type { Figure } from './figures.ts';

/** The first figure in large letters. */
export const FigureList = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl class="facts">
    {figures.map(({ name, value, more, tone }, at) => (
      <div key={at}>
        <dt>{name}</dt>
        <dd>
          <span class="value">
            <span class={`${at === 0 ? 'net ' : ''}${tone}`}>{value}</span>
          </span>
          {more !== '' && <span class="more">{more}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
