import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import { announceTokenSet } from '@opal/contract/token-sets'
import { getToken, listCollectionTokens } from '@opal/contract/tokens'
import type { TokenConditionInput } from '@opal/contract/tokens/token-filter'
import { fetchFittingSet, toConditionQuery } from '@opal/web/entities/token-set/fitting-set'
import { planOrder } from '@opal/web/features/trading/bidding/sets/plan-order'
import {
  anyCollection,
  anyExpiry,
  CONDITION_FORMS,
  type ConditionForm,
  type DraftScene,
  LEAST_PRICE,
  type RandomDraft,
} from './draft-parts.ts'

/**
 * Returns one of the two trades that an order on the items that fit a condition becomes: what is for sale at its price or less is
 * bought, for the rest of its budget the pool bids.
 */
export async function ordering(part: 'purchase' | 'bid', scene: DraftScene): Promise<RandomDraft | null> {
  const { call, dice, wallet } = scene
  const { collectionId, tokenStandard: standard } = await anyCollection(call, dice)
  const { data: tokens } = await call(listCollectionTokens, { params: { id: collectionId }, query: { limit: 50 } })
  const [token] = dice.some(tokens, 1)
  if (token === undefined) return null
  const form = dice.one(CONDITION_FORMS)
  const condition = await randomCondition(form, token.tokenDataId, tokens, scene)
  if (condition === null) return null
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
      draft: { call: 'sweep', body: { collectionId, filter: condition, ...limits } },
      standard,
      marketplaces: [],
      form,
    }
  }
  const { set } = await fetchFittingSet(call, { collectionId, condition }, new AbortController().signal)
  if (bids === 0 || set === null) return null
  const { root, tokens: members } = set
  await call(announceTokenSet, { body: { root, collectionId, tokens: [...members], condition } })
  const terms = { price: String(price), size: bids, expirationTime: anyExpiry(scene), deposit: String(price) }
  return {
    draft: { call: 'pool-bid', body: { collectionId, setRoot: root, ...terms } },
    standard,
    marketplaces: ['opal'],
    form,
  }
}

/** Returns a condition that a token fits, with others that have or lack what it has. */
async function randomCondition(
  form: ConditionForm,
  tokenDataId: string,
  others: readonly { readonly tokenDataId: string }[],
  { call, dice }: DraftScene,
): Promise<TokenConditionInput | null> {
  const traitsOf = async (id: string) => (await call(getToken, { params: { id } })).attributes
  const { attributes: all, rarity: rank } = await call(getToken, { params: { id: tokenDataId } })
  if (form === 'rank') return rank === null ? null : { rarityTop: rank + dice.between(0, 5) }
  const [first, second] = dice.some(all, 2)
  if (first === undefined) return null
  const wanted = ({ trait_type, value }: typeof first) => ({ trait_type, value })
  if (form === 'trait') return { attributes: [wanted(first)] }
  if (form === 'and') return second === undefined ? null : { attributes: [wanted(first), wanted(second)] }
  const lists = await Promise.all(dice.some(others, 8).map((other) => traitsOf(other.tokenDataId)))
  const other = lists.flat().find((trait) => trait.trait_type === first.trait_type && trait.value !== first.value)
  if (other === undefined) return null
  return form === 'or'
    ? { attributes: [{ trait_type: first.trait_type, value: [first.value, other.value] }] }
    : { attributes: [{ ...wanted(other), not: true }] }
}
