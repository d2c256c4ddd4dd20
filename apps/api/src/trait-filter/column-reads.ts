import { availableParallelism } from 'node:os'
import type { Client } from '@opal/domain/limits/client'
import { createFairQueue, type FairBounds } from '@opal/domain/limits/fair-queue'
import { createSharedJobs } from '@opal/domain/limits/shared-jobs'
import type { Reader } from '@opal/store/queries/read-rows'
import { LRUCache } from 'lru-cache'
import { createHalfTime } from '../event-loop.ts'
import { QueriesBusyError } from '../http/limits/query-gate.ts'
import { type ReadBounds, readColumns } from './read-trait-columns.ts'
import type { TraitColumns } from './trait-columns.ts'

const CORES = availableParallelism()

/**
 * Collections that are read at the same time, in turns of clients: calls that wait for nothing else may ask for a hundred of them. One with
 * much text is read apart from them. They leave a core to other calls, as the store and this process may have the same ones.
 */
const READS: FairBounds = {
  concurrency: Math.min(3, Math.max(1, CORES - 1)),
  concurrencyPerClient: Math.min(2, Math.max(1, CORES >> 1)),
  maxPending: 400,
  maxPendingPerClient: 60,
  maxWaitMs: 20_000,
}
const LONG_READS: FairBounds = { ...READS, concurrency: 1, concurrencyPerClient: 1, maxWaitMs: 60_000 }
/** Collections that are known to have much text: reading them together with others is not tried again at each of their changes. */
const MAX_LONG = 10_000

/** Columns of a collection, and what they take of the limits of all. */
export interface ReadTraitColumns {
  readonly columns: TraitColumns
  readonly tokens: number
  readonly bytes: number
}

/** Notes processor time that was used for a client, milliseconds. */
export type Charge = (ms: number) => void

/** Reads columns of collections from the store. */
export interface ColumnReads {
  /**
   * Reads in the turns of a client. Calls with one key share the read.
   * @param charge notes processor time that it took in the client's turn, milliseconds.
   * @returns null for a collection that is too large.
   * @throws QueriesBusyError when too many wait, or it has waited too long.
   */
  read(collectionId: string, key: string, client: Client, charge: Charge): Promise<ReadTraitColumns | null>
}

/**
 * Creates reads that hold up no others, however much text a collection has: all of them together take half of the process's time at most.
 * @param quickBytes a collection with more text is read by itself, one at a time.
 */
export function createColumnReads(
  store: Reader,
  { quickBytes, ...bounds }: ReadBounds & { readonly quickBytes: number },
): ColumnReads {
  const refusal = () => new QueriesBusyError()
  const quickReads = createSharedJobs<ReadTraitColumns | 'long' | null>(createFairQueue(READS, refusal))
  const longReads = createSharedJobs<ReadTraitColumns | 'long' | null>(createFairQueue(LONG_READS, refusal))
  const atHalfTime = createHalfTime()
  const long = new LRUCache<string, true>({ max: MAX_LONG })
  return {
    async read(collectionId, key, client, charge) {
      const inTurn = (reads: typeof quickReads, readBytes: number) =>
        reads.once(key, {
          client,
          source: [],
          admit: () => undefined,
          run: async () => {
            const built = await readColumns(store, collectionId, { ...bounds, readBytes }, { atHalfTime, charge })
            if (built === 'long') long.set(collectionId, true)
            if (built === null || built === 'long') return built
            return { columns: built.finish(), tokens: built.tokens, bytes: built.bytes }
          },
        })
      if (!long.has(collectionId)) {
        const read = await inTurn(quickReads, Math.min(bounds.readBytes, quickBytes))
        if (read !== 'long') return read
        if (quickBytes >= bounds.readBytes) return null
      }
      const read = await inTurn(longReads, bounds.readBytes)
      return read === 'long' ? null : read
    },
  }
}
