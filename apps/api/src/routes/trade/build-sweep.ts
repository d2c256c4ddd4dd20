import { buildSweep } from '@opal/contract/endpoints/build-sweep'
import { MAX_TRADE_ITEMS } from '@opal/contract/shapes/trade'
import { readCollections } from '@opal/store/read/read-collections'
import { CollectionNotFoundError } from '../../errors.ts'
import { defineRoute } from '../../http/route.ts'
import { toText } from '../../present/text.ts'
import { answerBatch } from '../../trade/answer-trade.ts'
import { buyingIntent } from '../../trade/batch-intents.ts'
import { loadSweepBook } from '../../trade/load-sweep-book.ts'
import { planSweep } from '../../trade/plan-sweep.ts'
import { REASONS } from '../../trade/reasons.ts'

export const buildSweepRoute = defineRoute(buildSweep, async (context, { body }) => {
  const { walletAddress: wallet, collectionId, count, exclude } = body
  const [collection] = await readCollections(context.store, [collectionId], {
    nowMicros: context.nowMicros(),
    wallet: null,
  })
  if (collection === undefined) throw new CollectionNotFoundError(collectionId)
  const intentOf = buyingIntent(body.bestEffort ?? false)
  const maxPriceOctas = toOctas(body.maxPrice)
  const book = await loadSweepBook(context, { wallet, collectionId, maxPriceOctas, exclude }, intentOf)
  const { chosen, curve } = planSweep(
    book,
    { count, budgetOctas: toOctas(body.budget), maxPriceOctas },
    MAX_TRADE_ITEMS,
  )
  const answer = await answerBatch(context, { wallet, items: chosen, moves: 'pays-price', intentOf })
  return {
    ...answer,
    reason: chosen.length === 0 ? REASONS.nothingForSale : answer.reason,
    curve: curve.map((cost, at) => ({ count: at + 1, costOctas: toText(cost) })),
  }
})

function toOctas(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text)
}
