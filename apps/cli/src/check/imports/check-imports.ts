import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { developmentCodeLoaded } from './deployed-programs.ts'
import { namedMarketplaces } from './marketplace-names.ts'
import { folderOf, type PackageName } from './packages.ts'
import { type Repository, type Violation, violationsOf } from './rules.ts'
import { parseSourceFile } from './source-file.ts'

const SOURCES = ['{packages,apps,dev}/*/**/*.{ts,tsx}', '{contracts,e2e,bench}/**/*.ts']
const LEFT_OUT = new Set(['node_modules', 'build', 'dist', 'generated', '.react-router'])

/** Holds every hand-written module below `root` against the architecture's table and its never-list. */
export function checkImports(root: string): readonly Violation[] {
  const repository = openRepository(root)
  const paths = globSync(SOURCES, { cwd: root, exclude: (name) => LEFT_OUT.has(name) })
  const files = paths
    .map((path) => path.split(sep).join('/'))
    .sort()
    .map((path) => parseSourceFile(path, readFileSync(join(root, path), 'utf8')))
  const alone = files.flatMap((file) => [...violationsOf(file, repository), ...namedMarketplaces(file)])
  return [...alone, ...developmentCodeLoaded(files)]
}

function openRepository(root: string): Repository {
  const adapters = globSync('packages/marketplaces/src/*/adapter.ts', { cwd: root })
  const shared = dependenciesIn(join(root, 'package.json'))
  const known = new Map<PackageName, ReadonlySet<string>>()
  return {
    marketplaces: new Set(adapters.map((path) => path.split(sep).at(-2) ?? '')),
    dependenciesOf: (workspace) => {
      const names =
        known.get(workspace) ?? new Set([...shared, ...dependenciesIn(join(root, folderOf(workspace), 'package.json'))])
      known.set(workspace, names)
      return names
    },
  }
}

function dependenciesIn(path: string): Set<string> {
  if (!existsSync(path)) return new Set()
  const manifest: Record<string, Record<string, string> | undefined> = JSON.parse(readFileSync(path, 'utf8'))
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
  return new Set(kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})))
}
