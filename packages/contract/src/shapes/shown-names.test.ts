import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAnswer, shownName, withShownNames } from './shown-names.ts'

/** Characters that no displayed name contains: direction controls, zero-width spaces, soft hyphens, fillers, tags. */
const HIDDEN = /[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff]/u

describe('a name as it is shown', () => {
  it.each([
    ['a price turned around', 'Monkey \u202e001 TPA', 'Monkey 001 TPA'],
    ['an isolate that never ends', '\u2067Monkey', 'Monkey'],
    ['a look-alike', 'Mon\u200bkeys\u00ad\u2060\ufeff', 'Monkeys'],
    ['a look-alike by joiners', 'Mon\u200dke\u200cys', 'Monkeys'],
    ['words in tags', 'Monkey\u{e0061}\u{e0062}', 'Monkey'],
  ])('is rid of %s', (_, name, shown) => expect(shownName(name)).toBe(shown))

  it.each([
    ['a family', '👩‍👩‍👧'],
    ['a person of a profession and a colour', '🧑🏽‍🚀'],
    ['a heart in flames', '❤️‍🔥'],
    ['a region’s flag', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष'],
    ['Hebrew', 'שלום'],
    ['letters with marks', 'Z̑ürich'],
  ])('keeps %s whole', (_, name) => expect(shownName(name)).toBe(name))

  it('removes hidden characters from any name, and leaves its own result unchanged', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('\u202e', '\u2066', '\u200b', '\u200c', '\u200d', '\u{e0041}', '🏴', '👩', 'م', 'a', '\ufe0f'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const shown = shownName(parts.join(''))
        expect(shown).not.toMatch(HIDDEN)
        expect(shownName(shown)).toBe(shown)
      }),
    )
  })
})

describe('an answer', () => {
  const hostile = {
    data: [
      {
        name: 'a\u202eb',
        collectionName: '\u200bc',
        collection_name: 'd\u2066',
        tokenName: 'e\ufeff',
        aptosName: null,
      },
    ],
    // Filters are asked for by these, so they stay as they came.
    attributes: [{ trait_type: 'Fur\u200b', value: '\u202eBrown' }],
    tokenUri: 'https://x.test/\u200b',
  }
  const shown = {
    ...hostile,
    data: [{ name: 'ab', collectionName: 'c', collection_name: 'd', tokenName: 'e', aptosName: null }],
  }

  it('has the names that are shown, and all else as it came', () => {
    expect(parseAnswer(JSON.stringify(hostile))).toEqual(shown)
    expect(withShownNames(hostile)).toEqual(shown)
  })

  it('keeps members of any name its own', () => {
    const text = '{"__proto__":{"name":"a\u200b"},"constructor":{"name":"b\u200b"},"7":1}'
    for (const read of [parseAnswer(text), withShownNames(JSON.parse(text))]) {
      expect(JSON.stringify(read)).toBe('{"7":1,"__proto__":{"name":"a"},"constructor":{"name":"b"}}')
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    }
  })
})
