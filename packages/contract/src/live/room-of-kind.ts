import type { ChangeKind } from '@opal/domain/live/change-kinds'
import type { LiveRoom } from '../live.ts'

/**
 * The room that receives messages of a kind, in addition to their collection's; null where only the collection's does.
 * @source docs/product/live-and-notifications.md#message-rooms
 */
export const ROOM_OF_KIND: Readonly<Record<ChangeKind, LiveRoom | null>> = {
  activity: 'activity_room',
  floor_change: 'floor_room',
  listings_change: 'floor_room',
  volume_change: 'volume_room',
  bid_change: 'bid_room',
  tokens_change: null,
  claims_change: 'activity_room',
  pool_change: 'bid_room',
}
