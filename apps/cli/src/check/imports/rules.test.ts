import { describe, expect, test } from 'vitest'
import { FOREIGN_MARKETPLACES, namedMarketplaces } from './marketplace-names.ts'
import { type Repository, violationsOf } from './rules.ts'
import { parseSourceFile } from './source-file.ts'

const repository: Repository = {
  marketplaces: new Set(['opal', 'other']),
  dependenciesOf: () =>
    new Set([
      '@opal/domain',
      '@opal/store',
      '@opal/chain',
      '@opal/marketplaces',
      '@opal/api',
      'pg',
      '@aptos-labs/ts-sdk',
    ]),
}

function sentences(path: string, text: string): string[] {
  return violationsOf(parseSourceFile(path, text), repository).map(({ line, sentence }) => `${line}: ${sentence}`)
}

describe('the import check', () => {
  test('lets a package import what the table allows it', () => {
    expect(
      sentences('packages/store/src/a.ts', "import { octas } from '@opal/domain/prices/octas'\nimport './b.ts'"),
    ).toEqual([])
  })

  test('refuses a package that imports a program, static, dynamic, re-exported or as a type', () => {
    const text = `import '@opal/api/start'
export * from '@opal/api/config'
const later = () => import('@opal/api/main')
type Start = import('@opal/api/start').Start`
    const expected = ['start', 'config', 'main', 'start'].map((name, index) => {
      return `${index + 1}: domain may not import api (@opal/api/${name})`
    })
    expect(sentences('packages/domain/src/a.ts', text)).toEqual(expected)
  })

  test('refuses an app that imports another app, but lets the command line', () => {
    expect(sentences('apps/indexer/src/a.ts', "import '@opal/api/start'")).toHaveLength(1)
    expect(sentences('apps/cli/src/a.ts', "import '@opal/api/start'")).toEqual([])
  })

  test('refuses a relative path that leaves its package', () => {
    expect(sentences('packages/store/src/a.ts', "import '../../domain/src/octas.ts'")).toEqual([
      '1: leaves its package by a relative path (../../domain/src/octas.ts)',
    ])
  })

  test('refuses a marketplace that imports another', () => {
    expect(sentences('packages/marketplaces/src/opal/decode.ts', "import '../other/decode.ts'")).toEqual([
      '1: the marketplace opal imports the marketplace other',
    ])
    expect(sentences('packages/marketplaces/src/opal/decode.ts', "import '../aptos-example/decode.ts'")).toEqual([])
    expect(sentences('dev/chain/src/marketplaces/opal/simulator.ts', "import '../other/simulator.ts'")).toHaveLength(1)
    const shared = 'packages/marketplaces/src/aptos-example/payload'
    expect(sentences(`${shared}.ts`, "import '../opal/contracts.ts'")).toEqual([
      '1: aptos-example, which marketplaces share, imports the marketplace opal',
    ])
    expect(sentences(`${shared}.test.ts`, "import '../opal/contracts.ts'")).toEqual([])
  })

  test("keeps marketplaces and chain in the web's payload check", () => {
    for (const text of ["import '@opal/marketplaces/registry'", "import '@opal/chain/rest/node-client'"]) {
      expect(sentences('apps/web/src/features/trading/a.ts', text)).toHaveLength(1)
      expect(sentences('apps/web/src/features/trading/payload-check/a.ts', text)).toEqual([])
    }
    expect(sentences('apps/web/src/a.ts', "import '@opal/store/store'")).toHaveLength(1)
  })

  test('keeps the database driver in the store', () => {
    expect(sentences('apps/api/src/a.ts', "import pg from 'pg'")).toEqual([
      '1: the database driver pg belongs to store',
    ])
  })

  test("keeps Aptos' network in chain, and lets the wallet and types have it", () => {
    const text = "import { Aptos } from '@aptos-labs/ts-sdk'"
    expect(sentences('apps/api/src/a.ts', text)).toHaveLength(1)
    expect(sentences('apps/web/src/features/wallet/a.ts', text)).toEqual([])
    expect(sentences('apps/api/src/a.ts', "import type { Aptos } from '@aptos-labs/ts-sdk'")).toEqual([])
  })

  test('refuses a web feature that imports another', () => {
    expect(sentences('apps/web/src/features/trading/a.ts', "import '../wallet/b.ts'")).toEqual([
      '1: the feature trading imports the feature wallet: let a route compose them',
    ])
    expect(sentences('apps/web/src/routes/a.ts', "import '../features/wallet/b.ts'")).toEqual([])
  })

  test('refuses a web layer that imports one above it', () => {
    expect(sentences('apps/web/src/shared/hooks/a.ts', "import '../../entities/token/b.ts'")).toEqual([
      '1: shared imports entities, which is above it',
    ])
    expect(sentences('apps/web/src/entities/token/a.ts', "import '../../features/wallet/b.ts'")).toHaveLength(1)
    expect(sentences('apps/web/src/app/a.ts', "import '../features/wallet/b.ts'")).toHaveLength(1)
    expect(sentences('apps/web/src/entities/token/a.ts', "import '../../shared/hooks/b.ts'")).toEqual([])
    expect(sentences('apps/web/src/features/wallet/a.ts', "import '../../entities/wallet/b.ts'")).toEqual([])
  })

  test('refuses the API that writes what the indexer writes', () => {
    expect(sentences('apps/api/src/a.ts', "import '@opal/store/ingest/apply-batch'")).toHaveLength(1)
    expect(sentences('apps/api/src/a.ts', "import '@opal/store/projections/rarity/worker'")).toHaveLength(1)
    expect(sentences('apps/api/src/a.ts', "import '@opal/store/driver/write-rows'")).toHaveLength(1)
    expect(sentences('apps/api/src/a.ts', "import '@opal/store/migrate'")).toHaveLength(1)
    expect(sentences('apps/api/src/a.ts', "import '@opal/store/maintenance/backup/restore-account'")).toHaveLength(1)
    expect(sentences('apps/api/src/a.ts', "import '@opal/store/queries/orders/listings'")).toEqual([])
    expect(sentences('apps/api/src/a.ts', "import '@opal/store/accounts/favourites'")).toEqual([])
  })

  test('refuses process.env outside a config.ts, but not the words in a comment', () => {
    expect(sentences('apps/api/src/a.ts', '// process.env\nexport const home = process.env.HOME')).toEqual([
      '2: process.env belongs to a config.ts',
    ])
    expect(sentences('apps/api/src/config.ts', 'export const home = process.env.HOME')).toEqual([])
  })

  test('refuses floating point in money', () => {
    expect(sentences('packages/domain/src/a.ts', "Number.parseFloat('1')")).toHaveLength(1)
  })

  test('refuses a package that the package does not declare', () => {
    expect(sentences('apps/api/src/a.ts', "import 'left-pad/index.js'")).toEqual([
      '1: left-pad is not a dependency of apps/api/package.json',
    ])
  })

  test('refuses the name of a foreign marketplace outside its folder, but not in a comment', () => {
    const [marketplace] = FOREIGN_MARKETPLACES
    const file = (path: string) => parseSourceFile(path, `// ${marketplace}\nexport const id = '${marketplace}'`)
    expect(namedMarketplaces(file('apps/api/src/a.ts'))).toMatchObject([{ line: 2 }])
    expect(namedMarketplaces(file(`packages/marketplaces/src/${marketplace}/contracts.ts`))).toEqual([])
    expect(namedMarketplaces(file('dev/seeds/src/a.ts'))).toEqual([])
  })
})
