import type { TradeItem } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import type { MarketplaceListing, MarketplaceOffer } from '@opal/domain/intent'
import { collectionIdV1, type TokenRef, tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { itemOf } from '../../testing/trade-harness.tsx'

export const SIGNER = parseAddress('0x5151')
export const PLACE = {
  marketplaces: contractsOf('local'),
  aggregator: aggregatorOn('local'),
  canCompose: true,
  placingFeeOctas: 0n,
}
export const NATIVE = 'opal'
export const CREATOR = parseAddress('0xc0')
const SELLER = parseAddress('0x5e11')

/** Facts of which a test's trade is built. */
export interface TradeFacts {
  /** Distinguishes tokens and orders from those of another trade. */
  readonly nth: number
  readonly priceOctas: bigint
  /** Marketplaces of the tokens; one token for each. */
  readonly marketplaces: readonly string[]
  readonly isOld: boolean
  readonly receiver: string
  readonly isBestEffort: boolean
}

/** Facts of a trade of one token for 1 APT on our own marketplace. */
export const ONE_TOKEN: TradeFacts = {
  nth: 1,
  priceOctas: 100_000_000n,
  marketplaces: [NATIVE],
  isOld: false,
  receiver: SIGNER,
  isBestEffort: false,
}

export function collectionName({ nth }: TradeFacts): string {
  return `Old ${nth}`
}

export function collectionIdOf(facts: TradeFacts) {
  return facts.isOld ? collectionIdV1(CREATOR, collectionName(facts)) : parseAddress(`0xc011${facts.nth}`)
}

export function tokenAt(facts: TradeFacts, at: number): TokenRef {
  if (!facts.isOld) return { standard: 'v2', tokenDataId: parseAddress(`0x7${facts.nth}0${at}`) }
  const names = { creatorAddress: CREATOR, collectionName: collectionName(facts), tokenName: `Old #${at}` }
  const tokenDataId = tokenDataIdV1(CREATOR, names.collectionName, names.tokenName)
  return { standard: 'v1', tokenDataId, ...names, propertyVersion: BigInt(facts.nth - 1) }
}

/** The part of a choice that names a token in its edition. */
export function editionOf(token: TokenRef) {
  const { tokenDataId } = token
  return { tokenDataId, propertyVersion: token.standard === 'v1' ? String(token.propertyVersion) : '0' }
}

export function listingAt(facts: TradeFacts, marketplace: string, at: number): MarketplaceListing {
  return {
    marketplace,
    listingId: parseAddress(`0x1157${facts.nth}0${at}`),
    token: tokenAt(facts, at),
    seller: SELLER,
    priceOctas: facts.priceOctas + BigInt(at),
  }
}

export function offerAt(facts: TradeFacts, marketplace: string, at: number): MarketplaceOffer {
  // Offers for v1 tokens are numbered on other marketplaces.
  const isNumbered = facts.isOld && marketplace !== NATIVE
  const offerId = isNumbered ? `${facts.nth}0${at}` : parseAddress(`0x0ff${facts.nth}0${at}`)
  return { marketplace, offerId, buyer: parseAddress('0xb1d'), priceOctas: facts.priceOctas + BigInt(at) }
}

export function itemWith(
  token: TokenRef,
  {
    listing,
    offer,
    priceOctas,
  }: { readonly listing?: MarketplaceListing; readonly offer?: MarketplaceOffer; readonly priceOctas?: bigint },
): TradeItem {
  const names =
    token.standard === 'v2'
      ? null
      : {
          creatorAddress: token.creatorAddress,
          collection: token.collectionName,
          token: token.tokenName,
          propertyVersion: String(token.propertyVersion),
        }
  return itemOf({
    tokenDataId: token.tokenDataId,
    collectionId:
      token.standard === 'v1'
        ? collectionIdV1(token.creatorAddress, token.collectionName)
        : parseAddress(`0xc011${Number.parseInt(token.tokenDataId.slice(-3, -2), 16)}`),
    marketplace: (listing ?? offer)?.marketplace ?? NATIVE,
    listingId: listing?.listingId ?? null,
    offerId: offer?.offerId ?? null,
    names,
    listing:
      listing === undefined
        ? null
        : {
            marketplace: listing.marketplace,
            listingId: listing.listingId,
            seller: listing.seller,
            priceOctas: String(listing.priceOctas),
            propertyVersion: token.standard === 'v1' ? String(token.propertyVersion) : '0',
          },
    offer:
      offer === undefined
        ? null
        : {
            marketplace: offer.marketplace,
            offerId: offer.offerId,
            buyer: offer.buyer,
            priceOctas: String(offer.priceOctas),
            isOnToken: false,
            pool: null,
          },
    priceOctas: priceOctas === undefined ? null : String(priceOctas),
  })
}
