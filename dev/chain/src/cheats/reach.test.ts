import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')

it('no library or deployed program mentions the cheats’ prefix', () => {
  const sources = globSync('{packages,apps}/*/src/**/*.{ts,tsx,mjs,html}', { cwd: ROOT })
  expect(sources.length).toBeGreaterThan(300)
  const naming = sources.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('__dev'))
  expect(naming).toEqual([])
})
