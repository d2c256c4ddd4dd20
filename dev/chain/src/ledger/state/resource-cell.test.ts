import { expect, it } from 'vitest'
import { estimateBytes } from './resource-cell.ts'

it('does not depend on the zeros that an address begins with', () => {
  const whole = JSON.stringify({ inner: `0x${'a'.repeat(64)}`, price: '7' })
  for (const digits of [63, 62, 60]) {
    expect(estimateBytes(JSON.stringify({ inner: `0x${'a'.repeat(digits)}`, price: '7' }))).toBe(estimateBytes(whole))
  }
})

it('is half of the text otherwise, rounded up', () => {
  expect(estimateBytes('{"value":"0x1"}')).toBe(8)
  expect(estimateBytes('')).toBe(0)
})
