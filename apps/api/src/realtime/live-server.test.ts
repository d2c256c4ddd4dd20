import { describe, expect, it } from 'vitest'
import { isOurRoom, roomOf, roomsOf, subscriptionOf } from './live-server.ts'

const collectionId = `0x${'0'.repeat(63)}a`

describe('live rooms', () => {
  it('sends a message to its kind and to its collection', () => {
    expect(roomsOf({ kind: 'floor_change', collectionId })).toEqual(['floor_room', `collection:${collectionId}`])
    expect(roomsOf({ kind: 'activity', collectionId: null })).toEqual(['activity_room'])
    expect(roomsOf({ kind: 'claims_change', collectionId })).toEqual(['activity_room', `collection:${collectionId}`])
    expect(roomsOf({ kind: 'tokens_change', collectionId })).toEqual([`collection:${collectionId}`])
  })

  it('brings every spelling of a collection to one room', () => {
    expect(roomOf({ collectionId: '0xa' })).toBe(`collection:${collectionId}`)
    expect(roomOf({ collectionId: 'A' })).toBe(`collection:${collectionId}`)
  })

  it('names the subscription of every room', () => {
    for (const asked of [{ room: 'bid_room' }, { collectionId }])
      expect(subscriptionOf(roomOf(asked) ?? '')).toEqual(asked)
  })

  it('refuses everything else', () => {
    for (const asked of [
      null,
      'activity_room',
      { room: 'admin' },
      { collectionId: 'zebra' },
      { room: 'bid_room', more: 1 },
      {},
    ]) {
      expect(roomOf(asked)).toBeNull()
    }
    expect(isOurRoom('x7Ga-socket-id')).toBe(false)
  })
})
