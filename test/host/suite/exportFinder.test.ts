import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import {
  notArbPrograms,
  smbPoolLists,
  smbV10Programs,
} from '../../../src/botConfig/botPrograms.ts';
import type { AutoUpdatedExports } from '../../../src/extension/finder/exports/autoUpdatedExports.ts';
import type { FinderResponse } from '../../../src/extension/finder/finderResponse.ts';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import { usdtMint, wrappedSolMint } from '../../../src/solana/baseMints.ts';
import {
  readCsv,
  readNotArbJson,
  readNotArbToml,
  readSmb,
} from '../../unit/extension/finder/exports/readExports.ts';
import { readSmbV10 } from '../../unit/extension/finder/exports/readSmbV10.ts';
import { PrompterDouble, type Reply } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import {
  activated,
  hasVerdict,
  rowsOnce,
  sandboxTimeout,
  settingsOnce,
  showText,
} from './window.ts';

const run = (command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`arbscope.${command}`, ...args);
const anyway = 'Export Pools Anyway';

suite('Exporting the Finder result', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;
  let answer: FinderResponse;
  let autoUpdatedExports: AutoUpdatedExports;
  let folder: string;
  let path: string;
  let prompter: PrompterDouble;

  suiteSetup(async () => {
    access = await activated();
    // All exports are compared with one response.
    await setRefreshSeconds(0);
    await run('finder.focus');
    await rowsOnce(access, hasVerdict);
    // The changed setting triggers a refresh; this one is the last.
    await access.finder.tree.refresh();
    assert.ok(access.finder.response !== null);
    answer = access.finder.response;
    ({ autoUpdatedExports } = access.exporting);
    folder = await mkdtemp(join(tmpdir(), 'arbscope-export-'));
    path = join(folder, 'markets.json');
  });
  teardown(async () => {
    access.prompter.replace(null);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
  suiteTeardown(async () => {
    await setRefreshSeconds(undefined);
    await rm(folder, { recursive: true, force: true });
  });

  async function setRefreshSeconds(seconds: number | undefined): Promise<void> {
    const settings = () => vscode.workspace.getConfiguration('arbscope.finder');
    await settings().update('refreshSeconds', seconds, vscode.ConfigurationTarget.Global);
    await settingsOnce(() => settings().get('refreshSeconds') === (seconds ?? null));
  }

  /** Exports pools regardless of the Sandbox's current recommendation. */
  function answering(...replies: Reply[]): PrompterDouble {
    prompter = new PrompterDouble(replies);
    prompter.pressed = [anyway];
    access.prompter.replace(prompter);
    return prompter;
  }

  const shownText = () => vscode.window.activeTextEditor?.document.getText() ?? '';
  const poolsOf = (programs: { has(program: string): boolean }) =>
    answer.result.tokens.flatMap(({ mint, AMMs }) =>
      AMMs.filter(({ address }) => programs.has(address)).flatMap((amm) =>
        amm.pools.map((pool) => ({ mint, program: amm.address, pool: pool.address })),
      ),
    );

  test('prompts for format and destination, and opens a config with exactly the shown pools', async () => {
    const { asked } = answering('one entry per mint', 'New editor');
    await run('exportFinder');
    assert.deepEqual(asked.slice(0, 2), ['Choose a format', 'Choose a destination']);
    const entries = readSmb(shownText()).routing.mint_config_list ?? [];
    const found = entries.flatMap((entry) =>
      [...smbPoolLists].flatMap(([program, key]) =>
        ((entry[key] ?? []) as readonly string[]).map((pool) => ({
          mint: entry.mint,
          program,
          pool,
        })),
      ),
    );
    const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
    assert.ok(found.length > 20, `${found.length} pools`);
    assert.deepEqual(sorted(found), sorted(poolsOf(smbPoolLists)));
    assert.match(shownText(), /^# Response: \S+ from Sandbox, simulated data$/m);
  });

  test('can go back a step, and exports nothing when cancelled', async () => {
    const before = shownText();
    const { asked } = answering('markets.json', { leave: 'back' }, 'Markdown', {
      leave: 'cancelled',
    });
    await run('exportFinder');
    assert.equal(asked.length, 4);
    assert.equal(shownText(), before);
  });

  test('copies without a prompt or a request if a keybinding passes all arguments', async () => {
    answering();
    await run('exportFinder', { format: 'notarb-markets-toml', to: 'clipboard' });
    const groups = readNotArbToml(await vscode.env.clipboard.readText());
    // Pools without a route in their token's group are left out.
    const listed = new Set(poolsOf(notArbPrograms).map(({ pool }) => pool));
    assert.ok(groups.length > 0 && groups.every((group) => group.length > 1));
    assert.deepEqual(
      groups.flat().filter((pool) => !listed.has(pool)),
      [],
    );
    await run('exportFinder', { format: 'csv', to: 'clipboard' });
    const rows = readCsv(await vscode.env.clipboard.readText());
    assert.equal(rows.length, poolsOf({ has: () => true }).length);
    assert.equal(access.finder.response, answer);
  });

  test('writes the groups of SMB’s V10 bot, and lists what is missing', async () => {
    answering();
    await run('exportFinder', { format: 'smb-v10', to: 'clipboard' });
    const text = await vscode.env.clipboard.readText();
    const programs = new Map(poolsOf(smbV10Programs).map(({ pool, program }) => [pool, program]));
    const transactions = readSmbV10(text, (pool) => {
      const pair = answer.pairs?.get(pool);
      const program = programs.get(pool);
      if (pair === undefined || program === undefined) return undefined;
      return { program, mints: [pair.mintA, pair.mintB] };
    });
    assert.ok(transactions.length > 0);
    const omissions = text.match(/(?<=^# Left out: ).*/gm);
    assert.ok(omissions !== null);
    assert.ok(prompter.told.at(-1)?.includes(omissions.join(' ')), prompter.told.join('\n'));
  });

  test('inserts mints and pools in the language and indentation of the file', async () => {
    answering('Mints');
    const editor = await showText('    let mints = X;', 'rust');
    const rust = editor.document;
    editor.options = { insertSpaces: true, tabSize: 4 };
    editor.selection = new vscode.Selection(0, 16, 0, 17);
    await run('insertFinderList');
    const lines = rust.getText().split('\n');
    assert.equal(lines[0], '    let mints = [');
    assert.match(lines[1] ?? '', new RegExp(`^ {8}"${answer.result.tokens[0]?.mint}",`));
    assert.equal(lines.at(-1), '    ];');
    assert.equal(lines.length, answer.result.tokens.length + 2);
    const { document: json } = await showText('', 'json');
    await run('insertFinderList', 'pools');
    assert.deepEqual(JSON.parse(json.getText()), [
      ...new Set(poolsOf({ has: () => true }).map(({ pool }) => pool)),
    ]);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('rewrites an auto-updated file after each refresh, unless it was changed elsewhere', async () => {
    answering();
    const state = () => autoUpdatedExports.stateOf(path);
    const nextState = (kind: string) =>
      new Promise<void>((resolve) => {
        const listening = autoUpdatedExports.onChange(() => {
          if (state().kind !== kind) return;
          listening.dispose();
          resolve();
        });
      });
    const time = async () => readNotArbJson(await readFile(path, 'utf8')).update_timestamp;
    assert.equal(
      (await autoUpdatedExports.add(path, 'notarb-markets-json', answer)).kind,
      'written',
    );
    assert.equal(await time(), answer.answeredAtMilliseconds);

    const rewritten = nextState('written');
    await run('refreshFinder');
    await rewritten;
    assert.equal(await time(), access.finder.response?.answeredAtMilliseconds);

    const good = await readFile(path, 'utf8');
    const settings = vscode.workspace.getConfiguration();
    const baseTokens = 'arbscope.finder.baseTokens';
    await settings.update(baseTokens, ['nonsense'], vscode.ConfigurationTarget.Global);
    await rowsOnce(access, ([row]) => row?.context === 'error');
    assert.equal(await readFile(path, 'utf8'), good);
    const mended = nextState('written');
    await settings.update(baseTokens, undefined, vscode.ConfigurationTarget.Global);
    await mended;

    await writeFile(path, 'mine');
    const edited = nextState('edited');
    await run('refreshFinder');
    await edited;
    assert.equal(await readFile(path, 'utf8'), 'mine');
    assert.match(
      prompter.told.at(-1) ?? '',
      /markets\.json: not updated, changed outside Arbscope/,
    );

    answering('markets.json', 'Overwrite');
    const overwritten = nextState('written');
    await run('keptExports');
    await overwritten;
    assert.equal(await time(), access.finder.response?.answeredAtMilliseconds);

    const document = await vscode.workspace.openTextDocument(path);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), ' '));
    const before = await readFile(path, 'utf8');
    const unsaved = nextState('unsaved');
    await run('refreshFinder');
    await unsaved;
    assert.equal(await readFile(path, 'utf8'), before);

    answering('markets.json', 'Stop');
    await run('keptExports');
    assert.deepEqual(autoUpdatedExports.files, []);
  });

  test('refuses to write a V10 config without pools, and shows the reason', async () => {
    const settings = vscode.workspace.getConfiguration();
    const update = (value: string[] | undefined) =>
      settings.update('arbscope.finder.baseTokens', value, vscode.ConfigurationTarget.Global);
    const isOf = (mint: string) =>
      rowsOnce(access, () => access.finder.response?.request.tokensMint[0] === mint);
    try {
      await update([usdtMint]);
      await isOf(usdtMint);
      await vscode.env.clipboard.writeText('before');
      answering();
      await run('exportFinder', { format: 'smb-v10', to: 'clipboard' });
      assert.match(prompter.told.at(-1) ?? '', /V10 has no form for “no trade”\. .* USDT\./);
      assert.equal(await vscode.env.clipboard.readText(), 'before');
    } finally {
      await update(undefined);
    }
    await isOf(wrappedSolMint);
  });
});
