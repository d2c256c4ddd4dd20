import type { Activity } from '@opal/contract/activities'
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { LiveMessage } from '@opal/contract/live'
import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import type { ActivityKind } from '@opal/domain/live/activity-kinds'
import type { DraftOf, TradeDraft } from './trade-draft.ts'

/** A quote that is shown, and who asked for what. */
export interface ShownQuote {
  readonly draft: TradeDraft | null
  /** Null while there is a reason why there is none. */
  readonly answer: TradeAnswer | null
  readonly walletAddress: string
}

/** An item that messages are compared with: of the answer, or of the request where there is no answer. */
type QuotedItem = Pick<
  TradeItem,
  'tokenDataId' | 'collectionId' | 'listing' | 'offer' | 'priceOctas' | 'sellerOctas'
> & {
  /** False where the item cannot be traded: then any order may change that. */
  readonly isTraded: boolean
  /** Whether the user chose this very order: then no other one takes its place. */
  readonly isChosen: boolean
  /** The listing that was asked for: a refused item has none in the answer, and becomes possible again when it is repriced. */
  readonly asked: Pick<Asked, 'marketplace' | 'listingId'> | undefined
}

/**
 * Returns whether a message may change what a quote shows: the order that it names is gone or has another price, a better one has
 * arrived, or the token has moved. Anyone can send messages about other orders, such as bids that are far too low, for next to nothing.
 * A message about the bids or listings of a collection names none: each may be the quoted one, which has expired or can no longer be taken.
 */
export function mayChangeQuote(message: LiveMessage, { draft, answer, walletAddress }: ShownQuote): boolean {
  if (draft === null) return false
  const items = itemsOf(draft, answer)
  if (draft.call === 'sweep' && changesSweep(message, items, draft.body)) return true
  if (message.kind === 'activity')
    return items.some((item) => changesItem(message.activity, item, draft.call, walletAddress))
  return message.kind === CHANGED_BY[draft.call] && items.some((item) => isOfCollection(item, message.collectionId))
}

/** Messages that orders have changed without an activity, by time or as items were frozen, by the calls that name such orders. */
const CHANGED_BY: Partial<Record<TradeDraft['call'], LiveMessage['kind']>> = {
  buy: 'listings_change',
  delist: 'listings_change',
  'update-price': 'listings_change',
  relist: 'listings_change',
  'accept-bid': 'bid_change',
}

function itemsOf(draft: TradeDraft, answer: TradeAnswer | null): readonly QuotedItem[] {
  const asked: readonly Asked[] = draft.call !== 'prepared' && 'items' in draft.body ? draft.body.items : []
  if (answer === null) {
    return asked.map((one) => ({
      tokenDataId: one.tokenDataId ?? null,
      collectionId: null,
      listing: null,
      offer: null,
      priceOctas: null,
      sellerOctas: null,
      isTraded: false,
      isChosen: isOrderChosen(one),
      asked: one,
    }))
  }
  // Editions of one token are answered in the order in which they were asked for.
  const left = [...asked]
  return answer.items.map((item) => {
    const at = left.findIndex(({ tokenDataId }) => tokenDataId === item.tokenDataId)
    const [chosen] = at < 0 ? [] : left.splice(at, 1)
    return { ...item, isTraded: item.reason === null, isChosen: isOrderChosen(chosen), asked: chosen }
  })
}

function isOrderChosen(asked: Asked | undefined): boolean {
  return (asked?.offerId ?? asked?.listingId) !== undefined
}

interface Asked {
  readonly tokenDataId?: string
  readonly marketplace?: string | undefined
  readonly offerId?: string | undefined
  readonly listingId?: string | undefined
}

function isOfCollection(item: QuotedItem, collectionId: string | null): boolean {
  // Unknown before the first quote; only messages about the requested collections arrive.
  return item.collectionId === null || item.collectionId === collectionId
}

/** Returns whether a bid may bring the seller more. A bid brings its price at most; fees differ by marketplace. */
function paysMore({ isTraded, sellerOctas }: QuotedItem, price: string | null): boolean {
  return !isTraded || sellerOctas === null || (price !== null && BigInt(price) > BigInt(sellerOctas))
}

function isCheaper({ isTraded, priceOctas }: QuotedItem, price: string | null): boolean {
  return !isTraded || priceOctas === null || price === null || BigInt(price) < BigInt(priceOctas)
}

/** Returns whether a message may change which items of its collection are the cheapest, or fit. */
function changesSweep(
  message: LiveMessage,
  items: readonly QuotedItem[],
  { collectionId, count = MAX_TRADE_ITEMS }: SweepBody,
): boolean {
  if (message.collectionId !== collectionId) return false
  // Names, traits and ranks say which items fit a filter.
  if (message.kind === 'listings_change' || message.kind === 'tokens_change') return true
  if (message.kind !== 'activity') return false
  const { kind, price } = message.activity
  if (kind !== 'list' && kind !== 'reprice') return false
  // Fewer than wanted were for sale: any further one may be added.
  return items.length < count || items.some((item) => isCheaper(item, price))
}

type SweepBody = DraftOf<'sweep'>['body']

/** The order that an activity is about, where it has one. */
const ORDER_OF: Partial<Record<ActivityKind, 'listing' | 'token-offer' | 'collection-offer'>> = {
  list: 'listing',
  reprice: 'listing',
  delist: 'listing',
  sale: 'listing',
  'token-bid': 'token-offer',
  'cancel-token-bid': 'token-offer',
  'accept-token-bid': 'token-offer',
  'collection-bid': 'collection-offer',
  'cancel-collection-bid': 'collection-offer',
  'accept-collection-bid': 'collection-offer',
  'set-bid': 'collection-offer',
  'cancel-set-bid': 'collection-offer',
  'accept-set-bid': 'collection-offer',
}

function isAboutQuotedOrder(
  { kind, marketplace, offerOrListingId }: Activity,
  { listing, offer, asked }: QuotedItem,
): boolean {
  const order = ORDER_OF[kind]
  if (order === undefined || offerOrListingId === null) return false
  if (order === 'listing') {
    const named = listing ?? asked
    return named?.marketplace === marketplace && named?.listingId === offerOrListingId
  }
  const isSameKind = offer?.isOnToken === (order === 'token-offer')
  return isSameKind && offer?.marketplace === marketplace && offer?.offerId === offerOrListingId
}

function changesItem(activity: Activity, item: QuotedItem, call: TradeDraft['call'], walletAddress: string): boolean {
  if (isAboutQuotedOrder(activity, item)) return true
  const { kind, price, from, to } = activity
  const isOfToken = activity.tokenDataId !== null && activity.tokenDataId === item.tokenDataId
  switch (kind) {
    case 'token-bid':
      return call === 'accept-bid' && isOfToken && !item.isChosen && paysMore(item, price)
    case 'collection-bid':
    // The set may include the token.
    case 'set-bid':
      return (
        call === 'accept-bid' && isOfCollection(item, activity.collectionId) && !item.isChosen && paysMore(item, price)
      )
    case 'cancel-token-bid':
    case 'cancel-collection-bid':
    case 'cancel-set-bid':
      return false
  }
  if (!isOfToken) return false
  if (call !== 'buy' && call !== 'sweep') {
    // Transfers between other holders of the token's editions change nothing.
    return kind === 'burn' || !OF_HOLDERS.has(call) || from === walletAddress || to === walletAddress
  }
  if (kind === 'list' || kind === 'reprice') return !item.isChosen && isCheaper(item, price)
  return kind === 'burn' || !item.isTraded || item.listing === null || from === item.listing.seller
}

/** Calls about what the wallet itself holds. */
const OF_HOLDERS: ReadonlySet<TradeDraft['call']> = new Set([
  'accept-bid',
  'list',
  'update-price',
  'relist',
  'delist',
  'transfer',
])
