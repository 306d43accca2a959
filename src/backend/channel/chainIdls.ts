import { LRUCache } from 'lru-cache';
import { type ProgramIdls, type SourcedIdl, withIdls } from '../../engine/idl/programIdls.ts';
import { readIdl } from '../../engine/idl/readIdl.ts';
import { knownProgramName } from '../../solana/knownAddresses.ts';
import type { Connection } from '../connectionBase/connection.ts';

/** Programs of one request; each has two accounts. */
const maxPrograms = 8;
const maxKnown = 200;
/** Of the texts; an IDL that is read takes a few times as much memory. */
const maxKnownBytes = 8_000_000;
/** Of an entry without an IDL. */
const entryBytes = 500;
const timeoutMilliseconds = 5_000;

/** Where programs publish IDLs. */
export interface IdlChain {
  readonly connectionId: string;
  readonly connection: Pick<Connection, 'idlTexts'>;
}

/**
 * IDLs that programs publish on the chain, over the user's node: once per program and start, also
 * if there is none or the node does not respond. Programs that Arbscope knows are not looked up.
 */
export class ChainIdls {
  readonly #known = new LRUCache<string, KnownIdls>({
    max: maxKnown,
    maxSize: maxKnownBytes,
    sizeCalculation: ({ bytes }) => entryBytes + bytes,
  });

  /** Adds those of the programs. Never rejects. */
  async add(
    idls: ProgramIdls,
    programs: readonly string[],
    { connectionId, connection }: IdlChain,
  ): Promise<ProgramIdls> {
    if (connection.idlTexts === undefined) return idls;
    const wanted = [...new Set(programs)].filter((program) => knownProgramName(program) === null);
    const keyOf = (program: string) => `${connectionId} ${program}`;
    const unknown = wanted.filter((program) => !this.#known.has(keyOf(program)));
    const asked = unknown.slice(0, maxPrograms);
    if (asked.length > 0) {
      const loaded = loadIdls(connection, asked);
      for (const program of asked) {
        const own = loaded.then((all) => all.filter((one) => one.program === program));
        const key = keyOf(program);
        const entry: KnownIdls = { idls: own, bytes: 0 };
        this.#known.set(key, entry);
        void own.then(([idl]) => {
          // Only now is its size known.
          if (idl !== undefined && this.#known.peek(key) === entry) {
            this.#known.set(key, { ...entry, bytes: idl.bytes });
          }
        });
      }
    }
    // Taken now: those that are read may replace each other.
    const found = await Promise.all(
      wanted.map((program) => this.#known.get(keyOf(program))?.idls ?? []),
    );
    return withIdls(idls, found.flat());
  }
}

interface LoadedIdl extends SourcedIdl {
  /** Of its text. */
  readonly bytes: number;
}

interface KnownIdls {
  readonly idls: Promise<readonly LoadedIdl[]>;
  readonly bytes: number;
}

async function loadIdls(
  connection: Pick<Connection, 'idlTexts'>,
  programs: readonly string[],
): Promise<LoadedIdl[]> {
  try {
    const texts = await connection.idlTexts?.(programs, AbortSignal.timeout(timeoutMilliseconds));
    return [...(texts ?? [])].flatMap(([program, text]) => {
      const read = readIdl(text);
      const [idl] = read.kind === 'idl' ? read.idls : [];
      return idl === undefined
        ? []
        : [{ source: 'chain', program, idl, bytes: Buffer.byteLength(text) }];
    });
  } catch {
    // Without names, the request still answers.
    return [];
  }
}
