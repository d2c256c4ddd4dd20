import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { readRaw } from '@opal/store/ingest/raw/read-raw'
import { deriveLate } from '@opal/store/ingest/stream/decode-resumes'
import { readDecodeStops } from '@opal/store/ingest/stream/decode-stops'
import { readKnownTokens } from '@opal/store/ingest/tokens/known-tokens'
import type { DecodeStopRow } from '@opal/store/tables/decode-stops'
import { CHAIN_ORIGIN, type DecodedBatch, decodeBatch, lookupsOf } from './decode-batch.ts'
import type { IndexContext } from './index-batch.ts'

/** Raw transactions that are derived again in one transaction of the database. */
const PART = 500

export interface RederiveOptions {
  /** Ends it between two parts. */
  readonly signal?: AbortSignal
  /** Transactions in a part. */
  readonly part?: number
  /** Told after each part how many transactions are done, and the version to go on with. */
  readonly onPart?: (transactions: number, nextVersion: bigint) => void
}

/** What came of it. */
export interface RederiveReport {
  readonly transactions: number
  /** Where the marketplace, or another that the release cannot read any more, stopped again. */
  readonly stops: readonly DecodeStopRow[]
}

/** Derives the rows of what one marketplace did from a version on, part by part; a stop of its own ends it. */
export async function rederiveMarketplace(
  context: IndexContext,
  { marketplace, fromVersion }: { readonly marketplace: string; readonly fromVersion: bigint },
  { signal, part = PART, onPart }: RederiveOptions,
): Promise<RederiveReport> {
  let transactions = 0
  for await (const raw of readRaw(context.db, fromVersion, part)) {
    if (signal?.aborted) return { transactions, stops: [] }
    const decoded = await decodeAgain(context, marketplace, raw)
    const last = raw.at(-1)?.version ?? fromVersion
    await deriveLate(context.db, marketplace, batchOf(context, marketplace, decoded), last + 1n)
    transactions += raw.length
    onPart?.(transactions, last + 1n)
    if (decoded.stops.some((stop) => stop.marketplace === marketplace)) return { transactions, stops: decoded.stops }
  }
  await deriveLate(context.db, marketplace, batchOf(context, marketplace, { transactions: [], stops: [] }), null)
  return { transactions, stops: [] }
}

/** Others that are stopped are decoded as far as they came: one transaction may be of several. */
async function decodeAgain(
  context: IndexContext,
  marketplace: string,
  raw: readonly ChainTransaction[],
): Promise<DecodedBatch> {
  const stops = (await readDecodeStops(context.db)).filter((stop) => stop.marketplace !== marketplace)
  const stopped = new Set(stops.map((stop) => stop.marketplace))
  const until = new Map(stops.map((stop) => [stop.marketplace, stop.version]))
  const remembered = await readKnownTokens(context.db, lookupsOf(raw))
  return decodeBatch(raw, context.marketplaces, remembered, { stopped, until, skipped: context.skipped })
}

/** Only transactions in which the marketplace did something; all of them where the standards themselves were not read. */
function batchOf({ stream, chainId }: IndexContext, marketplace: string, { transactions, stops }: DecodedBatch) {
  const concerned = transactions.filter(
    ({ market }) => marketplace === CHAIN_ORIGIN || market.some((event) => event.marketplace === marketplace),
  )
  const position = { stream, chainId, nextVersion: 0n, lastTimestampMicros: null }
  return { transactions: concerned, stops, position }
}
