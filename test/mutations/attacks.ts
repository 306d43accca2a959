import type { Mutation } from './mutation.ts';

const unit = (path: string): string => `test/unit/${path}.test.ts`;
const messages = [unit('webview/messages')];
const panelHtml = [unit('extension/ui/panels/panelHtml')];
const activeConnection = [unit('extension/connections/activeConnection')];
const connectionSecrets = [unit('extension/connections/connectionSecrets')];
const connectionEntries = [unit('extension/connections/connectionEntries')];
const editorAttacks = [unit('extension/addresses/attackCases')];
const tokenPanel = [unit('webview/token/token')];
const pictures = [unit('engine/sources/tokenImageReader')];
const metadata = [unit('engine/sources/offChainMetadataReader')];
const tools = [unit('backend/tools/callTool')];
const scan = [unit('solana/scan/scanText')];
const connectChannel = [unit('extension/backend/connectChannel')];
const channelServer = [unit('backend/channel/channelServer')];
const writing = [unit('extension/finder/exports/writeFileAtomically')];

/** Protections of windows, pages, panels, commands, and of what strangers chose to be fetched. */
export const attackMutations: readonly Mutation[] = [
  // Pages and their panels.
  {
    protection: 'A page runs only the script that has its nonce',
    file: 'src/extension/ui/panels/panelHtml.ts',
    find: "`script-src 'nonce-",
    replace: "`script-src 'unsafe-inline' 'nonce-",
    tests: panelHtml,
  },
  {
    protection: 'A page loads nothing that its policy does not name',
    file: 'src/extension/ui/panels/panelHtml.ts',
    find: '"default-src \'none\'",',
    replace: '',
    tests: panelHtml,
  },
  {
    protection: 'A page shows no picture from elsewhere',
    file: 'src/extension/ui/panels/panelHtml.ts',
    find: "'img-src blob: data:'",
    replace: "'img-src blob: data: https:'",
    tests: panelHtml,
  },
  {
    protection: 'A page makes no markup of text',
    file: 'src/extension/ui/panels/panelHtml.ts',
    find: '"require-trusted-types-for \'script\'",',
    replace: '',
    tests: panelHtml,
  },
  {
    protection: 'A panel’s title is text in its page',
    file: 'src/extension/ui/panels/panelHtml.ts',
    find: 'escapeHtml(title)',
    replace: 'title',
    tests: panelHtml,
  },
  {
    protection: 'A translation cannot end its data block in a page',
    file: 'src/extension/ui/panels/panelHtml.ts',
    find: ".replaceAll('<', '\\\\u003c')",
    replace: '',
    tests: panelHtml,
  },
  {
    protection: 'Members of a message that are inherited do not count',
    file: 'src/webview/guards.ts',
    find: 'Object.hasOwn(value, name) && guard(value[name])',
    replace: 'guard(value[name])',
    tests: messages,
  },
  {
    protection: 'A page runs only the error actions of a fixed list',
    file: 'src/webview/messages.ts',
    find: "is.object({ type: is.oneOf('error-action'), act: is.oneOf(...errorActions) }),",
    replace: "is.object({ type: is.oneOf('error-action'), act: is.string(100) }) as never,",
    tests: messages,
  },
  {
    protection: 'A page saves only files of known formats',
    file: 'src/webview/messages.ts',
    find: 'format: is.oneOf(...exportFormats),',
    replace: 'format: is.string(100) as is.Guard<ExportFormat>,',
    tests: messages,
  },
  {
    protection: 'The name of an exported file is no path',
    file: 'src/extension/ui/panels/exportFile.ts',
    find: ".replace(/[^A-Za-z0-9 _-]+/g, '')",
    replace: '',
    tests: panelHtml,
  },
  {
    protection: 'An exported picture is a picture',
    file: 'src/extension/ui/panels/exportFile.ts',
    find: "if (bytes.subarray(0, 8).toString('latin1') !== '\\u0089PNG\\r\\n\\u001a\\n') {",
    replace: 'if (bytes.length === 0) {',
    tests: panelHtml,
  },
  // Connections and their keys.
  {
    protection: 'No key is read in a workspace that is not trusted',
    file: 'src/extension/connections/activeConnection.ts',
    find: 'if (!this.#options.isTrusted()) throw restrictedError(connection);',
    replace: '',
    tests: activeConnection,
  },
  {
    protection: 'A key is kept under the origin that it was entered for',
    file: 'src/extension/connections/connectionSecrets.ts',
    find: '    origin,\n    name: name.toLowerCase(),',
    replace: '    origin: origin.slice(0, 6),\n    name: name.toLowerCase(),',
    tests: connectionSecrets,
  },
  {
    protection: 'A key goes to a landing host only once it was entered for that host',
    file: 'src/extension/connections/connectionSettings.ts',
    find: 'const mayLand = landingUrl !== null && origins.includes(new URL(landingUrl).origin);',
    replace: 'const mayLand = landingUrl !== null && origins.length > 0;',
    tests: connectionSecrets,
  },
  {
    protection: 'An RPC URL is used only for the origin of its connection',
    file: 'src/extension/connections/connectionSettings.ts',
    find: '!URL.canParse(secret.secret) || new URL(secret.secret).origin !== origin',
    replace: '!URL.canParse(secret.secret)',
    tests: connectionSecrets,
  },
  {
    protection: 'A secret storage’s own words are not shown',
    file: 'src/extension/connections/connectionSecrets.ts',
    find: '  } catch {\n    throw new MarketError(',
    replace:
      '  } catch (error) {\n    if (error instanceof Error) throw error;\n    throw new MarketError(',
    tests: connectionSecrets,
  },
  {
    protection: 'No key goes over http to another machine',
    file: 'src/api/parseServiceUrl.ts',
    find: "url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))",
    replace: "url.protocol !== 'https:' && url.protocol !== 'http:'",
    tests: connectionEntries,
  },
  {
    protection: 'The address of a service has no user name that looks like its host',
    file: 'src/api/parseServiceUrl.ts',
    find: "url.username !== '' || url.password !== ''",
    replace: 'url.username === url.href',
    tests: connectionEntries,
  },
  {
    protection: 'No key is kept in a settings file as the path of an RPC URL',
    file: 'src/extension/connections/connectionEntries.ts',
    find: "if (url.pathname !== '/') {",
    replace: 'if (url.pathname.length > 1e6) {',
    tests: connectionEntries,
  },
  {
    protection: 'A wallet’s secret key is not stored as an API key',
    file: 'src/extension/connections/connectionValidation.ts',
    find: "parseSignature(key).kind === 'secret-key'",
    replace: "key === 'secret-key'",
    tests: [unit('extension/connections/connectionManager')],
  },
  // Documents, hovers and commands.
  {
    protection: 'A secret key is never looked up',
    file: 'src/extension/addresses/classifyLookup.ts',
    find: "found === null || found.kind === 'secret-key'",
    replace: 'found === null',
    tests: editorAttacks,
  },
  {
    protection: 'Text of the chain is no markup in a hover',
    file: 'src/extension/addresses/hoverMarkdown.ts',
    find: "escapeMarkdownText(text).replace(/\\s+/gu, ' ')",
    replace: "text.replace(/\\s+/gu, ' ') || escapeMarkdownText(text)",
    tests: editorAttacks,
  },
  {
    protection: 'A bracket in an argument cannot end a link of a hover',
    file: 'src/extension/addresses/hoverMarkdown.ts',
    find: ".replaceAll('(', '%28').replaceAll(')', '%29')",
    replace: '',
    tests: [unit('extension/addresses/facts'), ...editorAttacks],
  },
  {
    protection: 'No link of another program reaches the extension',
    file: 'src/extension/main.ts',
    find: 'register(registerLanguageModelTools(active));',
    replace:
      'register(registerLanguageModelTools(active));\n  register(vscode.window.registerUriHandler({ handleUri: () => undefined }));',
    tests: editorAttacks,
  },
  {
    protection: 'A seed that its name calls a secret key is found as one',
    file: 'src/solana/scan/scanText.ts',
    find: 'if (secretSeedName.test(name)) {',
    replace: 'if (name === word) {',
    tests: [...scan, unit('solana/scan/corpus'), unit('extension/addresses/secrets')],
  },
  {
    protection: 'What is found of a secret key does not hold it',
    file: 'src/solana/scan/scanText.ts',
    find: "return { kind: 'secret-key', format: 'base58', publicKey: publicKeyOf(bytes), start, end };",
    replace:
      "return { kind: 'secret-key', format: 'base58', publicKey: word || publicKeyOf(bytes), start, end };",
    tests: [...scan, ...editorAttacks],
  },
  {
    protection: 'Half of a secret key that is selected is not taken for an address',
    file: 'src/extension/addresses/documentText.ts',
    find: 'const from = Math.max(0, character - contextCharacters);',
    replace: 'const from = character;',
    tests: [unit('extension/addresses/secrets')],
  },
  {
    protection: 'An explorer is one of a fixed list of https sites',
    file: 'src/extension/ui/explorerUrl.ts',
    find: 'Object.hasOwn(explorers, explorer) ? explorers[explorer] : explorers.solscan',
    replace: 'explorers[explorer] ?? { [what]: explorer }',
    tests: editorAttacks,
  },
  {
    protection: 'Only an address or a signature is opened in an explorer',
    file: 'src/extension/ui/explorerUrl.ts',
    find: 'return base58.test(id) ?',
    replace: 'return id !== base58.source ?',
    tests: editorAttacks,
  },
  // Pictures and metadata at addresses that strangers chose.
  {
    protection: 'A page is told of no picture but over https',
    file: 'src/extension/token/tokenContent.ts',
    find: "return protocol === 'https:' ? href : null;",
    replace: "return protocol !== '' ? href : null;",
    tests: tokenPanel,
  },
  {
    protection: 'A picture is fetched by itself only in a trusted workspace',
    file: 'src/extension/token/tokenImages.ts',
    find: 'return this.#options.isTrusted() && this.#options.isEnabled();',
    replace: 'return this.#options.isEnabled();',
    tests: tokenPanel,
  },
  {
    protection: 'A picture is fetched on a click alone unless set otherwise',
    file: 'src/extension/token/tokenPanel.ts',
    find: 'if (!images.isAutomatic() && !requestedImages.has(mint)) return content;',
    replace: '',
    tests: tokenPanel,
  },
  {
    protection: 'A page gets a picture only as a small bitmap',
    file: 'src/extension/token/tokenImages.ts',
    find: 'if (isShort && dataUriPattern.test(dataUri))',
    replace: "if (typeof dataUri === 'string')",
    tests: tokenPanel,
  },
  {
    protection: 'A drawing that may hold a script is no picture',
    file: 'src/engine/sources/rpc/accounts/tokenImageReader.ts',
    find: "if (kind === null) return noImage(t('not a PNG, JPEG, GIF or WebP image'));",
    replace:
      "if (kind === null) return { dataUri: 'data:image/svg+xml;base64,' + body.toString('base64'), reason: null };",
    tests: pictures,
  },
  {
    protection: 'A small file that unpacks to a huge picture is rejected',
    file: 'src/engine/sources/rpc/accounts/tokenImageReader.ts',
    find: 'width < 1 || height < 1 || width > pixelsMaximum || height > pixelsMaximum',
    replace: 'width > pixelsMaximum * 1e6',
    tests: pictures,
  },
  {
    protection: 'Metadata is fetched over https alone',
    file: 'src/http/publicHttpsClient.ts',
    find: "return url?.protocol === 'https:' ? url : null;",
    replace: 'return url;',
    tests: metadata,
  },
  {
    protection: 'Metadata is fetched from no host of a private network',
    file: 'src/http/publicHttpsClient.ts',
    find: 'first === undefined || !addresses.every(({ address }) => isAllowed(address))',
    replace: 'first === undefined || !isAllowed(addresses[0]?.address ?? first.address)',
    tests: metadata,
  },
  {
    protection: 'An IP address in place of a host name is not fetched from',
    file: 'src/http/publicHttpsClient.ts',
    find: "if (hostname.startsWith('[') || isIP(hostname) !== 0 || !hostname.includes('.')) return null;",
    replace: '',
    tests: metadata,
  },
  {
    protection: 'A redirect of metadata is checked like the first address',
    file: 'src/http/publicHttpsClient.ts',
    find: "url = this.#allowedUrl(firstHeaderValue(headers['location']) ?? '', url);",
    replace: "url = parseUrl(firstHeaderValue(headers['location']) ?? '', url);",
    tests: metadata,
  },
  {
    protection: 'Metadata larger than its limit is not read',
    file: 'src/http/publicHttpsClient.ts',
    find: 'const limits = { receivedBytes: bytesMaximum, decompressedBytes: bytesMaximum };',
    replace:
      'const limits = { receivedBytes: 2 ** 40, decompressedBytes: 2 ** 40 + bytesMaximum };',
    tests: [...metadata, ...pictures],
  },
  {
    protection: 'A link of metadata that is not https is not shown as one',
    file: 'src/engine/sources/rpc/accounts/offChainMetadataReader.ts',
    find: "return url !== null && url.username === '' && url.password === '' ? url.href : '';",
    replace: 'return url !== null ? url.href : text;',
    tests: metadata,
  },
  // Tools for language models.
  {
    protection: 'A tool refuses a secret key in its input',
    file: 'src/backend/tools/callTool.ts',
    find: '  refuseSecrets(input);\n  switch',
    replace: '  switch',
    tests: tools,
  },
  {
    protection: 'A tool refuses a secret key as the name of a member',
    file: 'src/backend/tools/callTool.ts',
    find: '    refuseSecrets(key);\n',
    replace: '',
    tests: tools,
  },
  {
    protection: 'A tool’s answer is marked as untrusted',
    file: 'src/backend/tools/callTool.ts',
    find: "return [...notes, untrustedNotice, '<untrusted-data>', json,",
    replace: "return [...notes, '<untrusted-data>', json,",
    tests: tools,
  },
  {
    protection: 'Text of the chain cannot end the mark around untrusted data',
    file: 'src/backend/tools/callTool.ts',
    find: "stringifyJson(replaceInvisible(data)).replaceAll('<', '\\\\u003c')",
    replace: 'stringifyJson(replaceInvisible(data))',
    tests: tools,
  },
  {
    protection: 'Hidden text of the chain is visible to a model',
    file: 'src/backend/tools/callTool.ts',
    find: "if (typeof value === 'string') return sanitizeText(value, maxTextCharacters);",
    replace: '',
    tests: tools,
  },
  // The channel, as a window sees it.
  {
    protection: 'A window talks to no process that does not know the secret',
    file: 'src/extension/backend/handshake.ts',
    find: 'if (server === null) throw wrongSecretError();',
    replace: 'if (server === null) return onAuthenticated();',
    tests: connectChannel,
  },
  {
    protection: 'A window talks to no process of another version',
    file: 'src/extension/backend/handshake.ts',
    find: 'server.protocolVersion !== protocolVersion || server.version !== version',
    replace: 'server.protocolVersion !== protocolVersion',
    tests: connectChannel,
  },
  {
    protection: 'The secret of the channel is made for its user alone',
    file: 'src/extension/backend/channelPaths.ts',
    find: "{ flag: 'wx', mode: 0o600 }",
    replace: "{ flag: 'wx' }",
    tests: connectChannel,
  },
  {
    protection: 'A damaged secret is not used',
    file: 'src/extension/backend/channelPaths.ts',
    find: 'if (!secretPattern.test(secret)) {',
    replace: "if (secret === '') {",
    tests: connectChannel,
  },
  {
    protection: 'The backend runs without the options of the editor’s debugger',
    file: 'src/extension/backend/backendProcess.ts',
    find: 'const { NODE_OPTIONS: _options, VSCODE_INSPECTOR_OPTIONS: _inspector, ...kept } = process.env;',
    replace: 'const kept = process.env;',
    tests: [unit('extension/backend/backendProcess')],
  },
  {
    protection: 'A picture is fetched for a window only from public https addresses',
    file: 'src/http/publicHttpsClient.ts',
    find: 'if (Number(url.port || httpsPort) !== this.#port) return null;',
    replace: '',
    tests: [...metadata, ...channelServer],
  },
  // Files that are written.
  {
    protection: 'A file that somebody else has edited is not replaced',
    file: 'src/extension/finder/exports/writeFileAtomically.ts',
    find: "if (!isKnownHash(before, knownHashes)) return { kind: 'edited' };",
    replace: '',
    tests: writing,
  },
  {
    protection: 'A file is read back before it takes the place of the last good one',
    file: 'src/extension/finder/exports/writeFileAtomically.ts',
    find: 'if (sha256Hex(await fileSystem.read(aside)) !== print) {',
    replace: "if (print === '') {",
    tests: writing,
  },
];
