import { formatCsv } from '../../api/sanitizeText.ts';
import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';

const columns: readonly (readonly [name: string, read: (entry: LandingEntry) => unknown])[] = [
  ['submitted_at', (entry) => new Date(entry.submittedAtMilliseconds).toISOString()],
  ['signature', (entry) => entry.signature],
  ['uuid', (entry) => entry.uuid],
  ['state', (entry) => entry.state],
  ['confirmation', (entry) => entry.confirmation],
  ['network', (entry) => entry.network],
  ['host', (entry) => entry.host],
  ['fee_payer', (entry) => entry.feePayer],
  ['front_running_protection', (entry) => entry.frontRunningProtection],
  ['accept_milliseconds', (entry) => entry.acceptMilliseconds],
  ['submitted_slot', (entry) => entry.submittedSlot],
  ['landed_slot', (entry) => entry.landedSlot],
  ['seconds_to_land', ({ landMilliseconds: took }) => (took == null ? null : took / 1_000)],
  ['fee_lamports', (entry) => entry.feeLamports],
  ['tip_providers', (entry) => entry.tips.map(({ provider }) => provider).join(' ')],
  ['tip_lamports', (entry) => entry.tips.reduce((sum, { lamports }) => sum + lamports, 0n)],
  ['message', (entry) => entry.message],
  ['alarm', (entry) => entry.alarm],
];

export const landingsCsv = (entries: readonly LandingEntry[]): string =>
  formatCsv([
    columns.map(([name]) => name),
    ...entries.map((entry) => columns.map(([, read]) => read(entry))),
  ]);
