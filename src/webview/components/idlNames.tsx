import { t } from '@vscode/l10n';
import type { IdlNames } from '../messages/idlNames.ts';

interface CallNamesProps {
  readonly names: IdlNames | null;
  readonly events: readonly IdlNames[];
}

/** Arguments, accounts and events of a call, from the IDL of its program. */
export const CallNames = ({ names, events }: CallNamesProps) => (
  <>
    {names !== null && <Names names={names} />}
    {events.map((event, at) => (
      <Names key={at} names={event} />
    ))}
  </>
);

function Names({ names }: { readonly names: IdlNames }) {
  const { event, values, accounts, notes, source } = names;
  return (
    <div class="idl-names">
      {event !== '' && <p>{t('Event {0}', event)}</p>}
      <dl>
        {values.map(({ name, value }, at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>
              {value === null ? <span class="dim">{t('not read')}</span> : <bdi>{value}</bdi>}
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
                  <span class="mono">{address}</span> <span class="dim">{marks}</span>
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
