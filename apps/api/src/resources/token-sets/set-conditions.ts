import { type TokenCondition, tokenConditionBody } from '@opal/contract/tokens/token-filter'
import { readSetLabels } from '@opal/store/accounts/set-conditions'
import { setKeyOf } from '@opal/store/accounts/token-sets'
import { readShownEditions } from '@opal/store/queries/orders/set-offers'
import type { ApiContext } from '../../context.ts'
import { traitColumnsOf } from '../../trait-filter/find-by-traits.ts'
import { matchTokens } from '../../trait-filter/match-tokens.ts'
import { toTraitFilter } from '../../trait-filter/trait-query.ts'

/** The parts of sets that lists of bids show. */
export interface SetLabel {
  readonly size: number
  readonly condition: TokenCondition | null
}

/** Loads size and condition of sets by their roots; those that were not announced are left out. */
export async function loadSetLabels(
  { store }: Pick<ApiContext, 'store'>,
  roots: readonly (string | null)[],
): Promise<ReadonlyMap<string, SetLabel>> {
  const rows = await readSetLabels(
    store,
    roots.filter((root) => root !== null),
  )
  return new Map([...rows].map(([root, { size, condition }]) => [root, { size, condition: parseCondition(condition) }]))
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
  return matchTokens(table, toTraitFilter(condition), NOTHING_LISTED).map((token) => table.ids[token] ?? '')
}

/** Returns the `setKeyOf` of some tokens, in the edition that each is shown in; those without a holder are left out. */
export async function shownKeysOf(
  { store }: Pick<ApiContext, 'store'>,
  tokenDataIds: readonly string[],
): Promise<readonly string[]> {
  const editions = await readShownEditions(store, tokenDataIds)
  return editions.map(({ tokenDataId, propertyVersion }) => setKeyOf(tokenDataId, propertyVersion))
}
