import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { BackendProcess, type WrapCommand } from './backendProcess.ts';

export const contractKey = 'contract-key-0123456789';
export const withKey = { 'x-api-key': contractKey };

export interface RawHttpResponse {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export class ServeProcess {
  readonly process: BackendProcess;
  readonly url: string;
  readonly port: number;

  private constructor(process: BackendProcess, url: string) {
    this.process = process;
    this.url = url;
    this.port = Number(new URL(url).port);
  }

  static async open(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    wrap?: WrapCommand,
  ): Promise<ServeProcess> {
    const process = new BackendProcess(
      ['serve', ...(args.includes('--port') ? [] : ['--port', '0']), ...args],
      { ARBSCOPE_API_KEY: contractKey, ...environment },
      wrap,
    );
    try {
      return new ServeProcess(process, await process.url());
    } catch (error) {
      await process.kill();
      throw error;
    }
  }

  /** Serves the Sandbox with only four hours of history, so that it starts much sooner. */
  static openSandbox(...more: readonly string[]): Promise<ServeProcess> {
    return ServeProcess.open(['--source', 'sandbox', '--backfill-hours', '4', ...more]);
  }

  request(
    path: string,
    headers: Readonly<Record<string, string | string[]>> = withKey,
    method = 'GET',
    body?: string,
  ): Promise<RawHttpResponse> {
    return new Promise((resolve, reject) => {
      // Node's client does not set the length of a GET's body.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = {
        hostname: '127.0.0.1',
        port: this.port,
        path,
        method,
        headers: { ...headers, ...length },
        // A new connection each time, so that no response depends on earlier requests.
        agent: false,
      };
      const asked = request(options, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body: text });
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }

  requestWithBody(path: string, body: string, method = 'GET'): Promise<RawHttpResponse> {
    return this.request(path, { ...withKey, 'content-type': 'application/json' }, method, body);
  }

  /** Sends raw text and reads until the server closes the connection. */
  async sendRaw(text: string): Promise<string> {
    const socket = connect(this.port, '127.0.0.1');
    let answer = '';
    socket.on('error', () => undefined);
    socket.end(text);
    for await (const chunk of socket) answer += chunk;
    return answer;
  }

  /**
   * Status of the first response to raw text; 0 if the server closes the connection without one.
   */
  async sendRawForStatus(text: string): Promise<number> {
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(await this.sendRaw(text))?.[1] ?? 0);
  }

  async stop(): Promise<void> {
    await this.process.kill();
  }
}
