import type * as vscode from 'vscode';

export async function withSignal<Value>(
  token: vscode.CancellationToken,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  const subscription = token.onCancellationRequested(() => abort.abort());
  try {
    return await work(abort.signal);
  } finally {
    subscription.dispose();
  }
}
