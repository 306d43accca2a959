import type { Mutation } from './mutation.ts';

const certificates = ['test/contract/certificates.test.ts'];
const clientHostile = ['test/contract/clientHostile.test.ts'];
const clientHostileBodies = ['test/contract/clientHostileBodies.test.ts'];
const channelService = ['test/contract/channelService.test.ts'];
const largeResponse = ['test/contract/channelLargeResponse.test.ts'];
const budgetJournal = ['test/unit/backend/service/budgetJournal.test.ts'];
const rpcLimits = ['test/integration/engine/rpc/rpcLimits.test.ts'];
const metadata = ['test/integration/engine/sources/rpc/offChainMetadataReader.test.ts'];
const jsonBody = ['test/unit/http/jsonBody.test.ts'];
const malformed = ['test/unit/engine/decode/malformedTransactions.test.ts'];
const splitBlock = ['test/unit/engine/rpc/splitBlock.test.ts'];
const statusErrors = ['test/unit/http/statusErrors.test.ts'];
const transport = ['test/integration/http/transport.test.ts'];
const marketClient = ['test/integration/client/httpMarketClient.test.ts'];
const secrets = ['test/unit/extension/backend/connectionSecrets.test.ts'];

/** Waits that others ask for, sizes of what they send, and where a key may go. */
export const limitsMutations: readonly Mutation[] = [
  {
    protection: 'A wait of years that a service asks for is five minutes',
    file: 'src/http/statusErrors.ts',
    find: 'Math.min(maxRetryAfterSeconds, Math.max(0, seconds))',
    replace: 'Math.max(0, seconds)',
    tests: statusErrors,
  },
  {
    protection: 'Text that only looks like a date is no wait',
    file: 'src/http/statusErrors.ts',
    find: '/^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)',
    replace: 'true',
    tests: statusErrors,
  },
  {
    protection: 'A queue is blocked for five minutes at most',
    file: 'src/backend/queue/requestQueue.ts',
    find: 'Math.min(milliseconds, maxBlockedMilliseconds)',
    replace: 'milliseconds',
    tests: budgetJournal,
  },
  {
    protection: 'A journal that says more blocks for five minutes at most',
    file: 'src/backend/service/budgetJournal.ts',
    find: 'Math.min(milliseconds, maxRetryAfterSeconds * 1_000)',
    replace: 'milliseconds',
    tests: budgetJournal,
  },
  {
    protection: 'A block from the future begins now',
    file: 'src/backend/service/budgetJournal.ts',
    find: 'at: Math.min(since, Date.now()), milliseconds: patience',
    replace: 'at: since, milliseconds: patience',
    tests: budgetJournal,
  },
  {
    protection: 'The user’s refresh asks again at once',
    file: 'src/backend/service/serviceConnection.ts',
    find: 'this.#options.budget.queue(operation).unblock();',
    replace: '',
    tests: channelService,
  },
  {
    protection: 'A background refresh waits as the service asks',
    file: 'src/backend/service/serviceConnection.ts',
    find: "if (forceRefresh && priority === 'interactive') {",
    replace: 'if (forceRefresh) {',
    tests: channelService,
  },
  {
    protection: 'The end of a block outlasts the process',
    file: 'src/backend/queue/requestQueue.ts',
    find: 'this.#journal?.blocked(0);',
    replace: '',
    tests: budgetJournal,
  },
  {
    protection: 'A caller is told of a node’s long wait instead of hanging',
    file: 'src/engine/rpc/rpcClient.ts',
    find: 'if (milliseconds > maxWaitMilliseconds) throw this.#rateLimitError(method, milliseconds);',
    replace: '',
    tests: rpcLimits,
  },
  {
    protection: 'A clock that is set back makes no wait for a node longer',
    file: 'src/engine/rpc/rpcClient.ts',
    find: 'this.#pausedUntil = Math.min(this.#pausedUntil, now + maxRetryAfterSeconds * 1_000);',
    replace: '',
    tests: rpcLimits,
  },
  {
    protection: 'A lookup does not wait as long as a node asks',
    file: 'src/engine/rpc/rpcMethods.ts',
    find: 'if (isLong && retryPolicy.rejectsLongWaits === true) throw error;',
    replace: '',
    tests: rpcLimits,
  },
  {
    protection: 'Deeply nested JSON is not parsed',
    file: 'src/http/jsonBody.ts',
    find: "if (depth > maxJsonDepth) return t('nested too deeply');",
    replace: '',
    tests: jsonBody,
  },
  {
    protection: 'JSON with a million different names is not parsed',
    file: 'src/http/jsonBody.ts',
    find: "if (names > maxMemberNames) return t('too many different member names');",
    replace: '',
    tests: jsonBody,
  },
  {
    protection: 'A large piece of a block may not have a million different names',
    file: 'src/engine/rpc/splitBlock.ts',
    find: 'refuseExcess(piece, 0);',
    replace: '',
    tests: splitBlock,
  },
  {
    protection:
      'A vote that names its members in another order does not take another transaction along',
    file: 'src/engine/rpc/splitBlock.ts',
    find: "start >= areaStart && endFrom('},{', start) === end",
    replace: 'start >= areaStart',
    tests: splitBlock,
  },
  {
    protection: 'What stands beside the transactions of a block has the limits of JSON',
    file: 'src/engine/rpc/splitBlock.ts',
    find: 'refuseExcess(rest);',
    replace: '',
    tests: splitBlock,
  },
  {
    protection: 'Nothing deeply nested comes out of a block that is decoded in pieces',
    file: 'src/engine/rpc/decodeResponse.ts',
    find: "if (isTooDeep(decoded)) throw new ResponseBodyError(t('nested too deeply'));",
    replace: '',
    tests: splitBlock,
  },
  {
    protection: 'The limits of JSON hold for nodes',
    file: 'src/engine/rpc/rpcClient.ts',
    find: 'response = await parse(body);',
    replace: "response = JSON.parse(body.toString('utf8'));",
    tests: rpcLimits,
  },
  {
    protection: 'The limits of JSON hold for token metadata',
    file: 'src/engine/sources/rpc/accounts/offChainMetadataReader.ts',
    find: 'await parseJsonBody(body)',
    replace: "JSON.parse(body.toString('utf8'))",
    tests: metadata,
  },
  {
    protection: 'Others are served between reading a large response and parsing it',
    file: 'src/http/jsonBody.ts',
    find: 'if (bytes > maxUnnoticedBytes) await delay(pauseMilliseconds);',
    replace: '',
    tests: largeResponse,
  },
  {
    protection: 'A body of any length ends at its limit',
    file: 'src/http/responseBody.ts',
    find: "if (received > limits.receivedBytes) throw new ResponseBodyError(t('too large'));",
    replace: '',
    tests: clientHostileBodies,
  },
  {
    protection: 'A compression bomb ends at its limit',
    file: 'src/http/responseBody.ts',
    find: "if (unpacked > limits.decompressedBytes) throw new ResponseBodyError(t('too large'));",
    replace: '',
    tests: clientHostileBodies,
  },
  {
    protection: 'Nothing is unpacked more than twice',
    file: 'src/http/responseBody.ts',
    find: 'if (names.length > maxContentEncodings)',
    replace: 'if (false)',
    tests: clientHostileBodies,
  },
  {
    protection: 'The connection of a body that is not read on is closed',
    file: 'src/http/responseBody.ts',
    find: `    return unpacked;
  } finally {
    body.destroy();
  }`,
    replace: `    return unpacked;
  } finally {
  }`,
    tests: rpcLimits,
  },
  {
    protection: 'A response adds nothing to a prototype',
    file: 'src/api/json.ts',
    find: "if (key === '__proto__') return undefined;",
    replace: '',
    tests: clientHostileBodies,
  },
  {
    protection: 'An amount beyond 2^53 keeps its digits',
    file: 'src/api/json.ts',
    find: 'isUnsafe && source !== undefined ? (parseExactInteger(source) ?? value) : value',
    replace: 'isUnsafe && source === undefined ? null : value',
    tests: clientHostileBodies,
  },
  {
    protection: 'The environment does not switch certificates off for nodes and services',
    file: 'src/http/httpRequester.ts',
    find: 'timeout: timeoutMilliseconds, rejectUnauthorized: true }',
    replace: 'timeout: timeoutMilliseconds }',
    tests: certificates,
  },
  {
    protection: 'The environment does not switch certificates off for token metadata',
    file: 'src/http/publicHttpsClient.ts',
    find: 'rejectUnauthorized: true,',
    replace: '',
    tests: certificates,
  },
  {
    protection: 'No redirect leads to another origin',
    file: 'src/http/httpRequester.ts',
    find: 'if (!isForeign && to !== null && !isOnce && redirects',
    replace: 'if (to !== null && !isOnce && redirects',
    tests: clientHostile,
  },
  {
    protection: 'No landing follows a redirect',
    file: 'src/http/httpRequester.ts',
    find: 'if (!isForeign && to !== null && !isOnce && redirects',
    replace: 'if (!isForeign && to !== null && redirects',
    tests: clientHostile,
  },
  {
    protection: 'Redirects end',
    file: 'src/http/httpRequester.ts',
    find: '!isOnce && redirects < maxRedirects) return to;',
    replace: '!isOnce && redirects < 2 * maxRedirects) return to;',
    tests: marketClient,
  },
  {
    protection: 'Token metadata comes from no forbidden address that a redirect names',
    file: 'src/http/publicHttpsClient.ts',
    find: "url = this.#allowedUrl(firstHeaderValue(headers['location']) ?? '', url);",
    replace: "url = parseUrl(firstHeaderValue(headers['location']) ?? '', url);",
    tests: metadata,
  },
  {
    protection: 'Token metadata comes from public addresses only',
    file: 'src/http/publicHttpsClient.ts',
    find: '!addresses.every(({ address }) => isAllowed(address))',
    replace: 'false',
    tests: metadata,
  },
  {
    protection: 'localhost is this machine whatever a name server says',
    file: 'src/http/httpRequester.ts',
    find: "if (url.hostname === 'localhost') return this.#localhostAgent;",
    replace: '',
    tests: transport,
  },
  {
    protection: 'This machine is not reached by way of a proxy',
    file: 'src/http/httpRequester.ts',
    find: 'if (proxy === undefined || isLoopback(hostname)) return false;',
    replace: 'if (proxy === undefined) return false;',
    tests: transport,
  },
  {
    protection: 'No proxy is taken from the environment',
    file: 'src/http/httpRequester.ts',
    find: 'import { Agent, buildConnector, type Dispatcher, errors, ProxyAgent,',
    replace:
      'import { buildConnector, type Dispatcher, EnvHttpProxyAgent as Agent, errors, ProxyAgent,',
    tests: transport,
  },
  {
    protection: 'No key is sent over http to another machine',
    file: 'src/api/parseServiceUrl.ts',
    find: "!(url.protocol === 'http:' && isLoopback(url.hostname))",
    replace: "url.protocol !== 'http:'",
    tests: marketClient,
  },
  {
    protection: 'A user name makes no other host look like the one that it names',
    file: 'src/api/parseServiceUrl.ts',
    find: "if (url.username !== '' || url.password !== '')",
    replace: 'if (false)',
    tests: marketClient,
  },
  {
    protection: 'A key for one origin is not sent to the landing URL of another',
    file: 'src/client/httpMarketClient.ts',
    find: `this.#landingUrl === null || landingApiKey === undefined
        ? null`,
    replace: `this.#landingUrl === null || landingApiKey === undefined
        ? this.#requester`,
    tests: ['test/contract/landingService.test.ts'],
  },
  {
    protection: 'A key belongs to the origin that it was entered for',
    file: 'src/extension/backend/connectionSecrets.ts',
    find: `kind: kind === 'service' ? 'apiKey' : 'rpcUrl',
    origin,`,
    replace: `kind: kind === 'service' ? 'apiKey' : 'rpcUrl',
    origin: origin === '' ? '' : 'any',`,
    tests: secrets,
  },
  {
    protection: 'A transaction requires no more signatures than it has account keys',
    file: 'src/engine/decode/readJsonMessage.ts',
    find: 'if (!isPossible)',
    replace: 'if (false)',
    tests: malformed,
  },
  {
    protection: 'The accounts of an instruction are a list, not an object with a length',
    file: 'src/engine/decode/readJsonMessage.ts',
    find: '!Array.isArray(accounts) && !(accounts instanceof Uint8Array)',
    replace: 'false',
    tests: malformed,
  },
  {
    protection: 'Loaded addresses are lists, not objects with a length',
    file: 'src/engine/decode/readMessage.ts',
    find: '!(Array.isArray(writable) && Array.isArray(readonly))',
    replace: 'false',
    tests: malformed,
  },
];
