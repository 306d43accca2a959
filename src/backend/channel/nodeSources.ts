import { LRUCache } from 'lru-cache';
import { RpcSource } from '../../engine/sources/rpc/rpcSource.ts';
import { canonicalJson } from '../connectionBase/connectionSettings.ts';
import { networkOptions } from '../connections/networkOptions.ts';
import type { AuxiliaryNode } from '../protocol/landingProtocol.ts';

const maxNodes = 4;

/** Nodes that are queried on demand beside the open connections, each with its connections and caches. */
export class NodeSources {
  readonly #sources = new LRUCache<string, RpcSource>({
    max: maxNodes,
    dispose: (source) => void source.close(),
  });

  /** Throws a MarketError of kind `bad-parameter` for an unusable URL. */
  of({ rpcUrl: url, ...settings }: Omit<AuxiliaryNode, 'kind'>): RpcSource {
    const options = { url, network: networkOptions(settings) };
    const name = canonicalJson(options);
    const source = this.#sources.get(name) ?? new RpcSource(options);
    this.#sources.set(name, source);
    return source;
  }

  close(): void {
    this.#sources.clear();
  }
}
