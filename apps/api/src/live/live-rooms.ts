import { LIVE_ROOMS, type LiveMessage, type LiveRoom, subscription } from '@opal/contract/live'
import { parseAddress } from '@opal/domain/address'

/** The market-wide room of each kind of message. @source docs/product/live-and-notifications.md#message-rooms */
const ROOM_OF_KIND: Readonly<Record<LiveMessage['kind'], LiveRoom | null>> = {
  activity: 'activity_room',
  floor_change: 'floor_room',
  volume_change: 'volume_room',
  bid_change: 'bid_room',
  tokens_change: null,
  claims_change: 'activity_room',
}

const COLLECTION_PREFIX = 'collection:'

/** Where a message goes: its kind's room, if it has one, and its collection's. */
export function roomsOf(message: Pick<LiveMessage, 'kind' | 'collectionId'>): readonly string[] {
  const room = ROOM_OF_KIND[message.kind]
  const collection = message.collectionId === null ? null : collectionRoom(message.collectionId)
  return [room, collection].filter((one) => one !== null)
}

/** The room that a subscription names; null when it is none of ours. */
export function roomOf(asked: unknown): string | null {
  const parsed = subscription.safeParse(asked)
  if (!parsed.success) return null
  return 'room' in parsed.data ? parsed.data.room : collectionRoom(parseAddress(parsed.data.collectionId))
}

/** The subscription that leads to one of our rooms. */
export function subscriptionOf(room: string): { room: LiveRoom } | { collectionId: string } {
  const isCollection = room.startsWith(COLLECTION_PREFIX)
  return isCollection ? { collectionId: room.slice(COLLECTION_PREFIX.length) } : { room: room as LiveRoom }
}

function collectionRoom(collectionId: string): string {
  return `${COLLECTION_PREFIX}${collectionId}`
}

/** Is this one of the rooms a client may ask for? Socket.IO has one more for every socket. */
export function isOurRoom(room: string): boolean {
  return room.startsWith(COLLECTION_PREFIX) || (LIVE_ROOMS as readonly string[]).includes(room)
}
