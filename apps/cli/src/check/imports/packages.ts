/** A workspace of the repository. */
export type PackageName = keyof typeof MAY_IMPORT

const PACKAGES = ['domain', 'runtime', 'marketplaces', 'chain', 'store', 'contract', 'ui'] as const
const APPS = ['indexer', 'api', 'web'] as const
const DEV = ['dev-chain', 'dev-wallet', 'dev-network', 'dev-seeds'] as const

/** Allowed imports by package name, without `@opal/`. The table of ARCHITECTURE.md. */
export const MAY_IMPORT = {
  domain: [],
  runtime: ['domain'],
  marketplaces: ['domain'],
  chain: ['domain'],
  store: ['domain', 'runtime'],
  contract: ['domain'],
  ui: [],
  indexer: ['domain', 'runtime', 'marketplaces', 'chain', 'store'],
  api: ['domain', 'runtime', 'marketplaces', 'chain', 'store', 'contract'],
  web: ['domain', 'runtime', 'marketplaces', 'chain', 'contract', 'ui'],
  cli: [...PACKAGES, ...APPS, ...DEV, 'bench'],
  'dev-chain': ['domain', 'marketplaces'],
  'dev-wallet': [],
  'dev-network': [...PACKAGES, ...APPS, ...DEV],
  'dev-seeds': [...PACKAGES, ...APPS, ...DEV],
  e2e: ['domain', 'contract', 'store', ...DEV, 'bench'],
  bench: [...PACKAGES, ...APPS, ...DEV],
  contracts: ['domain', 'marketplaces', 'dev-chain'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const FOLDERS: readonly (readonly [string, PackageName])[] = [
  ...PACKAGES.map((name) => [`packages/${name}/`, name] as const),
  ...[...APPS, 'cli' as const].map((name) => [`apps/${name}/`, name] as const),
  ...DEV.map((name) => [`${name.replace('-', '/')}/`, name] as const),
  ['e2e/', 'e2e'],
  ['bench/', 'bench'],
  ['contracts/', 'contracts'],
]

/** Returns the workspace that a file belongs to; null for the repository's own scripts and settings. */
export function workspaceOf(path: string): PackageName | null {
  return FOLDERS.find(([folder]) => path.startsWith(folder))?.[1] ?? null
}

/** Returns the folder of a workspace, with a trailing slash. */
export function folderOf(workspace: PackageName): string {
  return FOLDERS.find(([, name]) => name === workspace)?.[0] ?? ''
}
