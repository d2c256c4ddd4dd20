import { isRefusedData } from '@opal/store/driver/faults'
import type { IncomingBatch } from '@opal/store/ingest/batch'
import type { UnwrittenTransactionRow } from '@opal/store/schema/stream'
import type { Logger } from 'pino'
import type { PreparedBatch } from './prepare-batch.ts'

/**
 * Writes items together or, where the database refuses their data, in halves, so that only the items go unwritten that are refused
 * alone. They stay in order.
 * @param write writes consecutive items, all or nothing.
 * @param pass goes on after an item that cannot be written.
 * @throws other errors of `write`: of the connection, the disk or a lock, which trying again may mend.
 */
export async function inParts<Item>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<void>,
  pass: (item: Item, error: unknown) => Promise<void>,
): Promise<void> {
  try {
    return await write(items)
  } catch (error) {
    const [first] = items
    if (!isRefusedData(error) || first === undefined) throw error
    if (items.length === 1) return await pass(first, error)
  }
  const half = Math.ceil(items.length / 2)
  await inParts(items.slice(0, half), write, pass)
  await inParts(items.slice(half), write, pass)
}

/**
 * As {@link inParts}, of writes that also do what time has made due: that may be what is refused, so parts leave it to the clock, and no item
 * is blamed for it.
 */
export async function inPartsWithDue<Item>(
  items: readonly Item[],
  write: (items: readonly Item[], how: Pick<IncomingBatch, 'leavesDue'>) => Promise<void>,
  pass: (item: Item, error: unknown) => Promise<void>,
): Promise<void> {
  try {
    return await write(items, {})
  } catch (error) {
    if (!isRefusedData(error)) throw error
  }
  await inParts(items, (part) => write(part, { leavesDue: true }), pass)
}

/** Parts of a batch of the stream that are written. */
type Written = Pick<PreparedBatch, 'transactions' | 'state' | 'nextVersion' | 'lastTimestampMicros'>

/** Logs a transaction that the database refuses. */
export function logUnwritten(log: Logger, row: UnwrittenTransactionRow): void {
  log.error({ ...row, version: String(row.version) }, 'transaction not written')
}

/** Returns the versions of a batch of which something is written, in order. */
export function versionsOf({ transactions, state }: Pick<Written, 'transactions' | 'state'>): readonly bigint[] {
  const versions = new Set([...transactions, ...state].map(({ version }) => version))
  return [...versions].sort((a, b) => (a < b ? -1 : 1))
}

/** Returns what a batch has of consecutive versions; the last part ends where the batch does. */
export function partOf<Batch extends Written>(batch: Batch, versions: readonly bigint[]): Batch {
  const [first, last] = [versions[0], versions.at(-1)]
  if (first === undefined || last === undefined) return batch
  const isWithin = ({ version }: { readonly version: bigint }) => version >= first && version <= last
  const later = [...batch.transactions, ...batch.state].some(({ version }) => version > last)
  const transactions = batch.transactions.filter(isWithin)
  const state = batch.state.filter(isWithin)
  if (!later) return { ...batch, transactions, state }
  const at = [...transactions, ...state].find(({ version }) => version === last)
  return {
    ...batch,
    transactions,
    state,
    nextVersion: last + 1n,
    lastTimestampMicros: at?.timestampMicros ?? batch.lastTimestampMicros,
  }
}
