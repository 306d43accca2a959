import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sourceFiles } from '../../scripts/generate/l10nBundle.ts';
import { untranslatedIn } from './untranslated.ts';

interface Exemption {
  readonly reason: string;
  /** Files, or folders with a slash at their end, below src/. */
  readonly places: readonly string[];
  /** Only these texts; undefined: every text. */
  readonly texts?: RegExp;
}

/** English in every language, each with the reason. */
const exemptions: readonly Exemption[] = [
  {
    reason: 'the command line speaks English, and what it says of files that are named on it',
    places: [
      ...['backend/main.ts', 'backend/commands/'],
      ...['engine/sources/recordedSource.ts'],
      ...[
        'engine/decode/readChainFile.ts',
        'engine/base/fileError.ts',
        'engine/base/readLimited.ts',
        'engine/marketCache/poolFile.ts',
      ],
      ...['engine/pools/parsePoolEntry.ts', 'engine/decode/decodeBlock.ts'],
    ],
  },
  {
    reason: 'programs read what is served over HTTP, and language models what tools answer',
    places: ['backend/server/', 'backend/mcp/', 'backend/tools/', 'api/tools/'],
  },
  {
    reason: 'the documentation is English; the titles of contributions are in package.nls.json',
    places: ['extension/contributions/'],
  },
  {
    reason: 'the descriptions of members are the OpenAPI document’s and the models’',
    places: [
      ...[
        ...['finder', 'landTransaction', 'marketCache', 'percentiles', 'schema', 'tokenInfo'],
        ...['transaction', 'walletOverview', 'walletTransactions'],
      ].map((name) => `api/${name}.ts`),
      'api/arbscope/',
    ],
  },
  {
    reason: 'they speak as a node speaks, to programs and in the words of the chain',
    places: [
      'engine/chain/readSignedTransaction.ts',
      ...['engine/sandbox/rpc/', 'engine/sandbox/failureLog.ts'],
      'solana/logs/programLogs.ts',
      ...['errorTable.ts', 'errorWords.ts', 'knownErrors.ts', 'runtimeErrors.ts', 'tables/'].map(
        (name) => `solana/programErrors/${name}`,
      ),
      'solana/programErrors/transactionFailure.ts',
    ],
  },
  {
    reason: 'as above',
    places: ['solana/programErrors/errorAdvice.ts'],
    texts: /^exceeded CUs meter$/,
  },
  {
    reason: 'as above',
    places: ['engine/rpc/splitBlock.ts'],
    texts: /^"logMessages":/,
  },
  {
    reason: 'as above',
    places: ['engine/sandbox/sandboxPreflight.ts'],
    texts: /^Transaction simulation failed: /,
  },
  {
    reason: 'names of programs, accounts and tokens are data',
    places: [
      ...['solana/knownPrograms.ts', 'solana/feeAccounts.ts', 'solana/tipAccounts.ts'],
      ...['poolAccounts', 'simulatedAmms', 'simulatedMarket', 'simulatedTokens'].map(
        (name) => `engine/sandbox/${name}.ts`,
      ),
    ],
  },
  {
    reason: 'as above',
    places: ['solana/knownAddresses.ts'],
    texts: /^(Recent Blockhashes|Slot Hashes|Stake History|Epoch Schedule|SPL Token)$/,
  },
  {
    reason: 'files that bots, programs and other people read are English, their comments too',
    places: [
      ...[
        'extension/finder/exports/formats/provenance.ts',
        'extension/finder/exports/formats/botPlan.ts',
      ],
      ...['extension/finder/exports/formats/formats.ts', 'extension/finder/exports/formats/'],
      'extension/marketCache/accountList.ts',
      'extension/botConfig/coverage/poolComment.ts',
      'webview/route/transactionMarkdown.ts',
      'webview/simulate/simulateMarkdown.ts',
      'webview/stackPictures.ts',
    ],
  },
  {
    reason: 'files are named alike in every language',
    places: [
      ...[
        'extension/transaction/transactionDocuments.ts',
        'extension/addresses/inspectTransactionCommand.ts',
        'extension/wallets/walletCommands.ts',
      ],
      ...['webview/percentiles/savePercentiles.ts', 'webview/transaction/transactionHeader.tsx'],
      'webview/wallet/saveWallet.ts',
      'webview/simulate/simulateHeader.tsx',
      'webview/competition/competitionTab.tsx',
      'backend/commands/submissionHistory.ts',
    ],
    texts:
      /transaction of \{\}|^transaction \{\}|^wallets |^wallet \{\}|^last 24 hours$|^over time$|^route \{\}|^competition \{\}$|^simulation \{\}|^Application Support$/,
  },
  {
    reason: 'the log is English, and so is what the process says before a window has met it',
    places: [
      ...['backend/files/privateFiles.ts', 'backend/channel/singleInstanceSocket.ts'],
      ...['backend/channel/windowConnection.ts', 'backend/protocol/channelProtocol.ts'],
    ],
  },
  {
    reason: 'as above',
    places: ['engine/engine.ts', 'extension/landing/landTransactionCommand.ts'],
    texts: /^Landing: /,
  },
  {
    reason: 'a request as HTTP writes it',
    places: ['http/loopbackProof.ts', 'http/proxyOptions.ts'],
    texts: /^GET \{\}|^Basic \{\}$/,
  },
  {
    reason: 'names of accounts in published interfaces',
    places: ['engine/pools/swapTemplates.ts'],
    texts: /^token_program=/,
  },
  {
    reason: 'parts of SQL statements',
    places: ['engine/store/sql/', 'engine/store/clickhouse/', 'engine/store/duckdb/'],
    texts: /^(\{\}| )?\s?AND \{\}|^\(intDiv|^sum\(|^(\{\}|[a-z_]+)(, [a-z_]+)+$/,
  },
  {
    reason: 'mistakes of programmers, and keys, which nobody is shown',
    places: [
      ...[
        'engine/store/',
        'backend/service/',
        'backend/connectionBase/connectionPools.ts',
        'webview/dom.ts',
      ],
      ...['engine/marketCache/', 'engine/sandbox/developmentAccounts.ts', 'http/responseBody.ts'],
      ...['extension/finder/filters/filterFields.ts', 'extension/finder/filters/listEditor.ts'],
    ],
    texts:
      /is out of order$|^budget |^No rate is set|^load with|is not for this\.$|mint_a|^OR \{\}|^BEGIN |^arbscope sandbox|^gzip, br|^no filter is called|^Orca Whirlpool/,
  },
];

const isExempt = (path: string, text: string): Exemption | undefined =>
  exemptions.find(
    ({ places, texts }) =>
      places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place)) &&
      (texts === undefined || texts.test(text)),
  );

describe('The sources', () => {
  test('contain no user-visible text without a translation', () => {
    const used = new Set<Exemption>();
    const found: string[] = [];
    for (const { path, source } of sourceFiles()) {
      for (const { line, text } of untranslatedIn(path, source)) {
        const exemption = isExempt(path.replace(/^src\//, ''), text);
        if (exemption === undefined) found.push(`${path}:${line}: ${text}`);
        else used.add(exemption);
      }
    }
    assert.deepEqual(found, []);
    const unused = exemptions.filter((each) => !used.has(each));
    assert.deepEqual(unused, [], 'exemptions that nothing needs any more');
  });
});
