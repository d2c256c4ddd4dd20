import { expect, test } from 'vitest'
import { faultsOfDocuments, type Provers, readDemands } from './check-documents.ts'

const PROVERS: Provers = {
  features: new Set(['shell.title', 'route.landing']),
  calls: new Set(['list-leaderboard']),
  isFile: (path) => ['docs/decisions/why.md', 'packages/a/b.test.ts'].includes(path),
}
const HEAD = '# Title\n\n| document | rows | done | departed | open |\n|---|---|---|---|---|\n'
const ROWS = [
  '| 1 | The title. | done | `shell.title`, `packages/a/b.test.ts` |',
  '| 2 | The call. | departed | `list-leaderboard`, [why](../decisions/why.md#part) |',
  '| 3 | The rest. | open | Not yet: `shell.coming`. |',
]

test('a page whose rows, proofs and totals agree has no fault', () => {
  expect(faultsOfDocuments(pageOf(ROWS), PROVERS)).toEqual([])
})

test('a row is read with its document, number, status, proofs and decisions', () => {
  expect(readDemands(pageOf(ROWS))[1]).toMatchObject({
    document: 'One',
    number: 2,
    status: 'departed',
    proofs: ['list-leaderboard'],
    decisions: ['docs/decisions/why.md'],
  })
})

test.each([
  ['cites shell.gone, which is no feature that a test proves', '| 1 | a | done | `shell.gone` |'],
  ['cites list-nothing, which is no endpoint', '| 1 | a | done | `list-nothing` |'],
  ['cites packages/c.test.ts, which is not there', '| 1 | a | done | `packages/c.test.ts` |'],
  ['cites docs/decisions/gone.md, which is not there', '| 1 | a | departed | [x](../decisions/gone.md) |'],
  ['departs without a decision', '| 1 | a | departed | `shell.title` |'],
  ['is done without a proof', '| 1 | a | done | It just works. |'],
  ['has the status partly; write done, departed, open', '| 1 | a | partly | `shell.title` |'],
  ['is no row: write | number | demand | status | proof |', '| 1 | a | `shell.title` |'],
])('a row that %s is a fault', (fault, row) => {
  const faults = faultsOfDocuments(pageOf([row, ...ROWS.slice(1)]), PROVERS)
  expect(faults).toContainEqual(expect.stringContaining(`:11 ${fault}`))
})

test('numbers have no gaps and totals are those of the rows', () => {
  const [first = '', ...others] = ROWS
  expect(faultsOfDocuments(pageOf([first, ...others.slice(1)]), PROVERS)).toEqual([
    ':12 has the number 3 instead of 2',
    ': the totals of "One" (rows done departed open) are 2 1 0 1',
    ': the totals of "both" (rows done departed open) are 2 1 0 1',
  ])
})

function pageOf(rows: readonly string[]): string {
  const totals = '| [One](#one) | 3 | 1 | 1 | 1 |\n| both | 3 | 1 | 1 | 1 |\n'
  return `${HEAD}${totals}\n# Document: One\n| row | demand | status | proof |\n|---|---|---|---|\n${rows.join('\n')}\n`
}
