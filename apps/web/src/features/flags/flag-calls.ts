import type { ApiClient } from '@opal/contract/client'
import { type Flag, flagCollection, listCollectionFlags } from '@opal/contract/collections/flags'
import { throwing } from '../../shared/realtime/throwing.ts'
import type { FlagReason } from './flag-reasons.ts'
import type { FlagsPage } from './flags-query.ts'

/** Fetches a page of a collection's flags. @throws ApiError */
export function fetchFlags(api: ApiClient, id: string, cursor: string | null, signal: AbortSignal): Promise<FlagsPage> {
  const query = { take: 20, ...(cursor !== null && { cursor }) }
  return api(throwing(listCollectionFlags), { params: { id }, query }, { signal })
}

/** Sends a flag; replaces the wallet's open one. @throws ApiError */
export function sendFlag(api: ApiClient, collectionId: string, reason: FlagReason, remarks: string): Promise<Flag> {
  return api(flagCollection, { body: { collectionId, reason, remarks } })
}
