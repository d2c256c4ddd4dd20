import { HOUR_MICROS } from '@opal/domain/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slidingWindows } from './windows.ts'

describe('slidingWindows', () => {
  it('cuts each window at the first full hour within it', () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 15n, 4n * 10n ** 15n), (now) => {
        const { hour, day, week, month } = slidingWindows(now)
        for (const window of [hour, day, week, month]) {
          expect(window.hourMicros % HOUR_MICROS).toBe(0n)
          expect(window.hourMicros - window.startMicros).toBeGreaterThanOrEqual(0n)
          expect(window.hourMicros - window.startMicros).toBeLessThan(HOUR_MICROS)
        }
        expect(now - hour.startMicros).toBe(HOUR_MICROS)
        expect(now - day.startMicros).toBe(24n * HOUR_MICROS)
      }),
    )
  })
})
