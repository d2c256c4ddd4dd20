import type { PreparedBatch } from '../stream/prepare-batch.ts'

/** Parts of a batch of the stream that are written. */
type Written = Pick<PreparedBatch, 'transactions' | 'state' | 'nextVersion' | 'lastTimestampMicros'>

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
