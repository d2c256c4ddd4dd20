import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Kinds of content that is fetched of tokens and collections. */
const MEDIA = ['documents', 'images'] as const
export type Media = (typeof MEDIA)[number]

/** Metrics of `/metrics`, in Prometheus' format, those of the process such as its memory included. */
export class IndexerMetrics {
  readonly registry = new Registry()
  readonly transactions = this.#counter('transactions_total', 'Transactions written, wanted or not.')
  readonly wanted = this.#counter('wanted_transactions_total', 'Transactions of which something was stored.')
  readonly events = this.#counter('market_events_total', 'Marketplace events decoded.')
  readonly unread = this.#counter(
    'unread_state_total',
    'Transactions whose names, balances or objects could not be read; the log names them.',
  )
  readonly repeated = this.#counter('repeated_transactions_total', 'Transactions the stream delivered again, dropped.')
  readonly silences = this.#counter('stream_silences_total', 'Times the stream was silent for long and asked again.')
  readonly refusedWork = this.#counter(
    'refused_work_total',
    'Times what time or earlier batches had made due could not be written; the log has the errors.',
  )
  readonly streamLosses = new Counter({
    name: 'opal_indexer_stream_losses_total',
    help: 'Times the stream was lost and asked for again, by error code.',
    labelNames: ['code'],
    registers: [this.registry],
  })
  readonly interruptions = new Counter({
    name: 'opal_indexer_interruptions_total',
    help: 'Times indexing began again after an error, by error code (SQLSTATE for PostgreSQL).',
    labelNames: ['code'],
    registers: [this.registry],
  })
  readonly writeSeconds = new Histogram({
    name: 'opal_indexer_write_seconds',
    help: 'Time from the decoding of a batch to its commit.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  })
  readonly nextVersion = this.#gauge('next_version', 'Next version to be written.')
  readonly lag = this.#gauge(
    'lag_seconds',
    'Age of the newest written transaction; of a local chain, time since the index was known to be at its head.',
  )
  readonly rate = this.#gauge('transactions_per_second', 'Transactions written a second, over half a minute.')
  readonly eta = this.#gauge('eta_seconds', 'Until the head is reached at this speed; NaN when it would not be.')
  readonly queued = this.#gauge('queue_transactions', 'Transactions taken from the stream and not yet written.')
  readonly ranges = this.#gauge(
    'backfill_ranges',
    'Ranges of the backfill that are read or wait for their turn; 0 while one call follows.',
  )
  readonly waiting = this.#gauge('backfill_waiting_bytes', 'Bytes of what came of them ahead of its turn.')
  readonly waitingLimit = this.#gauge('backfill_limit_bytes', 'The most bytes that may wait for their turn.')
  readonly unwritten = this.#gauge(
    'unwritten_transactions',
    'Transactions that are not derived, because they cannot be written.',
  )
  readonly state = new Gauge({
    name: 'opal_indexer_state',
    help: '1 for the state the indexer is in.',
    labelNames: ['state'],
    registers: [this.registry],
  })
  readonly stopped = new Gauge({
    name: 'opal_indexer_marketplace_stopped',
    help: '1 for a marketplace that waits at an event it cannot decode, else 0.',
    labelNames: ['marketplace'],
    registers: [this.registry],
  })
  readonly media = new Gauge({
    name: 'opal_indexer_media',
    help: 'Documents and images that wait to be fetched, or were given up; each counted up to 100000.',
    labelNames: ['what'],
    registers: [this.registry],
  })
  readonly mediaFetches = new Counter({
    name: 'opal_indexer_media_first_fetches_total',
    help: 'First attempts to fetch documents and images, by their result; each may be tried again.',
    labelNames: ['what', 'result'],
    registers: [this.registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry })
    for (const what of MEDIA) for (const result of ['ready', 'failed']) this.mediaFetches.inc({ what, result }, 0)
  }

  #counter(name: string, help: string): Counter {
    return new Counter({ name: `opal_indexer_${name}`, help, registers: [this.registry] })
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name: `opal_indexer_${name}`, help, registers: [this.registry] })
  }
}
