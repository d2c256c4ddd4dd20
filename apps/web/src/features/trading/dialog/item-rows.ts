import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { bidKey } from '../../../entities/order/pending-bids.ts'
import type { TradeBid, TradeToken } from '../../../entities/order/trade-request.ts'
import { editionKey, editionLabel, type TokenEdition } from '../../../entities/token/edition.ts'
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

/** Returns the answer's item of a chosen token, by its listing or in its edition where it names that; undefined without an item. */
export function answeredItem(
  answer: TradeAnswer | null,
  { tokenDataId, propertyVersion, marketplace, listingId }: TokenEdition & Partial<ListingName>,
): TradeItem | undefined {
  const items = answer?.items.filter((item) => item.tokenDataId === tokenDataId) ?? []
  return (
    items.find(({ listing }) => listing?.listingId === listingId && listing?.marketplace === marketplace) ??
    items.find(({ names }) => names?.propertyVersion === propertyVersion) ??
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

/** Returns the row of a token, with what is answered about it. */
export function tokenRow(token: TradeToken, item: TradeItem | undefined): TradeItemRow {
  return {
    key: tradeKey(token),
    tokenDataId: token.tokenDataId,
    edition: editionLabel(token),
    name: token.name,
    image: token.image,
    place: token.collectionName,
    marketplace: item?.marketplace ?? token.marketplace,
    price: item?.priceOctas ?? token.listedPrice,
    reason: item?.reason?.sentence ?? null,
  }
}

/** Returns the note of a row. */
export type FloorNote = (row: Pick<TradeItemRow, 'tokenDataId' | 'price'>) => string | null

/** Returns rows with a note beside each price. */
export function withNotes(rows: readonly TradeItemRow[], noteOf: FloorNote): readonly TradeItemRow[] {
  return rows.map((row) => ({ ...row, note: noteOf(row) }))
}

/** Returns the key of an item's row. */
export function answerKey({ tokenDataId, marketplace, listingId, offerId, names }: TradeItem): string {
  return JSON.stringify([tokenDataId, names?.propertyVersion, marketplace, listingId, offerId])
}

/** Returns rows of the items that the API chose. */
export function answerRows(items: readonly TradeItem[], place: string): readonly TradeItemRow[] {
  return items.map((item) => ({
    key: answerKey(item),
    tokenDataId: item.tokenDataId,
    name: item.name ?? place,
    image: item.image,
    place,
    marketplace: item.marketplace,
    price: item.priceOctas,
    reason: item.reason?.sentence ?? null,
  }))
}

/** Returns rows of bids, each with its item of the answer. */
export function bidRows(bids: readonly TradeBid[], answer: TradeAnswer | null): readonly TradeItemRow[] {
  return bids.map((bid, at) => ({
    key: bidKey(bid),
    tokenDataId: null,
    name: bid.name,
    image: bid.image,
    place: bid.tokenBid ? bid.collectionName : 'Collection bid',
    marketplace: bid.marketplace,
    price: bid.price,
    reason: answer?.items[at]?.reason?.sentence ?? null,
  }))
}
