import type { MarketErrorKind } from '../../../../api/marketError.ts';
import type { FormatId } from './formats.ts';
import { tomlComment } from './toml.ts';

/** Why a file is not refreshed. */
export type PauseKind = MarketErrorKind | 'other-connection' | 'not-recommended' | 'not-written';

// Not translated: files are the same in every display language.
const notes: Readonly<Record<PauseKind, string>> = {
  'bad-parameter': 'the Finder’s request was refused.',
  unauthorized: 'the connection has no valid key or URL.',
  'plan-lacks-operation': 'the plan of the connection lacks the Finder.',
  'not-offered': 'the connection does not offer the Finder.',
  'not-found': 'the connection found nothing.',
  'rate-limited': 'the connection refused further requests for now (rate limit).',
  'service-failing': 'the connection is failing.',
  unreachable: 'the connection is unreachable.',
  'unreadable-answer': 'the connection’s response was invalid.',
  cancelled: 'the request was cancelled.',
  'other-connection': 'the window uses another connection.',
  'not-recommended': 'arbitrage is not recommended.',
  'not-written': 'nothing qualifies that this form can express.',
};

export interface Pause {
  readonly kind: PauseKind;
  readonly sinceMilliseconds: number;
}

interface NoteForm {
  readonly pattern: RegExp;
  readonly add: (text: string, pause: Pause) => string;
}

const isoSeconds = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');

const sentence = ({ kind, sinceMilliseconds }: Pause): string =>
  `Paused since ${isoSeconds(sinceMilliseconds)}: ${notes[kind]}`;

const comment: NoteForm = {
  pattern: /^# Paused since .*\n/,
  add: (text, pause) => tomlComment([sentence(pause)]) + text,
};

const quote: NoteForm = {
  pattern: /^> Paused since .*\n\n/,
  add: (text, pause) => `> ${sentence(pause)}\n\n${text}`,
};

/** The bot reads only the keys that its strategies name. */
const attribute: NoteForm = {
  pattern: /(?<=^\{\n) {2}"arbscope_paused_since_ms": \d+,\n/,
  add: (text, { sinceMilliseconds }) =>
    text.replace(/^\{\n/, `{\n  "arbscope_paused_since_ms": ${sinceMilliseconds},\n`),
};

const member: NoteForm = {
  pattern: /(?<=^\{\n {2}"arbscope": \{\n) {4}"paused": ".*",\n/,
  add: (text, pause) =>
    text.replace(
      /^\{\n {2}"arbscope": \{\n/,
      (head) => `${head}    "paused": ${JSON.stringify(sentence(pause))},\n`,
    ),
};

/** Null: the form has no room. The bot ignores `markets.json` by its time, which then stays. */
const forms: Readonly<Record<FormatId, NoteForm | null>> = {
  'smb-mints': comment,
  'smb-markets': comment,
  'smb-v10': comment,
  'smb-finder': comment,
  'notarb-markets-json': null,
  'notarb-markets-toml': comment,
  'notarb-lookup-tables': comment,
  'notarb-lookup-tables-plain': null,
  'notarb-attributes': attribute,
  csv: null,
  json: member,
  markdown: quote,
};

/** A file with the note instead of an older one; unchanged if its form has no room for it. */
export function withPauseNote(format: FormatId, text: string, pause: Pause): string {
  const form = forms[format];
  return form === null ? text : form.add(text.replace(form.pattern, ''), pause);
}
