import { isAddress } from '../../api/base58.ts';
import { encodeBase58 } from '../../solana/base58.ts';

/** Where a workspace says which address a program has. The texts are untrusted. */

/** Names in Rust, of files and in IDLs differ in hyphens, underscores and case only. */
export const sameProgramName = (first: string, second: string): boolean =>
  plain(first) === plain(second);

const plain = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();

/**
 * Whether a file may be an IDL. Others are neither kept nor sent: a glob of the workspace may find
 * keypairs and configs with secrets.
 */
export const mayBeIdl = (text: string): boolean =>
  /^\uFEFF?\s*\{/.test(text) && /"(?:instructions|programNode|rootNode)"/.test(text);

const maxTextLength = 1_000_000;

/** `declare_id!("…")` of a Rust source; `null` if it has none, or several. */
export function declaredAddress(source: string): string | null {
  const text = source.slice(0, maxTextLength);
  const found = text.matchAll(
    /^[^\n/]*\bdeclare_id!\s*\(\s*"([1-9A-HJ-NP-Za-km-z]{32,44})"\s*\)/gm,
  );
  const addresses = new Set(Array.from(found, ([, address]) => address ?? ''));
  return onlyAddress(addresses);
}

/**
 * The program's address in `[programs.…]` of an `Anchor.toml`; `null` if it has none, or if its
 * clusters have different addresses.
 */
export function addressInAnchorToml(text: string, program: string): string | null {
  const addresses = new Set<string>();
  let isPrograms = false;
  for (const line of text.slice(0, maxTextLength).split('\n')) {
    const [, section] = /^\s*\[([^\]]{1,100})\]/.exec(line) ?? [];
    if (section !== undefined) isPrograms = /^programs\./.test(section.trim());
    const [, name, short, long] =
      /^\s*"?([\w-]{1,100})"?\s*=\s*(?:"([^"]{1,60})"|\{[^}]*\baddress\s*=\s*"([^"]{1,60})")/.exec(
        line,
      ) ?? [];
    if (isPrograms && name !== undefined && sameProgramName(name, program)) {
      addresses.add(short ?? long ?? '');
    }
  }
  return onlyAddress(addresses);
}

function onlyAddress(addresses: ReadonlySet<string>): string | null {
  const [address, other] = addresses;
  return address !== undefined && other === undefined && isAddress(address) ? address : null;
}

/** Numbers of the secret half, which is not parsed, and of the address. */
const keypairPattern = /^\s*\[(?:\s*\d{1,3}\s*,){32}((?:\s*\d{1,3}\s*,){31}\s*\d{1,3})\s*\]\s*$/;

/** The public half of a deploy keypair, as `solana-keygen` writes it; `null`: another file. */
export function addressOfKeypairFile(text: string): string | null {
  const [, half] = keypairPattern.exec(text.slice(0, 1_000)) ?? [];
  const bytes = half?.split(',').map(Number) ?? [];
  const isKey = bytes.length === 32 && bytes.every((byte) => byte <= 255);
  return isKey ? encodeBase58(Uint8Array.from(bytes)) : null;
}
