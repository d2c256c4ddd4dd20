import type { Database, DatabaseTransaction } from '../connect.ts'
import { type DecodeStopRow, decodeStops } from '../tables/decode-stops.ts'
import { writeRows } from './write-rows.ts'

/** Remembers where marketplaces stopped; the first stop of each stands. */
export async function writeDecodeStops(db: DatabaseTransaction, stops: readonly DecodeStopRow[]): Promise<void> {
  await writeRows(db, decodeStops, stops, 'keep')
}

/** Marketplaces that are stopped, and where. */
export async function readDecodeStops(db: Database): Promise<readonly DecodeStopRow[]> {
  return db
    .selectFrom('chain.decode_stops')
    .select(['marketplace', 'version', 'event_index', 'event_type', 'message'])
    .orderBy('marketplace')
    .execute()
}
