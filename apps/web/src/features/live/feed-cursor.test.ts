import type { LiveMessage } from '@opal/contract/shapes/live'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFeedCursor } from './feed-cursor.ts'

function message(id: number): LiveMessage {
  return { kind: 'floor_change', id: String(id), collectionId: null, version: '1', at: '1', new: '1', old: null }
}

const nothing = async () => ({ data: [], hasMore: false })

// @feature shell.live-gap
describe('createFeedCursor', () => {
  it('fetches what was missed after a gap, page by page', async () => {
    const heard: string[] = []
    const asked: string[] = []
    const feed = createFeedCursor({
      deliver: ({ id }) => heard.push(id),
      fetchSinceVersion: nothing,
      fetchSince: async (id) => {
        asked.push(id)
        const next = [Number(id) + 1, Number(id) + 2].filter((n) => n <= 7).map(message)
        return { data: next, hasMore: Number(id) + 2 < 7 }
      },
    })
    feed.receive(message(3))
    await feed.catchUp()
    expect(asked).toEqual(['3', '5'])
    expect(heard).toEqual(['3', '4', '5', '6', '7'])
  })

  it('fetches what happened between rendering and joining, once', async () => {
    const heard: string[] = []
    const feed = createFeedCursor({
      deliver: ({ id }) => heard.push(id),
      fetchSinceVersion: async () => ({ data: [message(4), message(5)], hasMore: true }),
      fetchSince: async (id) => ({ data: id === '5' ? [message(6), message(7)] : [], hasMore: false }),
    })
    feed.startAt('7')
    feed.receive(message(8))
    await feed.catchUpFrom('1')
    expect(heard).toEqual(['8', '4', '5', '6', '7'])
  })

  it('asks for nothing from before it joined', async () => {
    const asked: string[] = []
    const feed = createFeedCursor({
      deliver: () => {},
      fetchSinceVersion: nothing,
      fetchSince: async (id) => {
        asked.push(id)
        return { data: [], hasMore: false }
      },
    })
    await feed.catchUp()
    feed.startAt('40')
    feed.startAt('50')
    await feed.catchUp()
    expect(asked).toEqual(['40'])
  })

  it('hears every message exactly once, wherever the connection is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 80 }), async (connected) => {
        const heard: number[] = []
        let published = 0
        const feed = createFeedCursor({
          deliver: ({ id }) => heard.push(Number(id)),
          fetchSinceVersion: nothing,
          fetchSince: async (id) => {
            const data = Array.from({ length: Math.min(3, published - Number(id)) }, (_, n) =>
              message(Number(id) + 1 + n),
            )
            return { data, hasMore: Number(id) + data.length < published }
          },
        })
        feed.startAt('0')
        let wasConnected = true
        for (const isConnected of [...connected, true]) {
          // At a reconnect the walk starts, and a new message arrives before its first answer.
          const walk = isConnected && !wasConnected ? feed.catchUp() : null
          published += 1
          if (isConnected) feed.receive(message(published))
          await walk
          wasConnected = isConnected
        }
        expect(heard.toSorted((a, b) => a - b)).toEqual(Array.from({ length: published }, (_, n) => n + 1))
      }),
      { numRuns: runs(1000) },
    )
  })

  it('walks a gap again when the walk failed', async () => {
    const heard: string[] = []
    let reachable = false
    const feed = createFeedCursor({
      deliver: ({ id }) => heard.push(id),
      fetchSinceVersion: nothing,
      fetchSince: async () => {
        if (!reachable) throw new Error('unreachable')
        return { data: [message(2)], hasMore: false }
      },
    })
    feed.startAt('1')
    await feed.catchUp()
    feed.receive(message(3))
    reachable = true
    await feed.catchUp()
    expect(heard).toEqual(['3', '2'])
  })
})
