import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { listings } from '@opal/store/schema/orders'
import { insertRows } from '@opal/store/testing/insert-rows'
import { NO_LISTING_TERMS } from '@opal/store/testing/no-terms'
import type { TestApi } from './test-api.ts'

/** The parts in which listings of tests differ. */
export interface OpenListing {
  readonly listingId: string
  readonly marketplace: string
  readonly tokenDataId: string
}

/** Lists a token of the example's owner for 2.5 APT. */
export async function openListing({ store }: TestApi, listing: OpenListing): Promise<void> {
  await insertRows(store, listings, [
    {
      listing_id: listing.listingId,
      marketplace: listing.marketplace,
      token_data_id: listing.tokenDataId,
      collection_id: EXAMPLE.collectionId,
      property_version: 0n,
      token_standard: 'v2',
      seller: EXAMPLE.owner,
      price_octas: 250_000_000n,
      state: 'open',
      validity: 'valid',
      placed_version: 91n,
      placed_at_micros: 1n,
      last_version: 91n,
      last_event_index: 0,
      last_at_micros: 1n,
      ...NO_LISTING_TERMS,
    },
  ])
}
