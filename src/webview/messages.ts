/**
 * What an open panel (`extension/ui/panels/`) and its page (`webview/`) say to each other, and the
 * checks of it: each side checks what comes in, and drops what is not as it says here. What is
 * special to one panel stands in its own file of `messages/`.
 */
import {
  array,
  type Guard,
  isRecord,
  nullable,
  object,
  oneOf,
  parserOf,
  string,
  union,
} from './guards.ts';

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

/** A failure in words a person can act on. */
export interface PanelError {
  readonly message: string;
  /** What to do about it. */
  readonly suggestion: string;
  readonly actions: readonly { readonly act: ErrorAction; readonly label: string }[];
}

/** To the page: something new to show. What is shown stays until the next content comes. */
export interface ContentMessage<Content> {
  readonly type: 'content';
  readonly content: Content;
}

/** To the page: what goes on. */
export interface StatusMessage {
  readonly type: 'status';
  /** What is being waited for; null: nothing. */
  readonly busy: string | null;
  readonly problem: PanelError | null;
}

/** To the page: what must be kept for the panel to come back with the window. */
export interface StateMessage {
  readonly type: 'state';
  readonly state: unknown;
}

/** To the page: something is done (saved, copied); said once. */
export interface NoticeMessage {
  readonly type: 'notice';
  readonly text: string;
}

export type MessageToPage<Content> =
  | ContentMessage<Content>
  | StatusMessage
  | StateMessage
  | NoticeMessage;

/** Forms that a panel can be exported in. */
export const exportFormats = ['svg', 'png', 'csv', 'md', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** From the page: write this to a file that the person chooses. */
export interface SaveMessage {
  readonly type: 'save';
  readonly format: ExportFormat;
  /** Without folder and ending. */
  readonly name: string;
  /** Text; Base64 for `png`. */
  readonly data: string;
}

/** From the page: put this on the clipboard. */
export interface CopyMessage {
  readonly type: 'copy';
  readonly text: string;
  /** What it is, to say that it was copied: "Address". */
  readonly what: string;
}

/** From the page: what every panel understands. */
export type MessageFromPage =
  /** The page listens; whatever came before this was lost. */
  | { readonly type: 'ready' }
  | { readonly type: 'refresh' }
  /** Stop what is being waited for. */
  | { readonly type: 'cancel' }
  | { readonly type: 'error-action'; readonly act: ErrorAction }
  | SaveMessage
  | CopyMessage;

/** Largest export and largest text for the clipboard, in characters. */
const maxExportLength = 64_000_000;
const maxCopyLength = 16_000_000;
const maxMessageLength = 4_000;

const isPanelError: Guard<PanelError> = object({
  message: string(maxMessageLength),
  suggestion: string(maxMessageLength),
  actions: array(object({ act: oneOf(...errorActions), label: string(100) }), 10),
});
const isStatus = object({
  type: oneOf('status'),
  busy: nullable(string(maxMessageLength)),
  problem: nullable(isPanelError),
});
const isNotice = object({ type: oneOf('notice'), text: string(maxMessageLength) });

/** A message for the page, its content checked by the panel's own guard; null for anything else. */
export function parseMessageToPage<Content>(
  value: unknown,
  isContent: Guard<Content>,
): MessageToPage<Content> | null {
  if (!isRecord(value) || !Object.hasOwn(value, 'type')) return null;
  if (isStatus(value) || isNotice(value)) return value;
  const { type } = value;
  if (type === 'state' && Object.hasOwn(value, 'state')) return { type, state: value['state'] };
  if (type === 'content' && Object.hasOwn(value, 'content')) {
    const content = value['content'];
    if (isContent(content)) return { type, content };
  }
  return null;
}

const isFromPage: Guard<MessageFromPage> = union(
  object({ type: oneOf('ready') }),
  object({ type: oneOf('refresh') }),
  object({ type: oneOf('cancel') }),
  object({ type: oneOf('error-action'), act: oneOf(...errorActions) }),
  object({
    type: oneOf('save'),
    format: oneOf(...exportFormats),
    name: string(200),
    data: string(maxExportLength),
  }),
  object({ type: oneOf('copy'), text: string(maxCopyLength), what: string(200) }),
);

/** A message that every panel understands; null for anything else. */
export const parseMessageFromPage = parserOf(isFromPage);
