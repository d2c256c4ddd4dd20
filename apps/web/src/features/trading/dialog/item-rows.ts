import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import type { TradeBid, TradeToken } from '../../../entities/order/trade-request.ts'
import { editionLabel, type TokenEdition } from '../../../entities/token/edition.ts'
import type { TradeState } from '../quote/trade-state.ts'
import type { TradeItemRow } from './trade-items.tsx'

/** The newest answer of a trade; null while there is none. */
export function answerIn(state: TradeState): TradeAnswer | null {
  return 'answer' in state ? state.answer : null
}

/** Returns the part of a request that names a token in its edition. */
export function chosenEdition({ tokenDataId, propertyVersion }: TokenEdition) {
  return { tokenDataId, ...(propertyVersion !== undefined && { propertyVersion }) }
}

/** Returns what the answer says of a chosen token, in its edition where it names that one; undefined where it says nothing. */
export function answeredItem(
  answer: TradeAnswer | null,
  { tokenDataId, propertyVersion }: TokenEdition,
): TradeItem | undefined {
  const items = answer?.items.filter((item) => item.tokenDataId === tokenDataId) ?? []
  return items.find(({ names }) => names?.propertyVersion === propertyVersion) ?? items[0]
}

/** Rows of the tokens as they were chosen, with what the answer says about each. */
export function tokenRows(tokens: readonly TradeToken[], answer: TradeAnswer | null): readonly TradeItemRow[] {
  return tokens.map((token) => {
    const item = answeredItem(answer, token)
    return {
      key: token.tokenDataId,
      edition: editionLabel(token),
      name: token.name,
      image: token.image,
      place: token.collectionName,
      marketplace: item?.marketplace ?? token.marketplace,
      price: item?.priceOctas ?? token.listedPrice,
      reason: item?.reason?.sentence ?? null,
    }
  })
}

/** Returns the note of a row: by its price, because editions of one token share its key. */
export type FloorNote = (row: Pick<TradeItemRow, 'key' | 'price'>) => string | null

/** Returns rows with a note beside each price. */
export function withNotes(rows: readonly TradeItemRow[], noteOf: FloorNote): readonly TradeItemRow[] {
  return rows.map((row) => ({ ...row, note: noteOf(row) }))
}

/** Rows of what the API chose by itself. */
export function answerRows(items: readonly TradeItem[], place: string): readonly TradeItemRow[] {
  return items.map((item, at) => ({
    key: item.tokenDataId ?? String(at),
    name: item.name ?? place,
    image: item.image,
    place,
    marketplace: item.marketplace,
    price: item.priceOctas,
    reason: item.reason?.sentence ?? null,
  }))
}

/** Returns the key of a bid's row. */
export function bidKey({ marketplace, offerId, tokenBid }: TradeBid): string {
  return `${marketplace} ${offerId} ${tokenBid}`
}

/** Rows of a trading dialog about bids, with what the API says of each. */
export function bidRows(bids: readonly TradeBid[], answer: TradeAnswer | null): readonly TradeItemRow[] {
  return bids.map((bid, at) => ({
    key: bidKey(bid),
    name: bid.name,
    image: bid.image,
    place: bid.tokenBid ? bid.collectionName : 'Collection bid',
    marketplace: bid.marketplace,
    price: bid.price,
    reason: answer?.items[at]?.reason?.sentence ?? null,
  }))
}
