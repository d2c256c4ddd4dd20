import { buildAcceptBid, buildCancelBid, buildCollectionBid, buildTokenBid } from '@opal/contract/trading/bidding'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import { readOffersById } from '@opal/store/queries/orders/offers'
import { readUsualFloor } from '@opal/store/queries/orders/usual-floor'
import { readEditionHolder } from '@opal/store/queries/portfolio/held-editions'
import { readTokens, type TokenRow } from '@opal/store/queries/tokens/read-tokens'
import type { ApiContext } from '../../context.ts'
import { CollectionNotFoundError, TokenNotFoundError } from '../../errors.ts'
import { answerBatch, answerTrade } from '../../trading/answer-trade.ts'
import {
  collectionNamesOf,
  sellingIntent,
  toCollectionRef,
  toTokenRef,
  withdrawingIntent,
} from '../../trading/intents.ts'
import { loadSaleFacts } from '../../trading/load-trade.ts'
import { planBid, planCancelBid } from '../../trading/plan/plan-bidding.ts'
import { planAcceptBid, replanAcceptBid } from '../../trading/plan/plan-sale.ts'
import { BLANK_ITEM, type PossibleItem, REASONS } from '../../trading/plan/trade-plan.ts'
import { defineTradeRoute } from '../../trading/plan/with-commissions.ts'
import { SetProofs } from '../../trading/set-proofs.ts'
import { usualFloorNow } from '../../usual-floor-now.ts'

export const buildCollectionBidRoute = defineTradeRoute(buildCollectionBid, async (context, { body }) => {
  const nowMicros = context.nowMicros()
  const [row] = await readCollections(context.store.preparedPool, [body.collectionId], { nowMicros, wallet: null })
  if (row === undefined) throw new CollectionNotFoundError(body.collectionId)
  const terms = {
    kind: 'place-collection-offer',
    priceOctas: BigInt(body.price),
    expiresAtSeconds: BigInt(body.expirationTime),
  } as const
  const amount = BigInt(body.size)
  const floorOctas = await readUsualFloor(context.store, row.collectionId, usualFloorNow(context))
  const wish = { ...terms, marketplace: body.marketplace, floorOctas }
  const planned = planBid(wish, context.marketplaces, nowMicros)
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
  const nowMicros = context.nowMicros()
  const [row] = await readTokens(context.store, [body.tokenDataId], nowMicros)
  const token = row === undefined ? null : await findEdition(context, row, body.propertyVersion)
  const ref = token === null ? null : toTokenRef(token)
  if (token === null || token.isDeleted || ref === null) throw new TokenNotFoundError(body.tokenDataId)
  const terms = {
    kind: 'place-token-offer',
    priceOctas: BigInt(body.price),
    expiresAtSeconds: BigInt(body.expirationTime),
  } as const
  const floorOctas = body.aboveFloor
    ? null
    : await readUsualFloor(context.store, token.collectionId, usualFloorNow(context))
  const planned = planBid({ ...terms, marketplace: body.marketplace, floorOctas }, context.marketplaces, nowMicros)
  const item = {
    ...BLANK_ITEM,
    tokenDataId: body.tokenDataId,
    collectionId: token.collectionId,
    token,
    deployed: planned.deployed,
    priceOctas: terms.priceOctas,
    reason: token.holder === body.walletAddress ? REASONS.ownToken : planned.reason,
  }
  return answerTrade(context, {
    wallet: body.walletAddress,
    items: [item],
    moves: 'pays-price',
    build: ([possible]) => buildPayload((possible as PossibleItem).deployed, { ...terms, token: ref }),
  })
})

/** Returns a token in the edition that is bid on, with its holder; null without one. */
async function findEdition(
  { store }: Pick<ApiContext, 'store'>,
  token: TokenRow,
  named: string | undefined,
): Promise<TokenRow | null> {
  const propertyVersion = named === undefined ? token.propertyVersion : BigInt(named)
  if (propertyVersion === token.propertyVersion) return token
  const holder = await readEditionHolder(store, token.tokenDataId, propertyVersion)
  return holder === null ? null : { ...token, propertyVersion, holder }
}

export const buildCancelBidRoute = defineTradeRoute(buildCancelBid, async (context, { body }) => {
  const offers = await readOffersById(context.store, body.items)
  const ids = [...new Set(offers.flatMap((offer) => offer.tokenDataId ?? []))]
  const tokens = new Map(
    (await readTokens(context.store, ids, context.nowMicros())).map((token) => [token.tokenDataId, token]),
  )
  const items = planCancelBid(body.walletAddress, body.items, { offers, tokens }, context.marketplaces)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'gets-locked', intentOf: withdrawingIntent })
})

export const buildAcceptBidRoute = defineTradeRoute(buildAcceptBid, async (context, { body }) => {
  const facts = await context.tradeGate(() => loadSaleFacts(context, body.walletAddress, body.items))
  const items = planAcceptBid(body.walletAddress, body.items, facts, context.marketplaces)
  const proofs = new SetProofs(context)
  const intentOf = sellingIntent(facts.royaltyOf, proofs)
  const replan = replanAcceptBid(body.walletAddress, body.items, facts, context.marketplaces)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'gets-net', intentOf, proofs, replan })
})
