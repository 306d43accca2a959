import { BlockList, isIP } from 'node:net';

/** Ranges that are not of the public internet (IANA's special-purpose registries). */
const notPublic4: readonly (readonly [address: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * Of IPv6 the one block that is given out is public, less what in it is not, or stands for an IPv4
 * address (6to4, Teredo). Mapped addresses and NAT64 lie outside of it.
 */
const public6 = ['2000::', 3] as const;
const notPublic6: readonly (readonly [address: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked4 = new BlockList();
for (const [address, prefix] of notPublic4) blocked4.addSubnet(address, prefix, 'ipv4');
const allowed6 = new BlockList();
allowed6.addSubnet(...public6, 'ipv6');
const blocked6 = new BlockList();
for (const [address, prefix] of notPublic6) blocked6.addSubnet(address, prefix, 'ipv6');

/** Whether an IP address is one of the public internet; false for what is no IP address. */
export function isPublicIpAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blocked4.check(address, 'ipv4');
    case 6:
      return allowed6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
    default:
      return false;
  }
}
