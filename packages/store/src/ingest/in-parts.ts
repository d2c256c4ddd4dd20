import { isUnwritable } from '../driver/faults.ts'

/**
 * Writes items together or, where they cannot be written for what they hold, in halves, so that only the items go unwritten that cannot be
 * alone. They stay in order.
 * @param write writes consecutive items, all or nothing.
 * @param pass goes on after an item that cannot be written.
 * @param isFault returns whether an error is the fault of an item.
 * @throws other errors of `write`: of the connection, the disk or a lock, which a retry may resolve; any error for an empty list.
 */
export async function inParts<Item>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<void>,
  pass: (item: Item, error: unknown) => Promise<void>,
  isFault: (error: unknown) => boolean = isUnwritable,
): Promise<void> {
  try {
    return await write(items)
  } catch (error) {
    const [first] = items
    if (!isFault(error) || first === undefined) throw error
    if (items.length === 1) return await pass(first, error)
  }
  const half = Math.ceil(items.length / 2)
  await inParts(items.slice(0, half), write, pass, isFault)
  await inParts(items.slice(half), write, pass, isFault)
}
