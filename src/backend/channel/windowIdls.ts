import { t } from '@vscode/l10n';
import type { RecordedNames } from '../../api/arbscope/idlNames.ts';
import { withAbort } from '../../api/cancellation.ts';
import { MarketError } from '../../api/marketError.ts';
import { UnreadableTransactionError } from '../../engine/decode/message.ts';
import type { RpcBlockTransaction } from '../../engine/decode/rpcBlock.ts';
import { type Idl, maxIdlBytes } from '../../engine/idl/model.ts';
import { nameCall } from '../../engine/idl/nameCall.ts';
import { nameRecorded, recordedPrograms } from '../../engine/idl/nameRecorded.ts';
import { ProgramIdls, type SourcedIdl } from '../../engine/idl/programIdls.ts';
import { readIdl } from '../../engine/idl/readIdl.ts';
import type {
  IdlFileSummary,
  IdlProgramSummary,
  NameInstructionsResponse,
  SetIdlsResponse,
} from '../protocol/idlProtocol.ts';
import type { RequestOf } from '../requests/parseRequest.ts';
import type { NameInstructionsSchema, SetIdlsSchema } from '../requests/requestSchemas.ts';
import { ChainIdls, type IdlChain } from './chainIdls.ts';
import type { WindowConnection, WindowRequest } from './windowConnection.ts';

/** The IDLs of each window's workspace. A window replaces its own; they end with the window. */
export class WindowIdls {
  readonly #byWindow = new WeakMap<WindowConnection, ProgramIdls>();
  readonly #withoutChain = new WeakSet<WindowConnection>();
  readonly #chain = new ChainIdls();

  of(window: WindowConnection): ProgramIdls {
    return this.#byWindow.get(window) ?? ProgramIdls.none;
  }

  /**
   * With those that the programs publish on the chain, unless the user turned that off. The look-up
   * serves others, too, so a request that is cancelled only stops waiting for it.
   */
  async forPrograms(
    { window, signal }: Pick<WindowRequest, 'window' | 'signal'>,
    programs: readonly string[],
    chain: IdlChain,
  ): Promise<ProgramIdls> {
    const own = this.of(window);
    if (this.#withoutChain.has(window)) return own;
    return await withAbort(this.#chain.add(own, programs, chain), signal);
  }

  /** What IDLs say about the calls of a transaction. Throws a MarketError if it cannot be read. */
  async nameTransaction(
    request: Pick<WindowRequest, 'window' | 'signal'>,
    transaction: RpcBlockTransaction,
    chain: IdlChain,
  ): Promise<RecordedNames> {
    try {
      const programs = recordedPrograms(transaction);
      return nameRecorded(transaction, await this.forPrograms(request, programs, chain));
    } catch (error) {
      if (!(error instanceof UnreadableTransactionError)) throw error;
      throw new MarketError(
        'unreadable-answer',
        t('Could not read the node’s transaction: {0}', error.message),
      );
    }
  }

  set(
    window: WindowConnection,
    { files, isChainOff = false }: RequestOf<typeof SetIdlsSchema>,
  ): SetIdlsResponse {
    if (isChainOff) this.#withoutChain.add(window);
    else this.#withoutChain.delete(window);
    const idls: SourcedIdl[] = [];
    const summaries = files.map((file) => readFile(file, idls));
    this.#byWindow.set(window, new ProgramIdls(idls));
    return { files: summaries };
  }
}

/** Accounts that were not resolved have no address. */
export const nameInstructions = (
  instructions: RequestOf<typeof NameInstructionsSchema>['instructions'],
  idls: ProgramIdls,
): NameInstructionsResponse => ({
  calls: instructions.map(({ program, data, accounts }) =>
    nameCall(idls, {
      program,
      data: Buffer.from(data, 'base64'),
      accounts,
      isTopLevel: true,
      isSelfCall: false,
    }),
  ),
});

type IdlFile = RequestOf<typeof SetIdlsSchema>['files'][number];

const maxInstructionNames = 100;

function readFile({ label, text, program }: IdlFile, idls: SourcedIdl[]): IdlFileSummary {
  const read = readIdl(text.slice(0, maxIdlBytes + 1));
  if (read.kind === 'other') return { label, programs: [], reason: read.reason };
  const programs = read.idls.map((idl) => {
    // A file of several programs has all their addresses.
    const address = idl.address ?? (read.idls.length === 1 ? (program ?? null) : null);
    if (address !== null) idls.push({ source: label, program: address, idl });
    return summarizeIdl(idl, address);
  });
  return { label, programs, reason: null };
}

export const summarizeIdl = (
  { name, version, instructions, errors, problems }: Idl,
  address: string | null,
): IdlProgramSummary => ({
  ...{ address, name, version, problems },
  instructions: [...new Set(instructions.map((one) => one.name))].slice(0, maxInstructionNames),
  errors: errors.length,
});
