import { describe, expect, it } from 'vitest'
import { faultsOfClaims } from './check-security-claims.ts'

const TEST = [
  "import { expect, it, test } from 'vitest'",
  "const label = 'keeps a secret'",
  "it('refuses strangers', () => {})",
  'test.each([1])(\'gives no key to "%s"\', () => {})',
  'test(`over ${label} purchases, nothing is lost`, () => {})',
].join('\n')

function faults(...rows: readonly string[]): readonly string[] {
  const page = ['| claim | test |', '| --- | --- |', ...rows].join('\n')
  return faultsOfClaims(page, (path) => (path === 'a.test.ts' ? TEST : null))
}

describe('checkSecurityClaims', () => {
  it.each(['refuses strangers', 'gives no key to', 'purchases, nothing is lost'])('finds the test "%s"', (name) => {
    expect(faults(`| A claim | \`a.test.ts\`: ${name} |`, `| | \`a.test.ts\`: ${name} |`)).toEqual([])
  })

  it.each([
    ['a text that is no title', '| A claim | `a.test.ts`: keeps a secret |', 'has no test "keeps a secret"'],
    ['a test that is gone', '| A claim | `a.test.ts`: is gone |', 'has no test "is gone"'],
    ['a file that is gone', '| A claim | `b.test.ts`: refuses strangers |', 'cites b.test.ts'],
    ['a file without tests', '| A claim | `a.ts`: refuses strangers |', 'cites a.ts'],
    ['a row without a test', '| A claim | nothing |', 'security.md:3 cites no test'],
  ])('reports %s', (_case, row, fault) => {
    expect(faults(row)).toEqual([expect.stringContaining(fault)])
  })

  it('reports a page without claims', () => {
    expect(faults()).toHaveLength(1)
  })
})
