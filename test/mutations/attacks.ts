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
const finderContent = [unit('extension/finder/finderContent')];
const panel = [unit('extension/ui/panels/panel')];
const page = [unit('webview/page')];
const ownSettings = [unit('extension/settings')];
const scopes = [unit('architecture/settingScopes')];
const hoverProvider = [unit('extension/addresses/hoverProvider')];
const wallets = [unit('extension/landing/sandboxWalletCommands')];
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
    replace: '(explorers[explorer] ?? { [what]: String(explorer) })',
    tests: finderContent,
  },
  {
    protection: 'Only an address or a signature is opened in an explorer',
    file: 'src/extension/ui/explorerUrl.ts',
    find: 'return base58.test(id) ?',
    replace: 'return id !== base58.source ?',
    tests: [unit('extension/transaction/transactionPanel')],
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
    tests: [unit('extension/token/tokenPanel')],
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
  // Panels, and the frame that a page runs in.
  {
    protection: 'A page cannot run a command by a link',
    file: 'src/extension/ui/panels/panel.ts',
    find: 'enableCommandUris: false',
    replace: 'enableCommandUris: true',
    tests: panel,
  },
  {
    protection: 'A page loads files of two folders of the extension alone',
    file: 'src/extension/ui/panels/panel.ts',
    find: "    vscode.Uri.joinPath(root, 'dist', 'webview'),\n",
    replace: '    root,\n',
    tests: panel,
  },
  {
    protection: 'The nonce of a page is new and cannot be foreseen',
    file: 'src/extension/ui/panels/panel.ts',
    find: "nonce: randomBytes(24).toString('base64url')",
    replace: "nonce: 'n'.repeat(randomBytes(24).length + 8)",
    tests: panel,
  },
  {
    protection: 'Nothing counts that is said before a page is ready',
    file: 'src/extension/ui/panels/panel.ts',
    find: '    if (!this.#isReady) return;\n',
    replace: '',
    tests: panel,
  },
  {
    protection: 'Nothing counts that is said after a page was hidden',
    file: 'src/extension/ui/panels/panel.ts',
    find: 'if (!webviewPanel.visible) this.#isReady = false;',
    replace: '',
    tests: panel,
  },
  {
    protection: 'Nothing is told to a page that has not said that it listens',
    file: 'src/extension/ui/panels/panel.ts',
    find: 'if (this.#isReady) void this.#options',
    replace: 'void this.#options',
    tests: panel,
  },
  {
    protection: 'A panel comes back only with a state of its kind',
    file: 'src/extension/ui/panels/panelManager.ts',
    find: '!kind.isState(state) || this.#openPanels.has(kind.keyOf(state))',
    replace: '!isObject(state)',
    tests: panel,
  },
  {
    protection: 'A transaction panel comes back only for a signature',
    file: 'src/extension/transaction/transactionPanel.ts',
    find: "isTransactionState(value) && parseSignature(value.signature).kind === 'signature'",
    replace: 'isTransactionState(value)',
    tests: [unit('extension/transaction/transactionPanel')],
  },
  {
    protection: 'A token panel comes back only for an address',
    file: 'src/extension/token/tokenPanel.ts',
    find: 'isTokenState(value) && isAddress(value.mint)',
    replace: 'isTokenState(value)',
    tests: [unit('extension/token/tokenPanel')],
  },
  {
    protection: 'A page hears no frame of another origin',
    file: 'src/webview/page.ts',
    find: '!event.isTrusted || event.origin !== window.origin',
    replace: '!event.isTrusted',
    tests: page,
  },
  {
    protection: 'A page hears no event that a script made',
    file: 'src/webview/page.ts',
    find: 'if (!event.isTrusted || event.origin',
    replace: 'if (event.origin',
    tests: page,
  },
  {
    protection: 'A page takes nothing of a prototype for a value that it kept',
    file: 'src/webview/page.ts',
    find: 'Object.hasOwn(this.#pageState, name) ? this.#pageState[name] : undefined',
    replace: 'this.#pageState[name]',
    tests: page,
  },
  {
    protection: 'Content for a page is checked before it is shown',
    file: 'src/webview/messages.ts',
    find: 'if (isContent(content)) return { type, content };',
    replace: 'return { type, content: content as Content };',
    tests: [...messages, ...page],
  },
  {
    protection: 'A text of a message has a greatest length',
    file: 'src/webview/guards.ts',
    find: "typeof value === 'string' && value.length <= longest",
    replace: "typeof value === 'string' && longest > 0",
    tests: messages,
  },
  {
    protection: 'The tooltip of a row runs no command',
    file: 'src/extension/ui/treeItem.ts',
    find: 'item.tooltip = new vscode.MarkdownString(tooltipMarkdown(row));',
    replace:
      'const text = new vscode.MarkdownString(tooltipMarkdown(row));\n  text.isTrusted = true;\n  item.tooltip = text;',
    tests: [unit('extension/ui/treeItem')],
  },
  {
    protection: 'Text of strangers is no markup in the tooltip of a row',
    file: 'src/extension/ui/treeRow.ts',
    find: ".replace(/[\\\\`*_{}[\\]()#+\\-!~|.:@]/g, '\\\\$&')",
    replace: '',
    tests: [unit('extension/ui/treeItem')],
  },
  {
    protection: 'No HTML of strangers stands in the tooltip of a row',
    file: 'src/extension/ui/treeRow.ts',
    find: "    .replace(/</g, '&lt;')\n",
    replace: '',
    tests: [unit('extension/ui/treeItem')],
  },
  {
    protection: 'Other extensions get no part of this one',
    file: 'src/extension/testAccess.ts',
    find: 'if (context.extensionMode !== vscode.ExtensionMode.Test) return undefined;',
    replace: '',
    tests: [unit('extension/testAccess')],
  },
  // Settings, and workspaces that are not trusted.
  {
    protection: 'Only the user’s own value of a setting decides about keys, money and safety',
    file: 'src/extension/commandsAndSettings.ts',
    find: 'vscode.workspace.getConfiguration().inspect(id)?.globalValue;',
    replace: 'vscode.workspace.getConfiguration().get(id);',
    tests: ownSettings,
  },
  {
    protection: 'A workspace cannot set connections',
    file: 'package.json',
    find: '"default": [],\n            "scope": "machine"',
    replace: '"default": [],\n            "scope": "window"',
    tests: scopes,
  },
  {
    protection: 'A workspace cannot have pictures of strangers fetched',
    file: 'package.json',
    find: '"order": 1,\n            "scope": "machine",\n            "markdownDescription": "%setting.token.showPictures.description%"',
    replace:
      '"order": 1,\n            "scope": "window",\n            "markdownDescription": "%setting.token.showPictures.description%"',
    tests: scopes,
  },
  {
    protection: 'A workspace cannot turn off the confirmation of a landing',
    file: 'package.json',
    find: '"scope": "application",\n            "markdownDescription": "%setting.landing.confirmSandbox.description%"',
    replace:
      '"scope": "resource",\n            "markdownDescription": "%setting.landing.confirmSandbox.description%"',
    tests: scopes,
  },
  {
    protection: 'A workspace cannot add options to a landing',
    file: 'package.json',
    find: '"scope": "application",\n            "markdownDescription": "%setting.landing.options.description%"',
    replace:
      '"scope": "machine-overridable",\n            "markdownDescription": "%setting.landing.options.description%"',
    tests: scopes,
  },
  {
    protection: 'A block for one language cannot make hovers ask',
    file: 'package.json',
    find: '"scope": "application",\n            "markdownDescription": "%setting.hover.network.description%"',
    replace:
      '"scope": "language-overridable",\n            "markdownDescription": "%setting.hover.network.description%"',
    tests: scopes,
  },
  {
    protection: 'A workspace that is not trusted sets nothing about requests',
    file: 'package.json',
    find: '        "arbscope.finder.refreshSeconds"\n      ]',
    replace: '        "arbscope.finder.tipPercentile"\n      ]',
    tests: scopes,
  },
  {
    protection: 'Nothing is landed from a workspace that is not trusted',
    file: 'package.json',
    find: '        "enablement": "isWorkspaceTrusted"',
    replace: '        "enablement": "true"',
    tests: [unit('extension/landing/landing')],
  },
  {
    protection: 'The editor’s proxy is taken from the user’s own settings',
    file: 'src/extension/main.ts',
    find: 'resolveNetworkSettings(address, userSettingValue, process.env)',
    replace:
      'resolveNetworkSettings(address, (id) => vscode.workspace.getConfiguration().get(id), process.env)',
    hostSuites: ['hostileSettings'],
  },
  {
    protection: 'A hover asks nothing by itself in a workspace that is not trusted',
    file: 'src/extension/addresses/addressHoverProvider.ts',
    find: "return mode === 'automatic' && !vscode.workspace.isTrusted ? 'onDemand' : mode;",
    replace: 'return mode;',
    tests: hoverProvider,
  },
  {
    protection: 'A hover can run only commands that open and copy',
    file: 'src/extension/addresses/addressHoverProvider.ts',
    find: 'text.isTrusted = { enabledCommands: [...hoverCommands] };',
    replace: 'text.isTrusted = true;',
    tests: hoverProvider,
  },
  {
    protection: 'A hover offers no landing',
    file: 'src/extension/addresses/hoverMarkdown.ts',
    find: "  'arbscope.revealPool',\n] as const",
    replace: "  'arbscope.revealPool',\n  'arbscope.landTransaction',\n] as const",
    tests: [unit('extension/addresses/facts'), unit('extension/landing/landing')],
  },
  {
    protection: 'The link of a hover asks about addresses and signatures only',
    file: 'src/extension/addresses/addressHoverProvider.ts',
    find: "const subject = typeof given === 'string' ? classifyLookup(given) : null;",
    replace: 'const subject = { text: String(given) };',
    tests: hoverProvider,
  },
  {
    protection: 'Only an address or a signature is copied, whoever runs the command',
    file: 'src/extension/addresses/lookUpCommand.ts',
    find: "const subject = classifyLookup(textFromArgument(given) ?? '');",
    replace: "const subject = { kind: 'address', text: textFromArgument(given) ?? '' };",
    tests: hoverProvider,
  },
  {
    protection: 'A secret key given as a signature is not looked up',
    file: 'src/extension/transaction/parseSignature.ts',
    find: "isSecretKey(bytes) ? { kind: 'secret-key' } : ",
    replace: '',
    tests: [
      unit('extension/transaction/parseSignature'),
      unit('extension/transaction/transactionPanel'),
    ],
  },
  {
    protection: 'A key file that is pasted as a signature is recognized',
    file: 'src/extension/transaction/parseSignature.ts',
    find: "  if (isKeyFile(text)) return { kind: 'secret-key' };\n",
    replace: '',
    tests: [unit('extension/transaction/parseSignature')],
  },
  {
    protection: 'An empty secret is none',
    file: 'src/extension/connections/connectionSecrets.ts',
    find: '(await mapStorageError(this.#storage.get(id))) || null',
    replace: '(await mapStorageError(this.#storage.get(id))) ?? null',
    tests: activeConnection,
  },
  {
    protection: 'A service on this machine is not asked through a proxy',
    file: 'src/extension/connections/networkSettings.ts',
    find: 'target === null || isLoopback(target.hostname)',
    replace: 'target === null',
    tests: [unit('extension/connections/networkSettings')],
  },
  {
    protection: 'A secret key in a document is not shown in the warning about it',
    file: 'src/solana/secretKey.ts',
    find: "return key.export({ format: 'jwk' }).x === second;",
    replace: "return key.export({ format: 'jwk' }).x === second && bytes.length < 64;",
    tests: [unit('solana/keys'), unit('solana/landing/parseTransactions')],
  },
  {
    protection: 'The key of a Sandbox wallet is in a file for its user alone',
    file: 'src/extension/landing/sandboxWalletCommands.ts',
    find: "        mode: 0o600,\n        flag: 'wx',\n      });\n      await chmod(path, 0o600);",
    replace: "        flag: 'wx',\n      });\n      await chmod(path, 0o644);",
    tests: wallets,
  },
  {
    protection: 'A Sandbox wallet is made in the Sandbox alone',
    file: 'src/extension/landing/sandboxWalletCommands.ts',
    find: "if (this.#options.active.current.kind !== 'sandbox') {",
    replace: "if (this.#options.active.current.name === '') {",
    tests: wallets,
  },
  {
    protection: 'A token cannot take the symbol of a well-known one in a search',
    file: 'src/backend/pools/symbolCache.ts',
    find: ' || knownMints.has(mint)) return;',
    replace: ') return;',
    tests: [unit('backend/pools/symbolCache')],
  },
  {
    protection: 'Only a version of the other side is repeated in a message',
    file: 'src/extension/backend/handshake.ts',
    find: "typeof version === 'string' && /^[0-9A-Za-z.+-]{1,40}$/.test(version)",
    replace: "typeof version === 'string'",
    tests: connectChannel,
  },
  {
    protection: 'Nothing that a process says counts before it has proved itself',
    file: 'src/extension/backend/connectChannel.ts',
    find: 'const message = isAuthenticated ? parse(value) : null;',
    replace: 'const message = parse(value);',
    tests: connectChannel,
  },
  {
    protection: 'Percentiles are kept in files for their user alone',
    file: 'src/extension/percentiles/percentileHistory.ts',
    find: 'await appendFile(file, line, { mode: 0o600 });',
    replace: 'await appendFile(file, line);',
    tests: [unit('extension/percentiles/percentilesPanel')],
  },
  {
    protection: 'A file of transactions is read to a limit',
    file: 'src/solana/landing/parseTransactions.ts',
    find: 'if (text.length > maxTextLength) throw new InvalidInputError(tooLargeMessage);',
    replace: '',
    tests: [unit('solana/landing/parseTransactions')],
  },
  {
    protection: 'A secret key among pasted transactions is refused',
    file: 'src/solana/landing/parseTransactions.ts',
    find: 'if (bytes !== null && isSecretKey(bytes)) throw new SecretKeyFoundError();',
    replace: '',
    tests: [unit('solana/landing/parseTransactions')],
  },
];
