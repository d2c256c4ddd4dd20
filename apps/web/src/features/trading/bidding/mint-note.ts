import type { CollectionDetail } from '@opal/contract/collections'

/**
 * Says that items which do not exist yet may be sold into a bid on a collection: its creator mints them for no more than the gas. Null where its
 * supply is complete, and until that is known.
 * @source docs/product/bids.md#bid-size
 */
export function mintNote(
  collection: Pick<CollectionDetail, 'currentSupply' | 'maxSupply'> | null | undefined,
): string | null {
  if (collection === null || collection === undefined) return null
  const { currentSupply, maxSupply } = collection
  if (maxSupply !== null && BigInt(maxSupply) <= BigInt(currentSupply)) return null
  return 'More items of this collection may still be minted, and sold into this bid.'
}
