import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OperationName, operations } from '../src/api/operations.ts';
import { responseSchema, sampleValue } from './contract/schemaSamples.ts';
import { provingListener } from './provingListener.ts';

export interface ServiceRequest {
  readonly operation: string;
  readonly url: string;
  readonly key: string | undefined;
}

export interface FailureResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface HeldOperation {
  readonly operation: OperationName;
  readonly ask: () => void;
  readonly answered: Promise<void>;
}

/** A fake remote service: returns the smallest valid response of each operation. */
export class FakeService {
  key: string;
  /** Key that the server proves to know, if it differs from `key`. */
  proofKey: string | null = null;
  /** Like every service except `serve`: sends no proof. */
  isUnproven = false;
  /** Called after the key check. */
  failWith: (request: ServiceRequest) => FailureResponse | null = () => null;
  /** Required encoding of lists; others are rejected, as some services do. */
  encoding: 'brackets' | 'repeated' | 'commas' = 'brackets';
  readonly requests: ServiceRequest[] = [];
  #held: HeldOperation | null = null;
  readonly #server = createServer(
    provingListener(
      () => (this.isUnproven ? null : (this.proofKey ?? this.key)),
      (request, response) => this.#answer(request, response),
    ),
  );

  constructor(key: string) {
    this.key = key;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Holds requests of an operation until `answer` is called; `asked` resolves on the first one. */
  hold(operation: OperationName): { readonly asked: Promise<void>; readonly answer: () => void } {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    this.#held = { operation, ask, answered };
    return { asked, answer };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(incoming: IncomingMessage, response: ServerResponse): void {
    incoming.resume();
    const url = incoming.url ?? '';
    const name = operationAt(new URL(url, 'http://x').pathname);
    const header = incoming.headers['x-api-key'];
    const request: ServiceRequest = {
      operation: name ?? '',
      url,
      key: typeof header === 'string' ? header : undefined,
    };
    this.requests.push(request);
    const answer = () => this.#answerTo(request, name, response);
    if (this.#held === null || this.#held.operation !== name) answer();
    else {
      this.#held.ask();
      void this.#held.answered.then(answer);
    }
  }

  #answerTo(request: ServiceRequest, name: OperationName | null, response: ServerResponse): void {
    const { url } = request;
    const trouble = request.key === this.key ? this.failWith(request) : refusalOf(request);
    for (const [header_, value] of Object.entries(trouble?.headers ?? {})) {
      response.setHeader(header_, value);
    }
    if (trouble !== null) send(response, trouble.status, trouble.body ?? '{"message":"trouble"}');
    else if (name === null) send(response, 404, '{"message":"no such path"}');
    else if (name === 'finder') this.#find(new URL(url, 'http://x').searchParams, response);
    else send(response, 200, JSON.stringify(sampleValue(responseSchema(name))));
  }

  /** The finder response contains the requested mints. */
  #find(query: URLSearchParams, response: ServerResponse): void {
    const given = query.getAll(this.encoding === 'brackets' ? 'tokensMint[]' : 'tokensMint');
    const mints = this.encoding === 'commas' ? given.flatMap((each) => each.split(',')) : given;
    const isOther =
      this.encoding === 'commas' ? given.length > 1 : given.some((each) => each.includes(','));
    if (mints.length === 0 || isOther) {
      send(response, 400, '{"message":"tokensMint is missing"}');
      return;
    }
    const answer = sampleValue(responseSchema('finder')) as { filters: Record<string, unknown> };
    answer.filters['tokensMint'] = mints;
    send(response, 200, JSON.stringify(answer));
  }
}

/** Echoes the request, like a careless service. */
const refusalOf = ({ key }: ServiceRequest): FailureResponse => ({
  status: 401,
  body: JSON.stringify({ statusCode: 401, message: `The key ${key} is not known` }),
});

const names = Object.keys(operations) as OperationName[];

const operationAt = (path: string): OperationName | null =>
  names.find((name) => path === operations[name].path) ?? null;

function send(response: ServerResponse, status: number, body: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(body);
}
