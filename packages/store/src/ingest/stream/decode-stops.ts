import type { Database } from '../../connect.ts'
import type { Statements } from '../../driver/pipelined.ts'
import { writeRows } from '../../rows/write-rows.ts'
import { type DecodeStopRow, decodeStops } from '../../tables/decode-stops.ts'

/** Remembers where marketplaces stopped; the first stop of each stands. */
export async function writeDecodeStops(at: Statements, stops: readonly DecodeStopRow[]): Promise<void> {
  await writeRows(at, decodeStops, stops, 'keep')
}

/** Marketplaces that are stopped, and where. */
export async function readDecodeStops(db: Database): Promise<readonly DecodeStopRow[]> {
  return db
    .selectFrom('chain.decode_stops')
    .select(['marketplace', 'version', 'event_index', 'event_type', 'message'])
    .orderBy('marketplace')
    .execute()
}
