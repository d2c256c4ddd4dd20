import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillTemplate } from './template.ts'

test('replaces every placeholder by its value, wherever and however often it occurs', () => {
  const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/)
  const text = fc.stringMatching(/^[a-z $&:\n]{0,12}$/)
  fc.assert(
    fc.property(fc.dictionary(name, text, { minKeys: 1 }), fc.array(text, { minLength: 1 }), (values, between) => {
      const names = Object.keys(values)
      const parts = between.flatMap((word) => names.flatMap((each) => [word, each]))
      const isName = (index: number) => index % 2 === 1
      const template = parts.map((part, index) => (isName(index) ? `\${${part}}` : part)).join('')
      const expected = parts.map((part, index) => (isName(index) ? values[part] : part)).join('')
      expect(fillTemplate(template, values, 'a.yml')).toBe(expected)
    }),
  )
})

test('a placeholder without a value, and a value without a placeholder, are faults', () => {
  expect(() => fillTemplate('port: ${PORT}', {}, 'a.yml')).toThrow('deploy/a.yml asks for PORT, which has no value')
  expect(() => fillTemplate('port: 1', { PORT: 1 }, 'a.yml')).toThrow('deploy/a.yml does not use PORT')
})
