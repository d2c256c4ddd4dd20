import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Writes `src/registry.ts` from the folders that hold an `adapter.ts`. With `--check` it writes nothing and
 * fails when the file is stale.
 */
const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '..', 'src')
const TARGET = join(SOURCE, 'registry.ts')

function marketplaceFolders(): readonly string[] {
  return readdirSync(SOURCE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(SOURCE, entry.name)).includes('adapter.ts'))
    .map((entry) => entry.name)
    .sort()
}

function registrySource(ids: readonly string[]): string {
  const finders = "import { findById, findNative } from './find-adapter.ts'"
  const adapters = ids.map((id) => `import { ${adapterName(id)} } from './${id}/adapter.ts'`)
  // By path, as the formatter wants them.
  const imports = [finders, ...adapters].sort((left, right) => (pathOf(left) < pathOf(right) ? -1 : 1))
  return `// Written by scripts/generate-registry.ts from the folders of this package. Do not edit.
import type { MarketplaceAdapter } from './adapter.ts'
${imports.join('\n')}

/** Every marketplace we understand, by folder name. */
${listSource('export const MARKETPLACES: readonly MarketplaceAdapter[] =', ids.map(adapterName))}

/** Returns the marketplace with this id or alias; null when there is none. */
export function marketplaceById(id: string): MarketplaceAdapter | null {
  return findById(MARKETPLACES, id)
}

/** Our own marketplace. */
export const nativeMarketplace: MarketplaceAdapter = findNative(MARKETPLACES)
`
}

function pathOf(line: string): string {
  return line.slice(line.indexOf(' from '))
}

/** Breaks a list as the formatter does: one entry a line once a line would be too long. */
function listSource(head: string, entries: readonly string[]): string {
  const line = `${head} [${entries.join(', ')}]`
  return line.length <= 120 ? line : `${head} [\n${entries.map((entry) => `  ${entry},\n`).join('')}]`
}

function adapterName(id: string): string {
  return `${id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Adapter`
}

const wanted = registrySource(marketplaceFolders())
if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, wanted)
} else if (readFileSync(TARGET, 'utf8') !== wanted) {
  process.stderr.write('packages/marketplaces/src/registry.ts is stale: run the code generation.\n')
  process.exitCode = 1
}
