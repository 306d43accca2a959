import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SimulatedMarket } from '../../src/engine/sandbox/simulatedMarket.ts';
import { sampleBotFolder } from '../paths.ts';

export const sandboxSeed = 1;
/** Old enough to be in every Sandbox's history, and recent enough to stay there for a day. */
const ageSeconds = 600;
const minuteSeconds = 60;

/**
 * Copies the sample workspace into `parent`, so that the repository stays clean, and returns its
 * path. The Sandbox's signatures change daily, so the bot's signature is replaced by a recent one.
 */
export async function copySampleBot(parent: string, nowMilliseconds = Date.now()): Promise<string> {
  const folder = join(parent, 'sample-bot');
  await cp(sampleBotFolder, folder, { recursive: true, force: true });
  const file = join(folder, 'src/markets.ts');
  const text = await readFile(file, 'utf8');
  const [wallet = ''] = /(?<=leader = ')\w+/.exec(text) ?? [];
  const signature = recentArbitrage(wallet, Math.floor(nowMilliseconds / 1_000) - ageSeconds);
  await writeFile(file, text.replace(/\b\w{86,88}\b/, signature));
  return folder;
}

function recentArbitrage(wallet: string, beforeSecond: number): string {
  const market = new SimulatedMarket(sandboxSeed);
  const until = beforeSecond - (beforeSecond % minuteSeconds);
  for (let first = until - minuteSeconds; ; first -= minuteSeconds) {
    if (first < until - 86_400) throw new Error(`The Sandbox has no arbitrage of ${wallet}`);
    const { records } = market.generateRecords(first, first + minuteSeconds - 1, () => false);
    const found = records.findLast(
      (record) =>
        record.wallet === wallet && record.type === 'arbitrage' && record.legs.length === 2,
    );
    if (found !== undefined) return found.signature;
  }
}
