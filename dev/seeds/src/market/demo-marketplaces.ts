import { toShortAddress } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { contractsOf, type DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import type { Random } from '../random.ts'
import type { Action } from './actions/action.ts'

/** A marketplace on which the demo trades, as it lives on localnet. */
export interface DemoMarketplace extends DeployedMarketplace {
  /** Share of new orders, relative to the others. */
  readonly weight: number
  /** The most items that one bid is for; null where a bid may be for many. */
  readonly maxItemsPerBid: bigint | null
  /** Resources that say what an order's object is for, so that orders can be found on the chain. */
  readonly orders: OrderTypes
}

export interface OrderTypes {
  /** Type with `seller`. */
  readonly listing: string
  /** Type with `price`. */
  readonly price: string
  readonly tokenOffer: string
  readonly collectionOffer: string
}

const USUAL: Pick<DemoMarketplace, 'weight' | 'maxItemsPerBid'> = { weight: 0, maxItemsPerBid: null }

/**
 * Share of trades by marketplace: most on our own, and on two others enough to compare prices. A closed
 * marketplace gets nothing new.
 */
const HABITS: Readonly<Record<string, Partial<Pick<DemoMarketplace, 'weight' | 'maxItemsPerBid'>>>> = {
  opal: { weight: 64 },
  mercato: { weight: 22, maxItemsPerBid: 1n },
  bluemove: { weight: 14 },
}

/** Marketplaces that take new orders. */
export function demoMarketplaces(): readonly DemoMarketplace[] {
  return contractsOf('local')
    .filter(({ contracts }) => contracts.status === 'active')
    .map((deployed) => ({ ...deployed, ...USUAL, ...HABITS[deployed.adapter.id], orders: orderTypesOf(deployed) }))
}

/** Returns our own marketplace. */
export function nativeDemoMarketplace(): DemoMarketplace {
  const marketplace = demoMarketplaces().find(({ adapter }) => adapter.isNative)
  if (marketplace === undefined) throw new Error('the native marketplace has no place on localnet')
  return marketplace
}

function orderTypesOf({ adapter, contracts }: DeployedMarketplace): OrderTypes {
  const at = toShortAddress(contracts.packageAddress)
  if (adapter.id === 'mercato') {
    const listing = `${at}::listings_v2::Listing`
    const bid = (struct: string) => `${at}::biddings_v2::${struct}`
    return { listing, price: listing, tokenOffer: bid('TokenBid'), collectionOffer: bid('CollectionBid') }
  }
  return {
    listing: `${at}::listing::Listing`,
    price: `${at}::coin_listing::FixedPriceListing<${APT_COIN_TYPE}>`,
    tokenOffer: `${at}::token_offer::TokenOffer`,
    collectionOffer: `${at}::collection_offer::CollectionOffer`,
  }
}

/**
 * Chooses the marketplace of an action: an order's own, for a new order any by weight. A gift needs none and gets
 * the first.
 */
export function marketplaceFor(
  action: Action,
  marketplaces: readonly DemoMarketplace[],
  random: Random,
): DemoMarketplace {
  switch (action.kind) {
    case 'reprice':
    case 'delist':
    case 'buy':
      return action.listing.marketplace
    case 'accept':
    case 'cancel-offer':
      return action.offer.marketplace
    case 'give':
      return marketplaces[0] as DemoMarketplace
    default:
      return random.weighted(marketplaces)
  }
}

/**
 * Returns the same action as a marketplace takes it: some have a bid for each item, and a trader who wants many bids
 * for one.
 */
export function actionAt(marketplace: DemoMarketplace, action: Action): Action {
  if (
    action.kind !== 'bid-collection' ||
    marketplace.maxItemsPerBid === null ||
    action.amount <= marketplace.maxItemsPerBid
  )
    return action
  return { ...action, amount: marketplace.maxItemsPerBid }
}
