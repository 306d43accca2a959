import { generateKeyPairSync, sign } from 'node:crypto';

/** As PEM; generated on each call. */
export function selfSignedCertificate(host: string): {
  readonly cert: string;
  readonly key: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const day = 24 * 3_600_000;
  const algorithm = sequence(identifier('2a8648ce3d040302'));
  const name = sequence(
    set(sequence(identifier('550403'), tagged(0x0c, Buffer.from(`Arbscope test ${host}`)))),
  );
  const extensions = sequence(
    extension('551d13', sequence(tagged(0x01, Buffer.from([0xff])))),
    extension('551d11', sequence(tagged(0x82, Buffer.from(host)))),
  );
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(
    body,
    algorithm,
    tagged(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  return {
    cert: pem('CERTIFICATE', whole),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(parts);
  const { length } = bytes;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts);
const set = (...parts: readonly Buffer[]) => tagged(0x31, ...parts);
const identifier = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'));
const extension = (hex: string, value: Buffer) => sequence(identifier(hex), tagged(0x04, value));

/** UTCTime with two-digit years. */
const time = (milliseconds: number) =>
  tagged(
    0x17,
    Buffer.from(
      `${new Date(milliseconds)
        .toISOString()
        .replace(/[-:T]|\..*/g, '')
        .slice(2)}Z`,
    ),
  );

const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;
