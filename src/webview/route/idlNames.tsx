import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import type { IdlNames } from '../messages/idlNames.ts';
import { AddressButton, type Copy } from './addressButton.tsx';

interface CallNamesProps {
  readonly names: IdlNames | null;
  readonly events: readonly IdlNames[];
  readonly copy: Copy;
}

/** Arguments, accounts and events of a call, from the IDL of its program. */
export const CallNames = ({ names, events, copy }: CallNamesProps) => (
  <>
    {names !== null && <Names names={names} copy={copy} />}
    {events.map((event, at) => (
      <Names key={at} names={event} copy={copy} />
    ))}
  </>
);

interface NamesProps {
  readonly names: IdlNames;
  readonly copy: Copy;
}

function Names({ names, copy }: NamesProps) {
  const { event, values, accounts, notes, source } = names;
  return (
    <div class="idl-names">
      {event !== '' && <p>{t('Event {0}', event)}</p>}
      <dl>
        {values.map(({ name, value }, at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>
              {value === null ? (
                <span class="dim">{t('not read')}</span>
              ) : (
                <Value text={value} copy={copy} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {accounts.length > 0 && (
        <details>
          <summary>
            {accounts.length === 1 ? t('1 account') : t('{0} accounts', accounts.length)}
          </summary>
          <dl>
            {accounts.map(({ name, address, marks }, at) => (
              <div key={at}>
                <dt>{name === '' ? at + 1 : name}</dt>
                <dd>
                  <Value text={address} copy={copy} /> <span class="dim">{marks}</span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {notes.map((note, at) => (
        <p key={at} class="dim">
          {note}
        </p>
      ))}
      <p class="dim">{t('By {0}', source)}</p>
    </div>
  );
}

const Value = ({ text, copy }: { readonly text: string; readonly copy: Copy }) =>
  isAddress(text) ? (
    <AddressButton address={text} what={t('Address')} copy={copy} />
  ) : (
    <bdi>{text}</bdi>
  );
