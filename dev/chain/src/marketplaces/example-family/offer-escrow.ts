import type { Address } from '@opal/domain/address'
import type { MoveContext } from '../../modules/move-module.ts'
import { familyAbort, withdrawExcess } from './aborts.ts'
import { type Family, ofCoin } from './family.ts'
import { u64At } from './move-values.ts'

/** The two kinds of offers hold their money alike, in resources of their own modules. */
export type OfferModule = 'token_offer' | 'collection_offer'

/** Puts the money that an offer promises into it. @source token_offer::init_coin_holder */
export function fillEscrow(
  context: MoveContext,
  family: Family,
  module: OfferModule,
  offer: { readonly address: Address; readonly coin: string },
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
  offer: { readonly address: Address; readonly coin: string },
  octas: bigint,
): void {
  const type = escrowType(family, module, offer.coin)
  const held = heldBy(context, family, module, type, offer.address)
  if (held < octas) throw withdrawExcess()
  putEscrow(context, type, offer.address, held - octas)
}

/** Gives what is left to the offer's owner and deletes the offer. @source token_offer::cleanup, collection_offer::cleanup */
export function closeOffer(
  context: MoveContext,
  family: Family,
  module: OfferModule,
  offer: { readonly address: Address; readonly coin: string },
): void {
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
