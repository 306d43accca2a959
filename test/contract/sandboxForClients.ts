import { ServeProcess } from './serveProcess.ts';

/** Serves a Sandbox, and retries until the next port, for WebSockets, is free as well. */
export async function openSandboxForClients(): Promise<ServeProcess> {
  while (true) {
    const served = await ServeProcess.openSandbox();
    if (!served.process.errors.some((line) => line.includes('cannot be used'))) return served;
    await served.stop();
  }
}
