import type { CommissionChange } from '@opal/domain/prices/commission'
import { writeRows } from '../../driver/write-rows.ts'
import { type CommissionChangeRow, commissionChanges } from '../../schema/orders.ts'
import { insertConflict } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { decodePhase } from '../tokens/known-tokens.ts'

/** Records what marketplaces take of sales from now on. */
export const commissionsPhase = definePhase({
  name: 'commissions',
  needs: { decoded: decodePhase },
  writes: ['market.commission_changes'],
  compute: ({ decoded }) => decoded.transactions.flatMap(({ commissions = [] }) => commissions.map(toRow)),
  write: (db, rows, { batch }) => [writeRows(db, commissionChanges, rows, insertConflict(batch))],
})

function toRow({ marketplace, version, eventIndex, atMicros, rate, fixedOctas, announced }: CommissionChange) {
  return {
    version,
    event_index: eventIndex,
    marketplace,
    at_micros: atMicros,
    numerator: rate.numerator,
    denominator: rate.denominator,
    fixed_octas: fixedOctas,
    announced_numerator: announced?.rate.numerator ?? 0n,
    announced_denominator: announced?.rate.denominator ?? 0n,
    announced_from_seconds: announced?.fromSeconds ?? 0n,
  } satisfies CommissionChangeRow
}
