import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { LocalTeam } from '../../scripts/cluster/localTeam.ts';
import { hasTeamStore } from '../../scripts/cluster/teamStore.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';

const skip = hasTeamStore()
  ? false
  : 'Neither a clickhouse binary nor chDB is here: npm run test:clickhouse installs chDB';

describe('The team that npm run cluster starts', { ...suiteLimit, skip }, () => {
  let folder: string;
  let team: LocalTeam;
  let client: HttpMarketClient;

  before(async () => {
    if (skip !== false) return;
    folder = await mkdtemp(join(tmpdir(), 'arbscope-team-'));
    team = await LocalTeam.start({ folder });
    client = new HttpMarketClient({ baseUrl: team.url, apiKey: team.apiKey });
  });
  after(async () => {
    await client?.close();
    await team?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  it('serves the Finder through its load balancer, with the key from its file', async () => {
    const { tokens } = await client.service.finder({ tokensMint: [wrappedSolMint] });
    assert.ok(tokens.length > 0);
  });

  it('rejects requests without a key', async () => {
    assert.equal((await fetch(`${team.url}/arbscope/status`)).status, 401);
  });

  it('responds while either of its servers or ingesters is killed', async () => {
    const [first, second] = team.servers;
    const { newest_slot: slot } = await client.arbscope.status({});
    await first?.kill();
    await team.ingesters[0]?.kill();
    let newest = slot;
    while (newest === slot) ({ newest_slot: newest } = await client.arbscope.status({}));
    const { tokens } = await client.service.finder({ tokensMint: [wrappedSolMint] });
    assert.ok(tokens.length > 0);
    await second?.kill();
    assert.equal((await fetch(`${team.url}/healthz`)).status, 502);
  });
});
