import { type ActivityType, listActivities } from '@opal/contract/activities'
import type { ApiClient } from '@opal/contract/client'
import { getReadiness } from '@opal/contract/health'
import type { WorkingEvent } from './figure-definition.ts'

/** Events shown beside a figure; the site lists them all. */
const SHOWN = 8

/** The newest events of some kind about a collection, a token or a wallet. */
export async function readEvents(
  api: ApiClient,
  scope: { readonly collectionId?: string; readonly tokenDataId?: string; readonly walletAddress?: string },
  type: ActivityType,
  signal: AbortSignal,
): Promise<readonly WorkingEvent[]> {
  const { data } = await api(listActivities, { query: { ...scope, type, take: SHOWN } }, { signal })
  return data.map((row) => ({
    words: `${row.activityType.title} ${row.tokenName ?? row.collectionName ?? ''}`.trim(),
    version: row.version,
    atMicros: row.atMicros,
    value: { octas: row.price },
  }))
}

/** The ledger version that the index has reached; null when it cannot be told. */
export async function readLedgerVersion(api: ApiClient, signal: AbortSignal): Promise<string | null> {
  const readiness = await api(getReadiness, {}, { signal }).catch(() => null)
  return readiness?.index.version ?? null
}
