/**
 * A signal that is aborted when this process gets a stop signal or loses its parent, which was then
 * killed with SIGKILL and could not forward a signal.
 */
export function createStopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => controller.abort());
  }
  // Output into a closed terminal must not end the process before it has cleaned up.
  process.stdout.on('error', () => controller.abort());
  process.stderr.on('error', () => controller.abort());
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) controller.abort();
  }, 500).unref();
  return controller.signal;
}

export async function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
