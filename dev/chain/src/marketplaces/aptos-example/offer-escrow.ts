import { type Address, toShortAddress } from '@opal/domain/address'
import type { JsonObject } from '@opal/domain/json'
import type { MoveContext, MoveResource } from '../../modules/move-module.ts'
import { familyAbort, withdrawExcess } from './aborts.ts'
import { type Family, ofCoin } from './family.ts'
import { commissionOfOrder, payCommission } from './fees.ts'
import { u64At } from './move-values.ts'
import { royaltyCharge, type SoldToken } from './sold-token.ts'

/** Module of an offer. Both kinds hold their money alike, in resources of their own modules. */
export type OfferModule = 'token_offer' | 'collection_offer'

/** An offer, and the coin of its escrow. */
interface EscrowedOffer {
  readonly address: Address
  readonly coin: string
}

/** Moves the money of an offer from the sender into its escrow. @source token_offer::init_coin_holder */
export function fillEscrow(
  context: MoveContext,
  family: Family,
  module: OfferModule,
  offer: EscrowedOffer,
  octas: bigint,
): void {
  context.withdrawApt(context.sender, octas)
  putEscrow(context, escrowType(family, module, offer.coin), offer.address, octas)
}

/**
 * Takes the price of one item out of an offer.
 * @throws MoveAbort when it holds less: nothing forbids an offer for no items, whose escrow is empty.
 */
export function takeFromEscrow(
  context: MoveContext,
  family: Family,
  module: OfferModule,
  offer: EscrowedOffer,
  octas: bigint,
): void {
  const type = escrowType(family, module, offer.coin)
  const held = heldBy(context, family, module, type, offer.address)
  if (held < octas) throw withdrawExcess()
  putEscrow(context, type, offer.address, held - octas)
}

/** Returns the rest of the escrow to the offer's owner and deletes the offer. @source token_offer::cleanup, collection_offer::cleanup */
export function closeOffer(context: MoveContext, family: Family, module: OfferModule, offer: EscrowedOffer): void {
  const { types } = family
  const type = escrowType(family, module, offer.coin)
  context.depositApt(context.ownerOf(offer.address), heldBy(context, family, module, type, offer.address))
  const own =
    module === 'token_offer'
      ? [types.tokenOffer, types.tokenOfferTokenV1, types.tokenOfferTokenV2]
      : [types.collectionOffer, types.collectionOfferTokenV1, types.collectionOfferTokenV2]
  for (const resource of [type, ...own]) {
    if (context.getResource(offer.address, resource) !== null) context.removeResource(offer.address, resource)
  }
  context.deleteObject(offer.address)
}

function heldBy(context: MoveContext, family: Family, module: OfferModule, type: string, offer: Address): bigint {
  const escrow = context.getResource(offer, type)
  if (escrow === null) throw familyAbort(family, module, 'ENO_COIN_OFFER')
  return u64At(escrow, 'coins.value')
}

function putEscrow(context: MoveContext, type: string, offer: Address, octas: bigint): void {
  context.putResource(offer, type, { coins: { value: String(octas) } })
}

function escrowType({ types }: Family, module: OfferModule, coin: string): string {
  return ofCoin(module === 'token_offer' ? types.tokenCoinOffer : types.collectionCoinOffer, coin)
}

/**
 * Allows transfers of v1 tokens into the sender's store, which sales into a bid need.
 * @source 0x3::token::opt_in_direct_transfer, mainnet 2382313982
 */
export function optInToTransfers(context: MoveContext): void {
  context.call('0x3::token::opt_in_direct_transfer', [], [true])
}

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
 * Pays out one item's price from an offer's escrow: royalty, commission, the rest to the seller. Royalty and
 * rest are paid even when they are 0, as the live contract does.
 *
 * @param capped collection offers pay at most what is left as commission; token offers would abort.
 * @throws MoveAbort when the parts exceed the price and are not capped.
 * @returns the fields of the fill event; the commission is the uncapped one, in our own package what was paid.
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
  payCommission(context, family, sale.feeSchedule, paid)
  context.depositApt(sale.seller, left - paid)
  return {
    commission: String(family.isOwn ? paid : commission),
    price: String(priceOctas),
    purchaser: toShortAddress(sale.buyer),
    royalties: String(royalty.octas),
    seller: toShortAddress(sale.seller),
  }
}
