import fc from 'fast-check'
import { expect, it } from 'vitest'
import { logNowAndThen } from './log-now-and-then.ts'

it('logs few lines of a flood in each minute, all of what is rare, and tells of every one that it leaves out', () => {
  const pauses = fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 200_000 })), {
    maxLength: 400,
  })
  fc.assert(
    fc.property(pauses, (all) => {
      let now = 0
      const note = logNowAndThen(() => now)
      let [logged, told] = [0, 0]
      const minutes = new Map<number, number>()
      for (const pause of all) {
        now += pause
        const line = note()
        if (line === null) continue
        logged += 1
        told += line.leftOut
        minutes.set(Math.floor(now / 60_000), (minutes.get(Math.floor(now / 60_000)) ?? 0) + 1)
      }
      now += 60_000
      told += note()?.leftOut ?? 0
      expect(logged + told).toBe(all.length)
      // Two windows may lie in one minute of the clock.
      expect(Math.max(0, ...minutes.values())).toBeLessThanOrEqual(40)
      if (all.length <= 20) expect(logged).toBe(all.length)
    }),
  )
})
