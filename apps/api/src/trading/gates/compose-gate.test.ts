import { clientAt } from '@opal/domain/limits/client'
import type { ScriptPayload } from '@opal/domain/payload'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { composeGateOf } from './compose-gate.ts'

const SCRIPT: ScriptPayload = { type: 'script', bytes: '0x00' }

/** Composes as the library does: nothing else is done in that time. */
function composing(ms: number, composed: () => void = () => undefined): () => ScriptPayload {
  return () => {
    const until = performance.now() + ms
    while (performance.now() < until);
    composed()
    return SCRIPT
  }
}

describe('scripts of trades', () => {
  it('take half of the time of the process at most, however many are composed and by however many clients', async () => {
    const flood = fc.record({
      clients: fc.integer({ min: 1, max: 10 }),
      scripts: fc.integer({ min: 2, max: 20 }),
      ms: fc.integer({ min: 2, max: 8 }),
    })
    await fc.assert(
      fc.asyncProperty(flood, async ({ clients, scripts, ms }) => {
        const startMs = performance.now()
        const composed = Array.from({ length: scripts }, (_, at) =>
          composeGateOf(clientAt(`198.51.100.${at % clients}`))(30, composing(ms)),
        )
        expect(await Promise.all(composed)).toEqual(Array(scripts).fill(SCRIPT))
        // A timer may fire a millisecond early.
        expect(performance.now() - startMs).toBeGreaterThanOrEqual(scripts * (2 * ms - 1))
      }),
      { numRuns: 10 },
    )
  })

  it.each([1, 10])('are composed in turns of clients: a flood from %i addresses', async (addresses) => {
    const began: string[] = []
    const compose = (name: string, address: string) =>
      composeGateOf(clientAt(address))(
        30,
        composing(1, () => began.push(name)),
      )
    const flood = Array.from({ length: addresses * 20 }, (_, at) => compose('flood', `198.51.100.${at % addresses}`))
    const user = compose('user', '203.0.113.1')
    await user
    expect(began.indexOf('user')).toBeLessThanOrEqual(addresses + 1)
    await Promise.all(flood)
  })

  it('leave their place when one cannot be composed', async () => {
    const gate = composeGateOf(clientAt('203.0.113.1'))
    const failing = vi.fn(() => {
      throw new TypeError('no')
    })
    await expect(gate(1, failing)).rejects.toThrow('no')
    expect(await gate(1, () => SCRIPT)).toEqual(SCRIPT)
  })
})
