import { expect, test } from 'vitest'
import { faultOf } from './check-licences.ts'
import { isFreeExpression } from './classify-licence.ts'

const MIT = 'Permission is hereby granted, free of charge, to any person obtaining a copy'
const plain = { name: 'thing', version: '1.0.0', declared: 'MIT', texts: [MIT] }

test('a free licence is fine, by its text or, without one, by its field', () => {
  expect(faultOf(plain)).toBeNull()
  expect(faultOf({ ...plain, texts: [] })).toBeNull()
})

test('the text decides, whatever the field says', () => {
  const texts = ['Innovation-Enabling Source Code License 1.0. Non-production use only.']
  expect(faultOf({ ...plain, declared: 'Apache-2.0', texts })).toContain('Innovation-Enabling')
  expect(faultOf({ ...plain, texts: ['Business Source License 1.1'] })).toContain('Business Source License')
})

test('copyleft is refused, unless the license offers a free alternative', () => {
  const gpl = 'GNU GENERAL PUBLIC LICENSE Version 3'
  expect(faultOf({ ...plain, declared: 'GPL-3.0', texts: [gpl] })).toContain('GPL')
  expect(faultOf({ ...plain, declared: '(MIT OR GPL-3.0)', texts: [MIT, gpl] })).toBeNull()
  expect(isFreeExpression('MIT AND CC-BY-NC-4.0')).toBe(false)
})

test.each([
  ['(MIT OR GPL-2.0) AND BUSL-1.1', false],
  ['(MIT OR GPL-2.0) AND ISC', true],
  ['MIT OR GPL-2.0 AND BUSL-1.1', true],
  ['GPL-2.0 OR (ISC AND (BUSL-1.1 OR MIT))', true],
  ['(MIT', false],
  ['MIT GPL-2.0', false],
  ['', false],
])('an expression requires what its parentheses say: %s', (expression, isFree) => {
  expect(isFreeExpression(expression)).toBe(isFree)
})

test('a package without text and with an unknown field is refused', () => {
  expect(faultOf({ ...plain, declared: 'SEE LICENSE IN README', texts: [] })).toContain('is not one we accept')
})

test('an exception holds for its package and its licence alone', () => {
  const ofl = { name: '@fontsource-variable/inter', version: '5.0.0', declared: 'OFL-1.1', texts: [] }
  expect(faultOf(ofl)).toBeNull()
  expect(faultOf({ ...ofl, name: 'some-font' })).not.toBeNull()
  expect(faultOf({ ...ofl, declared: 'GPL-3.0' })).not.toBeNull()
})
