import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { bidKey } from '../../../entities/order/pending-bids.ts'
import type { TradeBid, TradeToken } from '../../../entities/order/trade-request.ts'
import { editionKey, editionLabel, type TokenEdition } from '../../../entities/token/edition.ts'
import { formatCount } from '../../../shared/format/number.ts'
import type { TradeState } from '../quote/trade-state.ts'
import type { TradeItemRow } from './trade-items.tsx'

/** Returns the newest answer of a trade; null while there is none. */
export function answerIn(state: TradeState): TradeAnswer | null {
  return 'answer' in state ? state.answer : null
}

/** Returns the part of a request that names a token in its edition. */
export function chosenEdition({ tokenDataId, propertyVersion }: TokenEdition) {
  return { tokenDataId, ...(propertyVersion !== undefined && { propertyVersion }) }
}

/** Returns the part of a request that names an own listing of a token, and the edition that it sells, as far as the page knows them. */
export function chosenListing({ tokenDataId, marketplace, listingId, listedPropertyVersion }: TradeToken) {
  return {
    tokenDataId,
    ...(marketplace !== null && { marketplace }),
    ...(listingId !== null && { listingId }),
    ...(listedPropertyVersion !== undefined && { propertyVersion: listedPropertyVersion }),
  }
}

/** Returns a token in the edition that its own listing sells, where the page knows that: it is the one that {@link chosenListing} names. */
export function inListedEdition(token: TradeToken): TradeToken {
  return { ...token, propertyVersion: token.listedPropertyVersion ?? token.propertyVersion }
}

/** Returns the answer's item of a chosen token, by its listing or in its edition where it names that; undefined without an item. */
export function answeredItem(
  answer: TradeAnswer | null,
  { tokenDataId, propertyVersion, marketplace, listingId }: TokenEdition & Partial<ListingName>,
): TradeItem | undefined {
  const items = answer?.items.filter((item) => item.tokenDataId === tokenDataId) ?? []
  return (
    items.find(({ listing }) => listing?.listingId === listingId && listing?.marketplace === marketplace) ??
    items.find((item) => editionOfItem(item) === propertyVersion) ??
    items[0]
  )
}
type ListingName = Pick<TradeToken, 'marketplace' | 'listingId'>

/** Returns rows of the chosen tokens, each with its item of the answer. */
export function tokenRows(tokens: readonly TradeToken[], answer: TradeAnswer | null): readonly TradeItemRow[] {
  return tokens.map((token) => tokenRow(token, answeredItem(answer, token)))
}

/** Returns the key of a token's row: editions of one token are traded apart, and so are its listings. */
export function tradeKey({ marketplace, listingId, ...token }: TradeToken): string {
  return JSON.stringify([editionKey(token), marketplace, listingId])
}

/**
 * Returns tokens in the editions that their listings sell, for a purchase: the page with the button may show another edition, and the
 * dialog names the one that is bought.
 */
export function listedEditions(tokens: readonly TradeToken[]): readonly TradeToken[] {
  return tokens.map((token) => {
    const { propertyVersion, listedPropertyVersion, editionsHeld = 1, ...rest } = token
    const hasOthers = (propertyVersion ?? '0') !== '0' || tokens.filter((one) => isSameToken(one, token)).length > 1
    return { ...rest, propertyVersion: listedPropertyVersion, editionsHeld: hasOthers ? 2 : editionsHeld }
  })
}

function isSameToken(one: TokenEdition, other: TokenEdition): boolean {
  return one.tokenDataId === other.tokenDataId
}

/** Returns the edition of an answered item: the one that its listing sells, where it has a listing; undefined for a v2 token. */
export function editionOfItem({ names, listing }: TradeItem): string | undefined {
  return names === null ? undefined : (listing?.propertyVersion ?? names.propertyVersion)
}

/** Returns the label of an item's edition where it needs one, such as next to another edition of its token. */
export function itemEditionLabel(items: readonly TradeItem[], item: TradeItem): string | null {
  const editionsHeld = items.filter(({ tokenDataId }) => tokenDataId === item.tokenDataId).length
  return editionLabel({ propertyVersion: editionOfItem(item), editionsHeld })
}

/** Returns the row of a token, with what is answered about it. An answered listing names the edition, whatever the page knows. */
export function tokenRow(token: TradeToken, item: TradeItem | undefined): TradeItemRow {
  const listed = item === undefined || item.listing === null ? undefined : editionOfItem(item)
  return {
    key: tradeKey(token),
    tokenDataId: token.tokenDataId,
    edition: editionLabel({ ...token, propertyVersion: listed ?? token.propertyVersion }),
    name: token.name,
    image: token.image ?? item?.image ?? null,
    place: token.collectionName,
    marketplace: item?.marketplace ?? token.marketplace,
    price: item?.priceOctas ?? token.listedPrice,
    reason: item?.reason?.sentence ?? null,
  }
}

/** Returns the note of a row. */
export type FloorNote = (row: Pick<TradeItemRow, 'tokenDataId' | 'price'>) => string | null

/** Returns rows with a note next to each price; what cannot be traded has none. */
export function withNotes(rows: readonly TradeItemRow[], noteOf: FloorNote): readonly TradeItemRow[] {
  return rows.map((row) => ({ ...row, note: row.reason === null ? noteOf(row) : null }))
}

/** Returns the key of an item's row. */
export function answerKey(item: TradeItem): string {
  const { tokenDataId, marketplace, listingId, offerId } = item
  return JSON.stringify([tokenDataId, editionOfItem(item), marketplace, listingId, offerId])
}

/** Returns rows of the items that the API chose. */
export function answerRows(items: readonly TradeItem[], place: string): readonly TradeItemRow[] {
  return items.map((item) => ({
    key: answerKey(item),
    tokenDataId: item.tokenDataId,
    edition: itemEditionLabel(items, item),
    name: item.name ?? place,
    image: item.image,
    place,
    marketplace: item.marketplace,
    price: item.priceOctas,
    reason: item.reason?.sentence ?? null,
  }))
}

function bidPlace({ tokenBid, setLabel, collectionName }: TradeBid): string | null {
  if (tokenBid) return collectionName
  return setLabel === undefined ? 'Collection bid' : `Trait bid · ${setLabel}`
}

/** Returns rows of bids, each with its item of the answer, which says for how many items the bid is. */
export function bidRows(bids: readonly TradeBid[], answer: TradeAnswer | null): readonly TradeItemRow[] {
  return bids.map((bid, at) => {
    const { reason = null, quantity = '1' } = answer?.items[at] ?? {}
    return {
      key: bidKey(bid),
      tokenDataId: null,
      name: bid.name,
      image: bid.image,
      place: bidPlace(bid),
      marketplace: bid.marketplace,
      price: bid.price,
      note: reason === null && quantity !== '1' ? `each of ${formatCount(quantity)}` : null,
      reason: reason?.sentence ?? null,
    }
  })
}
