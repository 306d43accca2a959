/** Something an attacker tries, and what shows that it fails. */
export interface AttackCase {
  readonly attack: string;
  /** Tests that try it, by their titles; `…` stands for what a title is completed with. */
  readonly tests: readonly { readonly file: string; readonly title: string }[];
  /** Protections without which one of the tests fails: sentences of the lists of this folder. */
  readonly mutations: readonly string[];
}

const inFile = (file: string, ...titles: string[]): AttackCase['tests'] =>
  titles.map((title) => ({ file, title }));
const contract = (name: string, ...titles: string[]) =>
  inFile(`test/contract/${name}.test.ts`, ...titles);
const unit = (name: string, ...titles: string[]) => inFile(`test/unit/${name}.test.ts`, ...titles);
const integration = (name: string, ...titles: string[]) =>
  inFile(`test/integration/${name}.test.ts`, ...titles);
const host = (name: string, ...titles: string[]) =>
  inFile(`test/host/suite/${name}.test.ts`, ...titles);
const browser = (name: string, ...titles: string[]) =>
  inFile(`test/browser/${name}.test.ts`, ...titles);

/**
 * What happened to editors, their extensions and local servers, tried on this one: the local
 * service, the client and its settings, the editor's surface, landing.
 */
export const attackCases: readonly AttackCase[] = [
  {
    attack: 'Reach the local service from another machine, or over IPv6.',
    tests: contract('securityHttp', 'reaches nothing from another machine or over IPv6 (1)'),
    mutations: ['serve listens on the loopback address alone'],
  },
  {
    attack: 'Point a foreign host name at this machine.',
    tests: contract(
      'securityHttp',
      'is refused when a foreign host name points at this machine (2)',
    ),
    mutations: ['The Host header names serve itself'],
  },
  {
    attack: 'Send a Host that only looks local, none, two, or one inside the request target.',
    tests: contract(
      'securityHttp',
      'is refused with any Host but the two valid ones (3)',
      'is refused with no Host, two, or one inside the request target (3)',
    ),
    mutations: [
      'The Host header names serve itself',
      'One Host header, not two',
      'A request target is a path',
    ],
  },
  {
    attack: 'Ask from a web page of another origin.',
    tests: [
      ...contract(
        'securityHttp',
        'is refused from a page of another origin, without CORS headers (4)',
      ),
      ...integration(
        'backend/server/rpcWebSocket',
        'is refused without the key, by its origin and by its host',
      ),
    ],
    mutations: [
      'The Origin header names serve itself',
      'A page of another origin opens no WebSocket',
    ],
  },
  {
    attack: 'Guess the key, or put it into a query or a cookie.',
    tests: contract(
      'securityHttp',
      'gets the same answer with no key, part of it, or the key in the wrong place (5)',
    ),
    mutations: ['Only a key of the server is taken'],
  },
  {
    attack: 'Land a transaction by the plain form of another page.',
    tests: [
      ...contract('securityHttp', 'cannot land a transaction by a plain form of another page (6)'),
      ...contract('landing', 'never land from a web page by a request of another content type'),
    ],
    mutations: ['A page cannot post a form to serve'],
  },
  {
    attack: 'Find a key in a log, an error, the process list or a crash report.',
    tests: [
      ...contract(
        'securityProcess',
        'finds no key in logs, errors, the process list or a crash report (7)',
        'finds no option that takes a key on the command line (7)',
      ),
      ...contract('processLifetime', 'writes no key and no RPC URL anywhere during a session'),
    ],
    mutations: [
      'A key of the environment is in no crash report',
      'The secrets of an RPC URL are in no error',
      'A part of a key in an error is hidden',
    ],
  },
  {
    attack:
      'Overload the local service with bodies, headers, connections, nesting, lists or a gzip bomb.',
    tests: contract(
      'securityOverload',
      'is cut off when a body exceeds the limit (8)',
      'gets an error for JSON nested as deep as it fits (8)',
      'changes no prototype by naming one (8)',
      'cannot evade a check by giving a parameter twice (8)',
      'is told the limit of wallets, and gets an answer within it (8)',
      'loses thousands of silent connections while others are answered (8)',
      'is cut off within seconds when headers trickle in (8)',
      'loses only the one recorded file that is a compression bomb (8)',
    ),
    mutations: [
      'serve takes 256 KiB of a body',
      'serve takes 64 KiB of headers',
      'serve takes a limited number of connections at a time',
      'Connections without a key take no place from callers with one',
      'Deeply nested JSON is not parsed',
      'A recorded file that unpacks without end is rejected',
    ],
  },
  {
    attack: 'Climb out of the path of the local service.',
    tests: contract('securityHttp', 'finds nothing but operations by climbing out of the path (9)'),
    mutations: ['A request target is a path', 'A path that cannot be read needs the key as well'],
  },
  {
    attack: 'Write SQL into a parameter, or into a name on the chain.',
    tests: [
      ...contract('securityHttp', 'changes nothing with SQL in a parameter or its name (10)'),
      ...contract(
        'securityProcess',
        'loses nothing but their own accounts and mints by naming them in SQL (10)',
      ),
    ],
    mutations: [
      'A signature is bound to its statement, not part of it',
      'A pool’s address is bound to its statement, not part of it',
      'Statements reach no file but the store',
    ],
  },
  {
    attack: 'Ask for AMMs with quotes, or for negative and endless counts.',
    tests: contract(
      'securityHttp',
      'is told the valid values for AMMs with quotes and for negative or endless counts (11)',
    ),
    mutations: ['tokensAMMS takes addresses and small counts alone (the parameter’s schema)'],
  },
  {
    attack: 'Exceed the rate of the plan.',
    tests: [
      ...contract(
        'securityOverload',
        'is told when to come back after exceeding the rate of the plan (12)',
        'is told the existing plans after naming another (12)',
      ),
      ...unit(
        'backend/server/rateLimiter',
        'is never exceeded in any sliding window, and waiting as told always helps',
      ),
    ],
    mutations: ['Landing over /rpc counts against the rate of the tier'],
  },
  {
    attack: 'Take the port, the socket or the lock before the real process does.',
    tests: [
      ...contract(
        'securityProcess',
        'is reported after taking the port or the store, which stay untouched (13)',
        'learns nothing as an impostor at the socket (13)',
        'keeps nobody out by leaving a dead socket or something else in its place (13)',
        'is not listened to in a socket folder that others can write to (13)',
      ),
      ...integration(
        'extension/backend/connectChannel',
        'refuses an impostor that does not know the secret, and sends it nothing',
        'refuses an impostor that sends its own words back',
      ),
    ],
    mutations: [
      'A window talks to no process that does not know the secret',
      'A window checks the proof of the backend',
      'A window enters no socket folder that others can write to',
      'The backend checks the proof of a window',
      'A service over http on this machine proves itself before it gets the key',
    ],
  },
  {
    attack: 'Leave the backend running after the editor died.',
    tests: [
      ...contract('securityProcess', 'leaves no process behind when … (14)'),
      ...contract(
        'processLifetime',
        'ends even though a request of the dead editor hangs',
        'ends when its starter is killed before any window has connected',
      ),
    ],
    mutations: ['The backend ends when the editor that started it dies'],
  },
  {
    attack: 'Read the store as another user, or put a link in its place.',
    tests: [
      ...contract(
        'securityProcess',
        'cannot read the store or its folder as another user (15)',
        'gets nothing written into a link, a folder or a pipe in place of the store (15)',
      ),
      ...unit(
        'engine/store/store',
        'a store file is private and restores everything when reopened',
        'a symbolic link in place of the store is rejected',
      ),
    ],
    mutations: [
      'A store that others could read becomes private',
      'A symbolic link in place of a store is rejected',
      'What DuckDB makes beside the store is private (umask)',
    ],
  },
  {
    attack: 'Set hosts, proxies or landing in the settings of a workspace.',
    tests: [
      ...inFile(
        'test/static/settingScopes.test.ts',
        'can set nothing that decides about keys, hosts, requests of hovers, pictures or landing',
      ),
      ...unit(
        'extension/settings',
        'adds and replaces no connection',
        'puts no proxy before a service, and trusts no certificate of one',
        'changes nothing about landing',
      ),
      ...host(
        'connections',
        'cannot be set by a workspace, neither in the settings editor nor in its files',
      ),
    ],
    mutations: [
      'A workspace cannot set connections',
      'A workspace cannot turn off the confirmation of a landing',
      'A workspace cannot add options to a landing',
      'Only the user’s own value of a setting decides about keys, money and safety',
    ],
  },
  {
    attack:
      'Set the same in a workspace file, a folder, a block for one language, or as the defaults of another extension.',
    tests: [
      ...inFile(
        'test/static/settingScopes.test.ts',
        'can set nothing by folder or in a block for one language',
      ),
      ...host(
        'hostileSettings',
        'set nothing of it in a file of a workspace or a folder, or for a language',
        'cannot add, replace or redirect a connection',
        'cannot put a proxy between a key and its service',
        'cannot change how a transaction is landed or confirmed',
      ),
    ],
    mutations: [
      'A block for one language cannot make hovers ask',
      'Only the user’s own value of a setting decides about keys, money and safety',
    ],
  },
  {
    attack: 'Have a workspace that is not trusted read a key or ask a service.',
    tests: [
      ...unit(
        'extension/connections/activeConnection',
        'reads no key and makes no request in an untrusted workspace, until it is trusted',
      ),
      ...unit(
        'extension/addresses/hoverProvider',
        'asks nothing by itself in a workspace that is not trusted, only on a click',
      ),
      ...inFile(
        'test/static/settingScopes.test.ts',
        'that is not trusted cannot make a connection ask for anything else, or more often',
      ),
      ...unit('extension/landing/landing', 'its command exists only in trusted workspaces'),
      ...browser(
        'connections',
        'uses the Sandbox, and no service is asked until the workspace is trusted',
        'finds no way to land a transaction',
      ),
    ],
    mutations: [
      'No key is read in a workspace that is not trusted',
      'A hover asks nothing by itself in a workspace that is not trusted',
      'A picture is fetched by itself only in a trusted workspace',
      'A workspace that is not trusted sets nothing about requests',
      'Nothing is landed from a workspace that is not trusted',
    ],
  },
  {
    attack: 'Have a key sent to another host, port or scheme, or to one that looks alike.',
    tests: [
      ...unit(
        'extension/connections/connectionEntries',
        'sends no key over http to another machine, nor to a host behind a user name',
        'differ by host, port, scheme, look-alike letters and a trailing dot',
      ),
      ...unit(
        'extension/connections/connectionSecrets',
        'is not available for another origin, and returns with the old one',
        'is sent to a landing host only once it was entered for that host too',
        'are a node’s RPC URL, which must match the origin it is stored under',
      ),
      ...host(
        'connections',
        'never send their key to another origin, even when the settings change the URL',
      ),
    ],
    mutations: [
      'A key is kept under the origin that it was entered for',
      'A key goes to a landing host only once it was entered for that host',
      'An RPC URL is used only for the origin of its connection',
      'The address of a service has no user name that looks like its host',
      'A key belongs to the origin that it was entered for',
      'A user name makes no other host look like the one that it names',
    ],
  },
  {
    attack: 'Redirect a request with a key, or a landing, to another origin.',
    tests: [
      ...contract(
        'clientHostile',
        'does not follow a redirect to another origin, and sends no landing twice',
      ),
      ...integration(
        'client/httpMarketClient',
        'sends the key to no other origin named by a redirect',
      ),
    ],
    mutations: ['No redirect leads to another origin', 'No landing follows a redirect'],
  },
  {
    attack: 'Have a key sent over http to another machine.',
    tests: [
      ...unit(
        'extension/connections/connectionEntries',
        'sends no key over http to another machine, nor to a host behind a user name',
      ),
      ...integration('client/httpMarketClient', 'sends no key to …'),
    ],
    mutations: [
      'No key goes over http to another machine',
      'No key is sent over http to another machine',
    ],
  },
  {
    attack: 'Answer with something huge, endless, of another type, or a prototype.',
    tests: [
      ...contract(
        'clientHostile',
        'stops reading an endless body of … at the limit',
        'stops reading endless headers',
      ),
      ...contract(
        'clientHostileBodies',
        'refuses members that are nested too deeply',
        'reads no member from a prototype',
        'keeps 2^53+1 exact in amounts',
        'decompresses …, but no bomb and no damaged data',
      ),
      ...contract(
        'channelHostileService',
        'reports a known error to the window, and continues, when the service …',
      ),
    ],
    mutations: [
      'A body of any length ends at its limit',
      'A compression bomb ends at its limit',
      'Deeply nested JSON is not parsed',
      'A response adds nothing to a prototype',
      'An amount beyond 2^53 keeps its digits',
    ],
  },
  {
    attack: 'Change the address of a host between two calls.',
    tests: [
      ...integration('http/transport', 'sends no key to a host that took its place'),
      ...integration(
        'engine/sources/offChainMetadataReader',
        'is fetched from the address that was checked, whatever DNS says later',
        'is not fetched from a host with any non-public address',
      ),
    ],
    mutations: [
      'Metadata is fetched from no host of a private network',
      'localhost is this machine whatever a name server says',
      'Token metadata comes from public addresses only',
    ],
  },
  {
    attack: 'Lead requests through a proxy by variables of the process.',
    tests: [
      ...contract(
        'securityProcess',
        'receives nothing through proxy variables of the process (24)',
      ),
      ...integration('http/transport', 'takes no proxy from the environment'),
      ...unit(
        'extension/connections/networkSettings',
        'connect directly to this machine whatever the environment says',
      ),
    ],
    mutations: [
      'A service on this machine is not asked through a proxy',
      'No proxy is taken from the environment',
    ],
  },
  {
    attack: 'Have a service repeat the key, so that it is shown, logged, copied or exported.',
    tests: [
      ...integration(
        'client/httpMarketClient',
        'never shows the key, even when the service repeats it',
      ),
      ...contract(
        'clientHostile',
        'shows no key that a service repeats in a redirect or a message',
      ),
      ...host('secrets', 'leaves no trace of a key in any view, file or process list'),
    ],
    mutations: [
      'A key that a service repeats is in no error',
      'A key that a service repeats is in no response',
      'A key in Base64 is hidden',
    ],
  },
  {
    attack: 'Use a window whose secret storage throws or is empty.',
    tests: [
      ...unit(
        'extension/connections/activeConnection',
        'makes no request while the secret storage is locked or holds nothing',
        'makes no request without its secret, says which is missing, and continues once it is entered',
      ),
      ...unit(
        'extension/connections/connectionSecrets',
        'that cannot be read gives one clear error, which repeats nothing of the storage',
      ),
    ],
    mutations: ['An empty secret is none', 'A secret storage’s own words are not shown'],
  },
  {
    attack: 'Name a token with links, pictures, markup, hidden characters or look-alike letters.',
    tests: [
      ...unit(
        'extension/addresses/attackCases',
        'stays text in the symbols of a transaction’s route and tips (case 27)',
      ),
      ...unit(
        'extension/ui/treeItem',
        'the tooltip of a row runs no command, loads nothing and holds no markup of strangers',
      ),
      ...unit('extension/addresses/facts', 'a symbol that imitates a well-known one is flagged'),
      ...unit('webview/token/token', 'lets hostile text through only as visible, bounded text'),
    ],
    mutations: [
      'Text of the chain is no markup in a hover',
      'Text of strangers is no markup in the tooltip of a row',
      'No HTML of strangers stands in the tooltip of a row',
      'A hover can run only commands that open and copy',
      'Token names are no Markdown in hovers',
      'Token names hide nothing and turn no text in hovers',
    ],
  },
  {
    attack: 'Point the picture or the metadata of a token at this machine, a file or a program.',
    tests: [
      ...unit('webview/token/token', 'requests a picture from https addresses only'),
      ...unit(
        'extension/token/tokenPanel',
        'fetches a picture only after a click, and only that of its token',
      ),
      ...integration(
        'engine/sources/tokenImageReader',
        'is rejected when it is a vector drawing, too large, or has too many pixels',
      ),
      ...integration(
        'engine/sources/offChainMetadataReader',
        'is not fetched from other kinds of address',
        'is not fetched through a redirect to what is not fetched: no connection is attempted',
      ),
    ],
    mutations: [
      'A page is told of no picture but over https',
      'A picture is fetched on a click alone unless set otherwise',
      'A drawing that may hold a script is no picture',
      'Metadata is fetched over https alone',
      'An IP address in place of a host name is not fetched from',
      'A redirect of metadata is checked like the first address',
      'Metadata larger than its limit is not read',
    ],
  },
  {
    attack: 'Run something in the editor by a vscode:// link.',
    tests: unit('extension/addresses/attackCases', 'has no handler for vscode:// links (case 29)'),
    mutations: ['No link of another program reaches the extension'],
  },
  {
    attack:
      'Run a script in a page, or speak for it: from a foreign frame, too early, of unknown type, with prototype keys.',
    tests: [
      ...unit(
        'extension/ui/panels/panelHtml',
        'runs one script by its nonce and loads nothing from elsewhere',
      ),
      ...unit(
        'extension/ui/panels/panel',
        'does nothing that is said before its page is ready, or after it was hidden',
        'drops messages of unknown type, and members that are inherited',
        'comes back only with a state of its kind, and only once',
      ),
      ...unit(
        'webview/page',
        'hears its panel, and no frame of another origin or script that only plays it',
        'takes no member of a prototype for a value that it kept',
      ),
      ...unit(
        'webview/messages',
        'is dropped with an unknown type, or with missing, wrong or inherited members',
      ),
      ...browser(
        'panelAttacks',
        'runs no script from any text of an answer',
        'ignores messages that are foreign, malformed, of unknown type or with inherited members',
        'has a policy that refuses inline code, foreign requests and markup',
      ),
    ],
    mutations: [
      'A page runs only the script that has its nonce',
      'A page makes no markup of text',
      'Nothing counts that is said before a page is ready',
      'A page hears no frame of another origin',
      'Members of a message that are inherited do not count',
      'A page runs only the error actions of a fixed list',
    ],
  },
  {
    attack: 'Land from another extension without the user’s confirmation.',
    tests: [
      ...host(
        'landing',
        'is never sent without the preview and the confirmation, whoever runs the command',
      ),
      ...unit(
        'extension/landing/landing',
        'no hover, code lens, panel, page, view’s row or language-model tool names it',
      ),
      ...unit(
        'extension/testAccess',
        'other extensions get no part of this one, outside a test run',
      ),
    ],
    mutations: [
      'A hover offers no landing',
      'Other extensions get no part of this one',
      'Landing needs a confirmation',
      'Landing needs a trusted workspace',
      'A new receiver is confirmed before its first use',
    ],
  },
  {
    attack: 'Have a file read in full, or a secret key in it sent or shown.',
    tests: [
      ...unit(
        'extension/addresses/attackCases',
        'in a minified file of 5 MB is scanned in slices, and a key in it is found but not shown (case 32)',
      ),
      ...unit(
        'extension/addresses/hoverProvider',
        'sends nothing of a secret key, at any place of it or by its command',
      ),
      ...host('hovers', 'show only the public key of a secret key'),
    ],
    mutations: [
      'A secret key is never looked up',
      'What is found of a secret key does not hold it',
      'Half of a secret key that is selected is not taken for an address',
      'Of a line of 5 MB only the surroundings of the cursor are looked at',
    ],
  },
  {
    attack: 'Pass 44 characters of Base58 that are not 32 bytes as an address.',
    tests: [
      ...unit(
        'extension/addresses/attackCases',
        'of 44 characters that are not 32 bytes is no address (case 33)',
      ),
      ...unit('solana/scan/scanText', 'is known without decoding, with leading zeros'),
    ],
    mutations: ['Base58 of 44 characters that is not 32 bytes is no address'],
  },
  {
    attack: 'Instruct a language model by text of the chain.',
    tests: unit(
      'backend/tools/callTool',
      'marks untrusted text so that it can neither close the marks nor hide anything',
      'rejects a secret key in any form before any request, without repeating it',
      'takes no key, and none lands a transaction',
    ),
    mutations: [
      'A tool’s answer is marked as untrusted',
      'Text of the chain cannot end the mark around untrusted data',
      'A tool refuses a secret key in its input',
    ],
  },
  {
    attack: 'Land a transaction that is truncated, extended, wrongly signed or inconsistent.',
    tests: unit(
      'solana/landing/checkTransaction',
      'refuse a wrong signature, and one of another message',
      'refuse truncated bytes, trailing bytes and a non-canonical length',
      'refuse a fee payer that does not sign or is read-only, and accounts that are not there',
      'refuse 1,233 bytes of version 0, naming size and limit',
      'refuse a duplicate account key',
      'refuse 65 accounts of version 1',
      'refuse one that is missing, invalid, too short or deactivated',
    ),
    mutations: [
      'Truncated bytes are no transaction',
      'Bytes after a transaction are refused',
      'A length in another than its shortest form is refused',
      'An account index out of range is refused',
      'Signatures are verified over the message',
      'An account listed twice is refused',
      'More than 64 accounts are refused',
      'A lookup table of another program is refused',
      'A transaction of 1,233 bytes is refused',
    ],
  },
  {
    attack: 'Paste a secret key in place of a transaction.',
    tests: [
      ...unit(
        'solana/landing/parseTransactions',
        'never accepts a secret key, in whatever form and wherever it stands',
      ),
      ...unit('solana/landing/checkTransaction', 'refuse a secret key, and show nothing of it'),
      ...host(
        'landing',
        'is not mistaken for a secret key, which is refused and never logged or shown',
      ),
    ],
    mutations: [
      'A secret key among pasted transactions is refused',
      'A secret key in text is refused as one',
      'A secret key is not checked as a transaction',
    ],
  },
  {
    attack: 'Send other bytes than the ones that were shown.',
    tests: [
      ...contract(
        'landingService',
        'goes as its plan shows it, whatever is asked for while it is being confirmed',
        'sends exactly the checked bytes with the chosen options',
      ),
      ...unit(
        'extension/landing/landing',
        'are made for exactly the confirmed bytes and network, or the landing is refused',
      ),
    ],
    mutations: [
      'A plan of other bytes than those given is refused',
      'The bytes of whoever runs the command are copied',
      'A landing plan that another one took the place of is not sent',
    ],
  },
  {
    attack: 'Have a protected landing fall back to an unprotected one.',
    tests: [
      ...unit(
        'engine/landing/rpcChain',
        'is never a fallback when the block engine is down or missing',
      ),
      ...contract(
        'landingService',
        'goes as a bundle to the block engine that the plan names, and nowhere without one',
      ),
    ],
    mutations: [
      'A protected transaction is never sent in the open',
      'Protection is refused where no block engine is set',
      'A plan of another protection than asked for is refused',
    ],
  },
  {
    attack: 'Have an accepted landing sent twice.',
    tests: [
      ...contract(
        'landingService',
        'is sent once on a double click, for a plan is valid for one landing',
        'is sent once by two windows, unless one of them confirms that it was sent before',
      ),
      ...contract('landingFaults', 'is sent once when two windows confirm it at the same moment'),
    ],
    mutations: [
      'A landing plan is sent once',
      'A landing plan whose transaction was sent meanwhile is not sent',
    ],
  },
  {
    attack: 'Have a landing that failed on the chain shown as a success.',
    tests: [
      ...host(
        'landing',
        'is shown as failed, with its fee lost, when it fails on chain after a successful simulation',
      ),
      ...unit('backend/landing/confirmationTracker', 'to failed on chain, with the fee lost'),
      ...unit(
        'extension/landing/landing',
        'shows slots, failures with the fee lost, and prominent alarms',
      ),
    ],
    mutations: ['A simulated success that fails on the chain is shown as failed'],
  },
];
