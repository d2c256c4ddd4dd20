import { bigint, boolean, defineTable, integer, jsonb, nullable, type RowOf, text } from './table.ts'

/**
 * How far one stream has been written: everything below `next_version` is in the tables.
 * Key: stream. Writer: ingest/stream/checkpoint, in the transaction of the rows that it covers. Not rebuildable.
 */
export const checkpoints = defineTable('chain.checkpoints', ['stream'], {
  stream: text,
  chain_id: integer,
  next_version: bigint,
  last_timestamp_micros: nullable(bigint),
})
export type CheckpointRow = RowOf<typeof checkpoints>

/**
 * The one row that says up to when time has settled what counts: expired offers do not.
 * Key: is_only. Writers: ingest/stats/settle-time and ingest/stream/clock. Not rebuildable: it is an input, like the checkpoint.
 */
export const clock = defineTable('market.clock', ['is_only'], { is_only: boolean, settled_micros: bigint })
export type ClockRow = RowOf<typeof clock>

/**
 * A marketplace whose decoder met a known event it could not read, and where. The others go on.
 * Key: marketplace. Writer: ingest/stream/decode-stops. Rebuildable: yes, by decoding again.
 */
export const decodeStops = defineTable('chain.decode_stops', ['marketplace'], {
  marketplace: text,
  version: bigint,
  event_index: integer,
  event_type: text,
  message: text,
})
export type DecodeStopRow = RowOf<typeof decodeStops>

/**
 * A marketplace that has resumed after a stop, and how far: what it did from `next_version` on is yet to be derived from the raw
 * rows. Key: marketplace. Writer: ingest/stream/decode-resumes. Gone when nothing is left to do.
 */
export const decodeResumes = defineTable('chain.decode_resumes', ['marketplace'], {
  marketplace: text,
  next_version: bigint,
})
export type DecodeResumeRow = RowOf<typeof decodeResumes>

/**
 * View `chain.processor_status`: how far each processor of Aptos' own indexer would be. All follow our checkpoint;
 * the Aptos SDK waits for it after every write.
 */
export interface ProcessorStatusRow {
  readonly processor: string
  readonly last_success_version: bigint
  readonly last_updated: string
  readonly last_transaction_timestamp: string | null
}

/**
 * A migration has made tables that old raw rows have yet to fill: everything derived must be derived again.
 * Key: reason. Writers: migrations; ingest/stream/clear-derived takes them away.
 */
export const rebuildsDue = defineTable('chain.rebuilds_due', ['reason'], { reason: text })
export type RebuildDueRow = RowOf<typeof rebuildsDue>

/**
 * A range of a backfill with raw rows only, written from `from_version` to before `next_version`. The ranges
 * of a stream follow each other without a gap, from the checkpoint on.
 * Key: stream, from_version. Writer: ingest/raw/raw-ranges, in the transaction of the rows that it covers. Not rebuildable.
 */
export const rawRanges = defineTable('chain.raw_ranges', ['stream', 'from_version'], {
  stream: text,
  from_version: bigint,
  to_version: bigint,
  next_version: bigint,
  chain_id: integer,
  last_timestamp_micros: nullable(bigint),
})
export type RawRangeRow = RowOf<typeof rawRanges>

/**
 * Progress of a derivation: the step, and the first version whose logs are not written yet. A process that starts or resumes it
 * increments the run number, which every transaction of a step checks.
 * Key: stream. Writer: ingest/derive/derive-past. Deleted when everything is derived.
 */
export const deriveRuns = defineTable('chain.derive_runs', ['stream'], {
  stream: text,
  run: bigint,
  step: text,
  next_version: bigint,
})
export type DeriveRunRow = RowOf<typeof deriveRuns>

/**
 * A transaction that cannot be written for what it holds: nothing derived of it is stored. Its raw rows are, where these could be.
 * `sqlstate` is PostgreSQL's where it refuses the rows; else the code, or the name, of the error that our own code throws on it.
 * Key: version. Writer: ingest/stream/unwritten-transactions, in the transaction that passes it. A rebuild empties it of those with raw rows.
 */
export const unwrittenTransactions = defineTable('chain.unwritten_transactions', ['version'], {
  version: bigint,
  sqlstate: text,
  message: text,
})
export type UnwrittenTransactionRow = RowOf<typeof unwrittenTransactions>

/** PostgreSQL channel that carries the id of the newest row of the change feed. */
export const CHANGE_CHANNEL = 'opal_changes'
/** PostgreSQL channel that notifies of new notifications. */
export const NOTIFICATION_CHANNEL = 'opal_notifications'

/**
 * A message of the live channel: an activity, a metric's old and new value, or that tokens were described again. Written as it happened to be written:
 * other batch sizes give other rows, and only the newest are retained.
 * Key: id. Writers: ingest/stats/change-feed, projections/rarity/worker through it. Rebuildable: no, and nothing needs it.
 */
export const changeFeed = defineTable('market.change_feed', ['id'], {
  id: bigint,
  version: bigint,
  at_micros: bigint,
  collection_id: nullable(text),
  kind: text,
  payload: jsonb,
})
export type ChangeFeedRow = RowOf<typeof changeFeed>
