import type { ApiClient } from '@opal/contract/client'
import type { TokenFilterInput } from '@opal/contract/token-filter'
import type { TradeAnswer } from '@opal/contract/trading/trade'

/** One token in a trading dialog, as far as it is known where the button was pressed. */
export interface TradeToken {
  readonly tokenDataId: string
  readonly name: string
  readonly image: string | null
  readonly collectionId: string
  readonly collectionName: string
  /** Where it is listed, and as what; null when it is not, or when that is not known. */
  readonly marketplace: string | null
  readonly listingId: string | null
  /** Octas; the price the person saw. */
  readonly listedPrice: string | null
}

/** A collection in a trading dialog. */
export interface TradeCollection {
  readonly collectionId: string
  readonly collectionName: string
  readonly collectionImage: string | null
}

/** A bid in a trading dialog. */
export interface TradeBid {
  readonly marketplace: string
  readonly offerId: string
  /** For one token, not for any of a collection. */
  readonly tokenBid: boolean
  /** Of the token, else of the collection. */
  readonly name: string
  readonly image: string | null
  readonly collectionName: string | null
  readonly collectionId: string | null
  /** Octas per token. */
  readonly price: string
}

/** A token to sell, and the bid to sell it into where one was pointed at: otherwise the best there is. */
export interface TradeSale extends TradeToken {
  readonly bid?: { readonly marketplace: string; readonly offerId: string; readonly price: string }
}

/** A token that somebody sent and that waits to be claimed. */
export interface TradeClaim {
  readonly tokenDataId: string
  readonly name: string
  readonly image: string | null
  readonly collectionName: string
  readonly fromAddress: string
  readonly propertyVersion: string
}

/** How much a sweep takes, and of which tokens. What is left out does not bound it. Octas. */
export interface SweepWish {
  /** Only tokens that a list under this filter shows. */
  readonly filter: TokenFilterInput
  readonly count?: number
  readonly budget?: string
  readonly maxPrice?: string
  readonly excludedTokens: readonly string[]
  readonly excludedMarketplaces: readonly string[]
}

/** How what a dialog was asked to do ended: closed without a signature, or as chain and index say. */
export type TradeOutcome = 'closed' | 'confirmed' | 'failed'

/** One kind of request for each of these. */
type Each<Kind extends string, Rest> = Kind extends string ? { readonly kind: Kind } & Rest : never

type Asked =
  /** Purchases of `buy-cart` leave the cart when they are done. */
  | Each<
      'buy' | 'buy-cart' | 'list' | 'update-price' | 'relist' | 'delist' | 'transfer',
      { readonly tokens: readonly TradeToken[] }
    >
  | { readonly kind: 'sweep'; readonly collection: TradeCollection; readonly wish: SweepWish }
  | { readonly kind: 'accept-bid'; readonly tokens: readonly TradeSale[] }
  /** `bid-above-floor` is a bid at or above the floor, for a rare token. */
  | Each<'token-bid' | 'bid-above-floor', { readonly token: TradeToken }>
  | { readonly kind: 'collection-bid'; readonly collection: TradeCollection }
  | { readonly kind: 'cancel-bid'; readonly bids: readonly TradeBid[] }
  | { readonly kind: 'claim'; readonly claim: TradeClaim }
  /** Anything else the API builds, through the same dialog. */
  | { readonly kind: 'prepared'; readonly prepared: PreparedTrade }

/** An order to be taken back. */
export interface ChosenOrder {
  readonly kind: 'listing' | 'token-offer' | 'collection-offer'
  readonly marketplace: string
  readonly orderId: string
}

/** A listing to be moved to the native marketplace, and what it is to cost there. Octas. */
export interface ChosenMove {
  readonly tokenDataId: string
  readonly marketplace: string
  readonly listingId: string
  readonly price: string
}

/** A transaction that another feature has built. */
export interface PreparedTrade {
  /** Of the dialog. */
  readonly title: string
  /** Who or what this is about, in a line. */
  readonly what: string
  readonly image: string | null
  /** The one button's word. */
  readonly button: string
  /** Begins the tray's line, such as "Cleaning 3 orders". */
  readonly doing: string
  /** Toasts of either end; without one a failure is told in the words for all. */
  readonly success: string
  readonly failure?: string
  /** New prices of tokens in octas, to be compared with what such tokens cost; `place` is the collection's name. */
  readonly newPrices?: readonly {
    readonly tokenDataId: string
    readonly name: string
    readonly place?: string | null
    readonly price: string
  }[]
  /** Money that moves beside gas: none, or what comes in. */
  readonly moves: 'only-gas' | 'gets-price'
  /** What the person chose: what is to be signed is held against it. */
  readonly chosen:
    | { readonly call: 'clean-up'; readonly body: { readonly orders: readonly ChosenOrder[] } }
    | { readonly call: 'relist'; readonly body: { readonly items: ChosenMove[] } }
  /** Asked for the first look and again just before signing. @throws ApiError */
  build(api: ApiClient, walletAddress: string): Promise<TradeAnswer>
}

/** What a trading dialog is asked to do. */
export type TradeRequest = Asked & {
  /** Told once, when it is over; the dialog may have been closed long before. */
  readonly onSettled?: (outcome: TradeOutcome) => void
}
export type TradeKind = TradeRequest['kind']
