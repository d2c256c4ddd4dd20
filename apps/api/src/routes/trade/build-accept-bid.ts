import { buildAcceptBid } from '@opal/contract/endpoints/build-accept-bid'
import { readOffersForTokens } from '@opal/store/read/read-offers-by-id'
import { readRoyalties } from '@opal/store/read/read-royalties'
import { readTokens } from '@opal/store/read/read-tokens'
import type { ApiContext } from '../../context.ts'
import { defineRoute } from '../../http/route.ts'
import { toRate } from '../../present/present-royalty.ts'
import { answerBatch } from '../../trade/answer-trade.ts'
import { sellingIntent } from '../../trade/batch-intents.ts'
import { type AcceptFacts, planAcceptBid } from '../../trade/plan-accept-bid.ts'

export const buildAcceptBidRoute = defineRoute(buildAcceptBid, async (context, { body }) => {
  const ids = [...new Set(body.items.map((item) => item.tokenDataId))]
  const facts = await loadFacts(context, body.walletAddress, ids)
  const items = planAcceptBid(body.walletAddress, body.items, facts, context.marketplaces)
  return answerBatch(context, { wallet: body.walletAddress, items, moves: 'gets-net', intentOf: sellingIntent })
})

async function loadFacts(context: ApiContext, holder: string, tokenDataIds: readonly string[]): Promise<AcceptFacts> {
  const nowMicros = context.nowMicros()
  const tokens = await readTokens(context.store, tokenDataIds, nowMicros)
  const collectionIds = [...new Set(tokens.map((token) => token.collectionId))]
  const [offers, royalties] = await Promise.all([
    readOffersForTokens(context.store, { holder, tokenDataIds, collectionIds, nowMicros }),
    readRoyalties(context.store, [...tokenDataIds, ...collectionIds]),
  ])
  return {
    tokens: new Map(tokens.map((token) => [token.tokenDataId, token])),
    offers,
    nowSeconds: nowMicros / 1_000_000n,
    royaltyOf: (token) => toRate(royalties.get(token.tokenDataId) ?? royalties.get(token.collectionId)),
  }
}
