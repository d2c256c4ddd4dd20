import { describe, expect, it } from 'vitest'
import { sparklinePath } from './sparkline.tsx'

describe('sparklinePath', () => {
  it('returns null with fewer than two known points', () => {
    expect(sparklinePath([], 88, 28)).toBeNull()
    expect(sparklinePath([null, 5, null], 88, 28)).toBeNull()
  })

  it('scales the points to the box', () => {
    expect(sparklinePath([1, 2], 88, 28)).toBe('M2 26L86 2')
  })

  it('interrupts the path at a gap', () => {
    expect(sparklinePath([1, null, 1, 2], 32, 28)).toBe('M2 26M20.7 26L30 2')
  })

  it('draws a constant series through the middle', () => {
    expect(sparklinePath([3, 3], 88, 28)).toBe('M2 14L86 14')
  })
})
