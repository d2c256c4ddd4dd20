import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Writes `src/marketplaces/registry.ts` from the folders that hold a `simulator.ts`. With `--check` it writes nothing and
 * fails when the file is stale.
 */
const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'marketplaces')
const TARGET = join(SOURCE, 'registry.ts')

function registrySource(ids: readonly string[]): string {
  const imports = [
    "import type { MarketplaceSimulator } from './marketplace-simulator.ts'",
    ...ids.map((id) => `import { ${simulatorName(id)} } from './${id}/simulator.ts'`),
  ]
  const pathOf = (line: string) => line.slice(line.indexOf(' from '))
  // By path, as the formatter wants them.
  const sorted = imports.sort((left, right) => (pathOf(left) < pathOf(right) ? -1 : 1))
  return `// Written by scripts/generate-simulators.ts from the folders next to this file. Do not edit.
${sorted.join('\n')}

/** The simulator of every marketplace that runs on the localnet, by folder name. */
${listSource('export const SIMULATORS: readonly MarketplaceSimulator[] =', ids.map(simulatorName))}

/** Returns the simulator of a marketplace. @throws TypeError when its folder holds none. */
export function simulatorOf(id: string): MarketplaceSimulator {
  const found = SIMULATORS.find((simulator) => simulator.id === id)
  if (found === undefined) throw new TypeError(\`There is no simulator of the marketplace \${id}.\`)
  return found
}
`
}

/** Breaks a list as the formatter does: one entry a line once a line would be too long. */
function listSource(head: string, entries: readonly string[]): string {
  const line = `${head} [${entries.join(', ')}]`
  return line.length <= 120 ? line : `${head} [\n${entries.map((entry) => `  ${entry},\n`).join('')}]`
}

function simulatorName(id: string): string {
  return `${id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Simulator`
}

const ids = globSync('*/simulator.ts', { cwd: SOURCE })
  .map((path) => dirname(path))
  .sort()
const wanted = registrySource(ids)
if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, wanted)
} else if (readFileSync(TARGET, 'utf8') !== wanted) {
  process.stderr.write('dev/chain/src/marketplaces/registry.ts is stale: run the code generation.\n')
  process.exitCode = 1
}
