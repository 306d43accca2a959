// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is source text
import type { Mutation } from './mutation.ts';

const unknown = ['test/integration/engine/sources/rpc/rpcUnknown.test.ts'];
const service = ['test/contract/channelService.test.ts'];
const toolResults = ['test/unit/backend/tools/toolResults.test.ts'];
const mcpServer = ['test/unit/backend/mcp/mcpServer.test.ts'];
const landCommand = ['test/contract/landCommand.test.ts'];

/** What real clients, nodes and models rely on: unknown is not revoked, and limits hold. */
export const clientsMutations: readonly Mutation[] = [
  {
    protection: 'Authorities of a mint that a node refuses to read are unknown',
    file: 'src/engine/operations/tokenInfo.ts',
    find: '      ...authorityMembers,\n',
    replace: '',
    tests: unknown,
  },
  {
    protection: 'The update authority of metadata that could not be read is unknown',
    file: 'src/engine/operations/tokenInfo.ts',
    find: '...(hasUnreadMetadata ? { unknown_members: [updateAuthorityMember, metadataMember] } : {}),',
    replace: '',
    tests: unknown,
  },
  {
    protection: 'Authorities that a service has not read are unknown',
    file: 'src/client/normalizeTokenInfo.ts',
    find: 'return { ...value, unknown_members: members };',
    replace: 'return value;',
    tests: service,
  },
  {
    protection: 'Authorities that a service has read stay revoked',
    file: 'src/client/normalizeTokenInfo.ts',
    find: 'if (isObject(metadata) && hasOnChainMetadata(metadata)) return value;',
    replace: '',
    tests: service,
  },
  {
    protection: 'What a service says of its unknown members stays as it is',
    file: 'src/client/normalizeTokenInfo.ts',
    find: "|| 'unknown_members' in value ||",
    replace: '||',
    tests: service,
  },
  {
    protection: 'The editor takes an unknown authority for no revoked one',
    file: 'src/api/authorityOf.ts',
    find: 'info?.unknown_members?.includes(`authorities.${role}`) ? undefined : info',
    replace: 'info',
    tests: ['test/unit/extension/finder/finderContent.test.ts'],
  },
  {
    protection: 'Failures without a fee are in no fee percentile',
    file: 'src/engine/store/duckdb/reads/sampleReads.ts',
    find: ".atLeast('fee_bucket', 1);",
    replace: ".atLeast('fee_bucket', 0);",
    tests: ['test/unit/engine/operations/statistics.test.ts'],
  },
  {
    protection: 'Tokens with an unknown market cap are ranked and counted',
    file: 'src/engine/operations/finderRanking.ts',
    find: 'if (marketCap === null) unknownMarketCaps += 1;',
    replace: '',
    tests: unknown,
  },
  {
    protection: 'A token with an unknown market cap is within every bound',
    file: 'src/engine/operations/finderRanking.ts',
    find: 'if (marketCap !== null && !isWithin(marketCap, tokensMin',
    replace: 'if (!isWithin(marketCap ?? 0, tokensMin',
    tests: unknown,
  },
  {
    protection: 'Unknown market caps are counted where a bound asks for them alone',
    file: 'src/engine/operations/finder.ts',
    find: '...((request.tokensMinMarketCap ?? 0) > 0 || request.tokensMaxMarketCap !== undefined',
    replace: '...(request !== null',
    tests: ['test/unit/engine/operations/finder.test.ts'],
  },
  {
    protection: 'A call of a tool ends before a client gives it up',
    file: 'src/backend/mcp/mcpServer.ts',
    find: 'if (steps === progressSteps) endWaiting(null);',
    replace: 'if (steps > progressSteps * 2) endWaiting(null);',
    tests: mcpServer,
  },
  {
    protection: 'A call of a tool sends no progress that was not asked for',
    file: 'src/backend/mcp/mcpServer.ts',
    find: 'else if (isRequestId(token)) this.#sendProgress(token,',
    replace: 'else this.#sendProgress(token as never,',
    tests: mcpServer,
  },
  {
    protection: 'Lists are shortened to what a model reads',
    file: 'src/backend/tools/fitResult.ts',
    find: 'return value.slice(0, limit).map(',
    replace: 'return value.map(',
    tests: toolResults,
  },
  {
    protection: 'A shortened list says how many entries are left out',
    file: 'src/backend/tools/fitResult.ts',
    find: 'if (value.length > limit) note(limit, value.length);',
    replace: '',
    tests: toolResults,
  },
  {
    protection: 'The entries with the largest samples stay',
    file: 'src/backend/tools/fitResult.ts',
    find: 'entries.sort(([, one], [, other]) => sampleSize(other) - sampleSize(one));',
    replace: '',
    tests: toolResults,
  },
  {
    protection: 'A landing URL is not asked for data as --service-url',
    file: 'src/backend/commands/submissionTarget.ts',
    find: 'if (serviceUrl !== undefined && isLandingRequestUrl(new URL(serviceUrl))) {',
    replace: 'if (serviceUrl === undefined && isLandingRequestUrl(new URL(baseUrl)) && false) {',
    tests: landCommand,
    needsBuild: true,
  },
];
