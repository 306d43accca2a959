import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import { smbPoolLists } from '../../src/botConfig/botPrograms.ts';
import { maxConfigProblems } from '../../src/botConfig/worker/messages.ts';
import type { ConfigDocument } from '../../src/extension/botConfig/configDocuments.ts';
import { ConfigWorker } from '../../src/extension/botConfig/configWorker.ts';
import type { Coverage } from '../../src/extension/botConfig/coverage/configCoverage.ts';
import type { DocumentCoverage } from '../../src/extension/botConfig/coverage/coverageOfDocuments.ts';
import { FiguresOfDocument } from '../../src/extension/botConfig/coverage/figuresOfDocument.ts';
import { KnownPools } from '../../src/extension/botConfig/knownPools.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { replaceVscode, settings } from '../unit/extension/vscodeDouble.ts';
import type { Bench } from './benchResult.ts';

const entries = 100;
const poolsPerList = 10;
const lists = [...smbPoolLists].slice(0, 5);
const edits = 30;
/** One frame: a keystroke becomes visible in the next one. */
const allowedMilliseconds = 16;

const addressOf = (text: string): string =>
  encodeBase58(createHash('sha256').update(text).digest());

/** Form A with 5,000 pools. */
function configText(): string {
  const lines: string[] = [];
  for (let entry = 0; entry < entries; entry++) {
    lines.push('[[routing.mint_config_list]]', `mint = "${addressOf(`mint ${entry}`)}"`);
    lines.push('process_delay = 400');
    for (const [, key] of lists) {
      lines.push(`${key} = [`);
      for (let pool = 0; pool < poolsPerList; pool++) {
        lines.push(`  "${addressOf(`${entry} ${key} ${pool}`)}", # BONK-SOL`);
      }
      lines.push(']');
    }
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Measures the longest turn of this thread's event loop, in milliseconds of its processor time, to
 * exclude other processes and threads.
 */
function measureTurns(): () => number {
  let longest = 0;
  let last = cpuMicroseconds();
  let isOver = false;
  const measure = (): void => {
    const now = cpuMicroseconds();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(measure);
  };
  setImmediate(measure);
  return () => {
    isOver = true;
    return longest / 1_000;
  };
}

function cpuMicroseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** State before the edit: a coverage of all pools, half of them without an arbitrage. */
async function coveredBefore({ config, version }: ConfigDocument): Promise<DocumentCoverage> {
  const newest = '2026-01-01T23:59:48.000Z';
  const figuresOf = (transactions: number) => ({
    ...{ transactions, revenues_usd: transactions * 2, net_gains_usd: transactions },
  });
  const coverage: Coverage = {
    kind: 'report',
    window: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z', coverage: 1 },
    ...{ total: figuresOf(1_000), covered: figuresOf(500), causes: [], assumed: [] },
    groups: config.groups.map((_group, index) => ({ ...figuresOf(index), newest })),
    pools: [],
    ...{ missing_pools: [], missed_tokens: [] },
  };
  for (const { pools } of config.groups) {
    for (const address of pools) {
      const { length } = coverage.pools;
      coverage.pools.push({ address, ...figuresOf(length % 2 === 0 ? 0 : length), newest });
    }
    await nextTurn();
  }
  return {
    ...{ coverage, query: { windowSeconds: 86_400, percentile: null } },
    read: { config, version: version - 1 },
    figures: { entries: [], rankedEntries: 0, pools: [], deadPools: [] },
  };
}

/**
 * Editing a config of 5,000 pools: the longest blocking of the extension host from the change to
 * the checked config, its displayed problems, and the figures of its entries and pools. A thread
 * reads the config.
 */
export const bench: Bench = async () => {
  replaceVscode();
  const { ConfigDocuments } = await import('../../src/extension/botConfig/configDocuments.ts');
  settings.set('arbscope.botConfig.diagnostics', true);
  const { ConfigDiagnostics } = await import('../../src/extension/botConfig/configDiagnostics.ts');
  const file = new URL('../../src/botConfig/worker/main.ts', import.meta.url);
  const worker = new ConfigWorker({ start: () => new Worker(file), log: { error: console.error } });
  const program = lists[0]?.[0] ?? '';
  const client = {
    load: async () => undefined,
    // Most pools are in the list of another program: thousands of problems, the worst case.
    page: async ({ filter }: { readonly filter?: { readonly pools?: readonly string[] } }) => ({
      rows: (filter?.pools ?? []).map((pool) => ({
        ...{ pool, program, mintA: pool, mintB: pool, lookupTable: '' },
      })),
    }),
  };
  const documents = new ConfigDocuments({
    worker,
    knownPools: new KnownPools({ client: client as never, isService: () => false }),
    isAddressFile: () => false,
    wantsPools: () => true,
    log: { debug: () => undefined },
  });
  const text = configText();
  const document = {
    uri: { scheme: 'untitled', toString: () => 'untitled:bot' },
    ...{ version: 1, isClosed: false, lineCount: text.split('\n').length },
    getText: () => `${text}# ${document.version}\n`,
  };
  const asDocument = document as unknown as vscode.TextDocument;
  const diagnostics = new ConfigDiagnostics({
    documents,
    addressDiagnostics: { inRange: () => [], onChange: () => ({ dispose: () => undefined }) },
  });
  // In the order after an edit: the checked config, its problems, its figures.
  const read = async () => {
    const found = await documents.get(asDocument);
    if (found?.config.entries.length !== entries) throw new Error('The config was not read');
    await diagnostics.shown(asDocument);
    const known = await coveredBefore(found);
    const placing = new FiguresOfDocument({ current: () => found }, { get: () => known });
    const placed = await placing.get(asDocument.uri, document.version);
    if (placed?.figures.pools.length !== entries * lists.length * poolsPerList) {
      throw new Error('The figures were not placed');
    }
    const addresses = new Set(placed.figures.deadPools);
    diagnostics.setDeadPools(asDocument.uri, { addresses, windowLabel: '24 h' });
    await diagnostics.shown(asDocument);
  };
  // The worker thread does not keep the process alive.
  const alive = setInterval(() => undefined, 60_000);
  try {
    for (let warmUp = 0; warmUp < 5; warmUp++) {
      await read();
      document.version += 1;
    }
    const stopMeasuring = measureTurns();
    for (let edit = 0; edit < edits; edit++) {
      await read();
      document.version += 1;
    }
    const value = stopMeasuring();
    if (diagnostics.of(asDocument).length !== maxConfigProblems) {
      throw new Error('The problems were not shown');
    }
    return [
      {
        name: 'config.edit',
        value,
        unit: 'ms at most, the extension host at a stretch, with 5,000 pools',
        reference: { name: 'a frame', value: allowedMilliseconds },
        ratio: allowedMilliseconds / value,
      },
    ];
  } finally {
    clearInterval(alive);
    diagnostics.dispose();
    documents.dispose();
    worker.dispose();
  }
};
