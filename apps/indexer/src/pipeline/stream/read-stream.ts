import { createNodeClient } from '@opal/chain/rest/node-client'
import type { StreamBatch, StreamOptions } from '@opal/chain/stream/stream-options'
import { streamPast } from '@opal/chain/stream/stream-past'
import { streamTransactions } from '@opal/chain/stream/stream-transactions'
import type { Logger } from 'pino'
import type { IndexerConfig } from '../../config.ts'
import type { Progress } from '../../status/progress.ts'
import { type PreparedBatch, prepareBatch } from './prepare-batch.ts'
import type { TransactionSelection } from './transaction-selection.ts'

/** Timeout of reading the head between calls of the stream: one call is better than a long wait. */
const TIMEOUT_MS = 3_000

/** Returns the first version that is not on the chain yet; null when unknown. */
export type ReadHead = () => Promise<bigint | null>

/**
 * Returns what asks the configured node, if there is one. A node that does not answer, or is of another chain, is logged once until it
 * answers again; without its address, whose path may hold a key.
 * @param without what happens where the head is not known, for the log.
 */
export function createHeadReader(
  { nodeUrl, nodeApiKey, chainId }: IndexerConfig,
  log: Logger,
  without = 'one call reads the backfill',
): ReadHead {
  if (nodeUrl === null) return async () => null
  const node = createNodeClient({ nodeUrl, apiKey: nodeApiKey, timeoutMs: TIMEOUT_MS })
  let logged: string | null = null
  const warn = (facts: object, what: string) => {
    if (logged !== what) log.warn(facts, `the node of NODE_URL ${what}; ${without}`)
    logged = what
    return null
  }
  return async () => {
    try {
      const ledger = await node.ledgerInfo()
      if (ledger.chainId !== chainId) return warn({ chainId: ledger.chainId }, 'is of another chain')
      if (logged !== null) log.info('the node of NODE_URL reports the head again')
      logged = null
      return ledger.version + 1n
    } catch (error) {
      return warn({ err: error }, 'does not report the head')
    }
  }
}

/** Nearer than this, one call has caught up before several are worth it. */
export const FAR_VERSIONS = 10_000n
/** Bytes a prepared message is counted with besides its transactions. */
const EMPTY_BYTES = 1_000

export interface ReadStreamOptions {
  readonly stream: StreamOptions
  readonly backfill: IndexerConfig['stream']['backfill']
  readonly askHead: ReadHead
  readonly wanted: TransactionSelection
  readonly progress: Progress
  readonly log: Logger
}

/** Returns the end of the backfill that several calls should read; null when one call is enough. */
type FarEnd = (from: bigint) => Promise<bigint | null>

/**
 * Reads the chain from a version on, in order and without end. Each message is skimmed and parsed as it comes: most of a busy
 * chain is dropped unparsed. While the head is far, several calls read the backfill; near it, one follows. After a lost connection
 * the distance is measured again.
 *
 * @throws what `streamTransactions` throws.
 */
export async function* readStream(options: ReadStreamOptions): AsyncGenerator<PreparedBatch, void, void> {
  const { stream, backfill, askHead, log } = options
  let calls = backfill.calls
  let next = stream.fromVersion
  const farEnd: FarEnd = async (from) => {
    const head = calls > 1 ? await askHead() : null
    return head !== null && head - from >= FAR_VERSIONS ? head : null
  }
  while (!stream.signal.aborted) {
    const end = await farEnd(next)
    try {
      for await (const batch of end === null ? follow(options, next, farEnd) : readPast(options, next, end)) {
        next = batch.nextVersion
        yield batch
      }
    } catch (error) {
      // A server may refuse several concurrent calls but accept one. Where something else is wrong, that one call reports it.
      if (end === null) throw error
      log.warn({ err: error }, 'several calls cannot read the backfill; one continues')
      calls = 1
    }
  }
}

/** Reads by one call, until the head is far again after a lost connection. */
async function* follow(
  { stream, wanted, progress }: ReadStreamOptions,
  fromVersion: bigint,
  farEnd: FarEnd,
): AsyncGenerator<PreparedBatch, void, void> {
  let wasLost = false
  const onLost: StreamOptions['onLost'] = (...lost) => {
    wasLost = true
    stream.onLost?.(...lost)
  }
  for await (const raw of streamTransactions({ ...stream, fromVersion, onLost })) {
    progress.took(raw.length)
    const batch = prepareBatch(wanted, raw)
    yield batch
    if (wasLost && (await farEnd(batch.nextVersion)) !== null) return
    wasLost = false
  }
}

/** Reads by several calls, up to a version that is not included. */
async function* readPast(
  { stream, backfill, wanted, progress, log }: ReadStreamOptions,
  fromVersion: bigint,
  toVersion: bigint,
): AsyncGenerator<PreparedBatch, void, void> {
  log.info({ from: String(fromVersion), to: String(toVersion), calls: backfill.calls }, 'reading the backfill')
  const past = streamPast({
    ...stream,
    ...backfill,
    fromVersion,
    toVersion,
    take: (raw: StreamBatch) => prepareBatch(wanted, raw),
    // A prepared transaction takes up to as much memory as its bytes on the stream.
    bytesOf: ({ bytes }) => EMPTY_BYTES + bytes,
    onRanges: (ranges) => progress.reading(ranges, backfill.maxBytes),
  })
  for await (const batch of past) {
    progress.took(batch.seen)
    yield batch
  }
}
