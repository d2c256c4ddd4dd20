import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallCosts } from './call-costs.ts'

describe('the expected cost of a kind of call', () => {
  const quick = fc.integer({ min: 1, max: 15 })
  const luck = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 300, maxLength: 300 })

  it('stays low for quick kinds and high for expensive ones, however much load slows all of them', () => {
    fc.assert(
      fc.property(quick, fc.integer({ min: 1, max: 30 }), luck, (quickMs, slower, lucky) => {
        const costs = new CallCosts()
        for (const [at, one] of lucky.entries()) {
          const slow = one <= 30 ? 1 : slower
          costs.took('quick', quickMs * slow)
          if (at % 10 === 0) costs.took('expensive', 3_000 * slow)
        }
        expect(costs.of('quick')).toBeLessThan(40)
        expect(costs.of('expensive')).toBeGreaterThan(40)
      }),
    )
  })

  it('is low again after the load, and high again for what became expensive', () => {
    const costs = new CallCosts()
    for (let calls = 0; calls < 200; calls += 1) costs.took('quick', 2_000)
    for (let calls = 0; calls < 10; calls += 1) costs.took('quick', 5)
    expect(costs.of('quick')).toBeLessThan(10)
    for (let calls = 0; calls < 50; calls += 1) {
      costs.took('quick', 1_500)
      for (let others = 0; others < 9; others += 1) costs.took('others', 8)
    }
    expect(costs.of('quick')).toBeGreaterThan(1_000)
  })

  it('grows with calls that fail after long, and shrinks with none that fail immediately', () => {
    const costs = new CallCosts()
    for (let calls = 0; calls < 20; calls += 1) costs.took('search', 10)
    const before = costs.of('search')
    for (let calls = 0; calls < 100; calls += 1) costs.failed('search', 1)
    expect(costs.of('search')).toBe(before)
    for (let calls = 0; calls < 20; calls += 1) {
      costs.failed('search', 10_000)
      for (let others = 0; others < 9; others += 1) costs.took('others', 8)
    }
    expect(costs.of('search')).toBeGreaterThan(200)
    const unseen = new CallCosts()
    unseen.failed('refused immediately', 1)
    expect(unseen.of('refused immediately')).toBe(unseen.of('new'))
    unseen.failed('cut off', 10_000)
    expect(unseen.of('cut off')).toBeGreaterThan(1_000)
  })

  it('is the usual one before the first call, and deleted for the oldest of very many kinds', () => {
    const costs = new CallCosts()
    expect(costs.of('new')).toBe(10)
    for (let at = 0; at < 2_000; at += 1) costs.took(`kind ${at}`, at === 0 ? 30 : 3)
    expect(costs.of('kind 0')).toBe(30)
    costs.took('one more', 3)
    expect(costs.of('kind 0')).toBeLessThan(10)
  })

  it('of an unseen kind is that of the most expensive one of its route', () => {
    const costs = new CallCosts()
    for (let at = 0; at < 100; at += 1) costs.took(`GET /tokens?kind${at}`, 5)
    costs.took('GET /tokens?traits', 3_000)
    expect(costs.of('GET /tokens?name,traits')).toBeGreaterThan(1_000)
    expect(costs.of('GET /tokens?kind1')).toBeLessThan(10)
    expect(costs.of('GET /collections?name')).toBeLessThan(40)
  })

  it('stays high for an expensive kind, however many cheap ones are called', () => {
    const costs = new CallCosts()
    costs.took('GET /tokens?traits', 3_000)
    for (let at = 0; at < 5_000; at += 1) costs.took(`GET /tokens?kind${at}`, 5)
    expect(costs.of('GET /tokens?traits')).toBeGreaterThan(1_000)
  })

  it('of a route of which one call took long is uncertain for a minute, however many are quick, and that of no other', () => {
    const ended = fc.constantFrom('took', 'failed')
    fc.assert(
      fc.property(
        ended,
        fc.integer({ min: 1_000, max: 10_000 }),
        fc.integer({ min: 0, max: 59_999 }),
        (how, ms, afterMs) => {
          let now = 1
          const costs = new CallCosts(() => now)
          for (let calls = 0; calls < 50; calls += 1) costs.took('GET /bids?type', 3)
          expect(costs.mayTakeLong('GET /bids?type')).toBe(false)
          costs[how as 'took']('GET /bids?type', ms)
          for (let calls = 0; calls < 50; calls += 1) costs.took('GET /bids?type', 3)
          expect(costs.of('GET /bids?type')).toBeLessThan(40)
          now += afterMs
          expect(
            ['GET /bids?type', 'GET /bids?page,type', 'GET /tokens?type'].map((kind) => costs.mayTakeLong(kind)),
          ).toEqual([true, true, false])
          now += 60_000
          expect(costs.mayTakeLong('GET /bids?type')).toBe(false)
        },
      ),
    )
  })
})
