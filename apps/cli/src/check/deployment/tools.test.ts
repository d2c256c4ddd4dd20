import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { runChecks } from '../run-checks.ts'
import { packagesOfMissing, TOOLS, uncheckedByTools } from './tools.ts'

test('only packages of missing tools are installed, each once', () => {
  expect(packagesOfMissing(TOOLS, () => true)).toEqual([])
  expect(packagesOfMissing(TOOLS, () => false)).toEqual(['prometheus', 'yamllint'])
  expect(packagesOfMissing(TOOLS, (path) => path !== '/usr/bin/promtool')).toEqual(['prometheus'])
})

test('reports a check whose program is missing', async () => {
  expect(uncheckedByTools(() => true)).toEqual([])
  const unchecked = uncheckedByTools((path) => path !== '/usr/bin/promtool')
  expect(unchecked).toEqual([
    'not run, for lack of /usr/bin/promtool: promtool check rules deploy/prometheus/alerts.yml (Debian: sudo apt-get install prometheus)',
    'not run, for lack of /usr/bin/promtool: promtool test rules deploy/prometheus/alerts.test.yml (Debian: sudo apt-get install prometheus)',
  ])
  const said: string[] = []
  const step = { title: 'deployment', run: async () => [], skipped: () => unchecked }
  expect(await runChecks([step], (line) => void said.push(stripVTControlCharacters(line).trim()))).toEqual({
    passed: 1,
    failed: 0,
  })
  expect(said).toEqual([expect.stringContaining('✓ deployment'), ...unchecked])
})
