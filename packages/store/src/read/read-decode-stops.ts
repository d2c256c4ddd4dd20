import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** A marketplace that waits for a mended decoder. */
export interface DecodeStop {
  readonly marketplace: string
  readonly version: bigint
  readonly message: string
}

/** The marketplaces whose decoding stopped. */
export function readDecodeStops(reader: Reader): Promise<readonly DecodeStop[]> {
  return readRows(
    reader,
    sql<DecodeStop>`select marketplace, version, message from chain.decode_stops order by marketplace`,
  )
}
