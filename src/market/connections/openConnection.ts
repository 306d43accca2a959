import { MarketError } from '../../interface/marketError.ts';
import { defaultSandboxSeed, memoryStore, openEngine } from '../openEngine.ts';
import type { OpenConnection } from './connection.ts';
import { EngineConnection, engineStatus } from './engineConnection.ts';

/** What stands behind the connections of windows. */
export const openConnection: OpenConnection = async (settings, { signal, onStatus }) => {
  if (settings.kind !== 'sandbox') {
    throw new MarketError('service-failing', 'Connections of this kind cannot be opened yet');
  }
  const { seed = defaultSandboxSeed } = settings;
  const engine = await openEngine({ kind: 'sandbox', seed }, memoryStore, {
    signal,
    onStatus: (progress) => onStatus(engineStatus(progress)),
  });
  return new EngineConnection(engine);
};
