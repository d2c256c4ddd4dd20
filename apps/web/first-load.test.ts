import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstLoad, foreignParts, laterParts, pagesWithSchemas, type Script } from './first-load.ts'

const script = (fileName: string, facadeModuleId: string | null, ...imports: string[]): Script => ({
  fileName,
  facadeModuleId,
  moduleIds: [],
  imports,
})
const BUILD = [
  script('entry.js', '/web/src/entry.client.tsx', 'base.js'),
  script('root.js', '/web/src/root.tsx?client-route', 'base.js', 'icons.js'),
  script('landing.js', '/web/src/routes/landing.tsx?client-route', 'table.js', 'base.js'),
  script('token.js', '/web/src/routes/token.tsx?client-route'),
  script('base.js', null),
  script('icons.js', null),
  script('table.js', null, 'icons.js'),
]
const SIZES: Readonly<Record<string, number>> = { 'entry.js': 1, 'root.js': 10, 'landing.js': 100, 'base.js': 1000 }

it('counts every script that a page needs once, and none of other pages', () => {
  const load = firstLoad('landing', BUILD, (fileName) => SIZES[fileName] ?? 10_000)
  expect(load.bytes).toBe(21_111)
  expect(load.scripts.map(({ fileName }) => fileName).toSorted()).toEqual([
    'base.js',
    'entry.js',
    'icons.js',
    'landing.js',
    'root.js',
    'table.js',
  ])
})

it('lists the heaviest first', () => {
  expect(firstLoad('landing', BUILD, (name) => SIZES[name] ?? 2).scripts[0]?.fileName).toBe('base.js')
})

it('refuses a page that the build does not have', () => {
  expect(() => firstLoad('nowhere', BUILD, () => 0)).toThrow('routes/nowhere.tsx')
})

it('finds the parts of another page', () => {
  const scripts = ['assets/landing-parts-a1.js', 'assets/token-parts-b2.js', 'assets/pages-c3.js']
  const load = { page: 'token', bytes: 0, scripts: scripts.map((fileName) => ({ fileName, bytes: 0 })) }
  expect(foreignParts(load)).toEqual(['assets/landing-parts-a1.js'])
})

it('finds what an entry page shares with others in another entry page, and not in the wallet’s', () => {
  const scripts = ['assets/collection-with-wallet-a1.js', 'assets/token-parts-b2.js', 'assets/wallet-parts-c3.js']
  const foreignOf = (page: string) =>
    foreignParts({ page, bytes: 0, scripts: scripts.map((fileName) => ({ fileName, bytes: 0 })) })
  expect(foreignOf('wallet')).toEqual(['assets/token-parts-b2.js'])
  expect(foreignOf('token')).toEqual(['assets/collection-with-wallet-a1.js', 'assets/wallet-parts-c3.js'])
})

it('measures lazy chunks by what they load beyond the base', () => {
  const charts = script('charts.js', '/web/src/features/analytics/analytics.tsx', 'base.js', 'table.js')
  const parts = laterParts([...BUILD, charts, script('tiny.js', '/web/src/features/x/y.ts')], (name) =>
    name === 'tiny.js' ? 9 : 4_000,
  )
  expect(parts).toEqual([{ name: 'analytics/analytics', bytes: 8_000 }])
})

it('finds each page that loads schemas first, in whichever folder, through however many scripts', () => {
  // Each script imports some that come after it; any of them may hold schemas.
  const scripts = fc
    .integer({ min: 1, max: 8 })
    .chain((count) =>
      fc.tuple(
        ...Array.from({ length: count }, (_, at) =>
          fc.subarray(Array.from({ length: count - at - 1 }, (_, next) => at + next + 1)),
        ),
      ),
    )
  const holders = fc.uniqueArray(fc.nat(7))
  const pages = fc.constantFrom('airdrop', 'prose/help')
  fc.assert(
    fc.property(scripts, holders, fc.nat(7), pages, (graph, holding, start, name) => {
      const parts = graph.map((imports, at) => ({
        ...script(`part-${at}.js`, null, ...imports.map((next) => `part-${next}.js`)),
        moduleIds: ['/web/src/part.tsx', ...(holding.includes(at) ? ['/web/node_modules/zod/v4/core/schemas.js'] : [])],
      }))
      const from = start % graph.length
      const page = script('page.js', `/web/src/routes/${name}.tsx?client-route`, `part-${from}.js`)
      const reaches = (at: number): boolean => holding.includes(at) || (graph[at] ?? []).some(reaches)
      expect(pagesWithSchemas([...BUILD, ...parts, page])).toEqual(reaches(from) ? [name] : [])
    }),
  )
})
