import fc from 'fast-check'
import { expect, it } from 'vitest'
import { atOnce } from '../event-loop.ts'
import { type RankOptions, rankValues, type TraitTally } from './rank-values.ts'

/** Each comparison reads two texts. */
const MOST_READINGS = 2 * 5_000 * Math.ceil(Math.log2(5_000))

/** Returns a tally of so many values, of one token each, in no order, and how often their texts were compared with others since the last question. */
function tallyOf(count: number, beginning: string) {
  let readings = 0
  const valueAt = (position: number) => {
    // Modulo a prime, so that all texts differ.
    const text = `${beginning}${String((position * 7_919) % 1_000_003).padStart(7, '0')}`
    const read = () => {
      readings += 1
      return text
    }
    return Object.assign(Object(text), { valueOf: read }) as string
  }
  const values = Array.from({ length: count }, (_, position) => valueAt(position))
  const tally = {
    column: { traitType: 'Kind', values, positions: new Map(), first: new Uint32Array(), more: new Map() },
    counts: new Uint32Array(count).fill(1),
    cheapest: new Int32Array(count).fill(-1),
  } satisfies TraitTally
  const takeReadings = () => {
    const taken = readings
    readings = 0
    return taken
  }
  return { tally, takeReadings }
}

const SORTED: RankOptions = { isSorted: true }

it('sorts texts a few thousand in one step, once for all who rank them at the same time or later', () => {
  const counts = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.constantFrom(5_000, 5_001, 100_000))
  const callers = fc.integer({ min: 1, max: 3 })
  fc.assert(
    fc.property(counts, callers, fc.constantFrom('', 'x'.repeat(200)), (count, calls, beginning) => {
      const { tally, takeReadings } = tallyOf(count, beginning)
      const rankings = Array.from({ length: calls }, () => rankValues(tally, SORTED))
      const ranked: Uint32Array[] = []
      let all = 0
      while (ranked.length < calls) {
        for (const ranking of rankings) {
          const { done, value } = ranking.next()
          if (done === true && value !== undefined) ranked.push(value)
          const readings = takeReadings()
          expect(readings).toBeLessThanOrEqual(MOST_READINGS)
          all += readings
        }
      }
      expect(all).toBeLessThanOrEqual(2 * count * Math.ceil(Math.log2(count + 1)) + 2 * count)
      const texts = Array.from(ranked[0] ?? [], (position) => String(tally.column.values[position]))
      expect(texts).toHaveLength(count)
      expect(texts).toEqual(texts.toSorted())
      for (const other of ranked) expect(other).toEqual(ranked[0])
      expect(atOnce(rankValues(tally, SORTED))).toEqual(ranked[0])
      expect(takeReadings()).toBe(0)
    }),
    { numRuns: 8 },
  )
})
