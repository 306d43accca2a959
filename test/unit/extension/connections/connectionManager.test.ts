import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ConnectionSecrets } from '../../../../src/extension/backend/connectionSecrets.ts';
import type { BlockedReason } from '../../../../src/extension/base/connections.ts';
import {
  type Connection,
  isSameName,
  type ServiceConnection,
  sandboxConnection,
  type UserConnection,
} from '../../../../src/extension/base/connections.ts';
import { ConfirmedReceivers } from '../../../../src/extension/connections/confirmedReceivers.ts';
import { ConnectionManager } from '../../../../src/extension/connections/connectionManager.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';
import { MementoDouble } from '../mementoDouble.ts';
import { back, cancel, PrompterDouble, type Reply } from '../ui/prompts/prompterDouble.ts';
import { SecretsDouble } from './secretsDouble.ts';

const prod: ServiceConnection = {
  kind: 'service',
  name: 'Prod',
  baseUrl: 'https://api.example.com',
  landingUrl: null,
  encoding: 'commas',
  tier: 'middle',
  requestsPerMinute: { finder: 30 },
};
const rpcUrl = 'https://rpc.example.com/v2/canary?api-key=1';

describe('A user', () => {
  let own: UserConnection[];
  let storage: SecretsDouble;
  let secrets: ConnectionSecrets;
  let current: Connection;
  let hold: BlockedReason | null;
  let tested: string[];
  let changes: number;
  let prompter: PrompterDouble;
  let receivers: ConfirmedReceivers;

  beforeEach(() => {
    own = [];
    storage = new SecretsDouble();
    secrets = new ConnectionSecrets(storage);
    receivers = new ConfirmedReceivers(new MementoDouble());
    current = sandboxConnection;
    hold = null;
    tested = [];
    changes = 0;
  });

  const find = (name: string) =>
    [sandboxConnection, ...own].find((one) => isSameName(one.name, name));

  function manager(...replies: Reply[]): ConnectionManager {
    prompter = new PrompterDouble(replies);
    return new ConnectionManager({
      prompter,
      secrets,
      receivers,
      store: {
        get all() {
          return [sandboxConnection, ...own];
        },
        get userConnections() {
          return own;
        },
        find,
        save: async (connection, replaced) => {
          own = [...own.filter(({ name }) => name !== replaced), connection];
        },
        remove: async (name) => {
          own = own.filter((one) => one.name !== name);
        },
      },
      active: {
        get current() {
          return current;
        },
        get overview() {
          return {
            connection: current,
            backend: { kind: 'idle' as const },
            blockedReason: hold,
            status: null,
          };
        },
        switchTo: async (name) => {
          current = find(name) ?? sandboxConnection;
          const isMissing = current.kind !== 'sandbox' && (await secrets.read(current)) === null;
          if (hold !== 'restricted') hold = isMissing ? 'needs-secret' : null;
        },
        select: async (name) => {
          current = find(name) ?? sandboxConnection;
        },
        batchChanges: async (make) => {
          await make();
          changes += 1;
        },
      },
      testConnection: async (name) => {
        tested.push(name);
      },
    });
  }

  describe('who adds a connection', () => {
    it('sets up a service in five steps, uses it, and can test it at once', async () => {
      const acting = manager('Service', 'https://api.example.com/', 'Prod', '', 'Middle', 'key-1');
      prompter.pressed = ['Test Connection'];
      await acting.add();
      assert.deepEqual(own, [{ ...prod, encoding: 'brackets', requestsPerMinute: {} }]);
      assert.equal(current.name, 'Prod');
      assert.deepEqual([...storage.kept], [['apiKey https://api.example.com prod', 'key-1']]);
      assert.match(
        prompter.asked.at(-1) ?? '',
        /sent to https:\/\/api\.example\.com only \(secret\)/,
      );
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(tested, ['Prod']);
    });

    it('pastes an address instead of choosing a kind, and continues with it', async () => {
      const acting = manager(
        'service at https://api.example.com',
        '<keep>',
        'Prod',
        '',
        'Middle',
        '',
      );
      prompter.typed = 'https://api.example.com';
      await acting.add();
      assert.equal(own[0]?.kind === 'service' && own[0].baseUrl, 'https://api.example.com');
      const withNode = manager('node at https://rpc.example.com', '<keep>', 'My node', '', '');
      prompter.typed = rpcUrl;
      await withNode.add();
      assert.equal(own[1]?.kind === 'node' && own[1].origin, 'https://rpc.example.com');
      assert.ok(!prompter.choices.flat().join().includes('canary'), 'a key in the URL is shown');
    });

    it('gets the host of the URL as its name, which is editable and follows the URL', async () => {
      await manager('Node', rpcUrl, '', '', '').add();
      await manager('Node', rpcUrl, '<keep>', '', '').add();
      const other = 'https://other.example.com';
      await manager(
        'Service',
        prod.baseUrl,
        '<keep>',
        back,
        back,
        other,
        '',
        '',
        'Lowest',
        '',
      ).add();
      assert.deepEqual(
        own.map(({ name }) => name),
        ['rpc.example.com', 'rpc.example.com 2', 'other.example.com'],
      );
      await manager('<keep>', 'Mine', '', '<keep>', '').edit('other.example.com');
      assert.equal(own.at(-1)?.name, 'Mine');
    });

    it('sees how many steps there are, from the first to the last', async () => {
      await manager('Node', rpcUrl, '', '', 'https://grpc.example.com:10000', '').add();
      assert.deepEqual(prompter.counts, ['', '1/4', '2/4', '3/4', '4/4', '']);
      await manager('Service', prod.baseUrl, '', '', 'Lowest', '').add();
      assert.deepEqual(prompter.counts, ['', '1/5', '2/5', '3/5', '4/5', '5/5']);
    });

    it('sets up a node by its RPC URL, which is stored only as a secret', async () => {
      await manager('Node', rpcUrl, 'My node', '', '').add();
      assert.deepEqual(own, [
        { kind: 'node', name: 'My node', origin: 'https://rpc.example.com', blockEngineUrl: null },
      ]);
      assert.doesNotMatch(JSON.stringify(own), /canary/);
      assert.deepEqual([...storage.kept.values()], [rpcUrl]);
      assert.ok(prompter.asked.some((asked) => /RPC URL.*\(secret\)/.test(asked)));
    });

    it('sets up a node’s Geyser server, which alone receives its token', async () => {
      const geyserUrl = 'https://grpc.example.com:10000';
      await manager('Node', rpcUrl, 'N', '', `${geyserUrl}/`, 'canary-token').add();
      assert.deepEqual(own, [
        {
          kind: 'node',
          name: 'N',
          origin: 'https://rpc.example.com',
          blockEngineUrl: null,
          geyserUrl,
        },
      ]);
      assert.match(prompter.asked.at(-1) ?? '', /sent to https:\/\/grpc\.example\.com.*\(secret\)/);
      assert.doesNotMatch(JSON.stringify(own), /canary/);
      const [connection] = own;
      assert.ok(connection);
      assert.equal((await secrets.read(connection))?.geyserToken, 'canary-token');
      // Another server needs its own token.
      const other = { ...connection, geyserUrl: 'https://grpc.example.org' };
      assert.equal('geyserToken' in ((await secrets.read(other)) ?? {}), false);
      await manager('', 'Renamed', '<keep>', '<keep>', '').edit('N');
      const [renamed] = own;
      assert.ok(renamed);
      assert.equal((await secrets.read(renamed))?.geyserToken, 'canary-token');
      await manager('yes').remove('Renamed');
      assert.deepEqual([...storage.kept.keys()], []);
    });

    it('sees both hosts that receive the key', async () => {
      const landing = 'https://land.example.com';
      await manager('Service', prod.baseUrl, 'Prod', landing, 'Lowest', 'key-1').add();
      assert.match(prompter.asked.at(-1) ?? '', /api\.example\.com, https:\/\/land\.example\.com/);
      assert.deepEqual(
        [...storage.kept.keys()],
        ['apiKey https://api.example.com prod', 'apiKey https://land.example.com prod'],
      );
    });

    it('confirms the transaction receivers by entering them', async () => {
      const landing = 'https://land.example.com/v1';
      await manager('Service', prod.baseUrl, 'Prod', landing, 'Lowest', 'key-1').add();
      await manager('Node', rpcUrl, 'My node', 'https://engine.example.com', '').add();
      for (const host of ['land', 'rpc', 'engine']) {
        assert.ok(receivers.has(`https://${host}.example.com`), host);
      }
      assert.ok(!receivers.has('https://evil.example.com'));
    });

    it('sees errors while typing, and can correct them', async () => {
      own = [prod];
      const wrong = ['', 'http://api.example.com', 'https://u:p@evil.example', 'nonsense'];
      const acting = manager(
        'Service',
        ...wrong,
        'http://127.0.0.1:7717',
        'prod',
        'Prod 2',
        '',
        'Lowest',
        'has space',
        '',
      );
      await acting.add();
      assert.deepEqual(prompter.complaints, [
        'Enter the base URL.',
        'The base URL must start with https:// (http:// only for this machine).',
        'The base URL must not contain a user name.',
        'The base URL is not a valid URL.',
        'A connection named Prod already exists.',
        'API keys cannot contain spaces or line breaks.',
      ]);
      assert.equal(current.name, 'Prod 2');
      assert.equal(storage.kept.size, 0);
    });

    it('can go back to each step, which keeps its entry', async () => {
      const acting = manager(
        'Node',
        back,
        'Service',
        'https://one.example.com',
        'First',
        back,
        back,
        '<keep>',
        'Second',
        '',
        'Lowest',
        back,
        'Highest',
        '',
      );
      await acting.add();
      assert.deepEqual(
        own.map((one) => one.kind === 'service' && [one.name, one.baseUrl, one.tier]),
        [['Second', 'https://one.example.com', 'high']],
      );
    });

    it('changes nothing by cancelling', async () => {
      await manager('Service', prod.baseUrl, cancel).add();
      assert.deepEqual(own, []);
      assert.equal(storage.kept.size, 0);
      assert.equal(current, sandboxConnection);
    });

    it('cannot store a wallet’s secret key as an API key', async () => {
      const { base58 } = randomSecretKey();
      await manager('Service', prod.baseUrl, 'Prod', '', 'Lowest', base58, cancel).add();
      assert.match(prompter.complaints.at(-1) ?? '', /secret key, not an API key/);
      assert.equal(storage.kept.size, 0);
    });
  });

  describe('who edits a connection', () => {
    beforeEach(async () => {
      own = [prod];
      current = prod;
      await secrets.store(prod, 'key-1');
    });

    it('keeps the key if the origin is unchanged, and everything not edited', async () => {
      await manager('https://api.example.com/v2', '<keep>', '', '<keep>', '').edit('Prod');
      assert.deepEqual(own, [{ ...prod, baseUrl: 'https://api.example.com/v2' }]);
      const [changed] = own;
      assert.ok(changed !== undefined);
      assert.equal((await secrets.read(changed))?.secret, 'key-1');
    });

    it('must enter a new key for a new origin, which never gets the old one', async () => {
      await manager('https://api.example.org', '<keep>', '', '<keep>', '').edit('Prod');
      const [changed] = own;
      assert.ok(changed !== undefined);
      assert.match(prompter.asked.at(-1) ?? '', /sent to https:\/\/api\.example\.org only/);
      assert.equal(await secrets.read(changed), null);
      await manager('key-2').setKey('Prod');
      assert.equal((await secrets.read(changed))?.secret, 'key-2');
      assert.equal((await secrets.read(prod))?.secret, 'key-1');
    });

    it('does not confirm a receiver that another extension added', async () => {
      const evil = 'https://evil.example';
      own = [{ kind: 'node', name: 'N', origin: 'https://rpc.example.com', blockEngineUrl: evil }];
      await secrets.store(own[0] ?? prod, rpcUrl);
      await manager('', 'N', '<keep>', '').edit('N');
      assert.ok(own[0]?.kind === 'node' && own[0].blockEngineUrl === evil);
      await manager(rpcUrl).setKey('N');
      assert.ok(receivers.has('https://rpc.example.com'));
      assert.ok(!receivers.has(evil));
      await manager('', 'N', 'https://engine.example.com', '').edit('N');
      assert.ok(receivers.has('https://engine.example.com'));
    });

    it('keeps the key after a renaming', async () => {
      await manager('<keep>', 'Live', '', '<keep>', '').edit('Prod');
      assert.equal(current.name, 'Live');
      assert.equal((await secrets.read({ ...prod, name: 'Live' }))?.secret, 'key-1');
      assert.equal(await secrets.read(prod), null);
    });
  });

  describe('who removes a connection', () => {
    beforeEach(async () => {
      own = [prod];
      current = prod;
      await secrets.store(prod, 'key-1');
    });

    it('must confirm; its secrets are deleted, and the Sandbox becomes active', async () => {
      await manager().remove('Prod');
      assert.deepEqual(prompter.asked, ['Remove the connection Prod?']);
      assert.deepEqual(own, []);
      assert.equal(storage.kept.size, 0);
      assert.equal(current, sandboxConnection);
    });

    it('keeps everything by cancelling', async () => {
      const acting = manager();
      prompter.isSure = false;
      await acting.remove('Prod');
      assert.deepEqual(own, [prod]);
      assert.equal(storage.kept.size, 1);
    });

    it('can remove only the key', async () => {
      await manager().removeKey('Prod');
      assert.deepEqual(own, [prod]);
      assert.equal(storage.kept.size, 0);
      assert.equal(changes, 1);
    });
  });

  describe('who switches connections', () => {
    it('chooses from all connections, with the current one marked', async () => {
      own = [prod];
      await secrets.store(prod, 'key-1');
      await manager('Prod').switchTo(undefined);
      assert.equal(current.name, 'Prod');
      assert.deepEqual(prompter.choices[0]?.slice(0, 2), ['$(beaker) Sandbox', '$(cloud) Prod']);
      await manager('<keep>').switchTo(undefined);
      assert.equal(current.name, 'Prod');
    });

    it('must enter the key of a connection without one', async () => {
      own = [prod];
      await manager('Prod', 'key-1').switchTo(undefined);
      assert.equal((await secrets.read(prod))?.secret, 'key-1');
    });

    it('gets no prompt for a key in an untrusted workspace', async () => {
      own = [prod];
      hold = 'restricted';
      await manager('Prod').switchTo(undefined);
      assert.equal(current.name, 'Prod');
      assert.equal(prompter.asked.length, 1);
    });

    it('by name sees no prompt unless the name does not exist', async () => {
      own = [prod];
      await manager().switchTo('PROD');
      assert.equal(current.name, 'Prod');
      for (const strange of ['Nobody', 7, { name: 'Prod' }, null]) {
        await manager(cancel).switchTo(strange);
        assert.equal(prompter.asked.length, 1);
      }
    });

    it('can add one from the list instead', async () => {
      await manager('Add Connection', 'Node', rpcUrl, 'My node', '', '').switchTo(undefined);
      assert.equal(current.name, 'My node');
    });
  });

  it('with only the Sandbox is offered to add a connection if a command needs one', async () => {
    const acting = manager('Node', rpcUrl, 'My node', '', '');
    prompter.pressed = ['Add Connection'];
    await acting.setKey();
    assert.match(prompter.told[0] ?? '', /Add a connection first/);
    assert.equal(own.length, 1);
  });

  it('who enters another RPC URL moves the connection to its origin', async () => {
    own = [
      { kind: 'node', name: 'My node', origin: 'https://rpc.example.com', blockEngineUrl: null },
    ];
    await manager('https://rpc.example.org/canary').setKey('My node');
    assert.equal((own[0] as { origin?: string }).origin, 'https://rpc.example.org');
    assert.doesNotMatch(JSON.stringify(own), /canary/);
  });
});
