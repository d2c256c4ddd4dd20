import { PhaseOrderError } from '../errors.ts'
import type { Phase } from './define-phase.ts'

/** Statements sent in one round trip. */
export interface RoundTrip {
  /** Writes that the reads depend on. */
  readonly writesBefore: readonly Phase[]
  /** Reads that are answered together. */
  readonly reads: readonly Phase[]
  /** Writes that go out behind the reads: the server works on them while the answers are computed with. */
  readonly writesBehind: readonly Phase[]
}

/** Phases in an order that has been checked, and how they overlap. */
export interface PhasePlan {
  readonly phases: readonly Phase[]
  readonly roundTrips: readonly RoundTrip[]
  /** Writes that nothing is read behind; the commit follows them. */
  readonly last: readonly Phase[]
}

/** Before the first round trip. */
const BEFORE_FIRST = -1

/**
 * Plans phases so that the result is that of running each by itself in the given order, in as few round trips as their needs allow.
 * The statements of one connection are executed in the order in which they are sent. Writes are sent in the given order. A
 * read is sent as soon as the phases it needs have their answers and the earlier writes of its tables are sent.
 * @param given phases whose outputs the caller provides.
 * @throws PhaseOrderError when a phase is before one that it needs, or on the wrong side of a writer of what it reads.
 */
export function planPhases(phases: readonly Phase[], given: readonly Phase[] = []): PhasePlan {
  checkOrder(phases, given)
  /** The round trip with which each phase has its inputs. */
  const answered = new Map<Phase, number>()
  /** The round trip behind which each phase's write can be sent. */
  const writable = new Map<Phase, number>()
  const latest = (of: ReadonlyMap<Phase, number>, some: readonly Phase[]) =>
    Math.max(BEFORE_FIRST, ...some.map((phase) => of.get(phase) ?? BEFORE_FIRST))
  let lastWrite = BEFORE_FIRST
  for (const [index, phase] of phases.entries()) {
    const earlier = phases.slice(0, index)
    const needed = latest(answered, phase.needs)
    const ready = Math.max(needed, latest(writable, writersOf(phase.reads, earlier)))
    answered.set(phase, phase.read === null ? needed : ready + 1)
    if (phase.write === null) continue
    const readers = earlier.filter(({ readsBefore }) => meets(readsBefore, phase.writes))
    lastWrite = Math.max(lastWrite, latest(answered, [phase, ...readers]))
    writable.set(phase, lastWrite)
  }
  const writesAfter = (trip: number) => phases.filter((phase) => writable.get(phase) === trip)
  const count = latest(answered, phases) + 1
  const roundTrips = Array.from({ length: count }, (_, trip): RoundTrip => {
    const reads = phases.filter((phase) => phase.read !== null && answered.get(phase) === trip)
    const writes = writesAfter(trip - 1)
    const needed = writersOf(
      reads.flatMap((phase) => phase.reads),
      writes,
    )
    const cut = needed.reduce((furthest, phase) => Math.max(furthest, writes.indexOf(phase) + 1), 0)
    return { writesBefore: writes.slice(0, cut), reads, writesBehind: writes.slice(cut) }
  })
  return { phases, roundTrips, last: writesAfter(count - 1) }
}

function checkOrder(phases: readonly Phase[], given: readonly Phase[]): void {
  for (const [index, phase] of phases.entries()) {
    const [earlier, later] = [phases.slice(0, index), phases.slice(index + 1)]
    const twin = earlier.find(({ name }) => name === phase.name)
    if (twin !== undefined) throw new PhaseOrderError(phase.name, 'is in it twice')
    for (const needed of phase.needs)
      if (!earlier.includes(needed) && !given.includes(needed))
        throw new PhaseOrderError(phase.name, `needs ${needed.name}, which is not before it`)
    for (const table of phase.reads)
      for (const { name } of writersOf([table], later))
        throw new PhaseOrderError(phase.name, `reads ${table}, which ${name} writes behind it`)
    for (const table of phase.readsBefore)
      for (const { name } of writersOf([table], earlier))
        throw new PhaseOrderError(phase.name, `reads ${table} as before the batch, which ${name} writes before it`)
  }
}

function writersOf(tables: readonly string[], phases: readonly Phase[]): readonly Phase[] {
  return phases.filter(({ writes }) => meets(writes, tables))
}

function meets(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one))
}
