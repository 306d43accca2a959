/**
 * npm run soak:stream [-- minutes]: a VS Code with an open Live view on a service with 400
 * arbitrages a minute. Prints the memory and processor share of every process twice a minute, and
 * finally the memory of the browser's page after a garbage collection.
 */
import process from 'node:process';
import { Workbench } from '../browser/workbench.ts';
import { watchProcesses } from './processSamples.ts';
import { StreamService } from './streamService.ts';

const perMinute = 400;
const minutes = Number(process.argv[2] ?? 10);

const service = new StreamService('soak-key', perMinute);
const url = await service.listen();
const workbench = await Workbench.open({ theme: 'dark' });
try {
  await workbench.addService('Stream', url, 'soak-key');
  await workbench.openArbscopeView();
  await workbench.setOpen('Finder', false);
  await workbench.treeRows('Live', 1).nth(10).waitFor();
  let sent = service.sent;
  for await (const { seconds, text } of watchProcesses(workbench, minutes)) {
    console.log(`${seconds} s: ${service.sent - sent} arbitrages; ${text}`);
    sent = service.sent;
  }
} finally {
  await workbench.close();
  service.close();
}
