import type { ApiClient } from '@opal/contract/client'
import { announceTokenSet, findFittingTokens } from '@opal/contract/token-sets'
import type { TokenConditionInput } from '@opal/contract/tokens/token-filter'
import { type BuiltSet, buildSet } from './build-set.ts'
import { storeCondition, storedConditionOf } from './stored-conditions.ts'

/** The tokens of a collection that fit a condition. */
export interface SetCriteria {
  readonly collectionId: string
  readonly condition: TokenConditionInput
}

/** Builds the set of the tokens that fit now; `set` is null where none does. @throws ApiError */
export async function fetchFittingSet(
  api: ApiClient,
  { collectionId, condition }: SetCriteria,
  signal: AbortSignal,
): Promise<{ readonly set: BuiltSet | null; readonly size: number }> {
  const query = { collectionId, ...toConditionQuery(condition) }
  const { tokens } = await api(findFittingTokens, { query }, { signal })
  return { set: await buildSet(tokens, signal), size: tokens.length }
}

/** Announces a set, and stores its condition in this browser, so that it can be announced again. @throws ApiError */
export async function announceSet(
  api: ApiClient,
  { collectionId, condition }: SetCriteria,
  { root, tokens }: BuiltSet,
  signal: AbortSignal,
): Promise<{ readonly root: string }> {
  const announced = await api(
    announceTokenSet,
    { body: { root, collectionId, tokens: [...tokens], condition } },
    { signal },
  )
  storeCondition(root, condition)
  return announced
}

/**
 * Announces a set again that the site no longer stores.
 * @returns what it is of; null where this browser does not know its condition, or other tokens fit it by now.
 * @throws ApiError
 */
export async function announceAgain(
  api: ApiClient,
  { root, collectionId }: { readonly root: string; readonly collectionId: string },
  signal: AbortSignal,
): Promise<{ readonly condition: TokenConditionInput; readonly size: number } | null> {
  const condition = storedConditionOf(root)
  if (condition === null) return null
  const { set, size } = await fetchFittingSet(api, { collectionId, condition }, signal)
  if (set === null || set.root !== root) return null
  await announceSet(api, { collectionId, condition }, set, signal)
  return { condition, size }
}

/** Returns a condition as the query of a call: traits are JSON there. */
export function toConditionQuery({ attributes, ...ranks }: TokenConditionInput) {
  return { ...ranks, ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }) }
}
