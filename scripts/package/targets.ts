export interface Target {
  readonly name: string;
  readonly duckdb: string;
  /** Null if LiteSVM has no build; the Sandbox then reports that it cannot land. */
  readonly litesvm: string | null;
}

export const targets: readonly Target[] = [
  { name: 'linux-x64', duckdb: 'linux-x64', litesvm: 'linux-x64-gnu' },
  { name: 'linux-arm64', duckdb: 'linux-arm64', litesvm: 'linux-arm64-gnu' },
  { name: 'alpine-x64', duckdb: 'linux-x64-musl', litesvm: 'linux-x64-musl' },
  { name: 'alpine-arm64', duckdb: 'linux-arm64-musl', litesvm: 'linux-arm64-musl' },
  { name: 'darwin-x64', duckdb: 'darwin-x64', litesvm: 'darwin-x64' },
  { name: 'darwin-arm64', duckdb: 'darwin-arm64', litesvm: 'darwin-arm64' },
  { name: 'win32-x64', duckdb: 'win32-x64', litesvm: null },
  { name: 'win32-arm64', duckdb: 'win32-arm64', litesvm: null },
];

export const nativeParts = ({ duckdb, litesvm }: Target): readonly string[] => [
  `@duckdb/node-bindings-${duckdb}`,
  ...(litesvm === null ? [] : [`litesvm-${litesvm}`]),
];

/** Null if this machine is not supported. */
export function ownTarget({
  platform = process.platform as string,
  arch = process.arch as string,
  isMusl = usesMusl(),
} = {}): Target | null {
  const system = platform === 'linux' && isMusl ? 'alpine' : platform;
  return targets.find(({ name }) => name === `${system}-${arch}`) ?? null;
}

function usesMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime === undefined;
}
