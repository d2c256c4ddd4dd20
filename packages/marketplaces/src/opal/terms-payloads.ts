import type { EntryFunctionPayload, PayloadArgument } from '@opal/domain/payload'
import type { ListingTerms } from '@opal/domain/prices/listing-terms'
import type { TokenRefV1 } from '@opal/domain/tokens/token-id'
import type { MarketplaceContracts, PayloadBuilders } from '../adapter.ts'
import { feeScheduleOf, soleCollectionV1 } from '../aptos-example/payload.ts'
import { aptCall, type Pricing, type Repricing } from '../payload/payload-parts.ts'
import { ANY_BUYER, OPAL_ID } from './contracts.ts'

/** Calls of our own package for listings on terms. @source contracts/marketplace coin_listing */
export const TERMS_PAYLOADS = {
  'list-on-terms': (contracts, { terms, ...priced }) => listPayload(contracts, [priced], terms),
  'list-on-terms-many': listPayload,
  'update-terms': (contracts, { listing, priceOctas, terms }) =>
    updatePayload(contracts, [{ listing, priceOctas }], terms),
  'update-terms-many': updatePayload,
} satisfies PayloadBuilders

/** Replaces the terms of listings of either standard. @source coin_listing::update_terms_many */
function updatePayload(
  contracts: MarketplaceContracts,
  items: readonly Repricing[],
  terms: ListingTerms,
): EntryFunctionPayload {
  const listings = items.map(({ listing }) => listing.listingId)
  return aptCall(contracts, 'coin_listing::update_terms_many', [listings, ...termsArguments(items, terms)])
}

/**
 * Lists tokens on the same terms: all v2, or all v1 of one collection and property version. Where the sales have to bring something,
 * by the calls that check that.
 * @source coin_listing::init_with_terms_many, init_with_terms_for_tokenv1_many, and the same with `_for_at_least`
 * @throws NotOfferedError for a mixture that the contract has no call for.
 */
function listPayload(
  contracts: MarketplaceContracts,
  items: readonly Pricing[],
  terms: ListingTerms,
): EntryFunctionPayload {
  const isChecked = items.some(({ proceedsOctas }) => proceedsOctas !== undefined)
  const proceeds = isChecked ? [items.map(({ proceedsOctas = 0n }) => String(proceedsOctas))] : []
  const tail = [feeScheduleOf(contracts), ...termsArguments(items, terms), ...proceeds]
  const suffix = isChecked ? '_for_at_least' : ''
  const tokens = items.map(({ token }) => token)
  if (tokens.every((token) => token.standard === 'v2')) {
    const objects = tokens.map(({ tokenDataId }) => tokenDataId)
    return aptCall(contracts, `coin_listing::init_with_terms_many${suffix}`, [objects, ...tail])
  }
  const { creatorAddress, collectionName, propertyVersion } = soleCollectionV1(OPAL_ID, tokens)
  const names = tokens.map((token) => (token as TokenRefV1).tokenName)
  const named = [creatorAddress, collectionName, names, String(propertyVersion)]
  return aptCall(contracts, `coin_listing::init_with_terms_for_tokenv1_many${suffix}`, [...named, ...tail])
}

/** A fixed price is its own end price. */
function termsArguments(
  items: readonly { readonly priceOctas: bigint }[],
  { fall, expiresAtSeconds, reservedFor, leastOctas }: ListingTerms,
): readonly PayloadArgument[] {
  return [
    items.map(({ priceOctas }) => String(priceOctas)),
    items.map(({ priceOctas }) => String(fall?.endOctas ?? priceOctas)),
    String(fall?.fromSeconds ?? 0n),
    String(fall?.untilSeconds ?? 0n),
    String(expiresAtSeconds ?? 0n),
    reservedFor ?? ANY_BUYER,
    items.map(() => String(leastOctas)),
  ]
}
