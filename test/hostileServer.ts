import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Called after the whole request was received. */
export type Behaviour = (socket: Socket, request: string) => void;

/** A server that writes raw bytes, and so can violate HTTP in any way. */
export class HostileServer {
  readonly url: string;
  readonly requests: string[] = [];
  /** Number of opened connections, including unused ones. */
  connections = 0;
  behaviour: Behaviour;
  sentBytes = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, behaviour: Behaviour) {
    this.#server = server;
    this.behaviour = behaviour;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (socket) => this.#accept(socket));
  }

  static async open(behaviour: Behaviour = (socket) => socket.destroy()): Promise<HostileServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HostileServer(server, behaviour);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.sentBytes += socket.bytesWritten;
      this.#sockets.delete(socket);
    });
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      while (isComplete(text)) {
        const length = requestLength(text);
        const request = text.slice(0, length);
        text = text.slice(length);
        this.requests.push(request);
        this.behaviour(socket, request);
      }
    });
  }
}

function requestLength(text: string): number {
  const head = text.indexOf('\r\n\r\n') + 4;
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? '0';
  return head + Number(length);
}

const isComplete = (text: string): boolean =>
  text.includes('\r\n\r\n') && text.length >= requestLength(text);

/** Raw bytes of a response. Given headers replace those of the same name. */
export function httpResponse(
  status: string,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(body);
  const all = {
    'content-type': 'application/json',
    'content-length': `${bytes.length}`,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`), bytes]);
}

export const respondWith =
  (...parts: Parameters<typeof httpResponse>): Behaviour =>
  (socket) => {
    socket.write(httpResponse(...parts));
  };

/** Sends headers, then chunks for as long as the client reads. */
export const respondEndlessly =
  (head: string, piece: Buffer): Behaviour =>
  (socket) => {
    socket.write(head);
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    more();
  };

export const chunkedHead = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
export const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
