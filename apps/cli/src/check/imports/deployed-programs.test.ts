import { expect, test } from 'vitest'
import { developmentCodeLoaded } from './deployed-programs.ts'
import { parseSourceFile } from './source-file.ts'

const PROGRAMS = ['indexer', 'api', 'web'] as const

/** Returns the violations in a repository of three programs and these modules, by path. */
function sentences(modules: Readonly<Record<string, string>>): string[] {
  const texts = { ...Object.fromEntries(PROGRAMS.map((name) => [`apps/${name}/src/main.ts`, ''])), ...modules }
  const files = Object.entries(texts).map(([path, text]) => parseSourceFile(path, text))
  return developmentCodeLoaded(files).map(({ path, line, sentence }) => `${path}:${line} ${sentence}`)
}

test('follows run-time imports through packages to a simulator', () => {
  const found = sentences({
    'apps/api/src/main.ts': "\nconst start = () => import('./start.ts')",
    'apps/api/src/start.ts': "import '@opal/marketplaces/registry'",
    'packages/marketplaces/src/registry.ts': "export * from '@opal/dev-chain/marketplaces/registry'",
    'dev/chain/src/marketplaces/registry.ts': "import '../modules/define.ts'",
    'dev/chain/src/modules/define.ts': '',
  })
  const registry = 'packages/marketplaces/src/registry.ts:1'
  expect(found).toEqual([`${registry} makes the deployed program api load dev/chain/src/marketplaces/registry.ts`])
})

test.each(PROGRAMS)('%s: may not load a helper of tests, but may name its types', (name) => {
  const main = `apps/${name}/src/main.ts`
  for (const folder of ['testing', 'ingest/testing']) {
    const helper = { [`packages/store/src/${folder}/fixture.ts`]: '' }
    const specifier = `@opal/store/${folder}/fixture`
    expect(sentences({ ...helper, [main]: `import '${specifier}'` })).toHaveLength(1)
    expect(sentences({ ...helper, [main]: `import type { Fixture } from '${specifier}'` })).toEqual([])
  }
})

test('reads the components and routes of the site', () => {
  const found = sentences({
    'apps/web/src/routes/token.tsx': "import '../features/card.tsx'",
    'apps/web/src/features/card.tsx': "import './card.test.tsx'",
    'apps/web/src/features/card.test.tsx': '',
  })
  expect(found).toHaveLength(1)
})

test('fails when a program has no entry', () => {
  expect(() => developmentCodeLoaded([])).toThrowError(TypeError)
})
