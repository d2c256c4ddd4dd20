import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paceRefusals } from './refusal-pace.ts'

it('holds refusals for two seconds at most, and not where they are rare', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 1_500, size: 'max' }), fc.nat(20), (pauses, rare) => {
      let now = 0
      const pace = paceRefusals(() => now)
      for (const ms of pauses) {
        now += ms
        expect(pace()).toBeLessThanOrEqual(2_000)
      }
      now += 3_000
      for (let at = 0; at < rare; at += 1) expect(pace()).toBe(0)
    }),
  )
})
