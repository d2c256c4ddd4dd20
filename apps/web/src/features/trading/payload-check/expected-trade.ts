import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import { type Address, parseAddress } from '@opal/domain/address'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { sumOctas } from '@opal/domain/prices/octas'
import type { TokenRef } from '@opal/domain/tokens/token-id'
import { claimPayload, takeBackPayload, transferPayload } from '@opal/domain/tokens/transfer-payloads'
import type { ChosenDraft, DraftOf } from '../quote/trade-draft.ts'
import {
  chosenTokenOf,
  isSameOffer,
  isSameOrder,
  listedAs,
  offerOf,
  pairItems,
  pairs,
  poolProofOf,
  requireOnlyGas,
  shownGain,
  soldFor,
  soleItem,
  tokenOf,
  tradedItems,
} from './answered-items.ts'
import {
  expectedCollectionBid,
  expectedDeposit,
  expectedPoolBid,
  expectedTokenBid,
  expectedWithdrawal,
} from './expected-bids.ts'
import { expectedDelisting, expectedListings, expectedMoves, expectedPrices } from './expected-listings.ts'
import { expectedPurchase, expectedSweep } from './expected-purchase.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { batch, type CheckedPlace, calls, type ExpectedTrade, type ShownTrade } from './shown-trade.ts'

/**
 * Derives the transaction from the user's choice. Takes from the answer only what the user did not choose (the order of a token,
 * the names behind an id), and checks it against the choice.
 * @throws PayloadRefusedError for items, prices, orders or amounts that were not chosen.
 */
export function expectedTrade(
  draft: ChosenDraft,
  answer: TradeAnswer,
  signer: Address,
  place: CheckedPlace,
): ExpectedTrade {
  const traded = tradedItems(answer)
  if (traded.length === 0) throw new PayloadRefusedError('nothing that can be signed')
  const shown = { answer, traded, place }
  switch (draft.call) {
    case 'buy':
      return expectedPurchase(draft, shown)
    case 'sweep':
      return expectedSweep(draft, shown)
    case 'list':
      return expectedListings(draft, shown)
    case 'update-price':
      return expectedPrices(draft, shown)
    case 'relist':
      return expectedMoves(draft, shown)
    case 'delist':
      return expectedDelisting(draft, shown)
    case 'accept-bid':
      return expectedSale(draft, shown, signer)
    case 'token-bid':
      return expectedTokenBid(draft, shown)
    case 'collection-bid':
      return expectedCollectionBid(draft, shown)
    case 'pool-bid':
      return expectedPoolBid(draft, shown)
    case 'pool-deposit':
      return expectedDeposit(draft, shown)
    case 'pool-withdrawal':
      return expectedWithdrawal(draft, shown)
    case 'cancel-bid':
      return expectedCancellation(pairs(draft.body.items, traded, isSameOffer), answer)
    case 'clean-up':
      return expectedCancellation(pairs(draft.body.orders, traded, isSameOrder), answer)
    case 'claim':
      return expectedClaim(draft, shown)
    case 'take-back':
      return expectedTakeBack(draft, shown)
    case 'transfer':
      return expectedTransfer(draft, shown, signer)
  }
}

/** Returns the sale of chosen items into bids, each at its lowest price or more. @throws PayloadRefusedError */
function expectedSale({ body }: DraftOf<'accept-bid'>, { answer, traded }: ShownTrade, seller: Address): ExpectedTrade {
  requireOnlyGas(answer)
  // The choice names the marketplace of the bid; a listing that is cancelled first may be on another.
  const sales = pairItems(body.items, traded).map(([chosen, item]) => {
    const { offer, isOnToken, pool } = offerOf(item)
    const isOther =
      (chosen.offerId !== undefined && chosen.offerId !== offer.offerId) ||
      (chosen.marketplace !== undefined && chosen.marketplace !== offer.marketplace)
    if (isOther) throw new PayloadRefusedError('a sale into another bid')
    if (chosen.minPrice !== undefined && offer.priceOctas < BigInt(chosen.minPrice))
      throw new PayloadRefusedError('a sale for less')
    const token = chosenTokenOf(item, chosen)
    const sold = { offer, token, isTokenOffer: isOnToken, ...poolProofOf(pool, token) }
    return item.listing === null ? sold : { ...sold, listing: listedAs(item) }
  })
  const each = soldFor(answer, traded)
  const total = shownGain(answer)
  if (total < sumOctas(each)) throw new PayloadRefusedError('a sale for less')
  return batch({ kind: 'instant-sell', seller, sales, leastOctas: { each, total } })
}

/** Returns the cancellation of chosen orders. @throws PayloadRefusedError */
function expectedCancellation(chosen: readonly (readonly [unknown, TradeItem])[], answer: TradeAnswer): ExpectedTrade {
  requireOnlyGas(answer)
  return batch({ kind: 'withdraw-many', orders: chosen.map(([, item]) => withdrawal(item)) })
}

function withdrawal(item: TradeItem) {
  if (item.listing !== null) return { listing: listedAs(item) }
  const { offer, isOnToken, pool } = offerOf(item)
  const token = isOnToken ? tokenOf(item, item.tokenDataId) : null
  return { offer, token, ...(pool !== null && { isPooled: true }) }
}

/** Returns the claim of a chosen token that another wallet has offered. @throws PayloadRefusedError */
function expectedClaim({ body }: DraftOf<'claim'>, { answer, traded }: ShownTrade): ExpectedTrade {
  requireOnlyGas(answer)
  return calls(claim(body, soleItem(traded)))
}

function claim(
  { tokenDataId, fromAddress, propertyVersion }: DraftOf<'claim'>['body'],
  item: TradeItem,
): EntryFunctionPayload {
  const token = waitingToken(tokenOf(item, tokenDataId), propertyVersion)
  if (token === null || fromAddress === undefined) throw new PayloadRefusedError('another claim')
  return claimPayload({ fromAddress: parseAddress(fromAddress), ...token })
}

/** Returns the end of the transfer of a chosen token that nobody has claimed. @throws PayloadRefusedError */
function expectedTakeBack({ body }: DraftOf<'take-back'>, { answer, traded }: ShownTrade): ExpectedTrade {
  requireOnlyGas(answer)
  const token = waitingToken(tokenOf(soleItem(traded), body.tokenDataId), body.propertyVersion)
  if (token === null) throw new PayloadRefusedError('another item')
  return calls(takeBackPayload({ toAddress: parseAddress(body.toAddress), ...token }))
}

/** Returns a token as calls name one that waits to be claimed; null for a v2 token, and for another edition than was chosen. */
function waitingToken(token: TokenRef, chosen: string | undefined) {
  if (token.standard !== 'v1' || (chosen !== undefined && token.propertyVersion !== BigInt(chosen))) return null
  const { creatorAddress, collectionName, tokenName: name, propertyVersion } = token
  return { creatorAddress, collectionName, name, propertyVersion }
}

/** Returns the transfer of chosen items. @throws PayloadRefusedError also for one to the signer's own wallet. */
function expectedTransfer(
  { body }: DraftOf<'transfer'>,
  { answer, traded }: ShownTrade,
  signer: Address,
): ExpectedTrade {
  requireOnlyGas(answer)
  const { items, toAddress } = body
  const transfers = pairItems(items, traded).map(([chosen, item]) =>
    transferPayload(chosenTokenOf(item, chosen), parseAddress(chosen.toAddress ?? toAddress)),
  )
  if (parseAddress(toAddress) === signer) throw new PayloadRefusedError('a transfer to your own wallet')
  return calls(...transfers)
}
