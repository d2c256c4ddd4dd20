import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { isUnwritable } from '@opal/store/driver/faults'
import type { StreamPosition } from '@opal/store/ingest/batch'
import { type Derivation, leaveToRebuild, openDerivation } from '@opal/store/ingest/derive/derive-past'
import { inParts } from '@opal/store/ingest/in-parts'
import { rawEnd, readRawRanges } from '@opal/store/ingest/raw/raw-ranges'
import { readRaw } from '@opal/store/ingest/raw/read-raw'
import type { Logger } from 'pino'
import type { Progress } from '../../status/progress.ts'
import { type IndexContext, indexWith } from '../batches/index-batch.ts'
import { logLeftOut } from '../batches/log-left-out.ts'
import { rebuildIfDue } from '../derive/rebuild.ts'

export interface DeriveOptions {
  readonly connectionString: string
  /** Number of connections for writing, in addition to that of the lease. */
  readonly connections: number
  readonly signal: AbortSignal
  readonly progress: Progress
  readonly log: Logger
}

/** Transactions per batch. */
const BATCH = 2_000

/**
 * Derives everything from complete raw ranges, and moves the checkpoint to their end. The rows are those of indexing row by
 * row: the same phases compute them from whole histories. Returns early at the signal, and resumes there next time. The
 * steps behind the logs are for all transactions together: where some cannot be written, a rebuild derives the others.
 * @throws the signal's reason when that rebuild, or what precedes it, is interrupted.
 */
export async function derivePast(context: IndexContext, options: DeriveOptions): Promise<void> {
  const { db, stream, chainId } = context
  const ranges = await readRawRanges(db, stream)
  const [first, end, lastTimestampMicros] = [ranges[0], rawEnd(ranges), ranges.at(-1)?.last_timestamp_micros ?? null]
  if (first === undefined || end === null) return
  const position = { stream, chainId, nextVersion: end, lastTimestampMicros }
  try {
    await deriveInSteps(context, first.from_version, position, options)
  } catch (error) {
    if (!isUnwritable(error)) throw error
    const { connectionString, log, signal } = options
    log.error({ err: error }, 'backfill: some transactions cannot be written; deriving them in parts')
    await leaveToRebuild(db, { connectionString, position, signal })
    await rebuildIfDue(context, log, signal)
  }
}

async function deriveInSteps(
  context: IndexContext,
  fromVersion: bigint,
  position: StreamPosition,
  { connectionString, connections, signal, progress, log }: DeriveOptions,
): Promise<void> {
  const { db, stream } = context
  const end = position.nextVersion
  await using derivation = await openDerivation(db, { connectionString, stream, fromVersion, connections })
  if (derivation.nextVersion !== null) {
    for await (const transactions of readAhead(readRaw(db, derivation.nextVersion, BATCH, end))) {
      if (signal.aborted) return
      await writeLogs(context, derivation, transactions, { progress, log })
    }
  }
  try {
    await derivation.complete(position, signal, (step) => log.info({ step }, 'backfill: deriving'))
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Writes the logs that the database accepts, and notes the rest. */
async function writeLogs(
  context: IndexContext,
  derivation: Derivation,
  transactions: readonly ChainTransaction[],
  { progress, log }: Pick<DeriveOptions, 'progress' | 'log'>,
): Promise<void> {
  await inParts(
    transactions,
    async (part) => {
      const last = part.at(-1)
      if (last === undefined) return
      const nextVersion = last.version + 1n
      const seen = Number(nextVersion - (derivation.nextVersion ?? nextVersion))
      const batch = { ...NO_STATE, seen, nextVersion, lastTimestampMicros: last.timestampMicros, transactions: part }
      const report = await indexWith(context, batch, (incoming) => derivation.writeLogs(incoming))
      progress.advance(report)
      logLeftOut(log, report)
    },
    async ({ version }, error) => {
      logLeftOut(log, { unwritten: [{ row: await derivation.pass(version, error), error }] })
    },
  )
}

/** The raw pass has written state already. */
const NO_STATE = { bytes: 0, state: [], unread: [] }

/** Reads one item ahead of the consumer. */
async function* readAhead<Item>(items: AsyncGenerator<Item, void, void>): AsyncGenerator<Item, void, void> {
  let next = items.next()
  while (true) {
    const item = await next
    if (item.done === true) return
    next = items.next()
    // Awaited above, unless the consumer stops first.
    next.catch(() => undefined)
    yield item.value
  }
}
