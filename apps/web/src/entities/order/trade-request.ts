import type { ApiClient } from '@opal/contract/client'
import type { TokenConditionInput, TokenFilterInput } from '@opal/contract/tokens/token-filter'
import type { TradeAnswer } from '@opal/contract/trading/trade'
import type { TokenEdition } from '../token/edition.ts'
import type { NamedBid } from './pending-bids.ts'

/** A token in a trading dialog, as the page with the button knows it. */
export interface TradeToken extends TokenEdition {
  readonly tokenDataId: string
  readonly name: string
  readonly image: string | null
  readonly collectionId: string
  readonly collectionName: string
  /** Marketplace and id of its listing; null when it is not listed, or when that is unknown. */
  readonly marketplace: string | null
  readonly listingId: string | null
  /** Edition of a v1 token that the listing sells, which may be another than the page shows; absent where it is unknown. */
  readonly listedPropertyVersion?: string | undefined
  /** Octas; the price that the user saw. */
  readonly listedPrice: string | null
  /** Octas; the new price that a form starts with. Absent: with none. */
  readonly startPrice?: string
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
  /** Whether it is a token offer; otherwise a collection offer. */
  readonly tokenBid: boolean
  /** Condition of a bid on a set, in words; undefined for any other. */
  readonly setLabel?: string | undefined
  /** Of the token, else of the collection. */
  readonly name: string
  readonly image: string | null
  readonly collectionName: string | null
  readonly collectionId: string | null
  /** Octas per token. */
  readonly price: string
  /** Whether the bidder's pool pays it; absent where it locks its money, or the page does not know. */
  readonly isPooled?: boolean
}

/** A token to sell, and the bid to accept where the user chose one; otherwise the best bid. */
export interface TradeSale extends TradeToken {
  readonly bid?: { readonly marketplace: string; readonly offerId: string; readonly price: string }
  /** Octas; the least bid to accept where the user chose none. */
  readonly leastPrice?: string
}

/** A token that was offered to the wallet and waits to be claimed. */
export interface TradeClaim {
  readonly tokenDataId: string
  readonly name: string
  readonly image: string | null
  readonly collectionName: string
  readonly fromAddress: string
  readonly propertyVersion: string
}

/** A token that the wallet has sent, and that is not claimed yet. */
export interface TradeSent extends Omit<TradeClaim, 'fromAddress'> {
  readonly toAddress: string
}

/** Limits and selection of a sweep. Absent limits do not apply. Amounts in octas. */
export interface SweepCriteria {
  /** Selects only tokens that match this filter of the list. */
  readonly filter: TokenFilterInput
  readonly count?: number
  readonly budget?: string
  readonly maxPrice?: string
  readonly excludedTokens: readonly string[]
  readonly excludedMarketplaces: readonly string[]
}

/** Outcome of a trade: dialog closed without a signature, confirmed on chain and indexed, or failed. */
export type TradeOutcome = 'closed' | 'confirmed' | 'failed'

/** Distributes over kinds: one member of the union for each. */
type Each<Kind extends string, Rest> = Kind extends string ? { readonly kind: Kind } & Rest : never

type KindOfRequest =
  /** Purchases of `buy-cart` are removed from the cart when they are confirmed. */
  | Each<
      'buy' | 'buy-cart' | 'list' | 'update-price' | 'relist' | 'delist' | 'transfer',
      { readonly tokens: readonly TradeToken[] }
    >
  /** `shownOctas`: what the page with the button said that the items cost. */
  | {
      readonly kind: 'sweep'
      readonly collection: TradeCollection
      readonly criteria: SweepCriteria
      readonly shownOctas?: string
    }
  /**
   * `others`: further tokens of the wallet that the user may choose instead or in addition. `atMost`: how many the bid still takes. `shownOctas`: what
   * the page with the button said that the sale of the tokens brings after fee and royalty.
   */
  | {
      readonly kind: 'accept-bid'
      readonly tokens: readonly TradeSale[]
      readonly others?: readonly TradeSale[]
      readonly atMost?: number
      readonly shownOctas?: string
    }
  /** `bid-above-floor` is a bid at or above the floor, for a rare token. */
  | Each<'token-bid' | 'bid-above-floor', { readonly token: TradeToken }>
  /** `price` in octas: what the form starts with. */
  | { readonly kind: 'collection-bid'; readonly collection: TradeCollection; readonly price?: string }
  /** A bid on every token of a collection that fits the condition, paid by the bidder's pool. `price` in octas: what the form starts with. */
  | {
      readonly kind: 'set-bid'
      readonly collection: TradeCollection
      readonly condition: TokenConditionInput
      readonly price?: string
      /** Items that the bid wants; 1 unless it says otherwise. */
      readonly size?: number
      /** Octas that the bid may take: the deposit starts with what the pool lacks of them. */
      readonly budget?: string
    }
  /** Buys what fits the condition now, and bids for the rest of a budget. */
  | { readonly kind: 'order'; readonly collection: TradeCollection; readonly condition: TokenConditionInput }
  /** `balance`: octas in the pool, as the page knows it. */
  | Each<'pool-deposit' | 'pool-withdrawal', { readonly balance: string }>
  | { readonly kind: 'cancel-bid'; readonly bids: readonly TradeBid[] }
  | { readonly kind: 'claim'; readonly claim: TradeClaim }
  | { readonly kind: 'take-back'; readonly sent: TradeSent }
  /** Any other transaction that the API builds. */
  | { readonly kind: 'prepared'; readonly prepared: PreparedTrade }

/** An order to be cancelled. */
export interface ChosenOrder {
  readonly kind: 'listing' | 'token-offer' | 'collection-offer'
  readonly marketplace: string
  readonly orderId: string
}

/** A listing to be moved to the native marketplace, with its new price in octas. */
export interface ChosenMove {
  readonly tokenDataId: string
  readonly marketplace: string
  readonly listingId: string
  readonly price: string
}

/** A trade that another feature prepares for the trading dialog. */
export interface PreparedTrade {
  /** Of the dialog. */
  readonly title: string
  /** The traded items, in one line. */
  readonly what: string
  readonly image: string | null
  /** Label of the submit button. */
  readonly button: string
  /** Progress label in the tray of open trades, such as "Canceling 3 orders". */
  readonly doing: string
  /** Toasts on success and on failure; without `failure` the general message is shown. */
  readonly success: string
  readonly failure?: string
  /** New prices of tokens in octas, for the price guard; `place` is the collection's name. */
  readonly newPrices?: readonly {
    readonly tokenDataId: string
    readonly name: string
    readonly place?: string | null
    readonly price: string
  }[]
  /** Names of the orders that are ended, with their kind as `place`: the answer names none for a bid on a collection. */
  readonly orders?: readonly {
    readonly orderId: string
    readonly isBid: boolean
    readonly name: string
    readonly image: string | null
    readonly place: string
    readonly quantity: string
  }[]
  /** The bids among what is ended that the wallet's pool pays; absent where there are none. */
  readonly pooledBids?: readonly NamedBid[]
  /** Whether the wallet pays only gas or also receives money. */
  readonly moves: 'only-gas' | 'gets-price'
  /** The user's choice, against which the payload is checked before signing. */
  readonly chosen:
    | { readonly call: 'clean-up'; readonly body: { readonly orders: readonly ChosenOrder[] } }
    | { readonly call: 'relist'; readonly body: { readonly items: ChosenMove[] } }
  /** Requests the transaction: for the quote, and again just before signing. @throws ApiError */
  build(api: ApiClient, walletAddress: string): Promise<TradeAnswer>
}

/** The tokens and bids of a transaction. */
export interface Traded {
  readonly tokenDataIds: readonly string[]
  /** Keys of bids. */
  readonly bids: readonly string[]
}

/** A request to open a trading dialog. */
export type TradeRequest = KindOfRequest & {
  /**
   * Called when a transaction has ended, once for each where it takes several; the dialog may have been closed long before.
   * @param traded the tokens and bids of the transaction.
   */
  readonly onSettled?: (outcome: TradeOutcome, traded: Traded) => void
  /** Opened once this one is confirmed and its dialog is closed. */
  readonly next?: TradeRequest
}
export type TradeKind = TradeRequest['kind']
