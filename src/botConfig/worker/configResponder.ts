import { checkConfig } from '../checkConfig.ts';
import { combinePools } from '../combinePools.ts';
import { addPools, mergeGroups, removePools } from '../editConfig.ts';
import { findPlace } from '../findPlace.ts';
import type { BotConfig, ConfigProblem, KnownPool, TextChange } from '../model.ts';
import { type ParsedConfig, parseConfig } from '../parseConfig.ts';
import { verifyExport } from '../verifyExport.ts';
import {
  type ConfigAnswer,
  type ConfigEdit,
  type ConfigMessage,
  type ConfigRequest,
  type ConfigResponses,
  maxConfigProblems,
  type ReadConfig,
} from './messages.ts';

interface ReadText extends ParsedConfig {
  readonly version: number;
  readonly text: string;
}

type DocumentRequest = Extract<
  ConfigRequest,
  { readonly document: string; readonly version: number }
>;

/** Independent of the thread it runs in. */
export class ConfigResponder {
  readonly #texts = new Map<string, ReadText>();
  readonly #pools = new Map<string, KnownPool>();

  /** Never throws, so that no text can end the thread. */
  respond({ id, request }: ConfigMessage): ConfigAnswer {
    try {
      const response = this.#respond(request);
      return response === undefined ? { id, failure: 'unknown-text' } : { id, response };
    } catch {
      // The error message may contain some of the text.
      return { id, failure: 'failed' };
    }
  }

  #respond(request: ConfigRequest): ConfigResponses[ConfigRequest['kind']] | undefined {
    switch (request.kind) {
      case 'read':
        return this.#read(request);
      case 'pools':
        if (request.isReset) this.#pools.clear();
        for (const [address, pool] of request.pools) this.#pools.set(address, pool);
        return null;
      case 'close':
        this.#texts.delete(request.document);
        return null;
      case 'verify':
        return verifyExport(request.text, request.expected);
      default: {
        const read = this.#texts.get(request.document);
        return read?.version === request.version ? this.#respondAbout(read, request) : undefined;
      }
    }
  }

  #read({ document, version, text, isAddressFile }: Extract<ConfigRequest, { kind: 'read' }>) {
    const recognized = parseConfig(text);
    const isUnknown = recognized.config === null && recognized.problems.length === 0;
    const parsed =
      isUnknown && isAddressFile ? parseConfig(text, { form: 'addresses' }) : recognized;
    this.#texts.set(document, { ...parsed, version, text });
    return withSevereProblems(parsed);
  }

  #respondAbout(
    { config, text, problems }: ReadText,
    request: Exclude<DocumentRequest, { readonly kind: 'read' }>,
  ): ConfigResponses['check' | 'edit' | 'place'] {
    if (request.kind === 'place') return findPlace(text, request.offset);
    if (config === null)
      return request.kind === 'edit' ? [] : withSevereProblems({ config, problems });
    if (request.kind === 'edit') return this.#edit(text, config, request.edit);
    const { nowMilliseconds, tableLimits } = request;
    const against = { pools: this.#pools, nowMilliseconds, tableLimits };
    const found = checkConfig(text, config, against);
    const groups = combinePools(config, this.#pools);
    return withSevereProblems({
      config: { ...config, entries: [], keys: [], groups },
      problems: [...problems, ...found].toSorted(
        (one, other) => one.range.start - other.range.start,
      ),
    });
  }

  #edit(text: string, config: BotConfig, edit: ConfigEdit): readonly TextChange[] {
    if (edit.kind === 'add-pools') return addPools(text, config, edit.additions, this.#pools);
    if (edit.kind === 'remove-pools') return removePools(text, config, edit.pools);
    return mergeGroups(text, config, edit.indexes);
  }
}

const ranks: Readonly<Record<ConfigProblem['severity'], number>> = {
  ...{ error: 0, warning: 1, information: 2, hint: 3 },
};

/** Keeps the most severe problems. */
function withSevereProblems({ config, problems }: ParsedConfig): ReadConfig {
  const omittedProblems = Math.max(0, problems.length - maxConfigProblems);
  const told =
    omittedProblems === 0
      ? problems
      : problems
          .toSorted((one, other) => ranks[one.severity] - ranks[other.severity])
          .slice(0, maxConfigProblems);
  return { config, problems: told, omittedProblems };
}
