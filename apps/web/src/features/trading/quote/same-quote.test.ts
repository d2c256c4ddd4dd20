import { describe, expect, it } from 'vitest'
import { answerOf } from '../testing/testing-answer.ts'
import { isSameQuote } from './same-quote.ts'

describe('isSameQuote', () => {
  const shown = answerOf()

  it('takes an equal quote for the same', () => {
    expect(isSameQuote(shown, structuredClone(shown))).toBe(true)
  })

  it.each(['priceOctas', 'sellerOctas', 'commissionOctas', 'royaltyOctas'] as const)(
    'asks again when %s differs by one octa',
    (part) => {
      const now = { ...shown, split: { ...shown.split, [part]: String(BigInt(shown.split[part]) + 1n) } }
      expect(isSameQuote(shown, now)).toBe(false)
    },
  )

  it('asks again when the total differs by one octa beside gas, whatever its parts say', () => {
    const { totalOctas, gasOctas } = shown.split
    const changed = (by: bigint, gas = 0n) => ({
      ...shown,
      split: { ...shown.split, totalOctas: String(BigInt(totalOctas) + by), gasOctas: String(BigInt(gasOctas) + gas) },
    })
    expect([1n, -1n, 500_000_000n].map((by) => isSameQuote(shown, changed(by)))).toEqual([false, false, false])
    expect(isSameQuote(shown, changed(5_000n, 5_000n))).toBe(true)
  })

  it('asks again when the call itself is another', () => {
    const payload = shown.payload === null ? null : { ...shown.payload, functionArguments: [['0xother']] }
    expect(isSameQuote(shown, { ...shown, payload })).toBe(false)
  })

  it('lets gas rise a little, and fall, but not double', () => {
    const withGas = (gasOctas: string) =>
      answerOf({ gasOctas, totalOctas: String(BigInt(shown.split.priceOctas) + BigInt(gasOctas)) })
    expect(isSameQuote(withGas('100000'), withGas('110000'))).toBe(true)
    expect(isSameQuote(withGas('100000'), withGas('200000'))).toBe(false)
    expect(isSameQuote(withGas('200000'), withGas('1'))).toBe(true)
  })
})
