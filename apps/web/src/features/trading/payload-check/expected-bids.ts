import { marketplaceOf, nativeOf, type TradingPlace } from '@opal/marketplaces/aggregator/trading-place'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import type { DraftOf } from '../quote/trade-draft.ts'
import { chosenTokenOf, collectionOf, requireCost, requireOnlyGas, soleItem } from './answered-items.ts'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { calls, type ExpectedTrade, placingFees, type ShownTrade } from './shown-trade.ts'

/** Returns the bid on a chosen token. @throws PayloadRefusedError */
export function expectedTokenBid(draft: DraftOf<'token-bid'>, { answer, traded, place }: ShownTrade): ExpectedTrade {
  const { price, expirationTime } = draft.body
  const token = chosenTokenOf(soleItem(traded), draft.body)
  const terms = {
    kind: 'place-token-offer',
    priceOctas: BigInt(price),
    expiresAtSeconds: BigInt(expirationTime),
  } as const
  const deployed = biddingPlace(draft, terms.kind, place)
  requireCost(answer, BigInt(price), placingFees([{ marketplace: deployed.adapter.id }], place))
  return calls(buildPayload(deployed, { ...terms, token }))
}

/** Returns the bid on any tokens of a chosen collection. @throws PayloadRefusedError */
export function expectedCollectionBid(
  draft: DraftOf<'collection-bid'>,
  { answer, traded, place }: ShownTrade,
): ExpectedTrade {
  const { collectionId, price, size = 1, expirationTime } = draft.body
  const collection = collectionOf(soleItem(traded), collectionId)
  const amount = BigInt(size)
  const terms = {
    kind: 'place-collection-offer',
    priceOctas: BigInt(price),
    expiresAtSeconds: BigInt(expirationTime),
  } as const
  const deployed = biddingPlace(draft, terms.kind, place)
  requireCost(answer, BigInt(price) * amount, placingFees([{ marketplace: deployed.adapter.id }], place))
  return calls(buildPayload(deployed, { ...terms, collection, amount }))
}

/** Returns the bid that the pool pays, and the deposit with it. @throws PayloadRefusedError */
export function expectedPoolBid({ body }: DraftOf<'pool-bid'>, { answer, traded, place }: ShownTrade): ExpectedTrade {
  const { collectionId, setRoot = null, price, size = 1, expirationTime, deposit = '0' } = body
  const collection = collectionOf(soleItem(traded), collectionId)
  const terms = {
    kind: 'place-pool-offer',
    setRoot,
    priceOctas: BigInt(price),
    amount: BigInt(size),
    expiresAtSeconds: BigInt(expirationTime),
    depositOctas: BigInt(deposit),
  } as const
  // What leaves the wallet now is the deposit.
  requireCost(answer, terms.depositOctas, place.placingFeeOctas)
  return calls(buildPayload(nativeOf(place), { ...terms, collection }))
}

/** Returns the deposit of a chosen sum into the pool. @throws PayloadRefusedError */
export function expectedDeposit({ body }: DraftOf<'pool-deposit'>, { answer, place }: ShownTrade): ExpectedTrade {
  const octas = BigInt(body.octas)
  requireCost(answer, octas, 0n)
  return calls(buildPayload(nativeOf(place), { kind: 'deposit-into-pool', octas }))
}

/** Returns the withdrawal of a chosen sum from the pool. @throws PayloadRefusedError */
export function expectedWithdrawal({ body }: DraftOf<'pool-withdrawal'>, { answer, place }: ShownTrade): ExpectedTrade {
  requireOnlyGas(answer)
  return calls(buildPayload(nativeOf(place), { kind: 'withdraw-from-pool', octas: BigInt(body.octas) }))
}

/**
 * Returns the marketplace on which a bid is placed.
 * @throws PayloadRefusedError for a bid that does not expire where the dialog said when it does, or the reverse.
 */
function biddingPlace(
  { body, isEndless }: DraftOf<'token-bid' | 'collection-bid'>,
  kind: 'place-token-offer' | 'place-collection-offer',
  place: TradingPlace,
): DeployedMarketplace {
  const deployed = marketplaceOf(place, body.marketplace ?? nativeOf(place).adapter.id, kind)
  if (deployed.adapter.bidsExpire === (isEndless === true))
    throw new PayloadRefusedError(isEndless ? 'a bid that expires' : 'a bid that doesn’t expire')
  return deployed
}
