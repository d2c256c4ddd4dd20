import type { Collection } from '@opal/contract/shapes/collection'
import type { LiveMessage } from '@opal/contract/shapes/live'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { COLLECTIONS_KEY } from '../../lib/collections-key.ts'
import { useLive } from '../../lib/use-live.ts'
import type { CollectionsPage } from './collections-query.ts'

type CachedList = InfiniteData<CollectionsPage> | readonly Collection[]

/** Keeps floors, top bids and volumes of every list of collections up to date while the table is on the screen. */
export function useLiveCollections(): void {
  const queryClient = useQueryClient()
  const patch = (message: LiveMessage) => {
    queryClient.setQueriesData<CachedList>({ queryKey: [COLLECTIONS_KEY] }, (cached) =>
      cached === undefined ? undefined : patchList(cached, message),
    )
  }
  useLive({ room: 'floor_room' }, patch)
  useLive({ room: 'bid_room' }, patch)
  useLive({ room: 'volume_room' }, patch)
}

function patchList(list: CachedList, message: LiveMessage): CachedList {
  const patchRow = (row: Collection) => patchCollection(row, message)
  if (!('pages' in list)) return list.map(patchRow)
  return { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(patchRow) })) }
}

/** A row with a message's figure in it; the same row when the message is about another, or older than the row. */
export function patchCollection<Row extends Collection>(row: Row, message: LiveMessage): Row {
  if (message.collectionId !== row.collectionId || BigInt(message.version) <= BigInt(row.version)) return row
  switch (message.kind) {
    case 'floor_change':
      return { ...row, floorPrice: message.new, marketCap: marketCap(message.new, row.currentSupply) }
    case 'bid_change':
      return { ...row, topBid: message.new }
    case 'volume_change':
      return { ...row, ...volumes(row, message) }
    case 'activity':
    case 'tokens_change':
    case 'claims_change':
      return row
  }
}

function marketCap(floor: string | null, supply: number): string | null {
  return floor === null ? null : String(BigInt(floor) * BigInt(supply))
}

/** A sale adds to every window: what is sold now is within all of them. */
function volumes(row: Collection, message: Extract<LiveMessage, { kind: 'volume_change' }>): Partial<Collection> {
  const total = message.new ?? row.allTimeVolume
  const added = BigInt(total) - BigInt(row.allTimeVolume)
  if (added <= 0n) return {}
  const plus = (volume: string) => String(BigInt(volume) + added)
  return {
    allTimeVolume: total,
    totalVolume: total,
    oneDayVolume: plus(row.oneDayVolume),
    sevenDaysVolume: plus(row.sevenDaysVolume),
    thirtyDaysVolume: plus(row.thirtyDaysVolume),
  }
}
