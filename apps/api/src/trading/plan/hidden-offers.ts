import { compareOctas } from '@opal/domain/prices/octas'
import { paidTogether, readOffersToTake } from '@opal/store/queries/orders/bid-book'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import type { TokenHead } from '@opal/store/queries/tokens/token-heads'
import type { ApiContext } from '../../context.ts'

/**
 * Reads offers on a collection again where offers of pools that can pay few of them hide others: a hundred offers may be of one pool that pays
 * one item. Not needed where nothing is sold yet: the best offers are only an estimate then.
 */
export async function withHiddenOffers(
  store: ApiContext['store'],
  offers: readonly AnyOfferRow[],
  { tokens, holders, perCollection, nowMicros }: HiddenOffers,
): Promise<readonly AnyOfferRow[]> {
  const onCollections = offers.filter(({ tokenDataId }) => tokenDataId === null)
  const sold = Map.groupBy(tokens, ({ collectionId }) => collectionId)
  const hiding = [
    ...Map.groupBy(onCollections, (offer) => `${offer.marketplace} ${offer.collectionId}`).values(),
  ].filter(
    (some) =>
      some.length >= perCollection(some[0]?.collectionId ?? '') &&
      itemsOf(some) < (sold.get(some[0]?.collectionId ?? '')?.length ?? 0),
  )
  const read = await Promise.all(
    hiding.flatMap(([offer]) =>
      offer?.collectionId == null
        ? []
        : readOffersToTake(
            store,
            { collectionId: offer.collectionId, marketplace: offer.marketplace, holders },
            { nowMicros, take: perCollection(offer.collectionId) },
          ),
    ),
  )
  if (read.length === 0) return offers
  const known = new Set(onCollections.map(({ marketplace, offerId }) => `${marketplace} ${offerId}`))
  const hidden = read.flat().filter(({ marketplace, offerId }) => !known.has(`${marketplace} ${offerId}`))
  return bestPriceFirst([...offers, ...hidden])
}

/** Facts that decide whether offers hide others that are needed. */
interface HiddenOffers {
  /** The tokens that are sold. */
  readonly tokens: readonly Pick<TokenHead, 'collectionId'>[]
  readonly holders: readonly string[]
  readonly perCollection: (collectionId: string) => number
  readonly nowMicros: bigint
}

/** Returns how many items can be sold into some offers together. */
function itemsOf(offers: readonly AnyOfferRow[]): bigint {
  return paidTogether(offers).reduce((sum, { remainingAmount }) => sum + remainingAmount, 0n)
}

/** Returns offers by price, the highest first. */
export function bestPriceFirst(offers: readonly AnyOfferRow[]): readonly AnyOfferRow[] {
  return offers.toSorted((one, other) => compareOctas(other.priceOctas, one.priceOctas))
}
