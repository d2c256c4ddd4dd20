import { buildTokenBid } from '@opal/contract/trading/bidding'
import { buildPayload } from '@opal/marketplaces/build-payload'
import { readCollections } from '@opal/store/queries/collections/read-collections'
import { readTokens } from '@opal/store/queries/tokens/read-tokens'
import { TokenNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { answerTrade } from '../../trade/answer-trade.ts'
import { planBid } from '../../trade/plan-bid.ts'
import { REASONS } from '../../trade/reasons.ts'
import { toTokenRef } from '../../trade/refs.ts'
import { BLANK_ITEM, type PossibleItem } from '../../trade/trade-plan.ts'

export const buildTokenBidRoute = defineRoute(buildTokenBid, async (context, { body }) => {
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
