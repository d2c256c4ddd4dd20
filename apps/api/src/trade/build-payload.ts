import { NotOfferedError } from '@opal/domain/errors/market-errors'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { buildPayload } from '@opal/marketplaces/build-payload'
import { listingOf, offerOf, tokenOf } from './item-refs.ts'
import type { PossibleItem } from './trade-plan.ts'

/** The payload that gives the items' listings their new prices. All are at one marketplace. */
export function buildUpdatePricePayload(items: readonly PossibleItem[]): EntryFunctionPayload {
  const { adapter, contracts } = firstOf(items).deployed
  const priced = items.map((item) => ({ listing: listingOf(item), priceOctas: item.priceOctas }))
  const [first] = priced
  const { 'update-price': update, 'update-price-many': updateMany } = adapter.payload
  if (priced.length === 1 && first !== undefined && update !== undefined)
    return update(contracts, { kind: 'update-price', ...first })
  if (updateMany !== undefined) return updateMany(contracts, priced)
  throw new NotOfferedError(adapter.id, 'update-price')
}

/** The payload that cancels the first item's offer. */
export function buildCancelPayload(items: readonly PossibleItem[]): EntryFunctionPayload {
  const item = firstOf(items)
  const offer = offerOf(item)
  if (item.offer?.tokenDataId == null) return buildPayload(item.deployed, { kind: 'cancel-collection-offer', offer })
  return buildPayload(item.deployed, { kind: 'cancel-token-offer', offer, token: tokenOf(item) })
}

function firstOf([first]: readonly PossibleItem[]): PossibleItem {
  if (first === undefined) throw new TypeError('A payload needs at least one item.')
  return first
}
