import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../repository.ts'
import { BUNDLES } from './bundles.ts'

const OUR_PACKAGE = /from '@opal\/([a-z]+)\//g

describe('a bundle', () => {
  it.each(BUNDLES.map((bundle) => [bundle.title, bundle] as const))(
    'is built again when a package changes that %s imports',
    (_, { folder, inputs }) => {
      const source = folder.startsWith('apps/cli') ? 'dev/wallet' : folder
      const modules = globSync(`${source}/src/**/*.{ts,tsx}`, { cwd: ROOT }).filter((path) => !path.includes('.test.'))
      expect(modules.length).toBeGreaterThan(0)
      const imported = modules.flatMap((path) =>
        [...readFileSync(join(ROOT, path), 'utf8').matchAll(OUR_PACKAGE)].map(([, name]) => `packages/${name}`),
      )
      const watched = inputs.map((input) => input.replace(/\/$/, ''))
      expect([...new Set(imported)].filter((name) => !watched.includes(name))).toEqual([])
    },
  )
})
