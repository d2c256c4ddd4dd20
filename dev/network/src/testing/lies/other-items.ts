import type { TradeItem } from '@opal/contract/trading/trade'
import { isWithin, tradedOf } from '../crossed-drafts.ts'
import { type ChangedAnswers, changed, type Liar, payloadOf } from './liar.ts'

/** Answers for another token, as it is, in the name of the chosen one, or in the payload alone. */
export async function otherTokens({ honest, twin }: Liar): Promise<ChangedAnswers> {
  const chosen = [...tradedOf(honest)]
  const renamed = twin.items.map((item) => {
    const { tokenDataId, collectionId, names } = (item.reason === null ? chosen.shift() : undefined) ?? item
    return { ...item, tokenDataId, collectionId, names }
  })
  return [twin, { ...twin, items: renamed }, payloadOf(honest, twin), { ...twin, items: honest.items }]
}

/** Names another edition of the same token, of the listing or of both. */
export async function otherEditions(liar: Liar): Promise<ChangedAnswers> {
  const version = (named: string) => (named === '0' ? '1' : '0')
  // The page takes the edition from the listing, and shows that one.
  const isNamed = JSON.stringify(liar.draft.body).includes('propertyVersion')
  const named = (item: TradeItem) =>
    item.names &&
    (isNamed || item.listing === null) && {
      ...item,
      names: { ...item.names, propertyVersion: version(item.names.propertyVersion) },
    }
  const listed = (item: TradeItem) =>
    item.names &&
    item.listing && { ...item, listing: { ...item.listing, propertyVersion: version(item.listing.propertyVersion) } }
  const both = (item: TradeItem) => listed(named(item) || item)
  return Promise.all([named, listed, both].map((change) => changed(liar, (item) => change(item) || item)))
}

/** Names another's order: of the twin, or of the next item. */
export async function otherOrders(liar: Liar): Promise<ChangedAnswers> {
  const { honest, twin } = liar
  const [chosen, twins] = [tradedOf(honest), tradedOf(twin)]
  const next = [...chosen.slice(1), ...chosen.slice(0, 1)]
  const idsOf = (all: readonly TradeItem[]) => (item: TradeItem, at: number) => {
    const { listing, offer, listingId, offerId } = all[at] ?? item
    return {
      ...item,
      listingId,
      offerId,
      listing: item.listing && listing && { ...item.listing, listingId: listing.listingId },
      offer: item.offer && offer && { ...item.offer, offerId: offer.offerId },
    }
  }
  const wholeOf = (all: readonly TradeItem[]) => (item: TradeItem, at: number) => {
    const { listing, offer, listingId, offerId, priceOctas, marketplace, sellerOctas } = all[at] ?? item
    return { ...item, listing, offer, listingId, offerId, priceOctas, marketplace, sellerOctas }
  }
  const exchanged = await tellAll(
    liar,
    [twins, next].flatMap((all) => [idsOf(all), wholeOf(all)]),
  )
  const others = await tellAll(liar, [addedOf(twins), addedOf(next), unpooled])
  // Where the user named no bid, the server may choose any bid on the collection.
  const isFree = liar.draft.call === 'accept-bid' && liar.draft.body.items.every(({ offerId }) => offerId === undefined)
  const told = exchanged.map((lie) => (lie !== null && isFree && isWithin(liar.draft, lie) ? null : lie))
  const lies = [...exchanged, ...others]
  return [...told, ...others, ...lies.map((lie) => (lie === null ? null : payloadOf(honest, lie)))]
}

function tellAll(liar: Liar, changes: readonly ((item: TradeItem, at: number) => TradeItem)[]) {
  return Promise.all(changes.map((change) => changed(liar, change)))
}

/** Has the listing of another token taken back, too. */
function addedOf(all: readonly TradeItem[]) {
  return (item: TradeItem, at: number) => ({ ...item, listing: item.listing ?? all[at]?.listing ?? null })
}

/** Names a bid that a pool pays as one that holds its own money. */
function unpooled(item: TradeItem): TradeItem {
  return { ...item, offer: item.offer && { ...item.offer, pool: null } }
}
