import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refuseLarge, summary } from './verify.ts'

const report = {
  transactions: 7,
  tables: ['a', 'b'],
  differences: 0,
  queuedRankings: 0,
  queuedListItems: 0,
  duePoints: 0,
  dueBidders: 0,
  hasExpiring: false,
}

test.each([
  [0, 0, 'No difference: 7 transactions, 2 tables.'],
  [3, 0, '3 differences in 1 of 2 tables.'],
  [0, 2, 'No difference in tables: 7 transactions, 2 tables. 2 counts or floors of traits differ.'],
  [3, 2, '3 differences in 1 of 2 tables. 2 counts or floors of traits differ.'],
])('says what differs: %i in tables, %i in traits', (differences, differing, sentence) => {
  const found = { differingTables: differences > 0 ? 1 : 0, traits: { differing, skipped: 0 } }
  expect(summary({ ...report, differences }, found)).toBe(sentence)
})

test('says what could not be compared', () => {
  const queued = { ...report, queuedRankings: 4, queuedListItems: 5, duePoints: 3, dueBidders: 2, hasExpiring: true }
  expect(summary(queued, { differingTables: 0, traits: { differing: 0, skipped: 6 } }).split(/(?<=\.) /)).toEqual([
    'No difference: 7 transactions, 2 tables.',
    'Traits of 6 collections were not compared.',
    'Ranks were not compared: 4 collections are queued.',
    'Offers were not compared: those of 2 wallets are queued.',
    'Offers were not compared: some have expired and are not marked yet.',
    'Some points were not compared: orders of 3 collections or bidders are queued.',
    'Token list items were not compared: 5 tokens are queued.',
  ])
})

test('a database that may not fit on the disks twice is verified only where somebody says that it does', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.boolean(), (bytes, yes) => {
      const verify = () => refuseLarge(bytes, { yes })
      if (yes || bytes <= 20_000_000_000n) expect(verify).not.toThrow()
      else
        expect(verify).toThrow(`The database has ${bytes / 1_000_000_000n} GB, and verify writes all of it once more`)
    }),
  )
})
