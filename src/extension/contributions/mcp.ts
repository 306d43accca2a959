/** Of the servers for language models that the extension offers to VS Code. */
export const mcpProviderId = 'arbscope.mcp';
