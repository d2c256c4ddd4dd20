import type { TradeReason } from '@opal/contract/trading/trade'
import type { Address } from '@opal/domain/address'
import { isOffered } from '@opal/marketplaces/build-payload'
import type { DeployedMarketplace } from '@opal/marketplaces/network-contracts'
import type { ListingRow } from '@opal/store/queries/orders/listings'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers'
import type { TokenRow } from '@opal/store/queries/tokens/read-tokens'
import { notOffered, REASONS, venueClosed } from '../trade/reasons.ts'
import { toTokenRef } from '../trade/refs.ts'
import { BLANK_ITEM, type PlannedItem } from '../trade/trade-plan.ts'

/** An open order of either kind. */
export type OrderRow = (ListingRow & { readonly collectionId?: string | null }) | AnyOfferRow

/** Is it a listing, not an offer? */
export function isListing(row: OrderRow): row is Exclude<OrderRow, AnyOfferRow> {
  return 'listingId' in row
}

/** An order that its maker wants back, and why they cannot have it. Pure. */
export function planWithdrawal(
  wallet: Address,
  row: OrderRow,
  tokens: ReadonlyMap<string, TokenRow>,
  marketplaces: readonly DeployedMarketplace[],
): PlannedItem {
  const token = tokens.get(row.tokenDataId ?? '') ?? null
  const deployed = marketplaces.find(({ adapter }) => adapter.id === row.marketplace) ?? null
  const order = isListing(row) ? { listing: row, quantity: 1n } : { offer: row, quantity: row.remainingAmount }
  return {
    ...BLANK_ITEM,
    ...order,
    tokenDataId: row.tokenDataId as Address | null,
    collectionId: row.collectionId ?? token?.collectionId ?? null,
    token,
    deployed,
    priceOctas: row.priceOctas,
    reason: refusal(wallet, row, token, deployed),
  }
}

function refusal(
  wallet: Address,
  row: OrderRow,
  token: TokenRow | null,
  deployed: DeployedMarketplace | null,
): TradeReason | null {
  if (isListing(row) && row.seller !== wallet) return REASONS.notYourListing
  if (!isListing(row) && row.buyer !== wallet) return REASONS.notYourOffer
  if (deployed === null || deployed.contracts.status === 'history')
    return venueClosed(deployed?.adapter.displayName ?? row.marketplace)
  const kind = isListing(row) ? 'delist' : row.tokenDataId === null ? 'cancel-collection-offer' : 'cancel-token-offer'
  if (!isOffered(deployed, kind)) return notOffered(deployed.adapter.displayName)
  if (isListing(row) && token?.isDeleted) return REASONS.tokenGone
  // Whatever is on one token is taken back by the call for its standard.
  const isUnknown = row.tokenDataId !== null && (token === null || toTokenRef(token) === null)
  return isUnknown ? REASONS.unknownToken : null
}
