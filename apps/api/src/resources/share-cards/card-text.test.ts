import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstLetter, plainText, shortApt } from './card-text.ts'

const lettersOf = (text: string) => [...new Intl.Segmenter('en').segment(text)].length

describe('plainText', () => {
  it('is one line without what turns, hides or breaks text', () => {
    expect(plainText(' a\n\tb\u0000\u202e\u200bc\ud800 ', 20)).toBe('a bc')
  })

  it('leaves three marks on a letter', () => {
    expect(plainText(`Z${'\u0351'.repeat(500)}a`, 20)).toBe('Z\u0351\u0351\u0351a')
  })

  it('cuts to the letters there are, whatever they are made of', () => {
    expect(plainText('abcdef', 4)).toBe('abc…')
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300, size: 'max' }),
        fc.integer({ min: 1, max: 40 }),
        (text, most) => {
          const plain = plainText(text, most)
          expect(lettersOf(plain)).toBeLessThanOrEqual(most)
          expect(plain).not.toMatch(/[\p{C}\n]/u)
        },
      ),
    )
  })
})

describe('firstLetter', () => {
  it.each([
    ['monkey', 'M'],
    ['  ', '?'],
    ['\u202e\u0000', '?'],
    ['ß', 'SS'],
    ['日本', '日'],
  ])('of %j is %s', (name, letter) => expect(firstLetter(name)).toBe(letter))
})

it.each([
  [null, '-'],
  [0n, '0 APT'],
  [1n, '< 0.0001 APT'],
  [123_456_789n, '1.2346 APT'],
  [99_999_999_999n, '1K APT'],
  [123_456_789_000n, '1.23K APT'],
  [99_999_995_000_000n, '1M APT'],
  [10n ** 17n, '1B APT'],
  [10n ** 27n, '10,000,000,000B APT'],
])('%s octas read %s', (octas, text) => expect(shortApt(octas)).toBe(text))
