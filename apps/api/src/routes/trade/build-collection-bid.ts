import { buildCollectionBid } from '@opal/contract/trading/bidding'
import type { TokenNames } from '@opal/contract/trading/trade'
import { parseAddress } from '@opal/domain/address'
import type { CollectionRef } from '@opal/domain/tokens/token-id'
import { buildPayload } from '@opal/marketplaces/build-payload'
import { type CollectionRow, readCollections } from '@opal/store/queries/collections/read-collections'
import { CollectionNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { answerTrade } from '../../trade/answer-trade.ts'
import { planBid } from '../../trade/plan-bid.ts'
import { BLANK_ITEM, type PossibleItem } from '../../trade/trade-plan.ts'

export const buildCollectionBidRoute = defineRoute(buildCollectionBid, async (context, { body }) => {
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
