import { sql } from 'kysely'
import type { Statements } from '../driver/pipelined.ts'
import { WrongChainError } from '../errors.ts'
import type { IndexedBatch, IndexedTransaction, StreamPosition } from './batch.ts'
import type { Meanwhile } from './meanwhile.ts'
import { enqueueMetadata } from './metadata/enqueue-metadata.ts'
import { queueDescribed } from './metadata/queue-described.ts'
import { writeOfficial } from './orders/official/write-official.ts'
import { type TouchedOrders, writeOrderEvents } from './orders/write-order-events.ts'
import type { FactConflict } from './raw/write-raw.ts'
import { writeMintCosts } from './tokens/write-mint-costs.ts'
import { writeOwnershipEvents } from './tokens/write-ownership-events.ts'
import { writeTokenActivities, writeTokenDatas, writeTokenState } from './tokens/write-token-state.ts'

/** What the figures of a batch are made of, once its facts are written. */
export interface WrittenFacts extends TouchedOrders {
  /** The batch's transactions in the chain's order. */
  readonly transactions: readonly IndexedTransaction[]
  /** The latest moment known: expiry looks at it, so that a late batch does not wake an expired offer. */
  readonly nowMicros: bigint
}

/**
 * Writes what each transaction says by itself and others are made of: token state, owners, market events, and the queues of
 * metadata and rarity.
 * @returns as soon as the orders are known; the rest is written meanwhile.
 * @throws WrongChainError when the stream was begun on another chain.
 */
export async function writeFacts(at: Statements, batch: IndexedBatch, meanwhile: Meanwhile): Promise<WrittenFacts> {
  const transactions = batch.transactions.toSorted((a, b) => (a.transaction.version < b.transaction.version ? -1 : 1))
  const conflict = batch.isNew ? 'add' : 'keep'
  // Holds tokens against the stored ones, which what stands behind it writes.
  meanwhile.add(queueDescribed(at, transactions), writeTokenDatas(at, transactions))
  const asking = Promise.all([
    settleClock(at, batch.position),
    // Completes what is known of tokens, which the lines before make known.
    writeOrderEvents(at, transactions, conflict),
  ])
  const [nowMicros, touched] = await meanwhile.during(asking, () => [
    writeTokenState(at, transactions),
    writeOwnershipEvents(at, transactions, batch.isNew ?? false),
    writeMintCosts(at, transactions),
    enqueueMetadata(at, transactions),
  ])
  return { transactions, nowMicros, ...touched }
}

/** Writes what each transaction says by itself and nothing else is made of: token events and the official tables. */
export function writeLogs(
  at: Statements,
  transactions: readonly IndexedTransaction[],
  conflict: FactConflict,
): readonly Promise<unknown>[] {
  return [writeTokenActivities(at, transactions, conflict), writeOfficial(at, transactions, conflict)]
}

interface Settled {
  readonly settled_micros: bigint
  readonly chain_id: number | null
}

/** Moves the clock to the latest moment that the stream has told, now or before. */
async function settleClock(at: Statements, { stream, chainId, lastTimestampMicros }: StreamPosition): Promise<bigint> {
  const { rows } = await sql<Settled>`
    update market.clock set settled_micros = greatest(settled_micros, ${lastTimestampMicros}::bigint,
      (select last_timestamp_micros from chain.checkpoints where stream = ${stream}))
    returning settled_micros, (select chain_id from chain.checkpoints where stream = ${stream}) as chain_id`.execute(at)
  const [clock] = rows
  const known = clock?.chain_id ?? chainId
  if (known !== chainId) throw new WrongChainError(stream, known, chainId)
  return clock?.settled_micros ?? lastTimestampMicros ?? 0n
}
