import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { LandingEntry } from '../../../src/backend/protocol/landingProtocol.ts';
import { developmentAccount } from '../../../src/engine/sandbox/developmentAccounts.ts';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import type { Prompter } from '../../../src/extension/ui/prompts/prompter.ts';
import { systemProgram } from '../../../src/solana/knownPrograms.ts';
import { sandboxAmmPool } from '../../../src/solana/sandboxAmm.ts';
import { tipAccountsByProvider } from '../../../src/solana/tipAccounts.ts';
import type { SimulateContent } from '../../../src/webview/messages/simulate.ts';
import type { TransactionContent } from '../../../src/webview/messages/transaction.ts';
import { FakeLandingService } from '../../contract/fakeLandingServers.ts';
import {
  instructions,
  type SigningRequest,
  signedWithKit,
  wallet,
} from '../../fixtures/signedTransactions.ts';
import { readCsv } from '../../unit/extension/finder/exports/readExports.ts';
import { PrompterDouble } from '../../unit/extension/ui/prompts/prompterDouble.ts';
import { activated, replaced, sandboxTimeout, showText, tabNamed } from './window.ts';

const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';

type Outcome = readonly { readonly signature: string; readonly state: string }[] | undefined;

class ScriptedPrompter implements Prompter {
  readonly previews: string[][] = [];
  readonly questions: string[] = [];
  readonly notifications: string[] = [];
  /** Labels to press, one per preview; after the last, sends. */
  choiceLabels: RegExp[] = [];
  confirms = true;

  async text(): Promise<'cancelled'> {
    return 'cancelled';
  }

  async choose<Value>({ choices }: Parameters<Prompter['choose']>[0]) {
    this.previews.push(choices.map(({ label, detail = '' }) => `${label} ${detail}`.trim()));
    const wanted = this.choiceLabels.shift() ?? /Send to/;
    const found = choices.find(({ label }) => wanted.test(label));
    return found === undefined ? ('cancelled' as const) : { value: found.value as Value };
  }

  async confirm({ message, detail }: Parameters<Prompter['confirm']>[0]): Promise<boolean> {
    this.questions.push(`${message}\n${detail ?? ''}`);
    return this.confirms;
  }

  async notify(_kind: string, message: string): Promise<undefined> {
    this.notifications.push(message);
  }
}

suite('A signed transaction', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;
  let person: ScriptedPrompter;
  let payer: KeyPairSigner;
  let payerKeys: Keypair;
  let other: string;
  let fresh = 0;
  const folder = mkdtempSync(join(tmpdir(), 'arbscope-host-landing-'));

  const run = <Result>(command: string, ...args: unknown[]) =>
    vscode.commands.executeCommand<Result>(`arbscope.${command}`, ...args);
  const land = (given?: unknown) => run<Outcome>('landTransaction', given);
  const latest = async () => String(await run('copyBlockhash'));

  function entryOnce(
    signature: string | undefined,
    isWanted: (entry: LandingEntry) => boolean,
  ): Promise<LandingEntry> {
    return new Promise((resolve) => {
      const look = () => {
        const found = access.landings.entries.find(
          (entry) => entry.signature === signature && isWanted(entry),
        );
        if (found === undefined) return;
        listening.dispose();
        resolve(found);
      };
      const listening = access.landings.onDidChangeTreeData(look);
      look();
    });
  }
  const isLanded = ({ state }: LandingEntry) => state === 'landed';

  /** Waits for the landing, then checks the transaction panel and the wallet's list. */
  async function landedEverywhere(signature: string | undefined): Promise<LandingEntry> {
    const entry = await entryOnce(signature, isLanded);
    const content = new Promise<unknown>((resolve) => {
      const listening = access.transactions.onContent((came) => {
        listening.dispose();
        resolve(came);
      });
    });
    await run('lookUpTransaction', entry.signature);
    assert.match(JSON.stringify(await content, bigintText), new RegExp(entry.signature));
    const list = await access.active.service.walletTransactions(
      { wallets: [payer.address] },
      { forceRefresh: true },
    );
    assert.ok(list.some((each) => each.signature === entry.signature));
    return entry;
  }

  const made = async (change: Partial<SigningRequest> = {}) =>
    signedWithKit({
      version: 0,
      payer,
      instructions: [
        instructions.computeUnitLimit(60_000),
        instructions.computeUnitPrice(5_000n),
        instructions.transfer(payer.address, other, 5_000_000n + BigInt(fresh++)),
      ],
      blockhash: await latest(),
      ...change,
    });

  suiteSetup(async () => {
    access = await activated();
    await run('switchConnection', 'Sandbox');
    person = new ScriptedPrompter();
    access.prompter.replace(person);
    const made = await run<{ address: string; path: string }>('newSandboxWallet');
    // In a quick pick with the next steps, since notifications may be hidden.
    assert.deepEqual(person.previews, [
      [`$(copy) Copy Address ${made.address}`, `$(key) Copy Key File Path ${made.path}`],
    ]);
    assert.deepEqual(person.notifications, []);
    person = new ScriptedPrompter();
    access.prompter.replace(person);
    const secret = Uint8Array.from(JSON.parse(readFileSync(made.path, 'utf8')));
    assert.equal(statSync(made.path).mode & 0o077, 0, 'others can read the key');
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(!made.path.startsWith(workspace?.uri.fsPath ?? '/nowhere'));
    payer = await createKeyPairSignerFromBytes(secret);
    assert.equal(payer.address, made.address);
    payerKeys = Keypair.fromSecretKey(secret);
    other = (await wallet(2)).address;
    await vscode.commands.executeCommand('arbscope.landings.focus');
  });
  teardown(() => {
    person = new ScriptedPrompter();
    access.prompter.replace(person);
  });
  suiteTeardown(() => {
    access.prompter.replace(null);
    rmSync(folder, { recursive: true, force: true });
  });

  async function landedExample(choice: RegExp): Promise<LandingEntry> {
    const outcome = new Promise<LandingEntry>((resolve) => {
      const known = new Set(access.landings.entries.map(({ signature }) => signature));
      const listening = access.landings.onDidChangeTreeData(() => {
        const found = access.landings.entries.find(
          (entry) => !known.has(entry.signature) && isLanded(entry),
        );
        if (found === undefined) return;
        listening.dispose();
        resolve(found);
      });
    });
    person.choiceLabels = [choice];
    await run('landExample');
    return await outcome;
  }

  test('can be created as an example with a tip, and lands like any other', async () => {
    const { signature } = await landedExample(/A transfer with a tip/);
    const [file] = vscode.workspace.textDocuments.filter(({ uri }) => /example-/.test(uri.path));
    assert.match(file?.getText() ?? '', /^[A-Za-z0-9+/]+=*\s*$/);
    assert.notEqual(signature, '');
  });

  test('can be created as an example arbitrage, whose panel shows route and net gain', async () => {
    const { signature } = await landedExample(/An arbitrage over two pools/);
    const [, preview = []] = person.previews;
    assert.ok(preview.some((label) => /Simulation succeeded/.test(label)));
    assert.ok(preview.some((label) => /SOL → USDC → SOL Sandbox AMM, Sandbox AMM/.test(label)));
    const content = new Promise<TransactionContent>((resolve) => {
      const listening = access.transactions.onContent((came) => {
        listening.dispose();
        resolve(came);
      });
    });
    await run('lookUpTransaction', signature);
    const shown = await content;
    assert.deepEqual([shown.signature, shown.type], [signature, 'arbitrage']);
    assert.deepEqual(
      shown.legs.map(({ ammName, pool }) => [ammName, pool]),
      [
        ['Sandbox AMM', sandboxAmmPool(1).address],
        ['Sandbox AMM', sandboxAmmPool(2).address],
      ],
    );
    const net = shown.netGainsSol ?? 0;
    assert.ok(net > 0.001, String(net));
    // Same gain as in the preview; prices may change slightly until the block.
    const said = preview.flatMap((label) => /Net gain: \+([\d.]+) SOL \(\$/.exec(label)?.[1] ?? []);
    assert.equal(said.length, 1, preview.join('\n'));
    assert.ok(Math.abs(Number(said[0]) - net) < net / 100, `${said[0]} before, ${net} after`);
    assert.deepEqual(
      shown.tips.map(({ provider, amount }) => [provider, amount]),
      [['JITO', '500000']],
    );
  });

  test('opens in the simulation panel from the preview, and is not sent', async () => {
    const bytes = await made();
    const content = new Promise<SimulateContent>((resolve) => {
      const listening = access.panels.simulations.onContent((came) => {
        listening.dispose();
        resolve(came);
      });
    });
    person.choiceLabels = [/Open Simulation/];
    assert.equal(await land(bytes), undefined);
    const { transactions } = await content;
    assert.deepEqual(
      transactions.map(({ isSuccess, signing }) => [isSuccess, signing]),
      [[true, 'signed']],
    );
    assert.deepEqual(person.questions, []);
    const signature = bs58.encode(bytes.subarray(1, 65));
    assert.ok(access.landings.entries.every((entry) => entry.signature !== signature));
  });

  test('from a new wallet lands, and appears in Landings, the panel and the wallet’s list', async () => {
    const bytes = await made({
      instructions: [
        instructions.computeUnitLimit(60_000),
        instructions.computeUnitPrice(5_000n),
        instructions.transfer(payer.address, other, 7_000_000n),
        instructions.tip(payer.address, 1_500_000n),
      ],
    });
    const [outcome] = (await land(Buffer.from(bytes).toString('base64'))) ?? [];
    assert.equal(outcome?.state, 'accepted');
    const entry = await landedEverywhere(outcome?.signature);
    assert.ok((entry.landedSlot ?? 0) > 0);
    const rows = await access.landings.getChildren();
    assert.equal(rows[0]?.context, 'landingStatistics');
    assert.ok(rows.some(({ description }) => /^landed · Sandbox$/.test(description)));
    const [preview = []] = person.previews;
    for (const part of [/Simulation succeeded/, /Tip 0\.0015 SOL to Jito/, /Fee: 0\.0000053 SOL/]) {
      assert.ok(
        preview.some((label) => part.test(label)),
        String(part),
      );
    }
    const [question = ''] = person.questions;
    assert.match(question, /Sandbox/);
    assert.ok(question.includes(payer.address));
    assert.match(question, /At risk: 0\.0085053 SOL/);
  });

  for (const version of ['legacy', 0, 1] as const) {
    test(`from @solana/kit ${version} lands, and appears in Landings, the panel and the wallet’s list`, async () => {
      const limits = { computeUnitLimit: 60_000, priorityFeeLamports: 300n };
      const bytes = await made(
        version === 1
          ? {
              version,
              instructions: [
                instructions.transfer(payer.address, other, 5_000_000n + BigInt(fresh++)),
              ],
              config: { ...limits, loadedAccountsDataSizeLimit: 2_000_000 },
            }
          : { version },
      );
      const [outcome] = (await land(bytes)) ?? [];
      await landedEverywhere(outcome?.signature);
    });
  }

  test('from @solana/web3.js lands as legacy and version 0, in any encoding', async () => {
    const list = () => [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 60_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5_000 }),
      SystemProgram.transfer({
        fromPubkey: payerKeys.publicKey,
        toPubkey: new PublicKey(other),
        lamports: 6_000_000 + fresh++,
      }),
      SystemProgram.transfer({
        fromPubkey: payerKeys.publicKey,
        toPubkey: new PublicKey(tipAccountsByProvider.get('FAST')?.[0] ?? ''),
        lamports: 1_000_000,
      }),
    ];
    const recentBlockhash = await latest();
    const legacy = new Transaction({
      feePayer: payerKeys.publicKey,
      blockhash: recentBlockhash,
      lastValidBlockHeight: 1,
    }).add(...list());
    legacy.sign(payerKeys);
    const versioned = new VersionedTransaction(
      new TransactionMessage({
        payerKey: payerKeys.publicKey,
        recentBlockhash,
        instructions: list(),
      }).compileToV0Message(),
    );
    versioned.sign([payerKeys]);
    const forms = [bs58.encode(legacy.serialize()), JSON.stringify([...versioned.serialize()])];
    for (const form of forms) {
      const [outcome] = (await land(form)) ?? [];
      await landedEverywhere(outcome?.signature);
    }
  });

  test('with a durable nonce lands long after signing, but only once', async () => {
    const nonce = await wallet(120);
    const setUp = await made({
      signers: [nonce],
      instructions: [
        instructions.createAccount(payer.address, nonce.address, 1_447_680n, 80n, systemProgram),
        instructions.initializeNonce(nonce.address, payer.address),
      ],
    });
    const [first] = (await land(setUp)) ?? [];
    await entryOnce(first?.signature, isLanded);
    const using = (blockhash: string) =>
      made({
        instructions: [
          instructions.advanceNonce(nonce.address, payer.address),
          instructions.transfer(payer.address, other, 5_000_000n + BigInt(fresh++)),
        ],
        blockhash,
      });
    assert.equal(await land(await using(systemProgram)), undefined);
    const told = person.previews[1]?.join() ?? '';
    const value = /Current nonce: (\w+)/.exec(told)?.[1] ?? '';
    const [second] = (await land(await using(value))) ?? [];
    const entry = await landedEverywhere(second?.signature);
    assert.equal(entry.blockhash, null);
    assert.equal(await land(await using(value)), undefined);
    // The nonce has advanced; the older library uses the new value.
    const now = /Current nonce: (\w+)/.exec(person.previews.at(-1)?.join() ?? '')?.[1];
    const older = new Transaction({
      feePayer: payerKeys.publicKey,
      nonceInfo: {
        nonce: now ?? '',
        nonceInstruction: SystemProgram.nonceAdvance({
          noncePubkey: new PublicKey(nonce.address),
          authorizedPubkey: payerKeys.publicKey,
        }),
      },
      minContextSlot: 0,
    }).add(
      SystemProgram.transfer({
        fromPubkey: payerKeys.publicKey,
        toPubkey: new PublicKey(other),
        lamports: 6_000_000 + fresh++,
      }),
    );
    older.sign(payerKeys);
    const [third] = (await land(Uint8Array.from(older.serialize()))) ?? [];
    assert.equal((await landedEverywhere(third?.signature)).blockhash, null);
  });

  test('is found in a selection, in a text or binary file, and on the clipboard', async () => {
    const selected = Buffer.from(await made()).toString('base64');
    const editor = await showText(`const signed = "${selected}";\n`, 'typescript');
    const { document } = editor;
    const start = document.getText().indexOf(selected);
    editor.selection = new vscode.Selection(
      document.positionAt(start),
      document.positionAt(start + selected.length),
    );
    const [bySelection] = (await land()) ?? [];
    await entryOnce(bySelection?.signature, isLanded);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    const path = join(folder, 'signed.tx');
    writeFileSync(path, await made());
    const [byFile] = (await land(vscode.Uri.file(path))) ?? [];
    await entryOnce(byFile?.signature, isLanded);
    await vscode.env.clipboard.writeText(Buffer.from(await made()).toString('base64'));
    person.choiceLabels = [/Clipboard/, /Send to/];
    const [byClipboard] = (await land()) ?? [];
    await entryOnce(byClipboard?.signature, isLanded);
  });

  test('is found at the cursor, and in the active text or binary file', async () => {
    const atCursor = Buffer.from(await made()).toString('base64url');
    const editor = await showText(`signed = '${atCursor}'\n`, 'python');
    const { document } = editor;
    const inside = document.positionAt(document.getText().indexOf(atCursor) + 50);
    editor.selection = new vscode.Selection(inside, inside);
    const [byCursor] = (await land()) ?? [];
    await entryOnce(byCursor?.signature, isLanded);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    const files = [
      ['signed.json', JSON.stringify([...(await made())], null, 1)],
      ['signed.bin', await made()],
    ] as const;
    for (const [name, content] of files) {
      const path = join(folder, name);
      writeFileSync(path, content);
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path));
      await tabNamed(name, { isActive: true });
      person.choiceLabels = [new RegExp(name), /Send to/];
      const [byFile] = (await land()) ?? [];
      await entryOnce(byFile?.signature, isLanded);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    }
  });

  test('is found in the body of a sendTransaction request', async () => {
    const text = Buffer.from(await made()).toString('base64');
    const params = [text, { encoding: 'base64' }];
    const [outcome] =
      (await land({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params })) ?? [];
    await entryOnce(outcome?.signature, isLanded);
  });

  test('is shown with a warning when its fee payer is not a tracked wallet', async () => {
    const stranger = await createKeyPairSignerFromBytes(developmentAccount(4).secretKey);
    const ofStranger = await made({
      payer: stranger,
      instructions: [instructions.transfer(stranger.address, other, 5_000_000n)],
    });
    const warned = async (bytes: Uint8Array) => {
      const shown = person.previews.length;
      person.choiceLabels = [/there is no such row/];
      await land(bytes);
      return person.previews
        .slice(shown)
        .flat()
        .some((label) => /Not one of your wallets/.test(label));
    };
    // No warning while the user tracks no wallet.
    assert.equal(await warned(ofStranger), false);
    const { tracked } = access.trees;
    await tracked.add([{ address: other, name: 'mine' }]);
    try {
      assert.equal(await warned(ofStranger), true);
      assert.equal(await warned(await made()), false, 'a wallet that was made here is the user’s');
      await tracked.add([{ address: stranger.address, name: '' }]);
      assert.equal(await warned(ofStranger), false);
    } finally {
      await tracked.remove([other, stranger.address]);
    }
  });

  test('waits for the previous one when several are landed at once', async () => {
    const outcomes = (await land([await made(), await made()])) ?? [];
    assert.equal(outcomes.length, 2);
    for (const { signature } of outcomes) await entryOnce(signature, isLanded);
    assert.equal(person.questions.length, 1);
  });

  test('is never sent without preview and confirmation, even when run by another extension', async () => {
    const bytes = await made();
    const before = access.landings.entries.length;
    person.choiceLabels = [/there is no such row/];
    assert.equal(await land(bytes), undefined);
    person.confirms = false;
    person.choiceLabels = [/Send to/, /there is no such row/];
    assert.equal(await land(bytes), undefined);
    assert.equal(person.questions.length, 1);
    assert.equal(access.landings.entries.length, before);
  });

  test('skips the confirmation in the Sandbox by a user setting, but not by a workspace setting', async () => {
    const settings = () => vscode.workspace.getConfiguration('arbscope.landing');
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    const file = vscode.Uri.joinPath(
      workspace?.uri ?? vscode.Uri.file(folder),
      '.vscode/settings.json',
    );
    const kept = await vscode.workspace.fs.readFile(file).then(Buffer.from, () => null);
    const isRead = new Promise<void>((resolve) => {
      const listening = vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('editor.tabSize')) return;
        listening.dispose();
        resolve();
      });
    });
    const content = { 'arbscope.landing.confirmSandbox': false, 'editor.tabSize': 7 };
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify(content)));
    try {
      await isRead;
      const [asked] = (await land(await made())) ?? [];
      assert.equal(person.questions.length, 1);
      await settings().update('confirmSandbox', false, vscode.ConfigurationTarget.Global);
      const [skipped] = (await land(await made())) ?? [];
      assert.equal(person.questions.length, 1);
      for (const one of [asked, skipped]) await entryOnce(one?.signature, isLanded);
    } finally {
      await settings().update('confirmSandbox', undefined, vscode.ConfigurationTarget.Global);
      if (kept === null) await vscode.workspace.fs.delete(file);
      else await vscode.workspace.fs.writeFile(file, kept);
    }
  });

  test('is checked and confirmed again when front-running protection changes', async () => {
    const bytes = await made();
    person.choiceLabels = [/protection: off/, /Send to/];
    const [outcome] = (await land(bytes)) ?? [];
    const entry = await entryOnce(outcome?.signature, isLanded);
    assert.equal(entry.frontRunningProtection, true);
    assert.ok(person.previews[1]?.some((label) => /protection: on/.test(label)));
    assert.match(person.questions[0] ?? '', /protection: on/);
    person.choiceLabels = [/protection: on/, /there is no such row/];
    await land(await made());
  });

  test('is rejected with the reason if it is invalid', async () => {
    const before = access.landings.entries.length;
    const good = await made();
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [Uint8Array.from(good).fill(0, 1, 65), /Signature missing/],
      [good.map((byte, at) => (at === 9 ? byte ^ 1 : byte)), /does not match this message/],
      [await made({ blockhash: other }), /expired or from another chain/],
      [Uint8Array.from([...good, 0]), /extra byte at the end/],
      [Buffer.alloc(1_300, 1).toString('base64'), /Not a valid transaction/],
      [
        await made({
          payer: await wallet(77),
          instructions: [instructions.transfer((await wallet(77)).address, other, 1n)],
        }),
        /cannot pay the fee/,
      ],
      [
        await made({
          instructions: [{ programAddress: raydium, accounts: [], data: new Uint8Array(17) }],
        }),
        /not on this chain: Raydium/,
      ],
    ];
    for (const [given, reason] of cases) {
      const shown = person.previews.length;
      assert.equal(await land(given), undefined);
      const labels = person.previews.slice(shown).flat();
      assert.ok(
        labels.some((label) => reason.test(label)),
        `${reason}: ${labels.join('\n')}`,
      );
      assert.ok(labels.some((label) => /Cannot Be Sent/.test(label)));
    }
    assert.deepEqual(person.questions, []);
    assert.equal(access.landings.entries.length, before);
  });

  test('is not mistaken for a secret key, which is rejected and never logged or shown', async () => {
    const key = bs58.encode(payerKeys.secretKey);
    assert.equal(await land(key), undefined);
    assert.equal(await land([...payerKeys.secretKey]), undefined);
    assert.deepEqual(person.previews, []);
    assert.equal(person.notifications.length, 2);
    assert.match(person.notifications[0] ?? '', /This is a secret key/);
    assert.ok(!person.notifications.join().includes(key));
  });

  test('is reported as already sent the second time, with the error from the chain', async () => {
    const bytes = await made();
    const [first] = (await land(bytes)) ?? [];
    await entryOnce(first?.signature, isLanded);
    const [second] = (await land(bytes)) ?? [];
    assert.equal(second?.state, 'refused');
    assert.match(person.questions[1] ?? '', /Already sent/);
    assert.ok(person.notifications.some((words) => /already been processed/.test(words)));
  });

  test('is shown as failed, with its fee, if it fails on chain after a successful simulation', async () => {
    const settings = vscode.workspace.getConfiguration('arbscope.landing');
    const target = vscode.ConfigurationTarget.Global;
    // Otherwise the second is rejected at once if a block comes between the two.
    await settings.update('options', { skipPreflight: true }, target);
    try {
      const most = () =>
        made({
          instructions: [
            instructions.computeUnitLimit(60_000),
            instructions.computeUnitPrice(5_000n),
            instructions.transfer(payer.address, other, 60_000_000_000n + BigInt(fresh++)),
          ],
        });
      const [first, second] = (await land([await most(), await most()])) ?? [];
      const preview = person.previews[0] ?? [];
      assert.equal(preview.filter((label) => /Simulation succeeded/.test(label)).length, 2);
      await entryOnce(first?.signature, isLanded);
      const entry = await entryOnce(second?.signature, ({ state }) => state === 'failed');
      assert.match(entry.message, /custom program error: 0x1\. Only the fee was charged/);
      const rows = await access.landings.getChildren();
      assert.ok(rows.some(({ description = '' }) => /^failed ·/.test(description)));
    } finally {
      await settings.update('options', undefined, target);
    }
  });

  test('is not sent if it cannot be recorded: the view shows the file and the reason', async () => {
    const storage = access.folders.find(({ fsPath }) => existsSync(join(fsPath, 'landings.jsonl')));
    const journal = join(storage?.fsPath ?? '', 'landings.jsonl');
    const bytes = await made();
    const topRow = async () => (await access.landings.getChildren())[0];
    renameSync(journal, `${journal}.aside`);
    mkdirSync(journal);
    try {
      assert.equal(await land(bytes), undefined);
      assert.equal(person.questions.length, 1);
      const row = await topRow();
      assert.equal(row?.label, 'Landing is off');
      assert.ok(row?.facts().flat().includes(journal));
    } finally {
      rmSync(journal, { recursive: true });
      renameSync(`${journal}.aside`, journal);
    }
    const [outcome] = (await land(bytes)) ?? [];
    await entryOnce(outcome?.signature, isLanded);
    assert.notEqual((await topRow())?.label, 'Landing is off');
  });

  test('is saved as CSV with the other landings, and can be removed once settled', async () => {
    const [outcome] = (await land(await made())) ?? [];
    const { signature = '' } = await entryOnce(outcome?.signature, isLanded);
    const file = join(folder, 'landings.csv');
    const window = replaced(vscode.window, { showSaveDialog: async () => vscode.Uri.file(file) });
    try {
      await run('exportLandings');
    } finally {
      window.dispose();
    }
    const lines = readCsv(readFileSync(file, 'utf8'));
    assert.deepEqual(
      lines.map((line) => line['signature']),
      access.landings.entries.map((entry) => entry.signature ?? ''),
    );
    assert.equal(lines.find((line) => line['signature'] === signature)?.['state'], 'landed');
    person.confirms = false;
    await run('clearLandings');
    const isSettled = (entry: LandingEntry): boolean => entry.isSettled;
    assert.ok(access.landings.entries.some(isSettled));
    person.confirms = true;
    await run('clearLandings');
    assert.ok(!access.landings.entries.some(isSettled));
  });

  test('can be landed by a task, which continues with the signature', async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace !== undefined);
    const written = join(folder, 'task.txt');
    const signed = vscode.Uri.joinPath(workspace.uri, 'signed.b64');
    const tasks = vscode.Uri.joinPath(workspace.uri, '.vscode/tasks.json');
    const landed = { type: 'command', command: 'arbscope.landTransaction' };
    const args = [
      '-e',
      'require("node:fs").writeFileSync(process.argv[1], process.argv[2])',
      written,
    ];
    const definition = {
      version: '2.0.0',
      tasks: [
        {
          label: 'go on',
          type: 'process',
          command: process.execPath,
          args: [...args, `$${'{input:landed}'}`],
          options: { env: { ELECTRON_RUN_AS_NODE: '1' } },
        },
      ],
      inputs: [{ id: 'landed', ...landed, args: { file: 'signed.b64' } }],
    };
    const bytes = await made();
    await vscode.workspace.fs.writeFile(signed, Buffer.from(Buffer.from(bytes).toString('base64')));
    await vscode.workspace.fs.writeFile(tasks, Buffer.from(JSON.stringify(definition)));
    try {
      const task = await taskOnce('go on');
      const ended = new Promise<number | undefined>((resolve) => {
        const listening = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
          if (execution.task.name !== 'go on') return;
          listening.dispose();
          resolve(exitCode);
        });
      });
      await vscode.tasks.executeTask(task);
      assert.equal(await ended, 0);
      assert.equal(person.questions.length, 1);
      const signature = readFileSync(written, 'utf8');
      assert.equal(signature, bs58.encode(bytes.subarray(1, 65)));
      await entryOnce(signature, isLanded);
      // Declining the confirmation cancels the task before it starts.
      person.confirms = false;
      person.choiceLabels = [/Send to/, /there is no such row/];
      assert.equal(await land({ file: 'signed.b64' }), undefined);
    } finally {
      await vscode.workspace.fs.delete(tasks);
      await vscode.workspace.fs.delete(signed);
    }
  });

  suite('sent through a service', () => {
    const name = 'Landing double';
    const service = new FakeLandingService();
    const settings = () => vscode.workspace.getConfiguration('arbscope.landing');
    const target = vscode.ConfigurationTarget.Global;
    const signatureOf = (bytes: Uint8Array) => bs58.encode(bytes.subarray(1, 65));
    const accepting = (signature: string) => {
      service.answer = ({ id }, response) =>
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { signature, uuid: 'uuid-7' } }));
    };
    let blockhash = '';

    suiteSetup(async () => {
      blockhash = await latest();
      await service.listen();
      const { baseUrl, landingUrl = '', apiKey } = service.settings;
      access.prompter.replace(
        new PrompterDouble(['Service', baseUrl, name, landingUrl, 'Lowest', apiKey]),
      );
      await run('addConnection');
      assert.equal(access.active.current.name, name);
      access.prompter.replace(person);
    });
    suiteTeardown(async () => {
      for (const setting of ['options', 'confirmSandbox']) {
        await settings().update(setting, undefined, target);
      }
      await run('switchConnection', 'Sandbox');
      access.prompter.replace(new PrompterDouble());
      await run('removeConnection', name);
      await vscode.workspace.getConfiguration('arbscope').update('connections', undefined, target);
      await service.close();
    });

    test('is sent as JSON-RPC with only the user’s options, and always after a confirmation', async () => {
      await settings().update('confirmSandbox', false, target);
      const bytes = await made({ blockhash });
      accepting(signatureOf(bytes));
      person.choiceLabels = [/protection: off/, /Send to/];
      const [outcome] = (await land(bytes)) ?? [];
      assert.deepEqual(outcome, { signature: signatureOf(bytes), state: 'accepted' });
      assert.equal(person.questions.length, 1, 'only the Sandbox’s question may be skipped');
      assert.match(person.questions[0] ?? '', /Front-running protection: on/);
      assert.ok(person.previews[0]?.some((label) => /Blockhash not checked/.test(label)));
      const cashbackAddress = other;
      await settings().update('options', { cashbackAddress }, target);
      const second = await made({ blockhash });
      accepting(signatureOf(second));
      person.choiceLabels = [/protection: on/, /Send to/];
      await land(second);
      const sent = [
        [bytes, { frontRunningProtection: true }],
        [second, { cashbackAddress, frontRunningProtection: false }],
      ] as const;
      assert.deepEqual(
        service.bodies.map((body) => JSON.parse(body)),
        sent.map(([transaction, options]) => ({
          jsonrpc: '2.0',
          id: 1,
          method: 'sendTransaction',
          params: [Buffer.from(transaction).toString('base64'), options],
        })),
      );
      const entry = await entryOnce(signatureOf(bytes), ({ state }) => state === 'accepted');
      assert.equal(entry.uuid, 'uuid-7');
    });

    test('shows the service’s error unchanged, and raises an alarm about a wrong signature', async () => {
      service.answer = ({ id }, response) =>
        response.end(JSON.stringify({ id, error: { code: -32_602, message: 'tip too low' } }));
      const refused = await made({ blockhash });
      const [first] = (await land(refused)) ?? [];
      assert.equal(first?.state, 'refused');
      assert.ok(person.notifications.some((words) => /refused: .*tip too low/.test(words)));
      const bytes = await made({ blockhash });
      const strange = '5'.repeat(87);
      accepting(strange);
      await land(bytes);
      assert.ok(person.notifications.some((words) => words.includes(strange)));
      const entry = await entryOnce(signatureOf(bytes), ({ alarm }) => alarm !== null);
      assert.match(entry.alarm ?? '', /a different signature/);
      const rows = await access.landings.getChildren();
      assert.ok(rows.some(({ description = '' }) => /^ALARM/.test(description)));
    });
  });
});

/** Waits until the editor has read the task. */
async function taskOnce(name: string): Promise<vscode.Task> {
  for (;;) {
    const found = (await vscode.tasks.fetchTasks()).find((task) => task.name === name);
    if (found !== undefined) return found;
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}

const bigintText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;
