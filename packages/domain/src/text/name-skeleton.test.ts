import fc from 'fast-check'
import table from 'unhomoglyph/data.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { MAX_SKELETON, nameSkeleton } from './name-skeleton.ts'

/** Characters by the plain letter that they look like, by Unicode's table. */
const CONFUSABLES = confusablesOfLetters()

function confusablesOfLetters(): ReadonlyMap<string, readonly string[]> {
  const pairs = Object.entries(table).filter(([from, to]) => /^[A-Za-z]$/.test(to) && (from.codePointAt(0) ?? 0) > 0x7f)
  const byLetter = Map.groupBy(pairs, ([, to]) => to.toLowerCase())
  return new Map([...byLetter].map(([letter, found]) => [letter, found.map(([from]) => from)]))
}

/** Letters that look unlike each other, alone and in pairs. */
const DISTINCT = [...'abcdefghknopqstuxyz']
const word = fc.string({ unit: fc.constantFrom(...DISTINCT), minLength: 3, maxLength: 10 })
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const INVISIBLE = ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u0301', '\u0332', '\u202e', '\ufe0f', '\u034f']

/** Disguises of one letter. */
const DISGUISES: readonly ((letter: string, choice: number) => string)[] = [
  (letter) => letter.toUpperCase(),
  (letter, choice) => letter + at(INVISIBLE, choice),
  (letter, choice) => at(['', ' ', '\u00a0', '-', '.', '_', '\u3000', '🐵'], choice) + letter,
  (letter, choice) => at(CONFUSABLES.get(letter) ?? [letter], choice),
  (letter) => String.fromCodePoint(0x1d400 + letter.charCodeAt(0) - 0x61 + 26),
  (letter) => String.fromCodePoint(0xff41 + letter.charCodeAt(0) - 0x61),
]

function at<Item>(items: readonly Item[], choice: number): Item {
  return items[choice % items.length] as Item
}

const choices = fc.array(fc.tuple(fc.nat(DISGUISES.length), fc.nat(500)), { minLength: 40, maxLength: 40 })

function disguise(text: string, by: readonly (readonly [number, number])[]): string {
  return [...text]
    .map((letter, index) => {
      const [kind, choice] = at(by, index)
      return letter === ' ' ? letter : (DISGUISES[kind]?.(letter, choice) ?? letter)
    })
    .join('')
}

describe('the skeleton of a name', () => {
  it('is the same for every disguise of it', () => {
    fc.assert(
      fc.property(name, choices, (plain, by) => {
        expect(nameSkeleton(disguise(plain, by))).toBe(nameSkeleton(plain))
      }),
    )
  })

  it.each([
    ['Aptos Monkeys', 'Арtоѕ Мопkеуѕ'.replace('п', 'n')],
    ['Aptos Monkeys', 'APT0S M0NKEY5'],
    ['Aptos Monkeys', 'AptosMonkeys'],
    ['Aptos Monkeys', 'ᴀᴘᴛᴏꜱ ᴍᴏɴᴋᴇʏꜱ'],
    ['Aptos Monkeys', '🅰🅿🆃🅾🆂 🅼🅾🅽🅺🅴🆈🆂'],
    ['Aptos Monkeys', '𝕬𝖕𝖙𝖔𝖘 𝕸𝖔𝖓𝖐𝖊𝖞𝖘'],
    ['Aptos Monkeys', 'Aptos Monkeys ✅'],
    ['Aptos Monkeys', 'Aptos Rnonkeys'.replace('R', 'r')],
    ['Illusion', 'lllusion'],
    ['Illusion', 'ILLUSION'],
    ['illusion', '!llus1on'],
    ['Bruh Bears', 'Bruh Be@r$'],
    ['Mavrik', 'Mаvrіk'],
    ['Ärger', 'Arger'],
  ])('%s is also that of %s', (one, other) => {
    expect(nameSkeleton(other)).toBe(nameSkeleton(one))
  })

  it('is another for another name', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        fc.pre(one.replaceAll(' ', '') !== other.replaceAll(' ', ''))
        expect(nameSkeleton(one)).not.toBe(nameSkeleton(other))
      }),
    )
  })

  it.each([
    ['Season 1', 'Season 2'],
    ['Gen 5', 'Gens'],
    ['2023', 'zoze'],
    ['🐵', '🐶'],
    ['猴子', '狗'],
    ['Aptos Monkey', 'Aptos Monkeys'],
    ['', 'a'],
  ])('of %s is not that of %s', (one, other) => {
    expect(nameSkeleton(one)).not.toBe(nameSkeleton(other))
  })

  it('is made of any text, whatever invisible characters are put into it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0x10ffff), { maxLength: 100, size: 'max' }), (codes) => {
        const text = String.fromCodePoint(...codes)
        expect(nameSkeleton(text)).toBe(nameSkeleton(` ${text}\u200b`))
      }),
    )
  })

  it('is bounded, however long the name and however many letters a character stands for', () => {
    const character = fc.constantFrom('a', 'ﷺ', '㋿', '🐵', '𝒳', '猴')
    fc.assert(
      fc.property(fc.array(character, { maxLength: 600, size: 'max' }), (characters) => {
        const skeleton = nameSkeleton(characters.join(''))
        expect(Array.from(skeleton).length).toBeLessThanOrEqual(MAX_SKELETON)
        expect(skeleton.isWellFormed()).toBe(true)
      }),
    )
  })
})
