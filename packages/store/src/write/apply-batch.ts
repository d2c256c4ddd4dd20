import type { Database, DatabaseTransaction } from '../connect.ts'
import type { IndexedBatch } from './batch.ts'
import { derive } from './derive.ts'
import { inTransaction } from './in-transaction.ts'
import { pipelined } from './pipelined.ts'
import { writeFundings } from './state/write-fundings.ts'
import { writeState } from './state/write-state.ts'
import { writeCheckpoint } from './write-checkpoint.ts'
import { writeFacts } from './write-facts.ts'
import { writeRaw } from './write-raw.ts'

/**
 * Writes a batch: raw rows, token state, the official tables, the book and its figures, the change feed and the
 * checkpoint, all or nothing. The rows that remain depend on the set of transactions written so far, not on how they
 * were cut into batches, repeated or ordered (the change feed excepted).
 * @throws WrongChainError when the stream was begun on another chain.
 */
export async function applyBatch(db: Database, batch: IndexedBatch): Promise<void> {
  const wanted = batch.transactions.map((indexed) => indexed.transaction)
  const state = batch.state ?? []
  await inTransaction(db, async (at) => {
    const [, , , facts] = await Promise.all([
      writeRaw(at, wanted),
      writeState(at, state),
      writeFundings(at, state),
      writeFacts(at, batch),
    ])
    const { last } = await derive(at, batch, facts, true)
    return { last: [...last, writeCheckpoint(at, batch.position)] }
  })
}

/** Makes everything that can be made again from the raw rows of a batch, and tells nobody. */
export async function deriveAgain(db: DatabaseTransaction, batch: IndexedBatch): Promise<void> {
  await pipelined(db, async (at) => {
    const { last } = await derive(at, batch, await writeFacts(at, batch), false)
    await Promise.all(last)
  })
}
