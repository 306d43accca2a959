import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { suite, suiteSetup, test } from 'mocha';
import * as vscode from 'vscode';
import { toolNames } from '../../../src/api/operationNames.ts';
import type { TestAccess } from '../../../src/extension/testAccess.ts';
import { wrappedSolMint } from '../../../src/solana/baseMints.ts';
import { activated, sandboxTimeout } from './window.ts';

async function invoke(name: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('\n');
}

suite('Tools for language models', function () {
  this.timeout(sandboxTimeout);
  let access: TestAccess;

  suiteSetup(async () => {
    access = await activated();
  });

  test('are offered to every model in the editor, with strict schemas', () => {
    for (const name of toolNames) {
      const tool = vscode.lm.tools.find((each) => each.name === name);
      const schema = tool?.inputSchema as { readonly additionalProperties?: boolean } | undefined;
      assert.equal(schema?.additionalProperties, false, name);
    }
  });

  test('respond over the window’s connection, and mark untrusted text', async () => {
    const text = await invoke('arbscope_finder', { tokensMint: [wrappedSolMint], tokensMax: 2 });
    assert.match(text, /Sandbox, a simulated market/);
    assert.match(text, /<untrusted-data>\n\{"tokens":\[\{"mint"/);
    assert.match(await invoke('arbscope_decode', { text: wrappedSolMint }), /"name":"SOL"/);
  });

  test('report invalid input', async () => {
    await assert.rejects(invoke('arbscope_transaction', { signature: 'abc' }), /signature/);
  });

  test('are served over MCP with the window’s connection, and no key on the command line', async () => {
    const [offered] = access.mcpServers.provideMcpServerDefinitions();
    assert.ok(offered !== undefined);
    const { command, args, env } = await access.mcpServers.resolveMcpServerDefinition(offered);
    const given = Object.entries(env).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)] as const],
    );
    const client = new Client({ name: 'test', version: '1.0.0' });
    const environment = Object.fromEntries(given);
    await client.connect(new StdioClientTransport({ command, args, env: environment }));
    try {
      const input = { tokensMint: [wrappedSolMint], tokensMax: 2 };
      const answer = await client.callTool({ name: 'arbscope_finder', arguments: input });
      assert.match(JSON.stringify(answer.content), /Sandbox, a simulated market/);
    } finally {
      await client.close();
    }
  });
});
