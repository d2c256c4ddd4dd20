import { isUnwritable } from '@opal/store/driver/faults'
import type { IncomingBatch } from '@opal/store/ingest/batch'
import { inParts } from '@opal/store/ingest/in-parts'
import { NOTHING_DUE } from '@opal/store/ingest/orders/due-orders'

/**
 * Writes as {@link inParts} does, where a write also settles orders that have come due. The database may refuse just these, so parts leave them
 * for later, and no item is blamed for them.
 */
export async function inPartsWithDue<Item>(
  items: readonly Item[],
  write: (items: readonly Item[], how: Pick<IncomingBatch, 'due'>) => Promise<void>,
  pass: (item: Item, error: unknown) => Promise<void>,
): Promise<void> {
  try {
    return await write(items, {})
  } catch (error) {
    if (!isUnwritable(error)) throw error
  }
  await inParts(items, (part) => write(part, { due: NOTHING_DUE }), pass)
}
