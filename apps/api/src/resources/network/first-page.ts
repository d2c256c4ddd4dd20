import type { ApiContext } from '../../context.ts'
import { rankCollections } from '../collections/load-collections.ts'

const FIRST_PAGE = { page: 1, take: 20 } as const
const MOST_TRADED = { key: 'ALL_TIME_VOLUME', order: 'DESC' } as const

/** The read of each store; none after one that failed. */
const reads = new WeakMap<ApiContext['store'], Promise<unknown>>()

/**
 * Reads what visitors mostly come to, the first page of collections, once in a process, however often it is asked whether it is ready. The
 * first visitor waits neither for connections nor for the disk then.
 */
export async function readFirstPage(context: ApiContext): Promise<void> {
  const { store } = context
  const read = reads.get(store) ?? rankCollections(context, FIRST_PAGE, MOST_TRADED, { wallet: null })
  reads.set(store, read)
  await read.catch((error: unknown) => {
    reads.delete(store)
    throw error
  })
}
