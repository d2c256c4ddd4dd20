import { expect, test } from 'vitest'
import { citationsIn, compareFeatures, faultsOf, readFeatures } from './check-features.ts'

const PAGE = `# Features

| id | behaviour | section |
|---|---|---|
| \`search.slash\` | \`/\` puts the cursor into the search field. | 2 |
| \`search.shortest\` | Fewer than 3 characters search nothing. | 5, 9 |
| word | a table of something else | 1 |
`

test('a row is an id in backticks, a sentence and a section', () => {
  expect(readFeatures(PAGE)).toEqual([
    { id: 'search.slash', behaviour: '`/` puts the cursor into the search field.', section: '2', line: 5 },
    { id: 'search.shortest', behaviour: 'Fewer than 3 characters search nothing.', section: '5, 9', line: 6 },
  ])
})

test('a comment over a test cites, with several ids and over a suite too', () => {
  const text =
    "// @feature search.slash, search.shortest\n// why\ntest('a', () => {})\n  // @feature b.c\n  describe.each([])"
  expect(citationsIn('x.test.ts', text)).toEqual([
    { id: 'search.slash', path: 'x.test.ts', line: 1, isOverTest: true },
    { id: 'search.shortest', path: 'x.test.ts', line: 1, isOverTest: true },
    { id: 'b.c', path: 'x.test.ts', line: 4, isOverTest: true },
  ])
})

test('what no test cites is named, and what a test cites must be promised and precede a test', () => {
  const citations = citationsIn(
    'x.test.ts',
    '// @feature search.slash\nconst a = 1\n// @feature search.gone\nit.each([])',
  )
  const { uncited, faults } = compareFeatures(readFeatures(PAGE), citations)
  expect(uncited.map(({ id }) => id)).toEqual(['search.shortest'])
  expect(faults).toEqual([
    'x.test.ts:1 cites search.slash over no test',
    'x.test.ts:3 cites search.gone, which docs/reference/features.md does not hold',
  ])
})

test('a promise that no test proves fails the check', () => {
  const uncited = readFeatures(PAGE).slice(1, 2)
  expect(faultsOf({ uncited, faults: ['something else'] })).toEqual([
    'docs/reference/features.md:6 search.shortest is cited by no test',
    'something else',
  ])
  expect(faultsOf({ uncited: [], faults: [] })).toEqual([])
})

test('an id occurs once and is made of words, a section of numbers', () => {
  const page = `${PAGE}| \`search.slash\` | again | 2 |\n| \`Search\` | no words | 2 |\n| \`a.b\` | none | - |\n| \`a.c\` | none | – |\n`
  expect(compareFeatures(readFeatures(page), []).faults).toEqual([
    'docs/reference/features.md: line 8: search.slash is on line 5 already',
    'docs/reference/features.md: line 9: Search is no id; write words of a-z and 0-9, joined by - and parted by dots',
    'docs/reference/features.md: line 10: - is no section; write numbers parted by commas, or – for none',
  ])
})
