import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLIENTS_PER_SITE, clientAt } from './client.ts'
import { RecentUse } from './recent-use.ts'

const client = clientAt('203.0.113.7')
const networkAt = (at: number) => clientAt(`2001:db8:1:${at.toString(16)}::1`)

describe('recent use of a client', () => {
  it('delays none of its calls while it is no more than its share, however long it goes on', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 500, size: 'max' }), (costs) => {
        const use = new RecentUse()
        let now = 0
        for (const cost of costs) {
          expect(use.add(client, cost, now)).toBe(0)
          now += cost * 50
        }
      }),
    )
  })

  it('delays its calls the longer the more it is, by ten seconds at most', () => {
    const use = new RecentUse()
    let before = use.add(client, 60, 0)
    for (let at = 0; at < 1_000; at += 1) {
      const delay = use.add(client, 40, 0)
      expect(delay).toBeGreaterThan(before)
      expect(delay).toBeLessThan(10_000)
      before = delay
    }
  })

  it('can be read at any time, which adds nothing', () => {
    const costs = fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.nat(2_000)), { maxLength: 100, size: 'max' })
    fc.assert(
      fc.property(costs, (calls) => {
        const [use, unread] = [new RecentUse(), new RecentUse()]
        let now = 0
        for (const [cost, pauseMs] of calls) {
          now += pauseMs
          const read = use.delayOf(client, now)
          expect([read, use.add(client, cost, now)]).toEqual([read, read])
          expect(unread.add(client, cost, now)).toBe(read)
        }
      }),
    )
  })

  it('is forgotten within two minutes', () => {
    const use = new RecentUse()
    for (let now = 0; now < 600_000; now += 1) use.add(client, 1, now)
    expect(use.add(client, 1, 600_000)).toBeGreaterThan(9_000)
    expect(use.add(client, 1, 720_000)).toBe(0)
  })

  it('has no calls that were refused', () => {
    const use = new RecentUse()
    for (let at = 0; at < 100; at += 1) {
      use.add(client, 30, 0)
      use.remove(client, 30)
    }
    expect(use.add(client, 30, 0)).toBe(0)
  })

  it('delays the networks of one IPv6 /48 together like eight clients, and no others', () => {
    const use = new RecentUse()
    const longest = (now: number) =>
      Math.max(...Array.from({ length: 100 }, (_, at) => use.add(networkAt(at), CLIENTS_PER_SITE / 100, now)))
    for (let now = 0; now < 20_000; now += 50) expect(longest(now)).toBeLessThan(50)
    for (let now = 20_000; now < 40_000; now += 25) longest(now)
    expect(use.add(networkAt(101), 1, 40_000)).toBeGreaterThan(1_000)
    expect(use.add(client, 1, 40_000)).toBe(0)
  })
})
