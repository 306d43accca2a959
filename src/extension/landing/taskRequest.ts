import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';

/**
 * What an input of a task gives (`"type": "command"` in `tasks.json`): the path of a file, in the
 * workspace's folder where it is relative, or the transaction itself. It wants text for an answer:
 * the editor puts nothing else into a task.
 */
export type TaskRequest = { readonly file: string } | { readonly transaction: string };

/** `null` for whatever else the command was given. */
export function parseTaskRequest(given: unknown): TaskRequest | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  const { file, transaction, method } = given as Readonly<Record<string, unknown>>;
  if (method !== undefined) return null;
  if (typeof file === 'string' && file !== '') return { file };
  return typeof transaction === 'string' ? { transaction } : null;
}

/**
 * The signatures for the task to go on with. `undefined`, which ends the task, unless all were
 * accepted.
 */
export function taskResult(
  outcomes: readonly Pick<LandingEntry, 'signature' | 'state'>[] | undefined,
): string | undefined {
  const isTaken = outcomes?.every(({ state }) => state !== 'refused' && state !== 'unknown');
  return isTaken === true ? outcomes?.map(({ signature }) => signature).join(' ') : undefined;
}
