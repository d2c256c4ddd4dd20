import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveResource } from '../../modules/move-module.ts'
import { withdrawExcess } from './aborts.ts'
import type { Family } from './family.ts'
import { commissionOfOrder, feeAddress } from './fees.ts'
import { royaltyCharge, type SoldToken } from './sold-token.ts'

interface Sale {
  readonly feeSchedule: Address
  /** The offer as it is on chain. */
  readonly resource: MoveResource
  readonly token: SoldToken
  readonly seller: Address
  readonly buyer: Address
  readonly priceOctas: bigint
}

/**
 * Pays out one item's price from an offer's escrow: royalty, commission, the rest to the seller. The deposits are
 * made even when they are 0, as the contract does.
 *
 * @param capped collection offers pay at most what is left as commission; token offers would abort.
 * @throws MoveAbort when the parts exceed the price and are not capped.
 * @returns the fill event's figures; the commission is the uncapped one, in our own package what was paid.
 * @source token_offer::settle_payments, collection_offer::settle_payments, mainnet 2313248448, 2382219668
 */
export function settleOffer(context: MoveContext, family: Family, sale: Sale, capped: boolean): JsonObject {
  const { priceOctas } = sale
  const royalty = royaltyCharge(context, sale.token, priceOctas) ?? { payee: sale.seller, octas: 0n }
  const commission = commissionOfOrder(context, family, sale.feeSchedule, sale.resource, priceOctas)
  const left = priceOctas - royalty.octas
  if (commission > left && !capped) throw withdrawExcess()
  const paid = commission > left ? left : commission
  context.depositApt(royalty.payee, royalty.octas)
  context.depositApt(feeAddress(context, family, sale.feeSchedule), paid)
  context.depositApt(sale.seller, left - paid)
  return {
    commission: String(family.isOwn ? paid : commission),
    price: String(priceOctas),
    purchaser: toShortAddress(sale.buyer),
    royalties: String(royalty.octas),
    seller: toShortAddress(sale.seller),
  }
}
