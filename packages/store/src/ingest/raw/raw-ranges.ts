import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { StateChanges } from '@opal/domain/state-changes'
import { sql } from 'kysely'
import type { Database } from '../../driver/connection.ts'
import { openLoadingConnection } from '../../driver/loading-connection.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { RangeTakenError, WrongChainError } from '../../errors.ts'
import { changes, events, transactions } from '../../schema/raw.ts'
import { type RawRangeRow, rawRanges } from '../../schema/stream.ts'
import { writeState } from '../names-and-assets/write-state.ts'
import { readCheckpoint } from '../stream/checkpoint.ts'
import { toRawRows } from './write-raw.ts'

/** A part of the past to be written raw. */
export interface RawSpan {
  readonly stream: string
  readonly chainId: number
  /** First version, where the store has no checkpoint yet. */
  readonly fromVersion: bigint
  /** First version that is not part of it. */
  readonly toVersion: bigint
  /** Number of ranges, each to be written by itself. */
  readonly ranges: number
}

/**
 * Divides the past from the checkpoint on into ranges, or finds those of a raw stroke that was interrupted: these go on, without
 * what was indexed row by row since.
 * @returns every range, in order.
 * @throws WrongChainError when the store is of another chain.
 */
export async function openRawRanges(db: Database, span: RawSpan): Promise<readonly RawRangeRow[]> {
  const { stream, chainId } = span
  return db.transaction().execute(async (transaction) => {
    const checkpoint = await readCheckpoint(transaction, stream)
    const known = checkpoint ?? (await readRawRanges(transaction, stream))[0]
    if (known !== undefined && known.chain_id !== chainId) throw new WrongChainError(stream, known.chain_id, chainId)
    if (checkpoint !== null) await dropIndexed(transaction, stream, checkpoint.next_version)
    const stored = await readRawRanges(transaction, stream)
    if (stored.length > 0) return stored
    const divided = divide(span, checkpoint?.next_version ?? span.fromVersion)
    await writeRows(transaction, rawRanges, divided, 'add')
    return divided
  })
}

/** Reads the ranges of a stream of which something is still to be written or derived, in order. */
export async function readRawRanges(db: Database, stream: string): Promise<readonly RawRangeRow[]> {
  return db.selectFrom('chain.raw_ranges').selectAll().where('stream', '=', stream).orderBy('from_version').execute()
}

/** Forgets the ranges of a stream below its checkpoint: what they hold is derived. */
export async function closeRawRanges(db: Database, stream: string): Promise<void> {
  const checkpoint = await readCheckpoint(db, stream)
  if (checkpoint !== null) await dropIndexed(db, stream, checkpoint.next_version)
}

/** Returns the first version of consecutive ranges that is not in the raw tables; null without ranges. */
export function rawEnd(ranges: readonly RawRangeRow[]): bigint | null {
  const unfinished = ranges.find((range) => range.next_version < range.to_version)
  return unfinished?.next_version ?? ranges.at(-1)?.to_version ?? null
}

/** Rows below the checkpoint are complete, derived ones included. */
async function dropIndexed(db: Database, stream: string, nextVersion: bigint): Promise<void> {
  await sql`delete from chain.raw_ranges where stream = ${stream} and to_version <= ${nextVersion}`.execute(db)
  await sql`update chain.raw_ranges set next_version = ${nextVersion}
    where stream = ${stream} and from_version < ${nextVersion} and next_version < ${nextVersion}`.execute(db)
}

function divide({ stream, chainId, toVersion, ranges }: RawSpan, fromVersion: bigint): readonly RawRangeRow[] {
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

/** The next transactions of a range. */
export interface RawPart {
  /** The selected transactions, in order. */
  readonly transactions: readonly ChainTransaction[]
  /** Changes to names, balances and objects by any of them, selected or not. */
  readonly state: readonly StateChanges[]
  /** First version behind them. */
  readonly nextVersion: bigint
  /** Chain time of the last one, selected or not. */
  readonly lastTimestampMicros: bigint
}

/** Writes the raw rows of one range on a connection of its own. */
export interface RawWriter extends AsyncDisposable {
  /** First version that is not written yet. */
  readonly nextVersion: bigint
  /**
   * Writes the next part of the range and its progress, all or nothing.
   * @throws RangeTakenError when another program has written on; nothing is written then.
   */
  write(part: RawPart): Promise<void>
}

/** Name of the lock that one writer at a time holds while it merges state: two of them could wait for each other's rows. */
const STATE_LOCK = 'opal/raw-state'

/** Opens a range for writing. */
export async function openRawWriter(connectionString: string, range: RawRangeRow): Promise<RawWriter> {
  const connection = await openLoadingConnection(connectionString, 'opal-raw')
  const { stream, from_version } = range
  let nextVersion = range.next_version
  return {
    get nextVersion() {
      return nextVersion
    },
    async write(part) {
      await connection.transaction(async (db) => {
        await advance(db, { stream, from_version, next_version: nextVersion }, part)
        const rows = toRawRows(part.transactions)
        await db.load(transactions, rows.transactions)
        await db.load(events, rows.events)
        await db.load(changes, rows.changes)
        if (part.state.length === 0) return
        await sql`select pg_advisory_xact_lock(hashtextextended(${STATE_LOCK}, 0))`.execute(db)
        await writeState(db, part.state)
      })
      nextVersion = part.nextVersion
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

/** Moves a range on, and locks it until the commit: of two writers the second finds that it was moved. */
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
