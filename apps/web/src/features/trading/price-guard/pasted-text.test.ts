import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchKind } from '../../../entities/search/use-search.ts'
import { amountAdvice, parseApt } from '../../../shared/format/apt.ts'
import { typedText } from '../../../shared/format/typed-text.ts'
import { percentAdvice, withPercent } from './price-references.ts'

/** Zero-width spaces and joiners, marks of direction, soft hyphens, a byte order mark, and spaces. */
const UNSEEN = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u200e', '\u202a', '\u2069']
const unseen = fc.array(fc.constantFrom(...UNSEEN), { minLength: 1, maxLength: 3 }).map((some) => some.join(''))

/** Returns a text with something between its characters that no one sees. */
function hiding(text: string): fc.Arbitrary<string> {
  return fc
    .array(fc.option(unseen, { nil: '' }), { minLength: text.length + 1, maxLength: text.length + 1 })
    .map((between) => [...text].map((character, at) => `${between[at]}${character}`).join('') + between.at(-1))
}

// @feature trade.octas
it.each(['1.5', '0,5', '-2', '1,500', '1234567890123', 'abc', ''])(
  'an amount is read as it is seen, whatever is pasted with it: %j',
  (text) => {
    fc.assert(
      fc.property(hiding(text), (pasted) => {
        expect(parseApt(pasted)).toBe(parseApt(text))
        expect(amountAdvice(pasted)).toBe(amountAdvice(text))
        expect(typedText(` ${pasted}\u00a0`)).toBe(text)
      }),
    )
  },
)

// @feature list.round-prices
it.each(['-5', '+2,5%', '1,500', '', 'abc'])('so is a percentage: %j', (text) => {
  fc.assert(
    fc.property(hiding(text), (pasted) => {
      expect(withPercent(1_000_000_000n, pasted)).toBe(withPercent(1_000_000_000n, text))
      expect(percentAdvice(pasted)).toBe(percentAdvice(text))
    }),
  )
})

// @feature search.wallet
it.each([`0x${'Ab'.repeat(32)}`, 'alice.apt', 'pay.alice.apt'])('so is a wallet that is searched for: %s', (text) => {
  fc.assert(
    fc.property(hiding(text), (pasted) => {
      expect(searchKind(pasted)).toEqual(searchKind(text))
    }),
  )
})

it('leaves what a search for collections looks for as it is: emoji are joined by shapeless characters', () => {
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
  expect(searchKind(family)).toMatchObject({ kind: 'collections', text: family })
})
