import { decodeTransaction } from '@opal/chain/decode-transaction'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { Database } from '@opal/store/connect'
import type { DecodeStopRow } from '@opal/store/tables/decode-stops'
import { applyBatch } from '@opal/store/write/apply-batch'
import { readTokenOwners } from '@opal/store/write/read-token-owners'
import { decodeBatch } from './decode-batch.ts'
import { keepWanted } from './keep-wanted.ts'
import type { RawBatch } from './take-batches.ts'
import type { Wanted } from './wanted.ts'

/** What an index run works with; the stops grow as it goes. */
export interface IndexContext {
  /** The connection that holds the lease. */
  readonly db: Database
  readonly stream: string
  readonly chainId: number
  readonly marketplaces: readonly DeployedMarketplace[]
  readonly wanted: Wanted
  readonly stopped: Set<string>
}

/** What one batch came to, for logs and metrics. */
export interface IndexedReport {
  readonly nextVersion: bigint
  readonly seen: number
  readonly wanted: number
  readonly marketEvents: number
  readonly lastTimestampMicros: bigint
  readonly newStops: readonly DecodeStopRow[]
}

/** Skims, decodes and writes one batch of raw transactions: rows and checkpoint, all or nothing. */
export async function indexBatch(context: IndexContext, raw: RawBatch): Promise<IndexedReport> {
  const last = raw.at(-1) as RawTransaction
  const lastTimestampMicros = decodeTransaction(last.bytes).timestampMicros
  const transactions = raw
    .filter(({ bytes }) => context.wanted.skim(bytes))
    .map(({ bytes }) => keepWanted(decodeTransaction(bytes), context.wanted))
    .filter((transaction) => transaction.success)
  const { db, marketplaces, stopped } = context
  const decoded = await decodeBatch(transactions, marketplaces, (objects) => readTokenOwners(db, objects), stopped)
  const nextVersion = last.version + 1n
  await applyBatch(db, {
    ...decoded,
    position: { stream: context.stream, chainId: context.chainId, nextVersion, lastTimestampMicros },
  })
  for (const stop of decoded.stops) stopped.add(stop.marketplace)
  return {
    nextVersion,
    seen: raw.length,
    wanted: transactions.length,
    marketEvents: decoded.transactions.reduce((sum, { market }) => sum + market.length, 0),
    lastTimestampMicros,
    newStops: decoded.stops,
  }
}
