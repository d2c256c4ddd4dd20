import { type Address, toShortAddress } from '@opal/domain/address'
import type { Rate } from '@opal/domain/prices/rates'
import type { MarketplaceContracts } from '@opal/marketplaces/adapter'
import { feeScheduleOf } from '@opal/marketplaces/aptos-example/payload'

/** One deployment of the example marketplace, with the Move types of its resources spelled out once. */
export interface Family {
  readonly packageAddress: Address
  readonly feeScheduleAddress: Address
  readonly commission: Rate
  /** Set when the rules are those of our own package, `contracts/marketplace`, instead of the family's source. */
  readonly isOwn: boolean
  readonly types: FamilyTypes
}

/** Full Move types of the package's resources. @source docs/reference/marketplace-contracts.md#aptos-example-resources */
export type FamilyTypes = Readonly<Record<keyof typeof RESOURCES, string>>

const RESOURCES = {
  listing: 'listing::Listing',
  tokenV1Container: 'listing::TokenV1Container',
  fixedPriceListing: 'coin_listing::FixedPriceListing',
  tokenOffer: 'token_offer::TokenOffer',
  tokenOfferTokenV1: 'token_offer::TokenOfferTokenV1',
  tokenOfferTokenV2: 'token_offer::TokenOfferTokenV2',
  tokenCoinOffer: 'token_offer::CoinOffer',
  collectionOffer: 'collection_offer::CollectionOffer',
  collectionOfferTokenV1: 'collection_offer::CollectionOfferTokenV1',
  collectionOfferTokenV2: 'collection_offer::CollectionOfferTokenV2',
  collectionCoinOffer: 'collection_offer::CoinOffer',
  poolOffer: 'pool_offer::PoolOffer',
  bidPool: 'bid_pool::BidPool',
  feeSchedule: 'fee_schedule::FeeSchedule',
  fixedRateListingFee: 'fee_schedule::FixedRateListingFee',
  fixedRateBiddingFee: 'fee_schedule::FixedRateBiddingFee',
  fixedRateCommission: 'fee_schedule::FixedRateCommission',
  percentageRateCommission: 'fee_schedule::PercentageRateCommission',
  announcedCommission: 'fee_schedule::AnnouncedCommission',
  paused: 'fee_schedule::Paused',
  raisedListingFee: 'fee_schedule::RaisedListingFee',
  proposedOwner: 'fee_schedule::ProposedOwner',
  events: 'events::EventsV1',
} as const

/** Spells out a deployment's types. */
export function familyOf(contracts: MarketplaceContracts): Family {
  const prefix = toShortAddress(contracts.packageAddress)
  const types = Object.fromEntries(Object.entries(RESOURCES).map(([key, path]) => [key, `${prefix}::${path}`]))
  return {
    packageAddress: contracts.packageAddress,
    feeScheduleAddress: feeScheduleOf(contracts) as Address,
    commission: contracts.commission,
    isOwn: contracts.hasGuardedCalls === true,
    types: types as FamilyTypes,
  }
}

/** Returns `0x…::module`, as abort messages name it. */
export function locationOf(family: Family, module: string): string {
  return `${toShortAddress(family.packageAddress)}::${module}`
}

/** Returns a resource type that carries the payment coin, e.g. `FixedPriceListing<0x1::aptos_coin::AptosCoin>`. */
export function ofCoin(resourceType: string, coinType: string): string {
  return `${resourceType}<${coinType}>`
}
