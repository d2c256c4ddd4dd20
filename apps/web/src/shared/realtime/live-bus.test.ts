import type { LiveMessage } from '@opal/contract/live'
import { describe, expect, it } from 'vitest'
import { deliverLive, listenLive, liveTopics } from './live-bus.ts'

const collectionId = `0x${'c'.repeat(64)}`
const floor: LiveMessage = { kind: 'floor_change', id: '1', collectionId, version: '1', at: '1', new: '2', old: '1' }

describe('the live bus', () => {
  it('delivers a message to its room and its collection, once to each listener', () => {
    const received: string[] = []
    const both = () => received.push('both')
    const stops = [
      listenLive({ room: 'floor_room' }, both),
      listenLive({ collectionId }, both),
      listenLive({ collectionId }, () => received.push('collection')),
      listenLive({ room: 'bid_room' }, () => received.push('bids')),
    ]
    deliverLive(floor)
    expect(received).toEqual(['both', 'collection'])
    for (const stop of stops) stop()
    deliverLive(floor)
    expect(received).toHaveLength(2)
  })

  // @feature shell.live-rooms
  it('publishes the topics that have listeners', () => {
    const first = listenLive({ collectionId }, () => {})
    const second = listenLive({ collectionId }, () => {})
    expect(liveTopics.get()).toEqual([{ collectionId }])
    first()
    expect(liveTopics.get()).toEqual([{ collectionId }])
    second()
    expect(liveTopics.get()).toEqual([])
  })
})
