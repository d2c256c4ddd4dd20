import type { Collection } from '@opal/contract/collections'
import type { LiveMessage } from '@opal/contract/live'
import { changePercent } from '@opal/domain/prices/rates'
import { useEffect } from 'react'
import { toOctas } from '../../shared/format/apt.ts'
import { createStore, useStore } from '../../shared/hooks/store.ts'
import { useLive } from '../../shared/realtime/use-live.ts'

type StatsMessage = Extract<LiveMessage, { kind: 'floor_change' | 'bid_change' | 'volume_change' }>
type StatsMessages = { readonly [Kind in StatsMessage['kind']]?: Extract<StatsMessage, { kind: Kind }> }

/**
 * The latest floor, top bid and volume messages of each collection, while a list of collections is on the screen. Lists apply
 * them to the rows that they show, so a response that the API sent before a message cannot undo it.
 */
export const liveCollectionStats = createStore<ReadonlyMap<string, StatsMessages>>(new Map())

/** Subscribes to floors, top bids and volumes of all collections while the component is mounted. */
export function useLiveCollectionStats(): ReadonlyMap<string, StatsMessages> {
  useLive({ room: 'floor_room' }, recordMessage)
  useLive({ room: 'bid_room' }, recordMessage)
  useLive({ room: 'volume_room' }, recordMessage)
  // Messages missed from now on would leave these stats stale; rows loaded later are newer.
  useEffect(() => () => liveCollectionStats.set(liveCollectionStats.initial), [])
  return useStore(liveCollectionStats)
}

/** Returns a row with the stats of newer messages; the same row where there are none. */
export function applyLiveStats<Row extends Collection>(row: Row, messages: ReadonlyMap<string, StatsMessages>): Row {
  return Object.values(messages.get(row.collectionId) ?? {}).reduce(patchCollection, row)
}

/** Returns a row updated by a message; the same row when the message is about another collection or older than the row. */
export function patchCollection<Row extends Collection>(row: Row, message: LiveMessage): Row {
  // A listing that expires moves the floor without a transaction: such a message has the version that the row has.
  if (message.collectionId !== row.collectionId || BigInt(message.version) < BigInt(row.version)) return row
  switch (message.kind) {
    case 'floor_change':
      return { ...row, ...floors(row, message.new) }
    case 'bid_change':
      return { ...row, topBid: message.new }
    case 'volume_change':
      return { ...row, ...volumes(row, message) }
    case 'activity':
    case 'listings_change':
    case 'tokens_change':
    case 'claims_change':
    case 'pool_change':
      return row
  }
}

function recordMessage(message: LiveMessage): void {
  const { collectionId } = message
  if (collectionId === null || !('new' in message)) return
  liveCollectionStats.set((before) => {
    const known = before.get(collectionId) ?? {}
    return new Map(before).set(collectionId, { ...known, [message.kind]: message })
  })
}

/** Returns a new floor with what follows from it. */
function floors(row: Collection, floorPrice: string | null): Partial<Collection> {
  const floor = toOctas(floorPrice)
  const changeFrom = (ago: string | null) => changePercent(floor, toOctas(ago))
  return {
    floorPrice,
    marketCap: floor === null ? null : String(floor * BigInt(row.currentSupply)),
    oneHourChangePercent: changeFrom(row.oneHourAgoFloorPrice),
    oneDayChangePercent: changeFrom(row.oneDayAgoFloorPrice),
    sevenDaysChangePercent: changeFrom(row.sevenDaysAgoFloorPrice),
    thirtyDaysChangePercent: changeFrom(row.thirtyDaysAgoFloorPrice),
  }
}

/** Adds sales to every window: sales of now are within all of them. */
function volumes(row: Collection, message: Extract<LiveMessage, { kind: 'volume_change' }>): Partial<Collection> {
  const total = message.new ?? row.allTimeVolume
  const added = BigInt(total) - BigInt(row.allTimeVolume)
  if (added <= 0n) return {}
  const plus = (volume: string) => String(BigInt(volume) + added)
  const sold = Math.max(0, (message.sales ?? row.allTimeSales) - row.allTimeSales)
  return {
    allTimeVolume: total,
    totalVolume: total,
    oneHourVolume: plus(row.oneHourVolume),
    oneDayVolume: plus(row.oneDayVolume),
    sevenDaysVolume: plus(row.sevenDaysVolume),
    thirtyDaysVolume: plus(row.thirtyDaysVolume),
    oneHourSales: row.oneHourSales + sold,
    oneDaySales: row.oneDaySales + sold,
    sevenDaysSales: row.sevenDaysSales + sold,
    thirtyDaysSales: row.thirtyDaysSales + sold,
    allTimeSales: row.allTimeSales + sold,
  }
}
