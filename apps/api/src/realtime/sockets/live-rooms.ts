import { LIVE_ROOMS, type LiveHeartbeat, type LiveMessage, type LiveRoom, subscription } from '@opal/contract/live'
import { ROOM_OF_KIND } from '@opal/contract/live/room-of-kind'
import { parseAddress } from '@opal/domain/address'

/** Characters of an address with `0x`, the longest text in a subscription. */
const MAX_ID_LENGTH = 66
const COLLECTION_PREFIX = 'collection:'

/** Returns the rooms of a message: its kind's, if there is one, and its collection's. */
export function roomsOf(message: Pick<LiveMessage, 'kind' | 'collectionId'>): readonly string[] {
  const room = ROOM_OF_KIND[message.kind]
  const collection = message.collectionId === null ? null : collectionRoom(message.collectionId)
  return [room, collection].filter((one) => one !== null)
}

/** Returns the room that a subscription names; null when it is none of ours. */
export function roomOf(asked: unknown): string | null {
  if (!isPlausible(asked)) return null
  const parsed = subscription.safeParse(asked)
  if (!parsed.success) return null
  return 'room' in parsed.data ? parsed.data.room : collectionRoom(parseAddress(parsed.data.collectionId))
}

/** Returns whether a payload is an object with one short text: the contract's parser lists every fault of anything else, which takes long. */
function isPlausible(asked: unknown): boolean {
  if (typeof asked !== 'object' || asked === null) return false
  let members = 0
  for (const name in asked) {
    members += 1
    const value = (asked as Readonly<Record<string, unknown>>)[name]
    if (members > 1 || typeof value !== 'string' || value.length > MAX_ID_LENGTH) return false
  }
  return members === 1
}

/** Returns rooms as their subscriptions name them. */
export function subscriptionsOf(rooms: readonly string[]): Omit<LiveHeartbeat, 'lastId'> {
  const isCollection = (room: string): boolean => room.startsWith(COLLECTION_PREFIX)
  return {
    rooms: rooms.filter((room) => !isCollection(room)) as LiveRoom[],
    collectionIds: rooms.filter(isCollection).map((room) => room.slice(COLLECTION_PREFIX.length)),
  }
}

function collectionRoom(collectionId: string): string {
  return `${COLLECTION_PREFIX}${collectionId}`
}

/** Returns whether clients may join a room. Socket.IO has one more for every socket. */
export function isOurRoom(room: string): boolean {
  return room.startsWith(COLLECTION_PREFIX) || (LIVE_ROOMS as readonly string[]).includes(room)
}
