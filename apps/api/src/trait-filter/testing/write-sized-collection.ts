import type { Store } from '@opal/store/driver/connection'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import { numberedId } from '../../testing/reference-items.ts'
import { writeReferenceItems } from '../../testing/write-reference-items.ts'

const FIRST = 0xc00_0000
let collections = 0

/** Writes a new collection whose tokens have so many bytes of traits each. */
export async function writeSizedCollection(
  store: Store,
  sizes: readonly number[],
  { hasListItems = true } = {},
): Promise<string> {
  collections += 1
  const collectionId = numberedId(FIRST + collections)
  const tokens = sizes.map((size, at) => ({
    tokenDataId: tokenIdOf(collectionId, at),
    name: `Stone #${at}`,
    traits: Array.from({ length: Math.ceil(size / 100) }, (_, kind) => ({
      trait_type: `Kind ${kind}`,
      value: `${at} `.padEnd(100, 'x'),
    })),
    rank: null,
    listings: [],
    soldAtMicros: null,
  }))
  await writeReferenceItems(store, collectionId, tokens)
  if (hasListItems) await writeQueuedListItems(store)
  return collectionId
}

/** Returns the id of a token of such a collection, in their order. */
export function tokenIdOf(collectionId: string, at: number): string {
  return numberedId((Number(collectionId) - FIRST) * 1_000 + at)
}
