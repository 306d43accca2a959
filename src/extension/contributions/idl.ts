import { setting } from './declare.ts';

export const idlSettings = {
  /** Files in addition to those that are found without it. */
  'arbscope.idl.files': setting<readonly string[]>({
    default: [],
    scope: 'window',
    schema: { type: 'array', items: { type: 'string' }, maxItems: 20 },
  }),
  /** Over the user's own node. */
  'arbscope.idl.fromChain': setting<boolean>({
    default: true,
    scope: 'application',
    schema: { type: 'boolean' },
  }),
} as const;
