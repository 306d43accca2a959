import type { ToolName } from '../interface/toolNames.ts';

/** Request `useTool`: a tool for language models, over a connection. It only reads. */
export interface ToolRequest {
  readonly connectionId: string;
  readonly tool: ToolName;
  readonly input: unknown;
}

/** What the model gets; what strangers wrote is marked in it. */
export interface ToolAnswer {
  readonly text: string;
}

/**
 * Request `adopt`: the connection that another window has opened is used here as well. So a server
 * of tools works with a connection whose key it never sees; the id is no secret's, and not guessed.
 */
export interface AdoptRequest {
  readonly connectionId: string;
}
