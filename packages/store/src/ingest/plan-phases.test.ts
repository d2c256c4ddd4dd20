import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PhaseOrderError } from '../errors.ts'
import { definePhase, type Phase, type TableName } from './define-phase.ts'
import { INGEST_PHASES } from './phases.ts'
import { planPhases } from './plan-phases.ts'
import { anyPhaseSketches, isAccepted, type PhaseSketch } from './testing/phase-sketches.ts'

const TABLES: readonly TableName[] = ['market.listings', 'market.sales', 'market.lots', 'market.collection_stats']

const sketches = anyPhaseSketches(TABLES)

/** Phases that need only such as are made before them. */
function phasesOf(sketched: readonly PhaseSketch[]): readonly Phase[] {
  const made: Phase[] = []
  for (const [index, { needs, hasRead, ...tables }] of sketched.entries()) {
    const found = needs.flatMap((of) => made[of] ?? [])
    made.push(
      definePhase({
        name: `p${index}`,
        needs: Object.fromEntries(found.map((phase) => [phase.name, phase])),
        ...tables,
        ...(hasRead && { read: () => Promise.resolve() }),
        compute: () => undefined,
        write: () => [],
      }),
    )
  }
  return made
}

/** Returns whether each pair of phases is in a valid order, judged pair by pair, without any plan. */
function isInOrder(phases: readonly Phase[]): boolean {
  return phases.every((first, at) =>
    phases.slice(at + 1).every((second) => {
      const isNeededLater = first.needs.includes(second)
      const readsTooEarly = second.writes.some((table) => first.reads.includes(table))
      const readsTooLate = first.writes.some((table) => second.readsBefore.includes(table))
      return !isNeededLater && !readsTooEarly && !readsTooLate
    }),
  )
}

describe('an order of phases', () => {
  test('is accepted exactly when every pair is in its required order', () => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(sketches, fc.infiniteStream(fc.nat()), (sketched, dice) => {
        const phases = shuffled(phasesOf(sketched), dice)
        const accepted = isAccepted(phases)
        seen[accepted ? 'accepted' : 'refused'] += 1
        expect(accepted).toBe(isInOrder(phases))
      }),
      { numRuns: runs(500) },
    )
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(20)
  })

  test('is refused with the phase and the table when two of the write path are swapped', () => {
    const swapped = swap(INGEST_PHASES, 'book', 'listing-validity')
    expect(() => planPhases(swapped)).toThrow(PhaseOrderError)
    expect(() => planPhases(swapped)).toThrow('listing-validity reads market.listings, which book writes behind it')
  })

  test('of the write path is refused in any permutation with a pair out of order', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), fc.nat(4), (dice, swaps) => {
        const phases = [...INGEST_PHASES]
        for (let turn = 0; turn < swaps; turn += 1) {
          const at = (dice.next().value ?? 0) % (phases.length - 1)
          phases.splice(at, 2, ...phases.slice(at, at + 2).reverse())
        }
        expect(isAccepted(phases)).toBe(isInOrder(phases))
      }),
      { numRuns: runs(200) },
    )
  })

  test('is refused when it has a phase twice', () => {
    const [phase] = phasesOf([{ needs: [], reads: [], readsBefore: [], writes: [], hasRead: false }])
    expect(isAccepted(phase === undefined ? [] : [phase, phase])).toBe(false)
  })
})

describe('a plan', () => {
  test('sends everything once, writes in the given order, and no read before what it waits for', () => {
    fc.assert(
      fc.property(sketches, (sketched) => {
        const phases = phasesOf(sketched)
        if (!isAccepted(phases)) return
        const { roundTrips, last } = planPhases(phases)
        const writes = [...roundTrips.flatMap((trip) => [...trip.writesBefore, ...trip.writesBehind]), ...last]
        expect(writes).toEqual(phases)
        const sent = new Set<Phase>()
        const answered = new Set<Phase>()
        const isKnown = (phase: Phase): boolean =>
          phase.read === null ? phase.needs.every(isKnown) : answered.has(phase)
        const write = (phase: Phase) => {
          expect(isKnown(phase)).toBe(true)
          for (const reader of phases.slice(0, phases.indexOf(phase)))
            if (reader.read !== null && phase.writes.some((table) => reader.readsBefore.includes(table)))
              expect(answered.has(reader)).toBe(true)
          sent.add(phase)
        }
        for (const { writesBefore, reads, writesBehind } of roundTrips) {
          writesBefore.forEach(write)
          for (const phase of reads) {
            expect(phase.needs.every(isKnown)).toBe(true)
            for (const writer of phases.slice(0, phases.indexOf(phase)))
              if (writer.writes.some((table) => phase.reads.includes(table))) expect(sent.has(writer)).toBe(true)
          }
          writesBehind.forEach(write)
          for (const phase of reads) answered.add(phase)
        }
        last.forEach(write)
        expect(answered.size).toBe(phases.filter((phase) => phase.read !== null).length)
      }),
      { numRuns: runs(500) },
    )
  })
})

function shuffled<Item>(items: readonly Item[], dice: Iterator<number>): readonly Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice((dice.next().value ?? 0) % rest.length, 1))
}

function swap(phases: readonly Phase[], a: string, b: string): readonly Phase[] {
  const [first, second] = [a, b].map((name) => phases.findIndex((phase) => phase.name === name)) as [number, number]
  return phases.with(first, phases[second] as Phase).with(second, phases[first] as Phase)
}
