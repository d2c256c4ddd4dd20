import type { BidLevel } from '@opal/contract/bids'
import type { SetBid, SetBidOnToken } from '@opal/contract/bids/top-bids'
import { MAX_SET_TOKENS } from '@opal/contract/constants/token-set-limits'
import type { TokenCondition } from '@opal/contract/tokens/token-filter'
import { DAY_MICROS, toSeconds } from '@opal/domain/time'
import { readTokensSold } from '@opal/store/queries/orders/fill-history'
import { readCollectionOfToken } from '@opal/store/queries/orders/listings'
import { readBestSetOffers, readSetOffers, readShownEditions } from '@opal/store/queries/orders/offers/set-offers'
import { readSetBidLevels } from '@opal/store/queries/orders/set-bid-levels'
import type { ApiContext } from '../../context.ts'
import { matchesToken } from '../../trait-filter/match-tokens.ts'
import { toTraitFilter } from '../../trait-filter/trait-query.ts'
import { findCollection } from '../collections/find-collection.ts'
import { findFitting, loadSetLabels, shownKeysOf } from '../token-sets/set-conditions.ts'
import { presentBidLevel, presentSetBid } from './present-bids.ts'

/** Loads the best live offers on sets of a collection's tokens, best first. @param collection id or slug. */
export async function loadSetBids(context: ApiContext, collection: string, take: number): Promise<SetBid[]> {
  const collectionId = await findCollection(context, collection)
  const rows = await readBestSetOffers(context.store, collectionId, { nowMicros: context.nowMicros(), take })
  const labelOf = await loadSetLabels(context, rows)
  return rows.map((row) => presentSetBid(row, collectionId, labelOf(row) ?? { size: row.setSize, condition: null }))
}

/**
 * Loads the ladder of live offers on sets that hold every token that fits a condition; empty where none fits, or more than a set may have.
 * @param collection id or slug.
 * @throws CollectionTooLargeError
 */
export async function loadSetBidLevels(
  context: Pick<ApiContext, 'store' | 'traits' | 'nowMicros'>,
  collection: string,
  { take, ...condition }: TokenCondition & { readonly take: number },
): Promise<{ data: BidLevel[]; hasMore: boolean }> {
  const collectionId = await findCollection(context, collection)
  const fitting = await findFitting(context, collectionId, condition)
  // A collection may have 200,000 matching tokens: their editions are not read.
  if (fitting.length > MAX_SET_TOKENS) return { data: [], hasMore: false }
  const keys = await shownKeysOf(context, fitting)
  if (keys.length === 0) return { data: [], hasMore: false }
  const ladder = await readSetBidLevels(context.store, collectionId, keys, { nowMicros: context.nowMicros(), take })
  return { data: ladder.levels.map(presentBidLevel), hasMore: ladder.hasMore }
}

/** Loads the best live offers on sets that a token is in, best first, and whether it still fits the conditions of these sets. */
export async function loadSetBidsOnToken(context: ApiContext, tokenDataId: string): Promise<SetBidOnToken[]> {
  const editions = await readShownEditions(context.store, [tokenDataId])
  const { offers } = await readSetOffers(context.store, editions, {
    liveAtSeconds: toSeconds(context.nowMicros()),
  })
  const labelOf = await loadSetLabels(context, offers)
  const collectionId = offers.length === 0 ? null : await readCollectionOfToken(context.store, tokenDataId)
  if (collectionId === null) return []
  const hasConditions = offers.some((offer) => (labelOf(offer)?.condition ?? null) !== null)
  const table = hasConditions ? await context.traits.columnsOf(collectionId) : null
  const position = table?.indexOf.get(tokenDataId)
  return offers.flatMap((offer) => {
    const { setRoot } = offer
    const label = labelOf(offer)
    if (setRoot === null || label === undefined) return []
    const { condition } = label
    const fits =
      table === null || condition === null
        ? null
        : position !== undefined && matchesToken(table, toTraitFilter(condition), position)
    return { ...presentSetBid({ ...offer, setRoot }, collectionId, label), fits }
  })
}

/**
 * Counts the sales of the last days that a bid on every token that fits a condition would have made.
 * @param collection id or slug.
 * @throws CollectionTooLargeError
 */
export async function loadFillHistory(
  context: ApiContext,
  collection: string,
  { price, days, ...condition }: TokenCondition & { readonly price: string; readonly days: number },
): Promise<{ days: number; sales: number }> {
  const collectionId = await findCollection(context, collection)
  const sinceMicros = context.nowMicros() - BigInt(days) * DAY_MICROS
  const [sold, fitting] = await Promise.all([
    readTokensSold(context.store, collectionId, { sinceMicros, maxOctas: BigInt(price) }),
    findFitting(context, collectionId, condition),
  ])
  const fits = new Set(fitting)
  return { days, sales: sold.filter((id) => fits.has(id)).length }
}
