import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { isUnwritable } from '@opal/store/driver/faults'
import type { IndexedBatch } from '@opal/store/ingest/batch'
import { NOTHING_DUE } from '@opal/store/ingest/orders/due-orders'
import { readRaw } from '@opal/store/ingest/raw/read-raw'
import { beginDecodeResume, deriveLate, readDecodeResumes } from '@opal/store/ingest/stream/decode-resumes'
import { readStoredStops } from '@opal/store/ingest/stream/decode-stops'
import { noteUnwritten } from '@opal/store/ingest/stream/unwritten-transactions'
import { NO_KNOWN_TOKENS, readKnownTokens } from '@opal/store/ingest/tokens/known-tokens'
import type { DecodeStopRow } from '@opal/store/schema/stream'
import type { Logger } from 'pino'
import { CHAIN_ORIGIN, type DecodedBatch, decodeBatch, lookupsOf, skipKey } from '../batches/decode-batch.ts'
import { inPartsWithDue } from '../batches/in-parts-with-due.ts'
import type { IndexContext } from '../batches/index-batch.ts'

/** Raw transactions that are derived again in one transaction of the database. */
const PART = 500

/** A batch that is derived late, perhaps without the orders that time has made due. */
type Derived = DecodedBatch & Pick<IndexedBatch, 'due'>

const NOTHING: Derived = { transactions: [], stops: [], due: NOTHING_DUE }

export interface ResumeOptions {
  /** Ends it between two parts. */
  readonly signal?: AbortSignal
  /** Transactions in a part. */
  readonly part?: number
  /** Called with a marketplace that is catching up and the version to continue at, first and after each part; null at its end. */
  readonly onResume?: (marketplace: string, nextVersion: bigint | null) => void
}

interface RederiveReport {
  readonly transactions: number
  /** New stops of this marketplace, or of another that the release cannot read any more. */
  readonly stops: readonly DecodeStopRow[]
}

/** Derives the rows of what one marketplace did from a version on, part by part; a stop of its own ends it. */
async function rederiveMarketplace(
  context: IndexContext,
  { marketplace, fromVersion }: { readonly marketplace: string; readonly fromVersion: bigint },
  { signal, part = PART, onResume }: ResumeOptions,
): Promise<RederiveReport> {
  let transactions = 0
  onResume?.(marketplace, fromVersion)
  for await (const raw of readRaw(context.db, fromVersion, part)) {
    if (signal?.aborted) return { transactions, stops: [] }
    const last = raw.at(-1)?.version ?? fromVersion
    const stops = await derivePart(context, marketplace, raw)
    transactions += raw.length
    onResume?.(marketplace, last + 1n)
    if (stops.length > 0) return { transactions, stops }
  }
  await deriveLate(context.db, marketplace, batchOf(context, marketplace, NOTHING), null)
  return { transactions, stops: [] }
}

/** Derives late what the database accepts, and notes the rest. @returns the stops of a batch in which the marketplace stopped again */
async function derivePart(
  context: IndexContext,
  marketplace: string,
  raw: readonly ChainTransaction[],
): Promise<readonly DecodeStopRow[]> {
  let stops: readonly DecodeStopRow[] = []
  const derive = async (part: readonly ChainTransaction[], decoded: Derived) => {
    const next = (part.at(-1)?.version ?? 0n) + 1n
    await deriveLate(context.db, marketplace, batchOf(context, marketplace, decoded), next)
    if (decoded.stops.some((stop) => stop.marketplace === marketplace)) stops = decoded.stops
  }
  await inPartsWithDue(
    raw,
    async (part, how) => {
      if (stops.length === 0) await derive(part, { ...(await decodeAgain(context, marketplace, part)), ...how })
    },
    async (transaction, error) => {
      // If deriving nothing fails as well, the transaction is not to blame.
      await deriveLate(context.db, marketplace, batchOf(context, marketplace, NOTHING), transaction.version)
      await noteUnwritten(context.db, transaction.version, error)
      await derive([transaction], NOTHING)
    },
  )
  return stops
}

/** Others that are stopped are decoded as far as they came: one transaction may be of several. */
async function decodeAgain(
  context: IndexContext,
  marketplace: string,
  raw: readonly ChainTransaction[],
): Promise<DecodedBatch> {
  const stops = (await readStoredStops(context.db)).filter((stop) => stop.marketplace !== marketplace)
  const stopped = new Set(stops.map((stop) => stop.marketplace))
  const until = new Map(stops.map((stop) => [stop.marketplace, stop.version]))
  const knownTokens = await readKnownTokens(context.db, lookupsOf(raw))
  return decodeBatch(raw, context.marketplaces, knownTokens, { stopped, until, skipped: context.skipped })
}

/** Only transactions in which the marketplace did something; all of them where the standards themselves were not read. */
function batchOf(
  { stream, chainId }: IndexContext,
  marketplace: string,
  { transactions, stops, due }: Derived,
): IndexedBatch {
  const concerned = transactions.filter(
    ({ market }) => marketplace === CHAIN_ORIGIN || market.some((event) => event.marketplace === marketplace),
  )
  const position = { stream, chainId, nextVersion: 0n, lastTimestampMicros: null }
  return { transactions: concerned, stops, position, ...(due && { due }) }
}

/**
 * Retries the events at which marketplaces stopped. When a fixed release can decode one, or an operator skipped
 * it, derives the marketplace's later events from the raw rows: in parts, so that locks are short and an
 * interruption resumes where it was.
 */
export async function resumeStopped(context: IndexContext, log: Logger, options: ResumeOptions = {}): Promise<void> {
  for (const stop of await readStoredStops(context.db)) {
    if (!(await canResume(context, stop))) continue
    await beginDecodeResume(context.db, stop.marketplace)
    context.stopped.delete(stop.marketplace)
    log.info({ marketplace: stop.marketplace, from: String(stop.version) }, 'a stopped marketplace resumes')
  }
  for (const { marketplace, next_version } of await readDecodeResumes(context.db)) {
    const report = await rederiveMarketplace(context, { marketplace, fromVersion: next_version }, options)
    // The rest is derived the next time.
    if (options.signal?.aborted) return
    options.onResume?.(marketplace, null)
    for (const stop of report.stops) context.stopped.add(stop.marketplace)
    const stopped = report.stops.map((stop) => stop.marketplace)
    log.info(
      { marketplace, transactions: report.transactions, stopped },
      'derived what a stopped marketplace had left out',
    )
  }
}

/** Returns whether the event at which a marketplace stopped can be decoded or skipped now. */
async function canResume(context: IndexContext, stop: DecodeStopRow): Promise<boolean> {
  for await (const [transaction] of readRaw(context.db, stop.version, 1))
    return transaction !== undefined && !stopsAgain(context, stop, transaction)
  return false
}

function stopsAgain(
  { marketplaces, skipped }: IndexContext,
  stop: DecodeStopRow,
  transaction: ChainTransaction,
): boolean {
  try {
    const { stops } = decodeBatch([transaction], marketplaces, NO_KNOWN_TOKENS, { stopped: new Set(), skipped })
    // It may stop again at a later event of the same transaction: that is another stop.
    return stops.some((each) => skipKey(each) === skipKey(stop))
  } catch (error) {
    if (!isUnwritable(error)) throw error
    // An unwritable transaction is skipped when the rest is derived.
    return false
  }
}
