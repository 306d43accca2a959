/**
 * Messages between a panel and its page. A panel checks what comes from a page, which shows texts of
 * others; a page accepts messages of its panel alone (`page.ts`).
 */
import * as is from './guards.ts';

export const errorActions = [
  'refresh',
  'show-log',
  'reconnect',
  'set-key',
  'switch-connection',
  'edit-connection',
  'test-connection',
  'manage-trust',
] as const;
export type ErrorAction = (typeof errorActions)[number];

/** Plain text; a value may be an address. */
export interface PageFact {
  readonly name: string;
  readonly value: string;
}

export interface PanelError {
  readonly message: string;
  readonly suggestion: string;
  readonly actions: readonly { readonly act: ErrorAction; readonly label: string }[];
}

/** Panel to page: loading state and error. */
export interface StatusMessage {
  readonly type: 'status';
  readonly busy: string | null;
  readonly problem: PanelError | null;
}

export type MessageToPage<Content> =
  | { readonly type: 'content'; readonly content: Content }
  | StatusMessage
  /** Restores the panel after a window reload. */
  | { readonly type: 'state'; readonly state: unknown }
  | { readonly type: 'notice'; readonly text: string };

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
