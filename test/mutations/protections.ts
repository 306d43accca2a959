import type { Protection } from './protection.ts';

const unit = (path: string): string => `test/unit/${path}.test.ts`;
const integration = (path: string): string => `test/integration/${path}.test.ts`;

const secretKeys: readonly Protection[] = [
  {
    protects: 'Secret keys are recognized by their bytes',
    name: 'isSecretKey',
    body: 'return false;',
    tests: [unit('solana/keys')],
  },
  {
    protects: 'Text with a secret key is not taken for transactions',
    name: 'containsSecretKey',
    body: 'return false;',
    tests: [unit('solana/scan/seedPhrases')],
  },
  {
    protects: 'Seed phrases are recognized',
    name: 'seedPhrases',
    body: 'return [];',
    tests: [unit('solana/scan/seedPhrases')],
  },
  {
    protects: 'Half of a secret key that is split is not taken for an address',
    name: 'splitTextsAround',
    body: 'return [];',
    tests: [unit('solana/scan/secretKeyForms')],
  },
  {
    protects: 'Secret keys are recognized in lists, hexadecimal, Base64 and escapes',
    name: 'Classifier.#ownerOf',
    body: 'return undefined;',
    tests: [unit('solana/scan/secretKeyForms')],
  },
  {
    protects: 'What a name calls a secret is not taken for an address',
    name: 'ValueNames.classOf',
    body: 'return null;',
    tests: [unit('solana/scan/secretKeyForms')],
  },
  {
    protects: 'The part of a secret key that a mask leaves is not taken for an address',
    name: 'isTruncated',
    body: 'return false;',
    tests: [unit('solana/scan/secretKeyForms')],
  },
  {
    protects: 'Hovers send what may be a secret only after a click',
    name: 'networkMode',
    body: "return readUserSetting('arbscope.hover.network');",
    tests: [unit('extension/addresses/hoverProvider')],
  },
  {
    protects: 'Secret keys in documents are never looked up',
    name: 'classifyLookup',
    body: `
      const found = matchWholeText(text);
      return found === null ? null : { kind: 'address', text: found.text };
    `,
    tests: [unit('extension/addresses/attackCases')],
  },
  {
    protects: 'Tools of language models refuse input with secret keys',
    name: 'refuseSecrets',
    body: '',
    tests: [unit('backend/tools/callTool')],
  },
  {
    protects: 'Errors do not contain API keys that a service repeats',
    name: 'SecretRedactor.redactText',
    body: 'return text;',
    tests: [unit('http/secretRedactor')],
  },
  {
    protects: 'Responses do not contain API keys that a service repeats',
    name: 'ResponseRedactor.redactJson',
    body: 'return null;',
    tests: [unit('backend/service/responseRedactor')],
  },
  {
    protects: 'Errors of a node do not contain the secrets of its URL',
    name: 'findSecrets',
    body: 'return [];',
    tests: [integration('engine/sources/rpc/rpcSecrets')],
  },
  {
    protects: 'Nodes and services that simulate a transaction cannot land it',
    name: 'withoutSignatures',
    body: 'return bytes;',
    tests: [
      unit('engine/landing/rpcChain'),
      unit('engine/operations/arbscope/simulateNode'),
      integration('client/arbscopeClient'),
    ],
  },
  {
    protects: 'The password of a store goes over http only where `secure` says so',
    name: 'secureOf',
    body: "return url.searchParams.get('secure') === 'true';",
    tests: [unit('engine/store/clickhouse/database/clickHouseUrl')],
  },
  {
    protects: 'No environment variable turns off the check of a store’s certificate',
    name: 'strictAgent',
    body: 'return new Agent({ keepAlive: true });',
    tests: ['test/contract/certificates.test.ts'],
  },
  {
    protects: 'One key cannot open all streams and WebSockets of a server',
    name: 'KeyShares.open',
    body: 'return () => undefined;',
    tests: [unit('backend/server/keyShares'), integration('backend/server/keyLimits')],
  },
  {
    protects: 'One key cannot keep a server busy with many requests at once',
    name: 'KeyShares.start',
    body: 'return () => undefined;',
    tests: [unit('backend/server/keyShares'), integration('backend/server/keyLimits')],
  },
  {
    protects: 'A connection without a key cannot send thousands of requests at once',
    name: 'limitPipelining',
    body: 'void app;',
    tests: [integration('backend/server/serverLimits')],
  },
  {
    protects: 'A key only does what its scopes allow',
    name: 'RequestGuard.checkScope',
    body: 'return null;',
    tests: [integration('backend/server/keyLimits')],
  },
  {
    protects: 'A key without the scope lands nothing over JSON-RPC',
    name: 'withinScopes',
    body: 'return rpc;',
    tests: [integration('backend/server/keyLimits')],
  },
  {
    protects: 'A line of a journal is not lost while another process replaces the file',
    name: 'acquireFileLock',
    body: 'return () => undefined;',
    tests: [integration('engine/store/journalProcesses')],
  },
  {
    protects: 'API keys are never sent over http to another machine',
    name: 'parseServiceUrl',
    body: 'return new URL(text.trim());',
    tests: [unit('extension/backend/connectionEntries')],
  },
  {
    protects: 'API keys never follow a redirect to another origin',
    name: 'HttpRequester.#followRedirect',
    body: 'return new URL(location, from);',
    tests: [integration('client/httpMarketClient')],
  },
  {
    protects: 'API keys are stored for the origin that they were entered for',
    name: 'storageKey',
    body: "return formatStorageKey({ kind, origin: 'any', name });",
    tests: [unit('extension/backend/connectionSecrets')],
  },
  {
    protects: 'Landing hosts get an API key only if the user entered it for them',
    name: 'ConnectionSecrets.#isEnteredFor',
    body: 'return true;',
    tests: [unit('extension/backend/connectionSecrets')],
  },
  {
    protects: 'No encoding of a transaction hides a secret key',
    name: 'rejectSecretKey',
    body: '',
    tests: [unit('solana/landing/parseTransactions')],
  },
];

const landings: readonly Protection[] = [
  {
    protects: 'The bytes of a transaction that never reached a block are sent to no service',
    name: 'assertNoBytes',
    body: '',
    tests: [integration('client/arbscopeClient')],
  },
  {
    protects: 'A plan is sent once',
    name: 'LandingService.#takePlan',
    body: 'return this.#plans.get(planId);',
    tests: [unit('backend/landing/landingService')],
  },
  {
    protects: 'A plan expires',
    name: 'isExpired',
    body: 'return false;',
    tests: [unit('backend/landing/landingService')],
  },
  {
    protects: 'A plan is sent only through the connection that it was made for',
    name: 'requireSameSettings',
    body: '',
    tests: [unit('backend/landing/landingService')],
  },
  {
    protects: 'A plan with protection is not sent where there is none',
    name: 'requireProtection',
    body: '',
    tests: [unit('backend/landing/landingService')],
  },
  {
    protects: 'A plan is about the transaction that the user chose',
    name: 'isPlanFor',
    body: 'return true;',
    tests: [unit('extension/landing/landing')],
  },
  {
    protects: 'What the checks block is not sent',
    name: 'canSend',
    body: 'return true;',
    tests: [unit('backend/landing/landingService')],
  },
  {
    protects: 'A transaction that was sent after the plan was made is not sent again',
    name: 'LandingService.#refuseUnfit',
    body: "if (!canSend(report)) throw refusedError('blocked');",
    tests: [unit('backend/landing/landingService')],
  },
  {
    protects: 'Signatures are verified against the message',
    name: 'verifySignature',
    body: 'return true;',
    tests: [unit('solana/landing/checkTransaction')],
  },
  {
    protects: 'Transactions without a valid signature are blocked',
    name: 'checkSignatures',
    body: '',
    tests: [unit('solana/landing/checkTransaction')],
  },
  {
    protects: 'Options cannot switch the protection or the encoding',
    name: 'passedOptions',
    body: 'return options;',
    tests: [unit('backend/landing/landingService')],
  },
  {
    protects: 'A protected transaction is never sent to a node',
    name: 'RpcChain.#sendBundle',
    body: "return String(await this.#call('sendTransaction', [text, { encoding: 'base64' }], signal));",
    tests: [unit('engine/landing/rpcChain')],
  },
  {
    protects: 'A response with another signature raises an alarm',
    name: 'signatureMismatchAlarm',
    body: 'return null;',
    tests: [unit('backend/landing/landingService')],
  },
  {
    protects: 'A landing that cannot be recorded is not sent',
    name: 'LandingJournal.#writeNew',
    body: 'try { this.#write([entry], true); } catch {}',
    tests: [unit('backend/landing/landingJournal')],
  },
  {
    protects: 'A landing is on the disk before it is sent',
    name: 'syncLines',
    body: '',
    tests: [unit('backend/landing/landingJournal'), unit('engine/store/journalFile')],
  },
  {
    protects: 'Only one of several runs of the command line sends a transaction',
    name: 'SubmissionJournal.begin',
    body: `
      await ensurePrivateDirectory(this.#folder);
      this.#deleteOldFiles();
      const id = randomUUID();
      this.#append({ id, signature, messageSha256, submittedAtMilliseconds: this.#now() });
      return () => this.#append({ refused: id });
    `,
    tests: [unit('backend/landing/submissionJournal')],
  },
  {
    protects: 'Requests that must be sent once are not repeated',
    name: 'isSentOnce',
    body: 'return false;',
    tests: [integration('client/httpMarketClient')],
  },
  {
    protects: 'A transaction that may have been accepted does not count as refused',
    name: 'isOutcomeUnknown',
    body: 'return false;',
    tests: [unit('backend/landing/landingService')],
  },
  {
    protects: 'Landings need a confirmation',
    name: 'LandTransactionCommand.#confirm',
    body: "return 'send';",
    tests: [unit('extension/landing/landTransactionCommand')],
  },
  {
    protects: 'A new receiver of transactions needs a confirmation of its own',
    name: 'ConfirmedReceivers.has',
    body: 'return true;',
    tests: [unit('extension/connections/connectionManager')],
  },
];

const paths: readonly Protection[] = [
  {
    protects: 'Files and folders of another user are not used',
    name: 'foreignAccess',
    body: 'return null;',
    tests: [unit('backend/files/privateFiles')],
  },
  {
    protects: 'The backend opens no socket in a folder that other users can write to',
    name: 'requirePrivateDirectory',
    body: '',
    tests: [unit('backend/files/privateFiles')],
  },
  {
    protects: 'Windows look for no socket in a folder that other users can write to',
    name: 'checkSocketFolder',
    body: '',
    tests: [integration('extension/backend/connectChannel')],
  },
  {
    protects: 'Another user who takes the name of the socket’s folder does not block the extension',
    name: 'canHoldSocket',
    body: 'return true;',
    tests: [integration('extension/backend/connectChannel')],
  },
  {
    protects: 'Only the user can read the storage folder',
    name: 'makeStoragePrivate',
    body: 'await mkdir(folder, { recursive: true });',
    tests: [integration('extension/backend/connectChannel')],
  },
  {
    protects: 'Only the user can read the secret of the channel',
    name: 'ensureChannelSecret',
    body: `
      await mkdir(storageFolder, { recursive: true });
      if (!(await exists(file))) await writeFile(file, randomBytes(32).toString('hex'));
      return (await readFile(file, 'utf8')).trim();
    `,
    tests: [integration('extension/backend/connectChannel')],
  },
  {
    protects: 'Only the user can read journals',
    name: 'openFile',
    body: `
      const file = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK);
      const { ino, size } = checkRegular(path, fstatSync(file));
      return { file, ino, size };
    `,
    tests: [unit('engine/store/journalFile')],
  },
  {
    protects: 'Journals are no symbolic links to other files',
    name: 'openFile',
    body: `
      const file = openSync(path, flags | O_NONBLOCK, privateMode);
      fchmodSync(file, privateMode);
      const { ino, size } = checkRegular(path, fstatSync(file));
      return { file, ino, size };
    `,
    tests: [unit('engine/store/journalFile')],
  },
  {
    protects: 'Only the user can read a store',
    name: 'makePrivate',
    body: '',
    tests: [unit('engine/store/store')],
  },
  {
    protects: 'A store is no symbolic link to another file',
    name: 'isOrdinaryFile',
    body: 'return await lstat(file).then(() => true, () => false);',
    tests: [unit('engine/store/store')],
  },
  {
    protects: 'Only the user can read the key of a Sandbox wallet',
    name: 'writeKeyFile',
    body: 'await writeFile(path, text);',
    tests: [unit('extension/landing/sandboxWalletCommands')],
  },
  {
    protects: 'The name of an export does not lead to another folder',
    name: 'exportFileName',
    body: `return \`\${name}.\${format}\`;`,
    tests: [unit('extension/ui/panels/panelHtml')],
  },
  {
    protects: 'The backend takes over no socket of a living process',
    name: 'isServed',
    body: 'return Promise.resolve(false);',
    tests: [integration('backend/channel/singleInstanceSocket')],
  },
  {
    protects: 'Journals are replaced as a whole',
    name: 'JournalFile.#replacing',
    body: `
      if (!this.isCurrent) return false;
      rmSync(this.path, { force: true });
      const { file } = openFile(this.path, O_WRONLY | O_CREAT | O_EXCL);
      try {
        for (const text of inChunks(lines)) {
          writeFileSync(file, text);
          yield;
        }
        if (sync) fsyncSync(file);
        this.#known = fstatSync(file);
        return true;
      } finally {
        closeSync(file);
      }
    `,
    tests: [unit('engine/store/journalFile')],
  },
  {
    protects: 'Exports do not overwrite a file that somebody has edited',
    name: 'isKnownHash',
    body: 'return true;',
    tests: [unit('extension/finder/exports/writeFileAtomically')],
  },
];

const network: readonly Protection[] = [
  {
    protects: 'Token metadata is not read from private addresses',
    name: 'isPublicIpAddress',
    body: 'return true;',
    tests: [integration('engine/sources/rpc/offChainMetadataReader')],
  },
  {
    protects: 'Token metadata is not read from hosts that resolve to private addresses',
    name: 'safeLookup',
    body: `
      return (hostname, { all }, callback) => {
        resolve(hostname).then(
          (found) =>
            all === true
              ? callback(null, [...found])
              : callback(null, found[0].address, found[0].family),
          (error) => callback(error, '', 0),
        );
      };
    `,
    tests: [integration('engine/sources/rpc/offChainMetadataReader')],
  },
  {
    protects: 'URLs and redirects of token metadata lead to public host names',
    name: 'PublicHttpsClient.#allowedUrl',
    body: 'return httpsUrl(text, base);',
    tests: [integration('engine/sources/rpc/offChainMetadataReader')],
  },
  {
    protects: 'Responses and what they unpack to have a size limit',
    name: 'byteLimit',
    body: 'return () => undefined;',
    tests: [integration('engine/sources/rpc/offChainMetadataReader')],
  },
  {
    protects: 'A service over http on this machine gets the key only after a proof',
    name: 'requireProof',
    body: '',
    tests: [integration('backend/server/loopbackProof')],
  },
  {
    protects: 'Callers without a key cannot keep a server busy with proofs',
    name: 'ProofResponder.#requireRate',
    body: '',
    tests: [unit('backend/server/proofResponder')],
  },
  {
    protects: 'The responses of a JSON-RPC batch cannot fill the memory of a server',
    name: 'exceedsBatch',
    body: 'return false;',
    tests: [unit('backend/server/rpcResponse')],
  },
  {
    protects: 'serve takes no key that can be guessed',
    name: 'requireLongKey',
    body: '',
    tests: [integration('backend/commands/serveKeys')],
  },
  {
    protects: 'A node that refuses a server does not count as a refused key of the caller',
    name: 'toErrorResponse',
    body: `
      const { message } = error as Error;
      return { body: errorBody(401, message), retryAfterSeconds: undefined };
    `,
    tests: [unit('backend/server/httpErrorResponse')],
  },
  {
    protects: 'serve warns that keys are sent in clear beyond this machine',
    name: 'warnAboutClearText',
    body: '',
    tests: [integration('backend/commands/storeSources')],
  },
  {
    protects: 'Web pages cannot use the server through a host name of theirs',
    name: 'RequestGuard.checkOrigin',
    body: 'return null;',
    tests: [integration('backend/server/loopbackProof')],
  },
  {
    protects: 'The server answers only callers with a valid key',
    name: 'ApiKeys.find',
    body: 'return [...this.#byDigest.values()][0] ?? null;',
    tests: [integration('backend/server/serverLimits')],
  },
  {
    protects: 'The backend serves only windows that know the secret',
    name: 'WindowConnection.#handleAuthenticate',
    body: `
      this.#handshakeState = 'authenticated';
      clearTimeout(this.#authenticationTimeout);
      this.#liftByteLimit();
      this.#options.onAuthenticated(this);
      return null;
    `,
    tests: [integration('backend/channel/channelServer')],
  },
  {
    protects: 'Windows use only a backend that knows the secret',
    name: 'isServerProof',
    body: 'return true;',
    tests: [integration('extension/backend/connectChannel')],
  },
  {
    protects: 'An untrusted workspace reads no key and sends no request',
    name: 'ActiveConnection.settingsOf',
    body: `
      if (connection.kind === 'sandbox') return { kind: 'sandbox' };
      return toConnectionSettings({
        connection,
        secret: await this.#options.secrets.read(connection),
        network: this.#options.network(endpointLabel(connection)),
      });
    `,
    tests: [unit('extension/backend/activeConnection')],
  },
  {
    protects: 'An untrusted workspace lands no transaction',
    name: 'LandTransactionCommand.#checkTrust',
    body: 'return true;',
    tests: [unit('extension/landing/landTransactionCommand')],
  },
  {
    protects: 'A workspace sets nothing about keys, money and safety',
    name: 'readUserSetting',
    body: 'return readSetting(id);',
    tests: [unit('extension/settings')],
  },
  {
    protects: 'Statements reach no file except the store',
    name: 'confinedSettings',
    body: 'return { ...settings, ...options };',
    tests: [unit('engine/store/store')],
  },
  {
    protects: 'Names in an address of ClickHouse cannot contain SQL',
    name: 'requirePlainIdentifier',
    body: '',
    tests: [unit('engine/store/clickhouse/database/clickHouseUrl')],
  },
];

const untrustedText: readonly Protection[] = [
  {
    protects: 'Untrusted text cannot control a terminal',
    name: 'sanitizeLine',
    body: 'return text;',
    tests: [unit('backend/commands/terminalLines')],
  },
  {
    protects: 'Untrusted text is not Markdown in hovers',
    name: 'escapeMarkdownText',
    body: 'return text;',
    tests: [unit('extension/addresses/attackCases')],
  },
  {
    protects: 'Untrusted text cannot close the marks around the data of a tool',
    name: 'formatToolResult',
    body: `
      const json = stringifyJson(data);
      return [...notes, untrustedNotice, '<untrusted-data>', json, '</untrusted-data>'].join('\\n');
    `,
    tests: [unit('backend/tools/callTool')],
  },
  {
    protects: 'Untrusted text in structured results cannot imitate the marks',
    name: 'formatStructuredResult',
    body: 'return stringifyJson(data);',
    tests: [unit('backend/tools/callTool')],
  },
  {
    protects: 'Untrusted text in an error of a tool is between the marks',
    name: 'formatToolError',
    body: 'return message;',
    tests: [unit('backend/mcp/mcpServer'), unit('extension/ai/languageModelTools')],
  },
];

const idls: readonly Protection[] = [
  {
    protects: 'An untrusted workspace points to no deploy keypair',
    name: 'mayReadKeypairs',
    body: 'return true;',
    tests: [unit('extension/idl/workspaceIdls')],
  },
  {
    protects: 'Files of a workspace that are no IDLs are not given to the backend',
    name: 'mayBeIdl',
    body: 'return true;',
    tests: [unit('extension/idl/programAddress')],
  },
  {
    protects: 'Large files of a workspace are not read',
    name: 'readSmallFile',
    body: 'return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));',
    tests: [unit('extension/idl/workspaceIdls')],
  },
  {
    protects: 'A large IDL is not parsed',
    name: 'idlSizeFault',
    body: 'return null;',
    tests: [unit('engine/idl/readIdl')],
  },
  {
    protects: 'An IDL of the chain cannot fill the memory when it is inflated',
    name: 'inflate',
    body: "return inflateSync(data).toString('utf8');",
    tests: [unit('engine/idl/chainIdl')],
  },
  {
    protects: 'Values of an IDL have a limited number and depth',
    name: 'ValueCursor.enter',
    body: `
      this.#values += 1;
      this.#depth += 1;
      if (this.#values > 100_000) this.refuse('');
      return this.#values <= 100_000;
    `,
    tests: [unit('engine/idl/decodeData')],
  },
  {
    protects: 'An IDL does not rename transfers',
    name: 'isAlwaysNamed',
    body: 'return false;',
    tests: [unit('engine/idl/nameCall')],
  },
  {
    protects: 'IDLs of the chain are not requested where the user turned that off',
    name: 'WindowIdls.forPrograms',
    body: 'return await withAbort(this.#chain.add(this.of(window), programs, chain), signal);',
    tests: [unit('backend/channel/windowIdls')],
  },
  {
    protects: 'A page opens no file but the source of an error that was found',
    name: 'ErrorSources.open',
    body: 'await vscode.window.showTextDocument(vscode.Uri.file(label));',
    tests: [unit('extension/idl/errorSources')],
  },
];

/** Run by `npm run test:mutations`. Keys, landings, paths, and what leaves the machine. */
export const protections: readonly Protection[] = [
  ...secretKeys,
  ...landings,
  ...paths,
  ...network,
  ...untrustedText,
  ...idls,
];
