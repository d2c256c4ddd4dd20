import fc from 'fast-check'
import { PhaseOrderError } from '../../errors.ts'
import type { Phase, TableName } from '../define-phase.ts'
import { planPhases } from '../plan-phases.ts'

/** A phase as far as its place in the order goes. */
export interface PhaseSketch {
  /** Indexes of the phases whose output this one needs; indexes of later phases are ignored. */
  readonly needs: readonly number[]
  readonly reads: readonly TableName[]
  readonly readsBefore: readonly TableName[]
  readonly writes: readonly TableName[]
  /** Whether it has a read step. */
  readonly hasRead: boolean
}

/** Returns two to six phases over these tables. */
export function anyPhaseSketches(tables: readonly TableName[]): fc.Arbitrary<readonly PhaseSketch[]> {
  return fc.array(
    fc.record({
      needs: fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
      reads: fc.subarray([...tables], { maxLength: 2 }),
      readsBefore: fc.subarray([...tables], { maxLength: 1 }),
      writes: fc.subarray([...tables], { maxLength: 2 }),
      hasRead: fc.boolean(),
    }),
    { minLength: 2, maxLength: 6 },
  )
}

/** Returns whether an order of phases is accepted. */
export function isAccepted(phases: readonly Phase[]): boolean {
  try {
    planPhases(phases)
    return true
  } catch (error) {
    if (error instanceof PhaseOrderError) return false
    throw error
  }
}
