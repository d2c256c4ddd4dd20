import { expect, test } from 'vitest'
import { summary } from './verify.ts'

const report = { transactions: 7, tables: ['a', 'b'], differences: 0, queuedRankings: 0, queuedListItems: 0 }

test.each([
  [0, 0, 'No difference: 7 transactions, 2 tables.'],
  [3, 0, '3 differences in 1 of 2 tables.'],
  [0, 2, 'No difference in tables: 7 transactions, 2 tables. 2 counts or floors of traits differ.'],
  [3, 2, '3 differences in 1 of 2 tables. 2 counts or floors of traits differ.'],
])('says what differs: %i in tables, %i in traits', (differences, differingTraits, sentence) => {
  const found = { differingTables: differences > 0 ? 1 : 0, differingTraits }
  expect(summary({ ...report, differences }, found)).toBe(sentence)
})

test('says what could not be compared', () => {
  const sentence = summary(
    { ...report, queuedRankings: 4, queuedListItems: 5 },
    { differingTables: 0, differingTraits: 0 },
  )
  expect(sentence).toContain('Ranks were not compared: 4 collections are queued.')
  expect(sentence).toContain('Token list items were not compared: 5 tokens are queued.')
})
