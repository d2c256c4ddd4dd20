import { subscription } from '@opal/contract/live'
import { describe, expect, it, vi } from 'vitest'
import { isOurRoom, roomOf, roomsOf, subscriptionsOf } from './live-rooms.ts'

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

  it('names rooms as they were asked for', () => {
    const asked = [{ room: 'bid_room' }, { collectionId }]
    const expected = { rooms: ['bid_room'], collectionIds: [collectionId] }
    expect(subscriptionsOf(asked.map((one) => roomOf(one) ?? ''))).toEqual(expected)
  })

  it('refuses everything else', () => {
    for (const asked of [
      null,
      'activity_room',
      { room: 'admin' },
      { collectionId: 'zebra' },
      { collectionId: 'a'.repeat(65) },
      { collectionId: 7 },
      { room: 'bid_room', more: 1 },
      {},
    ]) {
      expect(roomOf(asked)).toBeNull()
    }
    expect(isOurRoom('x7Ga-socket-id')).toBe(false)
  })

  it('parses nothing that has other members or long texts', () => {
    const parse = vi.spyOn(subscription, 'safeParse')
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, 1]))
    for (const asked of [many, { room: 'x'.repeat(400) }, ['bid_room'], [], 'bid_room', { room: ['bid_room'] }]) {
      expect(roomOf(asked)).toBeNull()
    }
    expect(parse.mock.calls.length).toBeLessThanOrEqual(1)
    parse.mockRestore()
  })
})
