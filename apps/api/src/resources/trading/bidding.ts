import { buildAcceptBid, buildCancelBid, buildCollectionBid, buildTokenBid } from '@opal/contract/trading/bidding'
import type { TokenNames } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import type { CollectionRef } from '@opal/domain/tokens/token-id'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import { type CollectionRow, readCollections } from '@opal/store/queries/collections/read-collections'
import { readOffersById } from '@opal/store/queries/orders/offers'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import { CollectionNotFoundError, TokenNotFoundError } from '../../errors.ts'
import { answerBatch, answerTrade } from '../../trading/answer-trade.ts'
import { sellingIntent, toTokenRef, withdrawingIntent } from '../../trading/intents.ts'
import { loadSaleFacts } from '../../trading/load-trade.ts'
import { planAcceptBid, planBid, planCancelBid } from '../../trading/plan-bidding.ts'
import { BLANK_ITEM, type PossibleItem, REASONS } from '../../trading/trade-plan.ts'
import { defineTradeRoute } from '../../trading/with-commissions.ts'

export const buildCollectionBidRoute = defineTradeRoute(buildCollectionBid, async (context, { body }) => {
  const nowMicros = context.nowMicros()
  const [row] = await readCollections(context.store, [body.collectionId], { nowMicros, wallet: null })
  if (row === undefined) throw new CollectionNotFoundError(body.collectionId)
  const terms = {
    kind: 'place-collection-offer',
    priceOctas: BigInt(body.price),
    expiresAtSeconds: BigInt(body.expirationTime),
  } as const
  const amount = BigInt(body.size)
  const wish = { ...terms, marketplace: body.marketplace, floorOctas: row.floorOctas }
  const planned = planBid(wish, context.marketplaces, nowMicros)
  const { priceOctas } = terms
  return answerTrade(context, {
    wallet: body.walletAddress,
    items: [
      { ...BLANK_ITEM, ...planned, collectionId: row.collectionId, priceOctas, quantity: amount, names: namesOf(row) },
    ],
    moves: 'pays-price',
    build: ([item]) =>
      buildPayload((item as PossibleItem).deployed, { ...terms, collection: toCollectionRef(row), amount }),
  })
})

function namesOf(row: CollectionRow): TokenNames | null {
  const ref = toCollectionRef(row)
  if (ref.standard === 'v2') return null
  const { creatorAddress, collectionName } = ref
  return { creatorAddress, collectionName, tokenName: '', propertyVersion: '0' }
}

function toCollectionRef(row: CollectionRow): CollectionRef {
  const collectionId = parseAddress(row.collectionId)
  if (row.tokenStandard === 'v2') return { standard: 'v2', collectionId }
  return {
    standard: 'v1',
    collectionId,
    creatorAddress: parseAddress(row.creatorAddress),
    collectionName: row.name,
  }
}

export const buildTokenBidRoute = defineTradeRoute(buildTokenBid, async (context, { body }) => {
  const nowMicros = context.nowMicros()
  const [token] = await readTokens(context.store, [body.tokenDataId], nowMicros)
  const ref = token === undefined ? null : toTokenRef(token)
  if (token === undefined || token.isDeleted || ref === null) throw new TokenNotFoundError(body.tokenDataId)
  const [collection] = await readCollections(context.store, [token.collectionId], { nowMicros, wallet: null })
  const terms = {
    kind: 'place-token-offer',
    priceOctas: BigInt(body.price),
    expiresAtSeconds: BigInt(body.expirationTime),
  } as const
  const floorOctas = body.aboveFloor ? null : (collection?.floorOctas ?? null)
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
  const ids = [...new Set(body.items.map((item) => item.tokenDataId))]
  const facts = await loadSaleFacts(context, body.walletAddress, ids)
  const items = planAcceptBid(body.walletAddress, body.items, facts, context.marketplaces)
  const intentOf = sellingIntent(facts.royaltyOf)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'gets-net', intentOf })
})
