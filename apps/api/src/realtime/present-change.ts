import type { LiveMessage } from '@opal/contract/live'
import { parseAddress } from '@opal/domain/address'
import { readActivitiesAt } from '@opal/store/queries/activity/activities'
import type { ChangeRow } from '@opal/store/queries/activity/changes'
import type { ApiContext } from '../context.ts'
import { presentActivity } from '../resources/activities/present-activity.ts'
import { contractAddresses } from '../resources/names/wallet-names.ts'

/** Returns rows of the change feed as live messages, in order. Activities that a rebuild has deleted are left out. */
export async function presentChanges(
  context: Pick<ApiContext, 'store' | 'marketplaces' | 'nowMicros'>,
  changes: readonly ChangeRow[],
): Promise<readonly LiveMessage[]> {
  const places = changes.filter((change) => change.kind === 'activity').map(placeOf)
  const activities = await readActivitiesAt(context.store.preparedPool, places, context.nowMicros())
  const byPlace = new Map(activities.map((row) => [`${row.version}-${row.eventIndex}`, row]))
  const contracts = contractAddresses(context.marketplaces)
  return changes.flatMap((change): LiveMessage[] => {
    const base = {
      id: String(change.id),
      collectionId: change.collectionId,
      version: String(change.version),
      at: String(change.atMicros),
    }
    if (change.kind === 'tokens_change' || change.kind === 'listings_change') return [{ kind: change.kind, ...base }]
    if (change.kind === 'claims_change' || change.kind === 'pool_change') {
      return [{ kind: change.kind, ...base, wallet: parseAddress(String(change.payload.wallet)) }]
    }
    if (change.kind !== 'activity') {
      const moved = { ...base, new: amountOf(change, 'new'), old: amountOf(change, 'old') }
      if (change.kind !== 'volume_change') return [{ kind: change.kind, ...moved }]
      const { sales } = change.payload
      return [{ kind: change.kind, ...moved, ...(sales !== undefined && { sales: Number(sales) }) }]
    }
    const { version, eventIndex } = placeOf(change)
    const row = byPlace.get(`${version}-${eventIndex}`)
    return row === undefined ? [] : [{ kind: 'activity', ...base, activity: presentActivity(row, contracts) }]
  })
}

function placeOf(change: ChangeRow): { version: bigint; eventIndex: number } {
  return { version: change.version, eventIndex: Number(change.payload.index) }
}

function amountOf(change: ChangeRow, name: 'new' | 'old'): string | null {
  const value = change.payload[name]
  return value === null || value === undefined ? null : String(value)
}
