import { describe, expect, it } from 'vitest'
import { changePercent } from './present-collection.ts'

describe('changePercent', () => {
  it('compares the floor with the one before', () => {
    expect(changePercent(150n, 100n)).toBe(50)
    expect(changePercent(90n, 100n)).toBe(-10)
    expect(changePercent(100_000_000n, 300_000_000n)).toBe(-66.66)
  })

  it('is null where there was no floor, or is none', () => {
    expect(changePercent(100n, null)).toBeNull()
    expect(changePercent(null, 100n)).toBeNull()
    expect(changePercent(100n, 0n)).toBeNull()
  })
})
