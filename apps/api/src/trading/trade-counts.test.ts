import { testSeed, usualRuns } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTradeCounts } from './trade-counts.ts'

test('every answer is counted once by call, and once for each of its reasons; from zero where an alert asks for them', () => {
  const calls = ['build-buy', 'build-list', 'build-bid']
  const answer = fc.record<{ call: string; reasons: readonly string[] | null }>({
    call: fc.constantFrom('build-buy', 'build-list'),
    reasons: fc.option(fc.array(fc.constantFrom('listing-gone', 'own-listing', 'node-unavailable'), { maxLength: 4 })),
  })
  fc.assert(
    fc.property(fc.array(answer), (given) => {
      const counts = createTradeCounts(calls)
      for (const { call, reasons } of given) counts.note(call, reasons)
      for (const { call, offered, count } of counts.answers)
        expect(count).toBe(given.filter((each) => each.call === call && (each.reasons === null) === offered).length)
      const total = counts.answers.reduce((sum, { count }) => sum + count, 0)
      expect(total).toBe(given.length)
      expect(counts.answers.length).toBe(2 * 3)
      for (const { call, reason, count } of counts.refusals)
        expect(count).toBe(given.filter((each) => each.call === call && each.reasons?.includes(reason)).length)
      const answered = given.flatMap(({ call, reasons }) => (reasons ?? []).map((reason) => `${call} ${reason}`))
      const named = new Set([...calls.map((call) => `${call} node-unavailable`), ...answered])
      expect(counts.refusals.length).toBe(named.size)
    }),
    { seed: testSeed, numRuns: usualRuns },
  )
})
