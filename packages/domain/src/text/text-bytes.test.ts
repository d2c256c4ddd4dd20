import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutToBytes, fitsBytes } from './text-bytes.ts'

const bytesOf = (text: string) => Buffer.byteLength(text)
const texts = fc.string({ unit: 'binary', maxLength: 60, size: 'max' }).map((text) => text.toWellFormed())

it('cuts any text to the longest prefix of whole characters that fits', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 100 }), (text, maxBytes) => {
      const cut = cutToBytes(text, maxBytes)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.isWellFormed()).toBe(true)
      expect(bytesOf(cut)).toBeLessThanOrEqual(maxBytes)
      const next = [...text.slice(cut.length)][0]
      if (next !== undefined) expect(bytesOf(cut + next)).toBeGreaterThan(maxBytes)
    }),
  )
})

it('compares the size of a text in bytes with a limit', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 100 }), (text, maxBytes) => {
      expect(fitsBytes(text, maxBytes)).toBe(bytesOf(text) <= maxBytes)
    }),
  )
})
