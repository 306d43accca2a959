import type { ToolName } from '../../api/toolNames.ts';

/** Request `useTool`: a tool for language models, over a connection. It only reads. */
export interface ToolRequest {
  readonly connectionId: string;
  readonly tool: ToolName;
  readonly input: unknown;
}

/** What the model gets; what untrusted parties wrote is marked in it. */
export interface ToolResponse {
  readonly text: string;
}

/**
 * Request `adopt`: the connection that another window has opened is used here as well. So a server
 * of tools works with a connection whose key it never sees; the id is no secret's, and not guessed.
 */
export interface AttachRequest {
  readonly connectionId: string;
}
