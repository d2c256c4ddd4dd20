import { HOUR_MICROS } from '@opal/domain/time'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OwnerSpanRow } from '../../schema/history.ts'
import { hourOf, toBookSteps } from './collection-hours.ts'
import { turnOwners } from './hours.ts'
import type { OwnerTurns } from './read-hours.ts'

const moments = fc.bigInt({ min: 0n, max: 5n * HOUR_MICROS })
const spans = fc.array(
  fc.record({
    collection_id: fc.constantFrom('a', 'b'),
    wallet: fc.constantFrom('x', 'y'),
    from_micros: moments,
    to_micros: fc.option(moments),
  }),
  { maxLength: 8 },
)

test('turns of spans that are replaced are those of the spans in their place', () => {
  fc.assert(
    fc.property(spans, spans, spans, (retained, before, written) => {
      const turned = turnOwners(count([...retained, ...before]), { written, before })
      expect(sorted(turned)).toEqual(sorted(count([...retained, ...written])))
    }),
  )
})

/** Each hour's turns, one by one. */
function count(rows: readonly OwnerSpanRow[]): readonly OwnerTurns[] {
  const turns = rows.flatMap(({ collection_id, from_micros, to_micros }) => [
    { collection_id, hour_micros: hourOf(from_micros), delta: 1n },
    ...(to_micros === null ? [] : [{ collection_id, hour_micros: hourOf(to_micros), delta: -1n }]),
  ])
  const hours = Map.groupBy(turns, (turn) => `${turn.collection_id}/${turn.hour_micros}`)
  return [...hours.values()].map((of) => ({
    ...(of[0] as (typeof turns)[number]),
    delta: of.reduce((sum, turn) => sum + turn.delta, 0n),
    turns: BigInt(of.length),
  }))
}

function sorted(turns: readonly OwnerTurns[]): readonly string[] {
  return turns.map((turn) => `${turn.collection_id} ${turn.hour_micros} ${turn.delta} ${turn.turns}`).sort()
}

test('the listings at the ends of hours are those that a count over all spans finds', () => {
  const listed = fc.array(
    fc
      .record({ from: fc.nat(40), length: fc.option(fc.nat(20)), price: fc.integer({ min: 1, max: 6 }) })
      .map((span) => ({
        // Quarters of hours: some end at a full one.
        from_micros: (BigInt(span.from) * HOUR_MICROS) / 4n,
        to_micros: span.length === null ? null : (BigInt(span.from + span.length + 1) * HOUR_MICROS) / 4n,
        price_octas: BigInt(span.price),
      })),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(listed, (all) => {
      const hours = new Set(all.flatMap((span) => [span.from_micros, span.to_micros ?? span.from_micros].map(hourOf)))
      const counted = [...hours]
        .sort((a, b) => (a < b ? -1 : 1))
        .map((hour_micros) => {
          const end = hour_micros + HOUR_MICROS
          const open = all.filter(
            (span) => span.from_micros < end && (span.to_micros === null || span.to_micros >= end),
          )
          const prices = open.map((span) => span.price_octas)
          const floor_octas = prices.reduce<bigint | null>(
            (low, price) => (low === null || price < low ? price : low),
            null,
          )
          return { hour_micros, floor_octas, listed_count: BigInt(open.length) }
        })
      expect(toBookSteps(all)).toEqual(counted)
    }),
  )
})
