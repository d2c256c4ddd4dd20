import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { StateChanges } from '@opal/domain/state-changes'
import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { type LoadingExecutor, openLoadingConnection } from '../../driver/loading/loading-connection.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { RangeTakenError, WrongChainError } from '../../errors.ts'
import { changes, events, transactions } from '../../schema/raw.ts'
import { type RawRangeRow, rawRanges, type UnwrittenTransactionRow } from '../../schema/stream.ts'
import { writeState } from '../names-and-assets/write-state.ts'
import { readCheckpoint } from '../stream/checkpoint.ts'
import { noteUnwritten, type StoredPart, storeAccepted } from '../stream/unwritten-transactions.ts'
import { toRawRows } from './write-raw.ts'

/** Part of a chain's history to be written as raw rows. */
export interface RawSpan {
  readonly stream: string
  readonly chainId: number
  /** First version. */
  readonly fromVersion: bigint
  /** First version after the span. */
  readonly toVersion: bigint
  /** Number of ranges, which are written independently. */
  readonly ranges: number
}

/**
 * Divides the backfill of an empty store into ranges, or returns those of an interrupted raw pass with their progress.
 * @returns every range, in order.
 * @throws WrongChainError when the stored ranges are of another chain.
 */
export async function openRawRanges(db: Database, span: RawSpan): Promise<readonly RawRangeRow[]> {
  return db.transaction().execute(async (transaction) => {
    const stored = await readRawRanges(transaction, span.stream)
    const [known] = stored
    if (known === undefined) {
      const divided = divide(span)
      await writeRows(transaction, rawRanges, divided, 'add')
      return divided
    }
    if (known.chain_id !== span.chainId) throw new WrongChainError(span.stream, known.chain_id, span.chainId)
    return stored
  })
}

/** Reads the ranges of a stream that are not completely written or derived, in order. */
export async function readRawRanges(db: Database, stream: string): Promise<readonly RawRangeRow[]> {
  return db.selectFrom('chain.raw_ranges').selectAll().where('stream', '=', stream).orderBy('from_version').execute()
}

/** Deletes the ranges of a stream below its checkpoint, and moves on one that contains it: rows below the checkpoint are complete. */
export async function closeRawRanges(db: Database, stream: string): Promise<void> {
  const checkpoint = await readCheckpoint(db, stream)
  if (checkpoint === null) return
  const { next_version } = checkpoint
  await sql`delete from chain.raw_ranges where stream = ${stream} and to_version <= ${next_version}`.execute(db)
  await sql`update chain.raw_ranges set next_version = ${next_version}
    where stream = ${stream} and from_version < ${next_version} and next_version < ${next_version}`.execute(db)
}

/** Returns the first version of consecutive ranges that is not in the raw tables; null without ranges. */
export function rawEnd(ranges: readonly RawRangeRow[]): bigint | null {
  const unfinished = ranges.find((range) => range.next_version < range.to_version)
  return unfinished?.next_version ?? ranges.at(-1)?.to_version ?? null
}

function divide({ stream, chainId, fromVersion, toVersion, ranges }: RawSpan): readonly RawRangeRow[] {
  const count = BigInt(ranges)
  const startOf = (index: bigint) => fromVersion + ((toVersion - fromVersion) * index) / count
  return Array.from({ length: ranges }, (_, index) => ({
    stream,
    from_version: startOf(BigInt(index)),
    to_version: startOf(BigInt(index) + 1n),
    next_version: startOf(BigInt(index)),
    chain_id: chainId,
    last_timestamp_micros: null,
  })).filter((range) => range.from_version < range.to_version)
}

/** Consecutive transactions of a range. */
export interface RawPart {
  /** The selected transactions, in order. */
  readonly transactions: readonly ChainTransaction[]
  /** Changes of names, balances and objects by all transactions, selected or not. */
  readonly state: readonly StateChanges[]
  /** First version after them. */
  readonly nextVersion: bigint
  /** Chain time of the last transaction, selected or not, in microseconds. */
  readonly lastTimestampMicros: bigint
}

/** Writes the raw rows of one range on a dedicated connection. */
export interface RawWriter extends AsyncDisposable {
  /** First version not written yet. */
  readonly nextVersion: bigint
  /**
   * Writes the next part of the range and its progress in one transaction.
   * @throws RangeTakenError when another process has continued the range; nothing is written then.
   */
  write(part: RawPart): Promise<void>
  /**
   * Passes a transaction whose rows the database refuses: the note, the progress, and of its raw rows and its state what can be stored.
   * @param part the transaction alone.
   * @throws RangeTakenError as {@link write}.
   */
  pass(version: bigint, part: RawPart, error: unknown): Promise<UnwrittenTransactionRow>
}

/** Name of the advisory lock for merging state: concurrent writers could deadlock on each other's rows. */
const STATE_LOCK = 'opal/raw-state'

/** Opens a range for writing. */
export async function openRawWriter(connectionString: string, range: RawRangeRow): Promise<RawWriter> {
  const connection = await openLoadingConnection(connectionString, 'opal-raw')
  const { stream, from_version } = range
  let nextVersion = range.next_version
  const store = async <Result>(part: RawPart, work: (db: LoadingExecutor) => Promise<Result>): Promise<Result> => {
    const result = await connection.transaction(async (db) => {
      await advance(db, { stream, from_version, next_version: nextVersion }, part)
      return work(db)
    })
    nextVersion = part.nextVersion
    return result
  }
  return {
    get nextVersion() {
      return nextVersion
    },
    write: (part) => store(part, async (db) => load(db, { raw: part.transactions, state: part.state })),
    pass: (version, part, error) =>
      storeAccepted({ raw: part.transactions, state: part.state }, (accepted) =>
        store(part, async (db) => {
          await load(db, accepted)
          return noteUnwritten(db, version, error)
        }),
      ),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

async function load(db: LoadingExecutor, { raw, state }: StoredPart): Promise<void> {
  const rows = toRawRows(raw)
  await db.load(transactions, rows.transactions)
  await db.load(events, rows.events)
  await db.load(changes, rows.changes)
  if (state.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${STATE_LOCK}, 0))`.execute(db)
  await writeState(db, state)
}

/** Advances a range and locks it until the commit, so that a concurrent writer fails. @throws RangeTakenError */
async function advance(
  db: Executor,
  { stream, from_version, next_version }: Pick<RawRangeRow, 'stream' | 'from_version' | 'next_version'>,
  { nextVersion, lastTimestampMicros }: RawPart,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update chain.raw_ranges set next_version = ${nextVersion}, last_timestamp_micros = ${lastTimestampMicros}
    where stream = ${stream} and from_version = ${from_version} and next_version = ${next_version}`.execute(db)
  if (numAffectedRows !== 1n) throw new RangeTakenError(stream, next_version)
}
