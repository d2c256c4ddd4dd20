import type { Database } from '../../driver/connection.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type DecodeStopRow, decodeStops } from '../../schema/stream.ts'
import { definePhase } from '../define-phase.ts'
import { decodePhase } from '../tokens/known-tokens.ts'

/** Records where marketplaces stopped; the first stop of each stays. */
export const decodeStopsPhase = definePhase({
  name: 'decode-stops',
  needs: { decoded: decodePhase },
  writes: ['chain.decode_stops'],
  compute: ({ decoded }) => decoded.stops,
  write: (db, stops) => [writeRows(db, decodeStops, stops, 'keep')],
})

/** Reads the stopped marketplaces and their stops. */
export async function readStoredStops(db: Database): Promise<readonly DecodeStopRow[]> {
  return db
    .selectFrom('chain.decode_stops')
    .select(['marketplace', 'version', 'event_index', 'event_type', 'message'])
    .orderBy('marketplace')
    .execute()
}
