/**
 * npm run cluster: a small team on this machine (a ClickHouse store, two ingesters, two servers, a
 * load balancer), and an editor that is connected to it. The store is `clickhouse` on the path,
 * otherwise chDB, which is installed beside the project. The ingesters follow the node of
 * ARBSCOPE_RPC_URL, or a Sandbox. `--browser` as for npm start; `--no-editor` opens no editor.
 * Ctrl+C stops everything.
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { copySampleBot } from '../editor/sampleBot.ts';
import { root } from '../paths.ts';
import { buildIfChanged } from '../start/build.ts';
import { openEditor } from '../start/openEditor.ts';
import { makeSessionFolder } from '../start/sessions.ts';
import { createStopSignal, whenAborted } from '../start/stopSignal.ts';
import { installChdb } from '../test/installChdb.ts';
import { LocalTeam } from './localTeam.ts';
import { hasTeamStore } from './teamStore.ts';

const { values } = parseArgs({
  options: {
    browser: { type: 'boolean', default: false },
    'no-editor': { type: 'boolean', default: false },
  },
});
const stop = createStopSignal();
const { ARBSCOPE_RPC_URL: rpcUrl } = process.env;

if (!buildIfChanged(root)) process.exit(1);
if (!hasTeamStore()) {
  console.log('Installing chDB…');
  await installChdb();
}

const folder = await makeSessionFolder();
let team: LocalTeam | null = null;
try {
  let isReady = false;
  team = await LocalTeam.start({
    ...{ folder, rpcUrl, stop },
    // Once started, repeated lines are no longer printed, so that the key stays visible.
    log: (line) => {
      if (!isReady || !/: status: following/.test(line)) console.log(line);
    },
  });
  isReady = true;
  console.log(
    `\nThe team is ready at ${team.url}\nIts key, shown once: ${team.apiKey}\n` +
      'Paste the key where the editor asks for it; bots send it in the header x-api-key.',
  );
  if (values['no-editor']) {
    console.log('\nCtrl+C stops it.');
    await whenAborted(stop);
  } else {
    const workspace = await copySampleBot(folder);
    const service = { name: 'Team', url: team.url };
    await openEditor(
      { workspace, sessionFolder: folder, stop, service },
      { inBrowser: values.browser },
    );
  }
} catch (error) {
  if (!stop.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await team?.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
