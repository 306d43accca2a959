export const mcpProviderId = 'arbscope.mcp';

/** Snippets of media/snippets/, by language. */
export const snippets = [
  { language: 'typescript', file: 'typescript' },
  { language: 'typescriptreact', file: 'typescript' },
  { language: 'rust', file: 'rust' },
  { language: 'python', file: 'python' },
] as const;
