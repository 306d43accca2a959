/**
 * npm run soak:views [-- minutes]: a VS Code on the Sandbox for an hour, with all views of Arbscope
 * and all self-refreshing panels open. Prints the memory and processor share of every process twice
 * a minute, and finally the memory of the browser's page after a garbage collection.
 */
import process from 'node:process';
import { Workbench } from '../browser/workbench.ts';
import { watchProcesses } from './processSamples.ts';

const minutes = Number(process.argv[2] ?? 60);
const views = ['Finder', 'Live', 'Wallets', 'Market Cache', 'Landings'];

const workbench = await Workbench.open({ theme: 'dark' });
try {
  await workbench.page.setViewportSize({ width: 1_600, height: 1_600 });
  await workbench.openArbscopeView();
  for (const view of views) await workbench.setOpen(view, true);
  for (const view of ['Finder', 'Live', 'Wallets', 'Market Cache']) {
    await workbench.treeRows(view, 1).first().waitFor();
  }
  await workbench.expand('Finder', workbench.branches('Finder', 1).first());
  await workbench.runCommand('Arbscope: Open Percentiles');
  await workbench.runCommand('Arbscope: Open Market History');
  for await (const { seconds, text } of watchProcesses(workbench, minutes)) {
    console.log(`${seconds} s: ${text}`);
    if (seconds === 0) await workbench.screenshot('soak-views-start');
  }
  await workbench.screenshot('soak-views-end');
} finally {
  await workbench.close();
}
