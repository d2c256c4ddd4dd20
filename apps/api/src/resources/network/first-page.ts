import type { ApiContext } from '../../context.ts'
import { rankCollections } from '../collections/load-collections.ts'

/** Stores of which the page was read. */
const read = new WeakSet<ApiContext['store']>()

/**
 * Reads what visitors mostly come to, the first page of collections, once in a process. The first visitor waits neither for connections nor for
 * the disk then.
 */
export async function readFirstPage(context: ApiContext): Promise<void> {
  const { store } = context
  if (read.has(store)) return
  await rankCollections(context, { page: 1, take: 20 }, { key: 'ALL_TIME_VOLUME', order: 'DESC' }, { wallet: null })
  read.add(store)
}
