import type { Intent } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { PACKAGE_V1 } from '@opal/marketplaces/bluemove/contracts'

/** Seconds for which these bids last. */
const DAY = '86400'

/** Returns the call that bids on v1 tokens, which the adapter does not build: names are known, arguments are inferred. Null for v2. */
export function inferredBid(
  intent: Extract<Intent, { readonly kind: 'place-token-offer' | 'place-collection-offer' }>,
): EntryFunctionPayload | null {
  if (intent.kind === 'place-token-offer') {
    const { token, priceOctas } = intent
    if (token.standard === 'v2') return null
    const names = [token.creatorAddress, token.collectionName, token.tokenName, String(token.propertyVersion)]
    return call('inittialize_offer', [...names, String(priceOctas), DAY])
  }
  const { collection, priceOctas, amount } = intent
  if (collection.standard === 'v2') return null
  const names = [collection.creatorAddress, collection.collectionName]
  return call('inittialize_offer_collection', [...names, String(priceOctas), String(amount), DAY])
}

function call(name: string, functionArguments: readonly string[]): EntryFunctionPayload {
  return { function: `${PACKAGE_V1}::marketplaceV2::${name}`, typeArguments: [], functionArguments }
}
