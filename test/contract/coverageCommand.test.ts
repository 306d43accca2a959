import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { arbscopeOperations } from '../../src/api/arbscope/arbscopeOperations.ts';
import type { CoverageReport } from '../../src/api/arbscope/coverage.ts';
import type { FinderResult } from '../../src/api/finder.ts';
import { operations } from '../../src/api/operations.ts';
import { notArbPrograms } from '../../src/botConfig/botPrograms.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { FakeService } from '../fakeService.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

const program = join(import.meta.dirname, '../../dist/backend.js');
const { path } = arbscopeOperations.coverage;
/** In no market of the tests. */
const deadPool = 'GWPLjamb5ZxrGbTsYNWW7V3p1pAMryZSfaPFTdaEsWgC';
const deadMint = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const secret = 'secret-of-the-wallet-0123456789';

interface CoverageOutput {
  readonly config: { readonly form: string; readonly entries: number; readonly pools: number };
  readonly source: string;
  readonly is_simulated: boolean;
  readonly covered_percent: number | null;
  readonly is_met?: boolean;
  readonly entries_without_arbitrage: readonly { readonly line: number; readonly mint: string }[];
  readonly report: CoverageReport;
}

describe('arbscope coverage', suiteLimit, () => {
  let served: ServeProcess;
  let service: FakeService;
  let tokens: FinderResult['tokens'];
  let finderBody: string;
  const folder = mkdtempSync(join(tmpdir(), 'arbscope-coverage-'));
  before(async () => {
    served = await ServeProcess.open(['--source', 'sandbox']);
    service = new FakeService(contractKey);
    await service.listen();
    const wanted = `tokensMint=${wrappedSolMint}&tokensMax=3&tokensTimeRange=86400`;
    const finder = await served.request(`${operations.finder.path}?${wanted}`);
    finderBody = finder.body;
    ({ tokens } = JSON.parse(finderBody) as FinderResult);
    assert.equal(tokens.length, 3, finder.body);
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await served.stop();
    await service.close();
  });

  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const run = async (args: readonly string[], { environment = {}, input = '' } = {}) => {
    const { ARBSCOPE_API_KEY: _, ...inherited } = process.env;
    const env = { ...inherited, ...environment };
    const child = spawn(process.execPath, [program, 'coverage', ...args], { env });
    // A command that refused its arguments does not read its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    assert.ok(!`${output}${errors}`.includes(secret), 'nothing secret of the config is printed');
    return { code, output, errors };
  };
  const overService = (args: readonly string[], input = '') =>
    run([...args, '--service-url', served.url], {
      environment: { ARBSCOPE_API_KEY: contractKey },
      input,
    });

  const poolsOf = () =>
    tokens.map(({ AMMs }) => AMMs.flatMap(({ pools }) => pools.map(({ address }) => address)));
  /** A config in NotArb's format, which accepts pools of any program. */
  const config = (groups: readonly (readonly string[])[]): string =>
    [
      `# ${secret}`,
      ...groups.map((pools) => `[[group]]\nmarkets = [${pools.map((each) => `"${each}"`)}]`),
    ].join('\n\n');

  it('prints the operation’s response, the covered share and entries without arbitrage', async () => {
    const groups = [...poolsOf(), [deadPool]];
    const result = await overService([
      file('bot.toml', config(groups)),
      '--window',
      '6h',
      '--json',
    ]);
    assert.equal(result.code, 0, result.errors);
    const output: CoverageOutput = JSON.parse(result.output);
    const { report } = output;
    assert.equal(output.config.form, 'notarb-toml');
    assert.equal(output.source, served.url);
    const [from, to] = [report.window.from, report.window.to].map(
      (each) => Date.parse(each) / 1_000,
    );
    assert.equal(Number(to) - Number(from), 6 * 3_600);
    const body = JSON.stringify({ groups, from, to, missing_amms: [...notArbPrograms] });
    const answer = await served.requestWithBody(path, body, 'POST');
    assert.deepEqual(report, JSON.parse(answer.body));
    assert.ok(report.covered.net_gains_usd > 0);
    const share = report.covered.net_gains_usd / report.total.net_gains_usd;
    assert.ok(Math.abs((output.covered_percent ?? 0) - 100 * share) < 1e-9);
    // The comment and three groups take three lines each.
    assert.deepEqual(
      output.entries_without_arbitrage.map(({ line }) => line),
      [12],
    );
  });

  it('prints the upper bound, the reasons for the rest, the window and the source as text', async () => {
    const mint = `[[routing.mint_config_list]]\nmint = "${deadMint}"\nprocess_delay = 400\n`;
    const [first = ''] = poolsOf()[0] ?? [];
    const lists = `meteora_dlmm_pool_list = ["${deadPool}"]\n`;
    const other = `\n[[routing.mint_config_list]]\nmint = "${usdcMint}"\nprocess_delay = 400\n`;
    const smb = `${mint}${lists}${other}raydium_pool_list = ["${first}"]\n`;
    const { code, output, errors } = await overService([
      file('smb.toml', smb),
      ...['--percentile', 'p75', '--at-least', '0'],
    ]);
    assert.equal(code, 0, errors);
    assert.match(
      output,
      /^Coverage of .*smb\.toml \(SMB, an entry for each mint; 2 groups, 2 pools\)$/m,
    );
    assert.match(output, /^Window: .* UTC to .* UTC \(24 h\), 100% of its blocks indexed$/m);
    assert.match(
      output,
      /^Source: http:\/\/127\.0\.0\.1:\d+; n = [\d,]+ arbitrages with a net gain$/m,
    );
    assert.match(output, /^Costs: tips and fees at p75 of each provider: \w+ (no )?tip/m);
    assert.match(output, /^Could have taken, at most: \$[\d.]+ net of \$[\d,.]+ \(.*%\)$/m);
    assert.match(output, /as other bots would have competed/);
    assert.match(output, /^Pool not in the file +[\d,]+ +\$/m);
    assert.match(output, /^Entries without an arbitrage: \d of 2$/m);
    assert.match(output, new RegExp(`^ {2}line 1: ${deadMint}, 1 pool$`, 'm'));
    assert.match(output, /^Best missing pools; each row assumes the rows above it$/m);
    assert.match(output, /^At least 0% is covered\.$/m);
  });

  it('groups flat markets by mint, or reports that the mints are unknown', async () => {
    const pools = poolsOf().flat();
    const flat = `[routing.markets]\nmarkets = [${pools.map((each) => `"${each}"`)}]\n`;
    const smb = file('flat.toml', flat);
    const unknown = await overService([smb]);
    assert.match(unknown.output, /; 1 group, .*^Groups: the mints of the pools are not known/ms);
    const known = await run([smb, '--backfill-hours', '4']);
    assert.equal(known.code, 0, known.errors);
    assert.match(known.output, /\(SMB, flat markets; [2-9]\d? groups, /);
    assert.doesNotMatch(known.output, /^Groups: /m);
  });

  it('exits with 1 below the threshold, and reads standard input', async () => {
    const groups = config(poolsOf());
    const met = await overService(['-', '--json', '--at-least', '0.1'], groups);
    assert.deepEqual([met.code, JSON.parse(met.output).is_met], [0, true], met.errors);
    const missed = await overService(['-', '--at-least', '100%'], groups);
    assert.equal(missed.code, 1, missed.errors);
    assert.match(missed.output, /^Less than 100% is covered\.$/m);
  });

  it('uses the Sandbox by default, and marks its data as simulated', async () => {
    const { code, output, errors } = await run([file('own.toml', config(poolsOf())), '--json']);
    assert.equal(code, 0, errors);
    const { source, is_simulated: isSimulated, report }: CoverageOutput = JSON.parse(output);
    assert.deepEqual([source, isSimulated], ['sandbox', true]);
    assert.ok(report.covered.transactions > 0);
  });

  it('reports the line and column of a syntax error, with exit code 2', async () => {
    const broken = `[[group]]\nmarkets = ["${deadPool}"]\n\n[[group]]\nmarkets = ["${secret}\n`;
    const { code, output, errors } = await run([file('broken.toml', broken)]);
    assert.equal(code, 2);
    assert.equal(output, '');
    assert.match(errors, /^error: .*broken\.toml:5:\d+: the file cannot be parsed from here\n$/);
  });

  it('refuses files without pools and wrong options, with exit code 2', async () => {
    const good = file('good.toml', config([[deadPool]]));
    const noTrade = '{"groups": [[]], "update_timestamp": 1}';
    for (const [args, words] of [
      [[file('other.json', `{"name": "${secret}"}`)], /other\.json is not a bot config/],
      [[file('none.json', noTrade)], /none\.json lists no pools/],
      [
        [file('long.toml', `${config([[deadPool]])}\n${'#'.repeat(4_200_000)}`)],
        /long\.toml is too long/,
      ],
      [[join(folder, 'missing')], /cannot read .*missing/],
      [[], /coverage needs one CONFIG, or -/],
      [[good, good], /coverage needs one CONFIG, or -/],
      [[good, '--at-least', '101'], /--at-least must be a percentage from 0 to 100/],
      [[good, '--at-least', 'x'], /--at-least must be a percentage from 0 to 100/],
      [[good, '--window', '24'], /--window must be a time such as 30m, 24h or 7d/],
      [[good, '--window', '400d'], /up to 366d/],
      [[good, '--percentile', 'p42'], /--percentile must be p25, p50, p75, p95, p99/],
      [[good, '--service-url', served.url], /requires the service's API key/],
      [[good, '--source', 'rpc'], /requires --rpc-url URL/],
    ] as const) {
      const { code, output, errors } = await run(args);
      assert.match(errors, words);
      assert.deepEqual([code, output], [2, ''], errors);
    }
  });

  it('gives bounds for a service that has only rollups, and meets no threshold with them', async () => {
    const [first = []] = poolsOf();
    const path = file('bounds.toml', config([first, [deadPool]]));
    service.failWith = ({ operation }) =>
      operation === 'finder' ? { status: 200, body: finderBody } : null;
    const over = (...args: string[]) =>
      run([path, '--service-url', service.url, ...args], {
        environment: { ARBSCOPE_API_KEY: contractKey },
      });
    const { code, output, errors } = await over();
    assert.equal(code, 0, errors);
    assert.match(output, /^Could have taken: between \$0\.00 and \$[\d,.]+ net$/m);
    assert.match(output, /^Bounds only: rollups do not say which pools an arbitrage combined\./m);
    assert.match(output, /^Source: http:\/\/127\.0\.0\.1:\d+; its rollups of 3 tokens$/m);
    assert.match(output, /^Pools that are not in the file; each alone, at most$/m);
    const unmet = await over('--json', '--at-least', '0');
    const { covered_percent, is_met, bounds } = JSON.parse(unmet.output);
    assert.deepEqual([unmet.code, covered_percent, is_met], [1, null, false]);
    assert.deepEqual(bounds.covered.lower.net_gains_usd, 0);
    assert.ok(bounds.covered.upper.net_gains_usd > 0);
    assert.equal(bounds.groups.length, 2);
    assert.equal(bounds.groups[1].upper.net_gains_usd, 0);
  });
});
