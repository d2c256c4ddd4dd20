import type { MediaCounts } from '@opal/store/read/read-media-failures'

/**
 * What the indexer is about. `starting`: not yet following. `standing-by`: another indexer holds the lease.
 * `reconnecting`: the stream was lost. `interrupted`: something else failed, PostgreSQL perhaps; tried again.
 * `failed`: what waiting does not mend; the program ends.
 */
export const INDEXER_STATES = ['starting', 'standing-by', 'following', 'reconnecting', 'interrupted', 'failed'] as const
export type IndexerState = (typeof INDEXER_STATES)[number]

/** The last thing that went wrong. */
export interface Trouble {
  /** Of a MarketError, or PostgreSQL's SQLSTATE, or `unknown`. */
  readonly code: string
  readonly message: string
  /** Unix seconds. */
  readonly atSeconds: number
}

/** One marketplace, and where it stopped. */
export interface MarketplaceHealth {
  readonly id: string
  readonly state: 'following' | 'stopped'
  readonly stoppedAt: {
    readonly version: string
    readonly eventIndex: number
    readonly eventType: string
    readonly message: string
  } | null
}

/** How the indexer is doing, for its log line, `/healthz` and `/readyz`. */
export interface IndexerHealth {
  readonly state: IndexerState
  /** Null when nothing went wrong since the start; it stays when all is well again. */
  readonly lastTrouble: Trouble | null
  /** Next version to be written; null before the lease is held. */
  readonly nextVersion: string | null
  /** Age of the newest written transaction against the wall clock; null before the first. */
  readonly lagSeconds: number | null
  /** Until the head is reached at this speed; null when unknown, or never. */
  readonly etaSeconds: number | null
  readonly transactionsPerSecond: number
  readonly eventsPerSecond: number
  /** Taken from the stream and not yet written. */
  readonly queuedTransactions: number
  /** Documents and pictures of tokens and collections that wait or were given up. Null before the first look. */
  readonly media: MediaCounts | null
  readonly marketplaces: readonly MarketplaceHealth[]
}

/** Does the indexer do its work, or stand by for who does? */
export function isReady({ state }: IndexerHealth): boolean {
  return state === 'following' || state === 'standing-by'
}

/** What is told of an error. */
export function troubleOf(error: unknown, atSeconds: number): Trouble {
  const { code } = error as { readonly code?: unknown }
  const message = error instanceof Error ? error.message : String(error)
  return { code: typeof code === 'string' ? code : 'unknown', message, atSeconds }
}
