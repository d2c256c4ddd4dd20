import { readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { type FirstLoad, firstLoad, foreignParts, laterParts, pagesWithSchemas } from './first-load.ts'

/** Most compressed bytes of JavaScript that a page may load before it is interactive. */
const MAX_BYTES = 150_000
/** Pages that are limited: the large ones. */
const PAGES = ['landing', 'collection', 'token', 'wallet'] as const

/**
 * Measures the first load of each page as it is served, writes the result to `first-load.json` in the build folder, and
 * fails the build when a page is over the limit, or loads the parts of another, or when any page loads schemas. Runs after
 * `precompress`, whose files it measures.
 */
export function holdFirstLoad(): Plugin {
  return {
    name: 'opal:hold-first-load',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(options, bundle) {
        const folder = options.dir ?? '.'
        const scripts = Object.values(bundle).filter((file) => file.type === 'chunk')
        const sizes = await sizesOf(join(folder, 'assets'))
        const loads = PAGES.map((page) => firstLoad(page, scripts, (name) => sizes.get(name) ?? 0))
        const later = laterParts(scripts, (name) => sizes.get(name) ?? 0)
        const report = JSON.stringify({ limit: MAX_BYTES, loads, later }, null, 2)
        await writeFile(join(dirname(folder), 'first-load.json'), report)
        const heavy = loads.filter(({ bytes }) => bytes > MAX_BYTES).map(describe)
        const foreign = loads.flatMap((load) =>
          foreignParts(load).map((name) => `The page ${load.page} loads ${name}.`),
        )
        const checked = pagesWithSchemas(scripts).map((page) => `The page ${page} loads schemas first.`)
        const faults = [...heavy, ...foreign, ...checked]
        if (faults.length > 0) this.error(faults.join('\n'))
      },
    },
  }
}

/** Returns the compressed size of every script, by its name in the bundle. */
async function sizesOf(assets: string): Promise<ReadonlyMap<string, number>> {
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js.br'))
  const entries = names.map(async (name) => {
    const { size } = await stat(join(assets, name))
    return [`assets/${name.slice(0, -'.br'.length)}`, size] as const
  })
  return new Map(await Promise.all(entries))
}

function describe({ page, bytes, scripts }: FirstLoad): string {
  const heaviest = scripts.slice(0, 12).map((script) => `  ${script.bytes} ${script.fileName}`)
  return [`The page ${page} loads ${bytes} bytes of script first; ${MAX_BYTES} are allowed.`, ...heaviest].join('\n')
}
