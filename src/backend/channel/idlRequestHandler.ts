import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import { validateParameters } from '../../api/validation.ts';
import {
  type ConnectionRegistry,
  UnknownConnectionError,
} from '../connections/connectionRegistry.ts';
import type {
  idlMethods,
  NameInstructionsResponse,
  NameTransactionResponse,
  PublishedProgramResponse,
} from '../protocol/idlProtocol.ts';
import type { RequestOf } from '../requests/parseRequest.ts';
import {
  NameInstructionsSchema,
  NameTransactionSchema,
  PublishedProgramSchema,
  SetIdlsSchema,
} from '../requests/requestSchemas.ts';
import { handle, type RequestHandlers, type WindowRequest } from './windowConnection.ts';
import { nameInstructions, summarizeIdl, type WindowIdls } from './windowIdls.ts';

/** How long names of a transaction that needs no connection wait for one. */
const patienceMilliseconds = 5_000;

export class IdlRequestHandler {
  readonly handlers: Pick<RequestHandlers, keyof typeof idlMethods>;
  readonly #connections: Pick<ConnectionRegistry, 'whenReady'>;
  readonly #idls: WindowIdls;

  constructor(connections: Pick<ConnectionRegistry, 'whenReady'>, idls: WindowIdls) {
    this.#connections = connections;
    this.#idls = idls;
    this.handlers = {
      setIdls: handle(SetIdlsSchema, (members, { window }) => idls.set(window, members)),
      nameInstructions: handle(NameInstructionsSchema, (members, request) =>
        this.#nameInstructions(members, request),
      ),
      nameTransaction: handle(NameTransactionSchema, (members, request) =>
        this.#nameTransaction(members, request),
      ),
      publishedProgram: handle(PublishedProgramSchema, (members, request) =>
        this.#publishedProgram(members, request),
      ),
    };
  }

  async #nameInstructions(
    { connectionId, instructions }: RequestOf<typeof NameInstructionsSchema>,
    { window, signal }: WindowRequest,
  ): Promise<NameInstructionsResponse> {
    const own = this.#idls.of(window);
    if (connectionId === undefined) return nameInstructions(instructions, own);
    const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMilliseconds)]);
    const programs = instructions.map(({ program }) => program);
    try {
      const connection = await this.#connections.whenReady(window, connectionId, patience);
      const request = { window, signal: patience };
      const idls = await this.#idls.forPrograms(request, programs, { connectionId, connection });
      return nameInstructions(instructions, idls);
    } catch (error) {
      if (signal.aborted || error instanceof UnknownConnectionError) throw error;
      return nameInstructions(instructions, own);
    }
  }

  /** Throws a MarketError. */
  async #nameTransaction(
    members: RequestOf<typeof NameTransactionSchema>,
    request: WindowRequest,
  ): Promise<NameTransactionResponse> {
    const { connectionId } = members;
    const { signature } = validateParameters('transaction', { signature: members.signature });
    const { window, signal } = request;
    const connection = await this.#connections.whenReady(window, connectionId, signal);
    if (connection.rawTransaction === undefined) return null;
    const transaction = await connection.rawTransaction(signature, signal);
    if (transaction === null) {
      throw new MarketError(
        'not-found',
        t('The connection does not have the transaction’s instructions.'),
        { parameter: 'signature' },
      );
    }
    return await this.#idls.nameTransaction(request, transaction, { connectionId, connection });
  }

  /** Throws a MarketError if the connection does not open. */
  async #publishedProgram(
    { connectionId, program }: RequestOf<typeof PublishedProgramSchema>,
    request: WindowRequest,
  ): Promise<PublishedProgramResponse> {
    const { window, signal } = request;
    const connection = await this.#connections.whenReady(window, connectionId, signal);
    const idls = await this.#idls.forPrograms(request, [program], { connectionId, connection });
    const published = idls.of(program).find(({ source }) => source === 'chain');
    return published === undefined ? null : summarizeIdl(published.idl, program);
  }
}
