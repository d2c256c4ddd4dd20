import { buildAcceptBid, buildCancelBid, buildCollectionBid, buildTokenBid } from '@opal/contract/trading/bidding'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import { readOffersById } from '@opal/store/queries/orders/offers/offers'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import { TokenNotFoundError } from '../../errors.ts'
import { answerBatch, answerTrade } from '../../trading/answer-trade.ts'
import {
  collectionNamesOf,
  sellingIntent,
  toCollectionRef,
  toTokenRef,
  withdrawingIntent,
} from '../../trading/intents.ts'
import { loadCollectionBid, loadTokenBid } from '../../trading/load-bid.ts'
import { loadSaleFacts } from '../../trading/load-trade.ts'
import { planBid, planCancelBid } from '../../trading/plan/plan-bidding.ts'
import { planAcceptBid, replanAcceptBid } from '../../trading/plan/plan-sale.ts'
import { BLANK_ITEM, type PossibleItem, REASONS } from '../../trading/plan/trade-plan.ts'
import { defineTradeRoute } from '../../trading/plan/with-commissions.ts'
import { SetProofs } from '../../trading/set-proofs.ts'

export const buildCollectionBidRoute = defineTradeRoute(buildCollectionBid, async (context, { body }) => {
  const { row, floorOctas } = await loadCollectionBid(context, body)
  const terms = {
    kind: 'place-collection-offer',
    priceOctas: BigInt(body.price),
    expiresAtSeconds: BigInt(body.expirationTime),
  } as const
  const amount = BigInt(body.size)
  const request = { ...terms, marketplace: body.marketplace, floorOctas }
  const planned = planBid(request, context.marketplaces, context.nowMicros())
  const { priceOctas } = terms
  return answerTrade(context, {
    wallet: body.walletAddress,
    items: [
      {
        ...BLANK_ITEM,
        ...planned,
        collectionId: row.collectionId,
        priceOctas,
        quantity: amount,
        names: collectionNamesOf(row),
      },
    ],
    moves: 'pays-price',
    build: ([item]) =>
      buildPayload((item as PossibleItem).deployed, { ...terms, collection: toCollectionRef(row), amount }),
  })
})

export const buildTokenBidRoute = defineTradeRoute(buildTokenBid, async (context, { body }) => {
  const { token, floorOctas, ownAskOctas } = await loadTokenBid(context, body)
  const ref = toTokenRef(token)
  if (token.isDeleted || ref === null) throw new TokenNotFoundError(body.tokenDataId)
  const terms = {
    kind: 'place-token-offer',
    priceOctas: BigInt(body.price),
    expiresAtSeconds: BigInt(body.expirationTime),
  } as const
  const request = { ...terms, marketplace: body.marketplace, floorOctas }
  const planned = planBid(request, context.marketplaces, context.nowMicros())
  const resold = ownAskOctas !== null && ownAskOctas <= terms.priceOctas ? REASONS.ownAskBelow : null
  const item = {
    ...BLANK_ITEM,
    tokenDataId: body.tokenDataId,
    collectionId: token.collectionId,
    token,
    deployed: planned.deployed,
    priceOctas: terms.priceOctas,
    reason: token.holder === body.walletAddress ? REASONS.ownToken : (planned.reason ?? resold),
  }
  return answerTrade(context, {
    wallet: body.walletAddress,
    items: [item],
    moves: 'pays-price',
    build: ([possible]) => buildPayload((possible as PossibleItem).deployed, { ...terms, token: ref }),
  })
})

export const buildCancelBidRoute = defineTradeRoute(buildCancelBid, async (context, { body }) => {
  const { store, nowMicros } = context
  const { offers, tokens } = await context.tradeGate(async () => {
    const found = await readOffersById(store, body.items)
    const ids = [...new Set(found.flatMap((offer) => offer.tokenDataId ?? []))]
    const rows = await readTokens(store, ids, nowMicros())
    return { offers: found, tokens: new Map(rows.map((token) => [token.tokenDataId, token])) }
  })
  const items = planCancelBid(body.walletAddress, body.items, { offers, tokens }, context.marketplaces)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'gets-locked', intentOf: withdrawingIntent })
})

export const buildAcceptBidRoute = defineTradeRoute(buildAcceptBid, async (context, { body }) => {
  const facts = await context.tradeGate(() => loadSaleFacts(context, body.walletAddress, body.items))
  const items = planAcceptBid(body.walletAddress, body.items, facts, context.marketplaces)
  const proofs = new SetProofs(context)
  const intentOf = sellingIntent(body.walletAddress, facts.royaltyOf, proofs)
  const replan = replanAcceptBid(body.walletAddress, body.items, facts, context.marketplaces)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'gets-net', intentOf, proofs, replan })
})
