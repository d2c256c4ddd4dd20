import type { Address } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Intent, ListingRef } from '@opal/domain/intent'
import type { MarketEvent, PoolChange } from '@opal/domain/market-event'
import type { NetworkName } from '@opal/domain/network'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { CommissionChange } from '@opal/domain/prices/commission'
import type { ListingTerms } from '@opal/domain/prices/listing-terms'
import type { Rate } from '@opal/domain/prices/rates'
import type { TokenRef, TokenStandard } from '@opal/domain/tokens/token-id'
import type { GuardScript } from './guards/guard-script.ts'

/**
 * Actions that a marketplace allows: all; exits only (cancel, delist, accept existing offers); none.
 * @source docs/product/trading.md#marketplace-status
 */
export type MarketplaceStatus = 'active' | 'cancel-only' | 'history'

/** Contracts of a marketplace on one network. Addresses are configuration: every network may override them. */
export interface MarketplaceContracts {
  /** Package address that events and functions carry. */
  readonly packageAddress: Address
  /** Fee schedule object, for marketplaces of the Aptos example; null elsewhere. */
  readonly feeScheduleAddress: Address | null
  /** Rate the marketplace takes on chain on this network, until a change of it is known. */
  readonly commission: Rate
  /** Changes of the commission seen on chain, oldest first, and the time at which to apply them; see `commissionOf`. */
  readonly commissionHistory?: { readonly changes: readonly CommissionChange[]; readonly nowMicros: bigint }
  readonly status: MarketplaceStatus
  /**
   * Set to decode also foreign orders: under another fee schedule, or in another coin than APT. Official rows
   * include them; for trading they are left out.
   */
  readonly includesForeignOrders?: boolean
  /**
   * Set when the package has calls that check the signer's balance against a limit, bids that a pool pays, and listings on terms. Ours has
   * (`contracts/marketplace`); the one that is live on mainnet has not.
   */
  readonly hasGuardedCalls?: boolean
}

/** Builds the payload for one kind of intent. An absent builder says that the marketplace cannot do it. */
export type PayloadBuilder<Kind extends Intent['kind']> = (
  contracts: MarketplaceContracts,
  intent: Extract<Intent, { kind: Kind }>,
) => EntryFunctionPayload

export type PayloadBuilders = { readonly [Kind in Intent['kind']]?: PayloadBuilder<Kind> } & {
  readonly 'list-many'?: (
    contracts: MarketplaceContracts,
    items: readonly { token: TokenRef; priceOctas: bigint }[],
  ) => EntryFunctionPayload
  /** Lists several tokens on the same terms, each at its own price. */
  readonly 'list-on-terms-many'?: (
    contracts: MarketplaceContracts,
    items: readonly { token: TokenRef; priceOctas: bigint; proceedsOctas?: bigint }[],
    terms: ListingTerms,
  ) => EntryFunctionPayload
  readonly 'buy-many'?: (contracts: MarketplaceContracts, listings: readonly ListingRef[]) => EntryFunctionPayload
  readonly 'delist-many'?: (contracts: MarketplaceContracts, listings: readonly ListingRef[]) => EntryFunctionPayload
  readonly 'update-price-many'?: (
    contracts: MarketplaceContracts,
    items: readonly { listing: ListingRef; priceOctas: bigint }[],
  ) => EntryFunctionPayload
  /** Gives several listings the same terms, each at its own price. */
  readonly 'update-terms-many'?: (
    contracts: MarketplaceContracts,
    items: readonly { listing: ListingRef; priceOctas: bigint }[],
    terms: ListingTerms,
  ) => EntryFunctionPayload
  /** Lists some tokens and changes the prices of others in one call. */
  readonly 'list-and-update'?: (
    contracts: MarketplaceContracts,
    listed: readonly { token: TokenRef; priceOctas: bigint }[],
    updated: readonly { listing: ListingRef; priceOctas: bigint }[],
  ) => EntryFunctionPayload
}

/** Token standards for which a call is not proven, by call. */
export type UnprovenCalls = { readonly [Call in keyof PayloadBuilders]?: readonly TokenStandard[] }

/** Abilities of the aggregator's package with the orders of a marketplace. @source contracts/aggregator/sources/adapters */
export interface AggregatorSupport {
  /**
   * How its calls name a v1 listing: by the listing's own object, by seller and token, or by the token alone. Where nothing reads a seller,
   * none is named: an address could become an object's, and the call would be about that.
   */
  readonly namesV1ListingsBy: 'object' | 'seller' | 'token'
  /** Standards of tokens that it can take back from sale. */
  readonly delists: readonly TokenStandard[]
  /** Set when it can sell into collection offers of the marketplace. */
  readonly sellsIntoCollectionOffers: boolean
}

/**
 * One marketplace, whole. Everything else in the product asks this and knows no marketplace by name.
 * Pure and free of Node imports.
 */
export interface MarketplaceAdapter {
  /** Folder name, kebab-case, stable: stored in rows and shown in addresses. */
  readonly id: string
  readonly displayName: string
  /** Set for our own marketplace, which exactly one adapter is. */
  readonly isNative: boolean
  /** The percentage the product shows as taker fee, in bps. @source docs/product/trading.md#fees */
  readonly displayFeeBps: number
  /** Whether a bid ends at the time that its bidder chose. Elsewhere that time is not sent: a bid is open until it is filled or cancelled. */
  readonly bidsExpire: boolean
  readonly contracts: Readonly<Record<NetworkName, MarketplaceContracts | null>>
  /** Names this marketplace has in other people's data, e.g. the official aggregator's `wapal`. */
  readonly aliases: readonly string[]
  /** Event types (short-address form) that {@link decode} understands on this network's contracts. */
  eventTypes(contracts: MarketplaceContracts): readonly string[]
  /**
   * Event types of others that {@link decode} also reads, e.g. deposits that a sale paid. They matter only in
   * transactions that hold an event of the marketplace, so no other transactions are searched for them. None when left out.
   */
  readonly companionEventTypes?: readonly string[]
  /** Resource types of others that {@link decode} also reads, in the same transactions. None when left out. */
  readonly companionResourceTypes?: readonly string[]
  /** Resource types whose write-set entries {@link decode} needs, such as for expiry and remaining amount. */
  resourceTypes(contracts: MarketplaceContracts): readonly string[]
  /**
   * One known event of this marketplace into the common vocabulary; the transaction gives access to its write set.
   * @returns null for events that are no market event (an unknown event of our package is counted elsewhere).
   * @throws DecodeError when a known event lacks a needed field.
   */
  decode(contracts: MarketplaceContracts, event: ChainEvent, transaction: ChainTransaction): MarketEvent | null
  /**
   * Decodes a change of the commission that this marketplace takes; absent where no event of it is known.
   * @returns null for other events, and for fee schedules that are not the marketplace's.
   * @throws DecodeError when a known event lacks a needed field.
   */
  decodeCommission?(
    contracts: MarketplaceContracts,
    event: ChainEvent,
    transaction: ChainTransaction,
  ): CommissionChange | null
  /**
   * Decodes a change of what a bidder's pool holds; absent where the marketplace has no pools.
   * @returns null for other events.
   * @throws DecodeError when a known event lacks a needed field.
   */
  decodePool?(contracts: MarketplaceContracts, event: ChainEvent, transaction: ChainTransaction): PoolChange | null
  /**
   * Token standards of which {@link decode} reads sales of listings without a seller, because the events name neither seller nor
   * price: both are those of the open listing. None when left out: every other sale names its seller.
   */
  readonly salesWithoutSeller?: readonly TokenStandard[]
  readonly payload: PayloadBuilders
  /**
   * Calls of {@link payload} that no transaction or interface has shown, and whose guess could be wrong and still fit: two arguments of
   * one type in an order of ours, or a time whose unit is not settled. They are offered on `local` alone.
   */
  readonly unproven?: UnprovenCalls
  /** Scripts that hold a call of the marketplace's package to a limit, where the package has no call that does. */
  readonly guardScripts?: readonly GuardScript[]
  /** Abilities of the aggregator's package here. Absent where it does not reach the marketplace. */
  readonly aggregatorSupport?: AggregatorSupport
}
