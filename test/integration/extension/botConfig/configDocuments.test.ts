import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import { defaultTableLimits } from '../../../../src/botConfig/tableLimits.ts';
import type { ConfigDocuments } from '../../../../src/extension/botConfig/configDocuments.ts';
import { ConfigWorker } from '../../../../src/extension/botConfig/configWorker.ts';
import { KnownPools } from '../../../../src/extension/botConfig/knownPools.ts';
import { documentEvents, replaceVscode } from '../../../unit/extension/vscodeDouble.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const pool = 'So11111111111111111111111111111111111111112';
const whirlpool = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const text = `[[routing.mint_config_list]]
mint = "${usdc}"
process_delay = 400
raydium_pool_list = ["${pool}"]
`;

class DocumentDouble {
  version = 1;
  isClosed = false;
  readonly uri = { scheme: 'untitled', toString: () => 'untitled:bot' };
  text: string;

  constructor(given: string) {
    this.text = given;
  }

  get lineCount(): number {
    return this.text.split('\n').length;
  }

  getText(): string {
    return this.text;
  }

  asDocument(): vscode.TextDocument {
    return this as unknown as vscode.TextDocument;
  }
}

describe('Open bot configs', () => {
  let Documents: typeof ConfigDocuments;
  const disposables: { dispose(): void }[] = [];
  before(async () => {
    replaceVscode();
    const module = await import('../../../../src/extension/botConfig/configDocuments.ts');
    Documents = module.ConfigDocuments;
  });
  afterEach(() => {
    for (const each of disposables.splice(0).reverse()) each.dispose();
  });

  function open(rows: readonly object[] = []) {
    const asked: (readonly string[])[] = [];
    const messages: string[] = [];
    const thread = () =>
      new Worker(new URL('../../../../src/botConfig/worker/main.ts', import.meta.url));
    const worker = new ConfigWorker({ start: thread, log: { error: () => undefined } });
    const request: ConfigWorker['request'] = (given) => {
      messages.push(given.kind);
      return worker.request(given);
    };
    const client = {
      load: async () => undefined,
      page: async ({ filter }: { filter?: { pools?: readonly string[] } }) => {
        asked.push(filter?.pools ?? []);
        return { rows, total: rows.length };
      },
    };
    const knownPools = new KnownPools({ client: client as never, isService: () => false });
    const documents = new Documents({
      worker: {
        request,
        get generation() {
          return worker.generation;
        },
      },
      knownPools,
      isAddressFile: () => false,
      wantsPools: () => true,
      tableLimits: () => defaultTableLimits,
      log: { debug: () => undefined },
    });
    disposables.push(worker, documents);
    return { documents, asked, messages };
  }

  const changeOf = (documents: ConfigDocuments) =>
    new Promise<void>((resolve) => {
      const listening = documents.onChange(() => {
        listening.dispose();
        resolve();
      });
    });

  it('are read once per version, and checked against the connection’s pools', async () => {
    const row = { pool, program: whirlpool, mintA: usdc, mintB: pool, lookupTable: '' };
    const { documents, asked, messages } = open([row]);
    const document = new DocumentDouble(text);
    const [one, other] = await Promise.all([
      documents.get(document.asDocument()),
      documents.get(document.asDocument()),
    ]);
    assert.equal(one?.config.form, 'smb-mints');
    assert.equal(other, one);
    assert.equal(messages.filter((kind) => kind === 'read').length, 1);
    while (documents.current(document.asDocument().uri)?.problems.length === 0) {
      await changeOf(documents);
    }
    assert.deepEqual(asked, [[pool]]);
    const found = documents.current(document.asDocument().uri);
    assert.deepEqual(
      found?.problems.map(({ code }) => code),
      ['wrong-program'],
    );
  });

  it('are edited in the editor’s current version', async () => {
    const { documents } = open();
    const document = new DocumentDouble(text);
    await documents.get(document.asDocument());
    document.text = `# a comment above\n${text}`;
    document.version = 2;
    const edit = { kind: 'remove-pools', pools: [pool] } as const;
    const changes = await documents.edit(document.asDocument(), edit);
    const at = changes[0]?.range.start ?? -1;
    assert.ok(at > document.text.indexOf('raydium_pool_list'), String(at));
  });

  it('are reported when they break, and dropped when they close', async () => {
    const { documents } = open();
    const document = new DocumentDouble(text);
    await documents.get(document.asDocument());
    document.text = `${text}mint = `;
    document.version = 2;
    assert.equal(await documents.get(document.asDocument()), null);
    assert.equal(documents.latest(document.asDocument().uri)?.problems[0]?.code, 'syntax');
    document.text = text;
    document.version = 3;
    assert.ok((await documents.get(document.asDocument())) !== null);
    documentEvents.closed.fire(document);
    assert.equal(documents.latest(document.asDocument().uri), null);
  });

  it('exclude ordinary source code, which starts no thread', async () => {
    const { documents, messages } = open();
    const document = new DocumentDouble(`const pools = ['${pool}'];`);
    assert.equal(await documents.get(document.asDocument()), null);
    assert.deepEqual(messages, []);
  });
});
