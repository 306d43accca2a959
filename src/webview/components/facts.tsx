import { t } from '@vscode/l10n';
import { type ComponentChildren, Fragment } from 'preact';
import { isAddress } from '../../api/base58.ts';
import type { MessageFromPage, PageFact } from '../messages.ts';

interface HostProps {
  readonly host: { send(message: MessageFromPage): void };
}

interface CopyAddressProps extends HostProps {
  readonly address: string;
  readonly shown?: string;
}

/** A click copies the address. */
export const CopyAddress = ({ address, shown = address, host }: CopyAddressProps) => (
  <button
    type="button"
    class="link mono address"
    title={t('Copy {0}', address)}
    aria-label={t('Copy {0}', shown)}
    onClick={() => host.send({ type: 'copy', text: address, what: t('Address') })}
  >
    {shown}
  </button>
);

/** Names and values; a click on a value that is an address copies it. */
export const FactList = ({ facts, host }: HostProps & { readonly facts: readonly PageFact[] }) => (
  <dl class="fact-list">
    {facts.map(({ name, value }) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>
          {isAddress(value) ? <CopyAddress address={value} host={host} /> : <bdi>{value}</bdi>}
        </dd>
      </Fragment>
    ))}
  </dl>
);

interface TitledSectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

export const TitledSection = ({ title, children }: TitledSectionProps) => (
  <section class="titled" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
