import type { CollectionDetail } from '@opal/contract/collections'

type Supply = Pick<CollectionDetail, 'currentSupply' | 'maxSupply' | 'tokenStandard'>

/**
 * Says that items which do not exist yet may be sold into a bid on a collection: its creator mints them for no more than the gas. Null where its
 * supply is complete, and until that is known.
 * @source docs/product/bids.md#bid-size
 */
export function mintNote(collection: Supply | null | undefined): string | null {
  if (collection === null || collection === undefined) return null
  const { currentSupply, maxSupply } = collection
  if (maxSupply !== null && BigInt(maxSupply) <= BigInt(currentSupply)) return copyNote(collection)
  return 'More items of this collection may still be minted, and sold into this bid.'
}

/**
 * Says the same of copies of items that exist: a supply counts tokens of the older standard without their copies, of which a creator may mint any
 * number. Null for a collection of the newer standard.
 */
export function copyNote(collection: Pick<Supply, 'tokenStandard'> | null | undefined): string | null {
  if (collection?.tokenStandard !== 'v1') return null
  return 'More copies of these items may still be minted, and sold into this bid.'
}
