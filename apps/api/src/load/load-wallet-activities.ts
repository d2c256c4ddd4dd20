import { ACTIVITY_KINDS } from '@opal/contract/activities'
import type { ApiContext } from '../context.ts'
import type { PreparedJson } from '../http/prepared-json.ts'
import { loadActivities } from './load-activities.ts'

/** A page of what a wallet took part in, newest first. */
export function loadWalletActivities(
  context: ApiContext,
  wallet: string,
  query: { page: number; take: number; cursor?: string | undefined; collectionId?: string | undefined },
): Promise<PreparedJson> {
  const { collectionId } = query
  const within = collectionId === undefined ? {} : { collectionIds: [collectionId] }
  return loadActivities(context, query, { kinds: ACTIVITY_KINDS, wallet, ...within })
}
