import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { errorCode } from '@opal/domain/errors/error-code'
import type { StateChanges } from '@opal/domain/state-changes'
import type { Database, DatabaseTransaction } from '../connect.ts'
import { inTransaction } from '../driver/in-transaction.ts'
import { pipelined } from '../driver/pipelined.ts'
import type { IndexedBatch, StreamPosition } from './batch.ts'
import { derive } from './derive.ts'
import { type Begin, Meanwhile } from './meanwhile.ts'
import { writeState } from './names-and-assets/write-state.ts'
import { writeFundings } from './points/write-fundings.ts'
import { writeRawChanges, writeRawEvents } from './raw/write-raw.ts'
import { writeCheckpoint } from './stream/write-checkpoint.ts'
import { type RememberedTokens, rememberTokens } from './tokens/read-token-owners.ts'
import { writeFacts, writeLogs } from './write-facts.ts'

/**
 * Of so few transactions the first answers come before their rows could be put together, and are waited for in every later turn
 * as well. Of more the server writes the rows while they are decoded.
 */
const FEW = 50

/** SQLSTATE. */
const UNIQUE_VIOLATION = '23505'

/** A batch that has yet to be decoded, which needs some of what the store remembers. */
export interface HeardBatch {
  /** The wanted transactions. */
  readonly transactions: readonly ChainTransaction[]
  readonly state?: readonly StateChanges[]
  readonly position: StreamPosition
  /**
   * Are these transactions new to the store, as far as one knows? Then they are written without a look at older rows, which is
   * a good part of the work; where there are some all the same, the batch is written once more, with that look.
   */
  readonly isNew?: boolean
  /** Tokens, tables and collections that decoding asks about. */
  readonly asked: readonly string[]
  decode(remembered: RememberedTokens): Pick<IndexedBatch, 'transactions' | 'stops'>
}

/**
 * Writes a batch: raw rows, token state, the official tables, the book and its figures, the change feed and the
 * checkpoint, all or nothing. The rows that remain depend on the set of transactions written so far, not on how they
 * were cut into batches, repeated or ordered (the change feed excepted).
 * @throws WrongChainError when the stream was begun on another chain; what decoding throws.
 */
export async function applyHeard(db: Database, heard: HeardBatch): Promise<void> {
  try {
    await writeHeard(db, heard, heard.isNew ?? false)
  } catch (error) {
    if (!heard.isNew || errorCode(error) !== UNIQUE_VIOLATION) throw error
    await writeHeard(db, heard, false)
  }
}

async function writeHeard(db: Database, heard: HeardBatch, isNew: boolean): Promise<void> {
  const { transactions, state = [], position, asked, decode } = heard
  const conflict = isNew ? 'add' : 'keep'
  await inTransaction(db, async (at) => {
    const meanwhile = new Meanwhile()
    const raw: readonly [Begin, Begin] = [
      () => [writeRawEvents(at, transactions, conflict), writeState(at, state)],
      () => [writeRawChanges(at, transactions, conflict)],
    ]
    const isLarge = transactions.length > FEW
    if (isLarge) meanwhile.spare(...raw)
    const [remembered] = await meanwhile.during(Promise.all([rememberTokens(at, asked), writeFundings(at, state)]))
    const batch = { position, ...decode(remembered), isNew }
    const facts = await writeFacts(at, batch, meanwhile)
    const logs = () => writeLogs(at, facts.transactions, conflict)
    meanwhile.spare(...(isLarge ? [logs] : [raw[0], logs, raw[1]]))
    await derive(at, batch, facts, meanwhile, true)
    return { last: [...meanwhile.finish(), writeCheckpoint(at, position)] }
  })
}

/** Writes a batch that is decoded already, see {@link applyHeard}. */
export async function applyBatch(db: Database, batch: IndexedBatch): Promise<void> {
  const transactions = batch.transactions.map((indexed) => indexed.transaction)
  await applyHeard(db, { ...batch, transactions, asked: [], decode: () => batch })
}

/** Makes everything that can be made again from the raw rows of a batch, and tells nobody. */
export async function deriveAgain(db: DatabaseTransaction, batch: IndexedBatch): Promise<void> {
  await pipelined(db, async (at) => {
    const meanwhile = new Meanwhile()
    const facts = await writeFacts(at, batch, meanwhile)
    meanwhile.spare(() => writeLogs(at, facts.transactions, 'keep'))
    await derive(at, batch, facts, meanwhile, false)
    await Promise.all(meanwhile.finish())
  })
}
