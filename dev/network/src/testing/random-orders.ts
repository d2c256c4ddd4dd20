import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { announceTokenSet } from '@opal/contract/token-sets'
import { getToken, listCollectionTokens } from '@opal/contract/tokens'
import { fetchFittingSet, toConditionQuery } from '@opal/web/entities/token-set/fitting-set'
import { planOrder } from '@opal/web/features/trading/bidding/plan-order'
import { anyCollection, type DraftScene, LEAST_PRICE, NEXT_YEAR, type RandomDraft } from './draft-parts.ts'

/**
 * Returns one of the two trades that an order on the items with a trait becomes: what is for sale at its price or less is bought, for the rest of
 * its budget the pool bids.
 */
export async function ordering(
  part: 'purchase' | 'bid',
  { call, dice, wallet }: DraftScene,
): Promise<RandomDraft | null> {
  const { collectionId, tokenStandard: standard } = await anyCollection(call, dice)
  const { data: tokens } = await call(listCollectionTokens, { params: { id: collectionId }, query: { limit: 50 } })
  const [token] = dice.some(tokens, 1)
  if (token === undefined) return null
  const { attributes } = await call(getToken, { params: { id: token.tokenDataId } })
  const [trait] = dice.some(attributes, 1)
  if (trait === undefined) return null
  const { trait_type, value } = trait
  const condition = { attributes: [{ trait_type, value }] }
  const forSale = { nftType: 'LISTED', sort: 'price_asc', limit: 2 * MAX_TRADE_ITEMS } as const
  const { data: listed } = await call(listCollectionTokens, {
    params: { id: collectionId },
    query: { ...toConditionQuery(condition), ...forSale },
  })
  const others = listed.filter(({ owner }) => owner?.walletAddress !== wallet)
  const prices = others.flatMap(({ listedPrice }) => (listedPrice === null ? [] : BigInt(listedPrice)))
  const [cheapest = LEAST_PRICE * 10n] = prices
  const price = dice.octas(cheapest / 2n + LEAST_PRICE, cheapest * 2n)
  const budget = price * BigInt(dice.between(1, 5))
  const { buys, bids } = planOrder(
    prices.filter((one) => one <= price),
    price,
    budget,
  )
  if (part === 'purchase') {
    if (buys === 0) return null
    const limits = { count: buys, maxPrice: String(price), budget: String(budget - BigInt(bids) * price) }
    return {
      ...{ draft: { call: 'sweep', body: { collectionId, filter: condition, ...limits } } },
      ...{ standard, marketplaces: [] },
    }
  }
  const { set } = await fetchFittingSet(call, { collectionId, condition }, new AbortController().signal)
  if (bids === 0 || set === null) return null
  const { root, tokens: members } = set
  await call(announceTokenSet, { body: { root, collectionId, tokens: [...members], condition } })
  const terms = { price: String(price), size: bids, expirationTime: NEXT_YEAR, deposit: String(price) }
  return {
    ...{ draft: { call: 'pool-bid', body: { collectionId, setRoot: root, ...terms } } },
    ...{ standard, marketplaces: ['opal'] },
  }
}
