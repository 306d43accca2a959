import { ServeProcess } from './serveProcess.ts';

/** A served Sandbox that has the port after its own as well: another program may be there. */
export async function openSandboxForClients(): Promise<ServeProcess> {
  while (true) {
    const served = await ServeProcess.openSandbox();
    if (!served.process.errors.some((line) => line.includes('cannot be used'))) return served;
    await served.stop();
  }
}
