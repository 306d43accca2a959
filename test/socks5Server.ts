import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface Socks5Server {
  readonly port: number;
  /** `host:port` of each requested connection. */
  readonly targets: readonly string[];
  close(): void;
}

interface Socks5ServerOptions {
  /** Port on this machine that every connection reaches, whatever its target. */
  readonly port: number;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Reply code of RFC 1928; 0 accepts. */
  readonly reply?: number;
}

const noAuthentication = 0;
const passwordAuthentication = 2;
const noAcceptableMethod = 0xff;
const domainType = 3;

/** A SOCKS5 proxy (RFC 1928, RFC 1929) for host names. */
export async function startSocks5Server(options: Socks5ServerOptions): Promise<Socks5Server> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, options, targets).catch(() => socket.destroy());
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function serve(
  socket: Socket,
  { port, credentials, reply = 0 }: Socks5ServerOptions,
  targets: string[],
): Promise<void> {
  // Each message of the client arrives in one chunk.
  const next = async (): Promise<Buffer> => (await once(socket, 'data'))[0];
  const [, count = 0, ...methods] = await next();
  const method = credentials === undefined ? noAuthentication : passwordAuthentication;
  if (!methods.slice(0, count).includes(method)) {
    socket.end(Buffer.from([5, noAcceptableMethod]));
    return;
  }
  socket.write(Buffer.from([5, method]));
  if (credentials !== undefined) {
    const login = await next();
    const nameEnd = 2 + (login[1] ?? 0);
    const isRight =
      login.toString('utf8', 2, nameEnd) === credentials.username &&
      login.toString('utf8', nameEnd + 1) === credentials.password;
    socket.write(Buffer.from([1, isRight ? 0 : 1]));
    if (!isRight) return;
  }
  const request = await next();
  const host = request.toString('utf8', 5, 5 + (request[4] ?? 0));
  targets.push(
    `${request[3] === domainType ? host : 'address'}:${request.readUInt16BE(5 + host.length)}`,
  );
  socket.write(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
  if (reply !== 0) return;
  const through = connect(port, '127.0.0.1');
  through.on('error', () => socket.destroy());
  socket.pipe(through).pipe(socket);
}
