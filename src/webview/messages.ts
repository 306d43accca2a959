/** Messages between a panel and its page. Each side drops invalid messages. */
import { isObject } from '../api/isObject.ts';
import * as is from './guards.ts';

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
  suggestion: message,
  actions: is.array(is.object({ act: is.oneOf(...errorActions), label: is.string(100) }), 10),
});
export type PanelError = is.Guarded<typeof isPanelError>;

export interface ContentMessage<Content> {
  readonly type: 'content';
  readonly content: Content;
}

const isStatus = is.object({
  type: is.oneOf('status'),
  busy: is.nullable(message),
  problem: is.nullable(isPanelError),
});
/** Panel to page: loading state and error. */
export type StatusMessage = is.Guarded<typeof isStatus>;

const isNotice = is.object({ type: is.oneOf('notice'), text: message });

export type MessageToPage<Content> =
  | ContentMessage<Content>
  | StatusMessage
  /** Restores the panel after a window reload. */
  | { readonly type: 'state'; readonly state: unknown }
  | is.Guarded<typeof isNotice>;

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

const exportFormats = ['svg', 'png', 'csv', 'md', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const isSave = is.object({
  type: is.oneOf('save'),
  format: is.oneOf(...exportFormats),
  /** Without folder and extension. */
  name: is.string(200),
  /** Text, or Base64 for `png`. */
  data: is.string(64_000_000),
});
export type SaveMessage = is.Guarded<typeof isSave>;

const isFromPage = is.union(
  /** The page now receives messages; earlier ones were lost. */
  is.object({ type: is.oneOf('ready') }),
  is.object({ type: is.oneOf('refresh') }),
  is.object({ type: is.oneOf('cancel') }),
  is.object({ type: is.oneOf('error-action'), act: is.oneOf(...errorActions) }),
  isSave,
  /** Shows a notice; `what` names the text, for example "Address". */
  is.object({ type: is.oneOf('copy'), text: is.string(16_000_000), what: is.string(200) }),
);
export type MessageFromPage = is.Guarded<typeof isFromPage>;

export const parseMessageFromPage = is.parserOf(isFromPage);
