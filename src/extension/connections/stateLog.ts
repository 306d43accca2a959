import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { type ConnectionOverview, getConnectionPhase } from '../backend/connectionPhase.ts';
import type { Log } from '../base/log.ts';

/** Writes one line for each change of a connection's state, with its reason. */
export class StateLog {
  readonly #log: Pick<Log, 'info' | 'warn'>;
  #known = '';

  constructor(log: Pick<Log, 'info' | 'warn'>) {
    this.#log = log;
  }

  update(overview: ConnectionOverview): void {
    const { connection, status } = overview;
    const phase = getConnectionPhase(overview);
    // The client of the backend logs what happens to the process.
    if (phase === 'idle' || phase === 'recovering' || phase === 'failed') return;
    const isStalled = phase === 'ready' && status?.engine?.isStalled === true;
    const state = isStalled ? 'stalled' : phase;
    const detail = phase === 'troubled' ? (status?.error?.kind ?? '') : '';
    const key = [connection.name, state, detail].join('\n');
    if (key === this.#known) return;
    const wasStalled = this.#known === [connection.name, 'stalled', ''].join('\n');
    this.#known = key;
    const words =
      wasStalled && state === 'ready'
        ? t('new blocks again')
        : isStalled
          ? t('no new blocks')
          : detail || state;
    const reason = isStalled || phase === 'troubled' ? (status?.message ?? '') : '';
    const line = `${connection.name}: ${reason === '' ? words : joinLabel(words, reason)}`;
    if (isStalled || phase === 'troubled') this.#log.warn(line);
    else this.#log.info(line);
  }
}
