import { type TokenCondition, tokenConditionBody } from '@opal/contract/tokens/token-filter'
import { readSetLabels } from '@opal/store/accounts/set-conditions'
import { setKeyOf } from '@opal/store/accounts/token-sets'
import type { AnyOfferRow } from '@opal/store/queries/orders/offers/offers'
import { readShownEditions } from '@opal/store/queries/orders/offers/set-offers'
import type { ApiContext } from '../../context.ts'
import { inSteps } from '../../event-loop.ts'
import { traitColumnsOf } from '../../trait-filter/find-by-traits.ts'
import { matchTokens } from '../../trait-filter/match-tokens.ts'
import { toTraitFilter } from '../../trait-filter/trait-query.ts'

/** The parts of sets that lists of bids show. */
export interface SetLabel {
  readonly size: number
  readonly condition: TokenCondition | null
}

/** The set that an offer names, if it names one. */
export type SetOfOffer = Pick<AnyOfferRow, 'setRoot' | 'collectionId'>

/**
 * Loads size and condition of the sets that offers name. Anyone can sign an offer on one collection with the root of another's set, into
 * which no one can sell: it has no label, as those on sets that were not announced.
 * @returns the label of an offer's set.
 */
export async function loadSetLabels(
  { store }: Pick<ApiContext, 'store'>,
  offers: readonly SetOfOffer[],
): Promise<(offer: SetOfOffer) => SetLabel | undefined> {
  const named = offers.flatMap(({ setRoot: root, collectionId }) =>
    root === null || collectionId === null ? [] : [{ root, collectionId }],
  )
  const rows = await readSetLabels(store, named)
  const labels = new Map(
    rows.map(({ root, collectionId, size, condition }) => [
      `${root} ${collectionId}`,
      { size, condition: parseCondition(condition) },
    ]),
  )
  return ({ setRoot, collectionId }) => labels.get(`${setRoot} ${collectionId}`)
}

/** Returns the condition of a set as it was stored; null for a bare list. */
export function parseCondition(stored: unknown): TokenCondition | null {
  return tokenConditionBody.safeParse(stored).data ?? null
}

const NOTHING_LISTED = { prices: new Map(), placedAt: new Map() } as const

/** Returns ids of the tokens that fit a condition now. @throws CollectionTooLargeError */
export async function findFitting(
  context: Pick<ApiContext, 'traits'>,
  collectionId: string,
  condition: TokenCondition,
): Promise<readonly string[]> {
  const table = await traitColumnsOf(context, collectionId)
  const fitting = await inSteps(matchTokens(table, toTraitFilter(condition), NOTHING_LISTED))
  return fitting.map((token) => table.ids[token] ?? '')
}

/** Returns the `setKeyOf` of some tokens, in the edition that each is shown in; those without a holder are left out. */
export async function shownKeysOf(
  { store }: Pick<ApiContext, 'store'>,
  tokenDataIds: readonly string[],
): Promise<readonly string[]> {
  const editions = await readShownEditions(store, tokenDataIds)
  return editions.map(({ tokenDataId, propertyVersion }) => setKeyOf(tokenDataId, propertyVersion))
}
