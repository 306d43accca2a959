import type { Choice } from '../ui/prompts/prompter.ts';

export type PreviewAction =
  | 'send'
  | 'protect'
  | 'details'
  | 'simulation'
  | 'copy-signature'
  | 'blocked'
  | 'nothing'
  /** As in `ErrorSources`. */
  | { readonly source: string };

/** The editor truncates both lines in a narrow list: keep labels short, key facts first. */
export const row = (
  icon: string,
  label: string,
  description = '',
  more: Partial<Choice<PreviewAction>> = {},
): Choice<PreviewAction> => ({
  label: `$(${icon}) ${label}`,
  description,
  value: 'nothing',
  ...more,
});
