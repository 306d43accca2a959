/** The messages between a panel and its page; each side checks, and drops what is wrong. */
import { isObject } from '../api/isObject.ts';
import * as is from './guards.ts';

/** What a person can do about a failure; each is a button. */
export const errorActions = [
  'refresh',
  'show-log',
  'reconnect',
  'set-key',
  'switch-connection',
  'test-connection',
  'manage-trust',
] as const;
export type ErrorAction = (typeof errorActions)[number];

const message = is.string(4_000);

const isPanelError = is.object({
  message,
  /** What to do about it. */
  suggestion: message,
  actions: is.array(is.object({ act: is.oneOf(...errorActions), label: is.string(100) }), 10),
});
export type PanelError = is.Guarded<typeof isPanelError>;

/** To the page: something new to show. What is shown stays until the next content comes. */
export interface ContentMessage<Content> {
  readonly type: 'content';
  readonly content: Content;
}

const isStatus = is.object({
  type: is.oneOf('status'),
  /** What is being waited for; null: nothing. */
  busy: is.nullable(message),
  problem: is.nullable(isPanelError),
});
/** To the page: what goes on. */
export type StatusMessage = is.Guarded<typeof isStatus>;

/** To the page: something is done (saved, copied); said once. */
const isNotice = is.object({ type: is.oneOf('notice'), text: message });

export type MessageToPage<Content> =
  | ContentMessage<Content>
  | StatusMessage
  /** What must be kept for the panel to come back with the window. */
  | { readonly type: 'state'; readonly state: unknown }
  | is.Guarded<typeof isNotice>;

/** A message for the page, its content checked by the panel's own guard; null for anything else. */
export function parseMessageToPage<Content>(
  value: unknown,
  isContent: is.Guard<Content>,
): MessageToPage<Content> | null {
  if (!isObject(value) || !Object.hasOwn(value, 'type')) return null;
  if (isStatus(value) || isNotice(value)) return value;
  const { type } = value;
  if (type === 'state' && Object.hasOwn(value, 'state')) return { type, state: value['state'] };
  if (type === 'content' && Object.hasOwn(value, 'content')) {
    const content = value['content'];
    if (isContent(content)) return { type, content };
  }
  return null;
}

/** Forms that a panel can be exported in. */
const exportFormats = ['svg', 'png', 'csv', 'md', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const isSave = is.object({
  type: is.oneOf('save'),
  format: is.oneOf(...exportFormats),
  /** Without folder and ending. */
  name: is.string(200),
  /** Text; Base64 for `png`. */
  data: is.string(64_000_000),
});
/** From the page: write this to a file that the person chooses. */
export type SaveMessage = is.Guarded<typeof isSave>;

const isFromPage = is.union(
  /** The page listens; whatever came before this was lost. */
  is.object({ type: is.oneOf('ready') }),
  is.object({ type: is.oneOf('refresh') }),
  is.object({ type: is.oneOf('cancel') }),
  is.object({ type: is.oneOf('error-action'), act: is.oneOf(...errorActions) }),
  isSave,
  /** Put this on the clipboard, and say that it was copied: `what` is "Address" and the like. */
  is.object({ type: is.oneOf('copy'), text: is.string(16_000_000), what: is.string(200) }),
);
/** From the page: what every panel understands. */
export type MessageFromPage = is.Guarded<typeof isFromPage>;

/** A message that every panel understands; null for anything else. */
export const parseMessageFromPage = is.parserOf(isFromPage);
