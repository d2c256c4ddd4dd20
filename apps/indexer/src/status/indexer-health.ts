import type { RangeState } from '@opal/chain/stream/waiting-range'
import { errorCode, errorMessage } from '@opal/domain/errors'
import type { MediaCounts } from '@opal/store/queries/indexer-state'
import type { DecodeStopRow } from '@opal/store/schema/stream'

/**
 * States of the indexer. `starting`: it migrates the database, or asks for the lease. `standing-by`: another indexer holds the lease.
 * `preparing`: it holds the lease, and derives rows again before it follows. `reconnecting`: the stream was lost. `interrupted`:
 * something else failed, PostgreSQL perhaps; it retries. `failed`: waiting does not help; the program ends.
 */
export const INDEXER_STATES = [
  'starting',
  'standing-by',
  'preparing',
  'following',
  'reconnecting',
  'interrupted',
  'failed',
] as const
export type IndexerState = (typeof INDEXER_STATES)[number]

/** The last thing that went wrong. */
export interface HealthProblem {
  /** The code of a MarketError, PostgreSQL's SQLSTATE, or `unknown`. */
  readonly code: string
  readonly message: string
  /** Unix seconds. */
  readonly atSeconds: number
}

/** One marketplace, its stop, and the progress of its catch-up. */
export interface MarketplaceHealth {
  readonly id: string
  readonly state: 'following' | 'stopped' | 'resuming'
  /** Next version of the catch-up; null unless it is resuming. */
  readonly resumesAt: string | null
  readonly stoppedAt: {
    readonly version: string
    readonly eventIndex: number
    readonly eventType: string
    readonly message: string
  } | null
}

/** Progress of the parallel calls of a backfill, and the data waiting in memory; the next range in order is first. */
export interface BackfillHealth {
  readonly ranges: readonly {
    readonly from: string
    readonly to: string
    /** Next version to come from the stream. */
    readonly next: string
  }[]
  /** Bytes of messages that arrived ahead of their turn. */
  readonly waitingBytes: number
}

/** Health of the indexer, for its log line, `/healthz` and `/readyz`. */
export interface IndexerHealth {
  readonly state: IndexerState
  /** Null when nothing went wrong since the start; it stays when all is well again. */
  readonly lastProblem: HealthProblem | null
  /** Next version to be written; null before the lease is held. */
  readonly nextVersion: string | null
  /** Age of the newest written transaction against the wall clock, less where a chain without newer ones was asked; null before the first. */
  readonly lagSeconds: number | null
  /** Until the head is reached at this speed; null when unknown, or never. */
  readonly etaSeconds: number | null
  readonly transactionsPerSecond: number
  readonly eventsPerSecond: number
  /** Taken from the stream and not yet written. */
  readonly queuedTransactions: number
  /** Null while one call follows. */
  readonly backfill: BackfillHealth | null
  /** Documents and images of tokens and collections that wait or were given up. Null before the first look. */
  readonly media: MediaCounts | null
  /** Transactions that are not derived, because they cannot be written. */
  readonly unwrittenTransactions: number
  readonly marketplaces: readonly MarketplaceHealth[]
}

const WORKING: ReadonlySet<IndexerState> = new Set(['standing-by', 'preparing', 'following'])

/** Returns whether the indexer works, or waits for the lease. */
export function isReady({ state }: IndexerHealth): boolean {
  return WORKING.has(state)
}

/** @param resumesAt next version of the catch-up, while it runs. */
export function marketplaceHealth(id: string, stop?: DecodeStopRow, resumesAt?: bigint): MarketplaceHealth {
  if (resumesAt !== undefined) return { id, state: 'resuming', resumesAt: String(resumesAt), stoppedAt: null }
  if (stop === undefined) return { id, state: 'following', resumesAt: null, stoppedAt: null }
  const { version, event_index, event_type, message } = stop
  const stoppedAt = { version: String(version), eventIndex: event_index, eventType: event_type, message }
  return { id, state: 'stopped', resumesAt: null, stoppedAt }
}

/** Returns the status of ranges that are read in parallel; null when there are none. */
export function backfillHealth(ranges: readonly RangeState[]): BackfillHealth | null {
  if (ranges.length === 0) return null
  return {
    ranges: ranges.map(({ from, to, next }) => ({ from: String(from), to: String(to), next: String(next) })),
    waitingBytes: ranges.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0),
  }
}

/** Serializes an error. */
export function toHealthProblem(error: unknown, atSeconds: number): HealthProblem {
  const message = errorMessage(error)
  return { code: errorCode(error) ?? 'unknown', message, atSeconds }
}
