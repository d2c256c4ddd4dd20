import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../driver/connection.ts'
import { dropIndexes, restoreIndexes } from '../../driver/loading/dropped-indexes.ts'
import {
  type LoadingConnection,
  type LoadingExecutor,
  openLoadingConnection,
  takeTurns,
} from '../../driver/loading/loading-connection.ts'
import { openClient } from '../../driver/open-client.ts'
import type { Executor } from '../../driver/pipelining.ts'
import { DeriveTakenError } from '../../errors.ts'
import type { DeriveRunRow, UnwrittenTransactionRow } from '../../schema/stream.ts'
import type { IncomingBatch, StreamPosition } from '../batch.ts'
import { settleNextPoints } from '../points/settle-points.ts'
import { announceAllTokens } from '../stats/feed-writes.ts'
import { writeCheckpoint } from '../stream/checkpoint.ts'
import { clearDerived } from '../stream/clear-derived.ts'
import { advanceClock } from '../stream/clock.ts'
import { noteUnwritten } from '../stream/unwritten-transactions.ts'
import { writeLogs } from './derive-logs.ts'
import { FILLED_TABLES, STEPS, type Step } from './derive-steps.ts'

/** Derives everything from the raw rows of a backfill, in steps. Each step can be resumed by another process. */
export interface Derivation extends AsyncDisposable {
  /** First version whose logs are not written yet; null when all are. */
  readonly nextVersion: bigint | null
  /**
   * Writes the logs of the next transactions.
   * @throws DeriveTakenError when another process has taken over; nothing is written then.
   */
  writeLogs(batch: IncomingBatch): Promise<void>
  /**
   * Notes the next transaction as one whose logs the database refuses, and goes on behind it.
   * @throws DeriveTakenError as {@link writeLogs}.
   */
  pass(version: bigint, error: unknown): Promise<UnwrittenTransactionRow>
  /**
   * Derives everything else from the complete logs, and moves the checkpoint to their end.
   * @param onStep called with the name of each step.
   * @throws the signal's reason between two chunks, or during an index; DeriveTakenError.
   */
  complete(position: StreamPosition, signal: AbortSignal, onStep: (step: string) => void): Promise<void>
}

export interface DerivationOptions {
  readonly connectionString: string
  readonly stream: string
  /** First version of the raw rows. */
  readonly fromVersion: bigint
  /** Number of chunks written concurrently, each on its own connection. */
  readonly connections: number
  /** Largest size of a chunk, for tests; a fast size by default. */
  readonly shareSize?: number
}

/** Name of the step before {@link STEPS}. */
const LOGS = 'logs'

/** Setting of connections that leave the sums of wallets to {@link finish}: shares with wallets in common would wait for each other. */
const WITHOUT_SUMS = '-c opal.derives_past=on'

/** Starts or resumes the derivation of a backfill. Later writes of another process fail with DeriveTakenError. */
export async function openDerivation(db: Database, options: DerivationOptions): Promise<Derivation> {
  const { connectionString, connections, shareSize = null } = options
  await using stack = new AsyncDisposableStack()
  const open = async () => stack.use(await openLoadingConnection(connectionString, 'opal-derive', WITHOUT_SUMS))
  const loading = await Promise.all(Array.from({ length: connections }, open))
  const [first] = loading
  if (first === undefined) throw new RangeError('A derivation needs at least one connection.')
  const run = new HeldRun(first, await takeRun(db, options))
  if (run.row.step === LOGS) await dropIndexesOf(connectionString)
  const owned = stack.move()
  return {
    get nextVersion() {
      return run.row.step === LOGS ? run.row.next_version : null
    },
    writeLogs(batch) {
      return run.advance({ next_version: batch.position.nextVersion }, (loader) => writeLogs(loader, batch))
    },
    pass(version, error) {
      return run.advance({ next_version: version + 1n }, (loader) => noteUnwritten(loader, version, error))
    },
    async complete(position, signal, onStep) {
      const nowMicros = await advanceClock(db, position.lastTimestampMicros ?? 0n)
      const names = STEPS.map(({ name }) => name)
      for (const step of STEPS.slice(Math.max(names.indexOf(run.row.step), 0))) {
        onStep(step.name)
        await restoreIndexes(connectionString, { tables: step.filled, signal })
        await run.advance({ step: step.name }, async (loader) => {
          for (const begin of step.begin) await begin(loader, nowMicros)
        })
        await runStep(step, loading, run.row, { signal, shareSize })
      }
      while (await settleNextPoints(db)) signal.throwIfAborted()
      await db.transaction().execute((transaction) => finish(transaction, run.row, position))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The run that this process has taken over, and how far it has come. */
class HeldRun {
  readonly #connection: LoadingConnection
  #row: DeriveRunRow

  constructor(connection: LoadingConnection, row: DeriveRunRow) {
    this.#connection = connection
    this.#row = row
  }

  get row(): DeriveRunRow {
    return this.#row
  }

  /** Moves the run on, in one transaction with what is written meanwhile. @throws DeriveTakenError; nothing is written then. */
  async advance<Result>(
    change: Partial<Pick<DeriveRunRow, 'step' | 'next_version'>>,
    write: (loader: LoadingExecutor) => Promise<Result>,
  ): Promise<Result> {
    const to = { ...this.#row, ...change }
    const result = await this.#connection.transaction(async (loader) => {
      const { numAffectedRows } =
        await sql`update chain.derive_runs set step = ${to.step}, next_version = ${to.next_version}
        where stream = ${to.stream} and run = ${to.run}`.execute({ getExecutor: () => loader.getExecutor() })
      if (numAffectedRows !== 1n) throw new DeriveTakenError(to.stream)
      return write(loader)
    })
    this.#row = to
    return result
  }
}

/** Discards an unfinished derivation and its rows. @throws the signal's reason during an index; the next call completes it. */
export async function dropDerivation(
  db: Database,
  {
    connectionString,
    stream,
    signal,
  }: Pick<DerivationOptions, 'connectionString' | 'stream'> & { readonly signal: AbortSignal },
): Promise<void> {
  const { rows } = await sql`update chain.derive_runs set run = run + 1 where stream = ${stream} returning run`.execute(
    db,
  )
  if (rows.length === 0) return
  await db.transaction().execute(clearDerived)
  await restoreIndexes(connectionString, { signal })
  await sql`delete from chain.derive_runs where stream = ${stream}`.execute(db)
}

/** Discards an unfinished derivation, and has everything up to a position derived by a rebuild. @throws as {@link dropDerivation}. */
export async function leaveToRebuild(
  db: Database,
  {
    connectionString,
    position,
    signal,
  }: Pick<DerivationOptions, 'connectionString'> & { readonly position: StreamPosition; readonly signal: AbortSignal },
): Promise<void> {
  await dropDerivation(db, { connectionString, stream: position.stream, signal })
  await db.transaction().execute(async (transaction) => {
    await sql`insert into chain.rebuilds_due values ('refused rows of a backfill') on conflict do nothing`.execute(
      transaction,
    )
    await writeCheckpoint(transaction, position)
  })
}

/** Drops indexes for bulk loading: inserts are several times as fast, and building an index once costs a fraction of updating it per row. */
async function dropIndexesOf(connectionString: string): Promise<void> {
  const client = await openClient(connectionString, 'opal-derive')
  try {
    await dropIndexes(client, FILLED_TABLES)
  } finally {
    await client.end()
  }
}

async function takeRun(db: Database, { stream, fromVersion }: DerivationOptions): Promise<DeriveRunRow> {
  const { rows } = await sql<DeriveRunRow>`
    insert into chain.derive_runs as stored (stream, run, step, next_version) values (${stream}, 1, ${LOGS}, ${fromVersion})
    on conflict (stream) do update set run = stored.run + 1 returning *`.execute(db)
  const [row] = rows
  if (row === undefined) throw new DeriveTakenError(stream)
  return row
}

/** Writes the chunks of a step, several at a time. */
async function runStep(
  step: Step,
  loading: readonly LoadingConnection[],
  row: DeriveRunRow,
  { signal, shareSize }: { readonly signal: AbortSignal; readonly shareSize: number | null },
): Promise<void> {
  const [reader, ...writers] = loading
  if (reader === undefined) return
  const shares = step.shares(reader.db, shareSize)
  const inTurn = takeTurns()
  const next = () => inTurn(() => shares.next())
  const failing = new AbortController()
  const stopping = AbortSignal.any([signal, failing.signal])
  const work = async (connection: LoadingConnection) => {
    for (let share = await next(); share.done !== true; share = await next()) {
      stopping.throwIfAborted()
      const write = share.value
      await connection.transaction(async (db) => {
        await holdRun(db, row)
        await write(db)
      })
    }
  }
  const workUntilFailure = (connection: LoadingConnection) =>
    work(connection).catch((error: unknown) => {
      failing.abort(error)
      throw error
    })
  const results = await Promise.allSettled((writers.length > 0 ? writers : [reader]).map(workUntilFailure))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Locks the run, so that no other process takes it over before the transaction ends. @throws DeriveTakenError */
async function holdRun(db: Executor, { stream, run }: DeriveRunRow): Promise<void> {
  const { rows } = await sql`
    select from chain.derive_runs where stream = ${stream} and run = ${run} for share`.execute(db)
  if (rows.length === 0) throw new DeriveTakenError(stream)
}

async function finish(db: DatabaseTransaction, { stream, run }: DeriveRunRow, position: StreamPosition): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from chain.derive_runs where stream = ${stream} and run = ${run}`.execute(db)
  if (numAffectedRows !== 1n) throw new DeriveTakenError(stream)
  await sql`select market.fill_points(), market.fill_collection_holders(), market.fill_lot_sums()`.execute(db)
  await sql`insert into market.token_list_item_queue (token_data_id, collection_id)
    select token_data_id, collection_id from chain.current_token_datas_v2`.execute(db)
  await writeCheckpoint(db, position)
  await announceAllTokens(db)
}
