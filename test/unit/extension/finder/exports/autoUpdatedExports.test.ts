import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { parseConfig } from '../../../../../src/botConfig/parseConfig.ts';
import { type ExportFault, verifyExport } from '../../../../../src/botConfig/verifyExport.ts';
import { sandboxConnection } from '../../../../../src/extension/base/connections.ts';
import {
  AutoUpdatedExports,
  type AutoUpdateFailure,
  type PauseReason,
} from '../../../../../src/extension/finder/exports/autoUpdatedExports.ts';
import { formatAutoUpdateState } from '../../../../../src/extension/finder/exports/autoUpdateMessages.ts';
import { formatIds, formats } from '../../../../../src/extension/finder/exports/formats/formats.ts';
import {
  type FileSystem,
  nodeFileSystem,
} from '../../../../../src/extension/finder/exports/writeFileAtomically.ts';
import type { FinderResponse } from '../../../../../src/extension/finder/finderResponse.ts';
import { wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import {
  addressOf,
  bonk,
  finderResponse,
  notRecommended,
  options,
  withPairs,
  withTokens,
} from './finderResponses.ts';
import { readNotArbJson, readSmb } from './readExports.ts';

class StorageDouble {
  readonly values = new Map<string, string>();

  get(key: string): unknown {
    const text = this.values.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async update(key: string, value: unknown): Promise<void> {
    this.values.set(key, JSON.stringify(value));
  }
}

const silent = () => undefined;
const log = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };

const at = (minutes: number, answer: FinderResponse = finderResponse()): FinderResponse => ({
  ...answer,
  answeredAtMilliseconds: Date.UTC(2026, 0, 2, 14, minutes),
});

describe('Auto-updated exports of the Finder', () => {
  let folder: string;
  let path: string;
  let storage: StorageDouble;
  let unsaved: Set<string>;
  let fileSystem: FileSystem;
  let troubles: AutoUpdateFailure[];
  let fault: ExportFault | null;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-kept-'));
    path = join(folder, 'markets.json');
    storage = new StorageDouble();
    unsaved = new Set();
    fileSystem = { ...nodeFileSystem };
    troubles = [];
    fault = null;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** The exports as a starting window creates them. */
  const open = () => {
    const kept = new AutoUpdatedExports({
      storage,
      exportOptions: () => options,
      hasUnsavedChanges: (each) => unsaved.has(each),
      verify: async (text, expected) => fault ?? verifyExport(text, expected),
      log,
      fileSystem,
    });
    kept.onFailure((trouble) => troubles.push(trouble));
    return kept;
  };
  const content = () => readFile(path, 'utf8');
  const minute = async () =>
    new Date(readNotArbJson(await content()).update_timestamp).getUTCMinutes();

  it('are written at once and after each refresh', async () => {
    const kept = open();
    const state = await kept.add(path, 'notarb-markets-json', at(1));
    assert.equal(state.kind, 'written');
    assert.equal(await minute(), 1);
    await kept.refresh(at(2));
    assert.equal(await minute(), 2);
    assert.equal(readNotArbJson(await content()).groups[0]?.[0], addressOf(1));
  });

  it('keep their content if the new one fails the verification', async () => {
    const kept = open();
    await kept.add(path, 'notarb-markets-json', at(1));
    const before = await content();
    fault = { kind: 'unrecognized' };
    await kept.refresh(at(2));
    assert.equal(await content(), before);
    assert.match(JSON.stringify(troubles[0]?.state), /does not read back/);
  });

  it('switch to the no-trade form and back with the verdict', async () => {
    const kept = open();
    await kept.add(path, 'smb-mints', at(1));
    await kept.refresh(at(2, notRecommended()));
    assert.equal(readSmb(await content()).routing.mint_config_list?.[0]?.process_delay, 1e9);
    assert.match(await content(), /^# No trade: arbitrage is not recommended/m);
    await kept.refresh(at(3, withTokens([])));
    assert.match(await content(), /^# No trade: no token passed the filters/m);
    await kept.refresh(at(4));
    assert.equal(readSmb(await content()).routing.mint_config_list?.length, 2);
  });

  it('keep the last V10 config while there is nothing to trade, and report the reason', async () => {
    const mintsOf = () => [bonk, wrappedSolMint];
    const kept = open();
    assert.equal(
      (await kept.add(path, 'smb-v10', withPairs(at(1, notRecommended()), mintsOf))).kind,
      'failed',
    );
    assert.deepEqual(kept.files, []);
    await kept.add(path, 'smb-v10', withPairs(at(1), mintsOf));
    const before = await content();
    assert.match(before, /^\[\[transactions\]\]$/m);
    await kept.refresh(withPairs(at(2, notRecommended()), mintsOf));
    await kept.refresh(at(3, withTokens([])));
    const [note = '', ...rest] = (await content()).split(/(?<=\n)/);
    assert.match(note, /^# Paused since \S+Z: nothing qualifies that this form can express\.$/m);
    assert.equal(rest.join(''), before);
    assert.deepEqual(
      troubles.map(({ state }) => formatAutoUpdateState(state).slice(0, 106)),
      [
        'not written. V10 has no form for “no trade”. Stop the bot yourself. ' +
          'Reason: arbitrage is not recommended. ',
      ],
    );
    await kept.refresh(withPairs(at(4), mintsOf));
    assert.match(await content(), /^# Response: 2026-01-02T14:04/m);
  });

  it('continue after the window reloads', async () => {
    await open().add(path, 'notarb-markets-json', at(1));
    const kept = open();
    assert.deepEqual(
      kept.files.map((file) => file.path),
      [path],
    );
    await kept.refresh(at(2));
    assert.equal(await minute(), 2);
    assert.deepEqual(troubles, []);
  });

  it('continue after a crash between writing the file and storing its hash', async () => {
    await open().add(path, 'notarb-markets-json', at(1));
    const kept = open();
    // In this window, nothing is stored after the file is replaced.
    const ofThisWindow = storage;
    fileSystem.rename = async (from, to) => {
      await nodeFileSystem.rename(from, to);
      ofThisWindow.update = () => new Promise(() => undefined);
    };
    void kept.refresh(at(2));
    while ((await minute()) !== 2) await new Promise(setImmediate);
    storage = Object.assign(new StorageDouble(), { values: storage.values });
    fileSystem = { ...nodeFileSystem };
    await open().refresh(at(3));
    assert.equal(await minute(), 3);
  });

  it('never contain responses of another connection', async () => {
    const kept = open();
    await kept.add(path, 'notarb-markets-json', at(1));
    await kept.refresh({ ...at(2), source: sandboxConnection });
    assert.equal(await minute(), 1);
    await kept.refresh(at(3));
    assert.equal(await minute(), 3);
  });

  it('are not overwritten after an outside edit, which the user is notified of once', async () => {
    const kept = open();
    await kept.add(path, 'notarb-markets-json', at(1));
    await writeFile(path, 'mine');
    await kept.refresh(at(2));
    await kept.refresh(at(3));
    assert.equal(await content(), 'mine');
    assert.deepEqual(
      troubles.map(({ state }) => state.kind),
      ['edited'],
    );
    assert.equal(kept.stateOf(path).kind, 'edited');
  });

  it('are written again on request, or when the edit is undone', async () => {
    const kept = open();
    await kept.add(path, 'notarb-markets-json', at(1));
    const before = await content();
    await writeFile(path, 'mine');
    await kept.refresh(at(2));
    await writeFile(path, before);
    await kept.refresh(at(3));
    assert.equal(await minute(), 3);
    await writeFile(path, 'mine again');
    await kept.refresh(at(4));
    await kept.overwrite(path, at(5));
    assert.equal(await minute(), 5);
    await kept.refresh(at(6));
    assert.equal(await minute(), 6);
  });

  it('wait while an editor has unsaved changes to them', async () => {
    const kept = open();
    await kept.add(path, 'notarb-markets-json', at(1));
    unsaved.add(path);
    await kept.refresh(at(2));
    assert.equal(await minute(), 1);
    unsaved.clear();
    await kept.refresh(at(3));
    assert.equal(await minute(), 3);
  });

  it('keep the last good file while the disk is full, and continue afterwards', async () => {
    const kept = open();
    await kept.add(path, 'notarb-markets-json', at(1));
    fileSystem.create = async () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    await kept.refresh(at(2));
    await kept.refresh(at(3));
    assert.equal(await minute(), 1);
    assert.deepEqual(
      troubles.map(({ state }) => state),
      [{ kind: 'failed', reason: 'The disk is full.' }],
    );
    fileSystem.create = nodeFileSystem.create;
    await kept.refresh(at(4));
    assert.equal(await minute(), 4);
    assert.equal(kept.stateOf(path).kind, 'written');
  });

  const unreachable: PauseReason = { kind: 'unreachable', label: 'Service unreachable' };
  const refused: PauseReason = { kind: 'rate-limited', label: 'Too many requests' };

  for (const format of formatIds.filter((id) => id !== 'smb-v10')) {
    it(`stay readable with a note while paused, and lose it afterwards: ${format}`, async () => {
      const kept = open();
      await kept.add(path, format, at(1));
      const before = await content();
      const { ino } = await stat(path);
      await kept.pause('Mainnet', unreachable);
      const noted = await content();
      if (!['notarb-markets-json', 'notarb-lookup-tables-plain', 'csv'].includes(format)) {
        assert.match(
          noted,
          /Paused since \d{4}-[-\d]+T[:\d]+Z: .*unreachable\.|paused_since_ms": \d+,/,
        );
      } else {
        assert.equal(noted, before);
        // Not replaced by the same text: its time of change is that of the last update.
        assert.equal((await stat(path)).ino, ino);
      }
      const { form, language } = formats[format];
      if (form !== null) {
        const read = (text: string) =>
          parseConfig(text, { form: form === 'lookup-tables' ? form : undefined });
        const pools = (text: string) =>
          read(text).config?.entries.map(({ lists }) => lists.map((list) => list.pools.length));
        assert.deepEqual(pools(noted), pools(before));
        assert.deepEqual(read(noted).problems, []);
      } else if (language === 'json') JSON.parse(noted);
      await kept.pause('Mainnet', refused);
      assert.equal(
        (await content()).match(/paused[ _]since/gi)?.length ?? 0,
        noted === before ? 0 : 1,
      );
      await kept.refresh(at(1));
      assert.equal(await content(), before);
      assert.equal(kept.stateOf(path).kind, 'written');
      assert.deepEqual(troubles, []);
    });
  }

  it('keep the time since when they are paused, also after the window reloads', async () => {
    await open().add(path, 'smb-mints', at(1));
    await open().pause('Mainnet', unreachable);
    const noted = await content();
    assert.equal(open().files[0]?.pausedSinceMilliseconds !== undefined, true);
    let writes = 0;
    fileSystem.create = (...given) => {
      writes++;
      return nodeFileSystem.create(...given);
    };
    const kept = open();
    await kept.pause('Mainnet', unreachable);
    await kept.pause('Mainnet', unreachable);
    // The bot reads a file that changes again, so the same reason changes nothing.
    assert.equal(writes, 0);
    assert.equal(await content(), noted);
    await kept.refresh(at(2));
    assert.equal(open().files[0]?.pausedSinceMilliseconds, undefined);
    assert.doesNotMatch(await content(), /Paused/);
  });

  it('say when the window uses another connection, and continue with theirs', async () => {
    const kept = open();
    await kept.add(path, 'smb-mints', at(1));
    await kept.pause('Other', unreachable);
    assert.equal(kept.stateOf(path).kind, 'written');
    await kept.pauseOthers('Other', { kind: 'other-connection', label: 'Another connection' });
    assert.match(await content(), /^# Paused since \S+: the window uses another connection\.\n/);
    assert.match(formatAutoUpdateState(kept.stateOf(path)), /^paused since .* Another connection$/);
    await kept.pauseOthers('Mainnet', refused);
    await kept.refresh(at(2));
    assert.equal(kept.stateOf(path).kind, 'written');
  });

  it('get no note after an outside edit, or while an editor has unsaved changes', async () => {
    const kept = open();
    await kept.add(path, 'smb-mints', at(1));
    const before = await content();
    unsaved.add(path);
    await kept.pause('Mainnet', unreachable);
    assert.equal(await content(), before);
    unsaved.clear();
    await writeFile(path, 'mine');
    await kept.pause('Mainnet', unreachable);
    await kept.pause('Mainnet', refused);
    assert.equal(await content(), 'mine');
    assert.deepEqual(
      troubles.map(({ state }) => state.kind),
      ['edited'],
    );
  });

  it('are not paused by a failure that a newer response has overtaken', async () => {
    const kept = open();
    await kept.add(path, 'smb-mints', at(1));
    await Promise.all([
      kept.refresh(at(2)),
      kept.pause('Mainnet', unreachable),
      kept.refresh(at(3)),
    ]);
    assert.equal(kept.stateOf(path).kind, 'written');
    assert.doesNotMatch(await content(), /Paused/);
  });

  it('do not start when the first write fails', async () => {
    const kept = open();
    const gone = join(folder, 'gone', 'markets.json');
    const state = await kept.add(gone, 'notarb-markets-json', at(1));
    assert.deepEqual(state, { kind: 'failed', reason: 'The folder does not exist.' });
    fileSystem.rename = () => Promise.reject(new Error('no'));
    assert.equal((await kept.add(path, 'notarb-markets-json', at(1))).kind, 'failed');
    assert.deepEqual(kept.files, []);
    assert.deepEqual(open().files, []);
    assert.deepEqual(troubles, []);
  });

  it('are left unchanged when they are stopped', async () => {
    const kept = open();
    await kept.add(path, 'notarb-markets-json', at(1));
    await kept.stop(path);
    await kept.refresh(at(2));
    assert.equal(await minute(), 1);
    assert.deepEqual(open().files, []);
  });

  it('are written in response order, the newest last', async () => {
    const kept = open();
    await kept.add(path, 'notarb-markets-json', at(1));
    await Promise.all([2, 3, 4, 5, 6].map((minutes) => kept.refresh(at(minutes))));
    assert.equal(await minute(), 6);
  });

  it('are dropped when the stored list is unreadable', () => {
    storage.values.set('arbscope.keptExports', JSON.stringify([{ path: 1 }, null, 'x']));
    assert.deepEqual(open().files, []);
    storage.values.set('arbscope.keptExports', '{"a":1}');
    assert.deepEqual(open().files, []);
  });
});
