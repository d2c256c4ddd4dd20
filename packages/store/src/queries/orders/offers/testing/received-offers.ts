import type { Store } from '../../../../driver/connection.ts'
import { tokenHolders } from '../../../../schema/history.ts'
import type { CollectionOfferRow, TokenOfferRow } from '../../../../schema/orders.ts'
import { insertRows } from '../../../../testing/insert-rows.ts'
import type { OfferPlace, PagedOfferRow } from '../offers.ts'

export const [HOLDER, OTHER] = ['0xa', '0xb']
export const NOW_SECONDS = 100n

/** A bid on a token. */
export interface TokenBid {
  readonly collection: string | null
  readonly token: string
  readonly edition: bigint
  /** Whose it is, or why it does not count. */
  readonly kind: string
}

/** A bid on a collection, or on a set of its tokens. */
export interface CollectionBid {
  readonly collection: string
  readonly root: string | null
  readonly kind: string
}

/** Returns the id of a token, of 32 bytes: those of each collection have their own. */
export const idOf = ({ collection, token }: { readonly collection: string | null; readonly token: string }) =>
  `0x${Buffer.from((collection ?? 'none') + token)
    .toString('hex')
    .padEnd(64, '0')}`

const orderOf = (bid: { readonly kind: string }, at: number) => ({
  marketplace: 'bazaar',
  offer_id: String(at),
  price_octas: BigInt(1 + (at % 3)),
  placed_version: 1n,
  placed_at_micros: BigInt(at >> 1),
  last_version: 1n,
  last_event_index: 0,
  last_at_micros: 1n,
  state: bid.kind === 'cancelled' ? 'cancelled' : 'open',
  validity: bid.kind === 'unfunded' ? 'unfunded' : 'valid',
  buyer: bid.kind === 'own' ? HOLDER : OTHER,
  expires_at_seconds: bid.kind === 'expired' ? NOW_SECONDS : null,
})

/** Returns the row of a bid on a token. @param at its number, by which prices and times follow */
export const toTokenOffer = (bid: TokenBid, at: number): TokenOfferRow => ({
  ...orderOf(bid, at),
  token_data_id: idOf(bid),
  property_version: bid.edition,
  token_standard: 'v1',
  collection_id: bid.collection,
})

/** Returns the row of a bid on a collection, as {@link toTokenOffer}. */
export const toCollectionOffer = (bid: CollectionBid, at: number): CollectionOfferRow => ({
  ...orderOf(bid, at),
  collection_id: bid.collection,
  wanted_amount: 1n,
  remaining_amount: 1n,
  is_pooled: false,
  set_root: bid.root,
})

/** Returns the place of an offer on a collection, the last one of a page. */
export function placeOf(last: PagedOfferRow | undefined): OfferPlace {
  return { value: last?.sortValue ?? 0n, marketplace: 'bazaar', offerId: last?.offerId ?? '', isOnToken: false }
}

/** Has the wallet hold one token of each collection. */
export async function holdOneOfEach(store: Store, collections: readonly string[]): Promise<void> {
  await insertRows(
    store,
    tokenHolders,
    collections.map((collection) => ({
      token_data_id: idOf({ collection, token: 't1' }),
      property_version: 0n,
      holder: HOLDER,
      collection_id: collection,
      amount: 1n,
    })),
  )
}
