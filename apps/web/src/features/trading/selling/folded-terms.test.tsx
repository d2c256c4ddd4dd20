// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { NO_TYPED_TERMS, TermsFields, type TypedTerms } from './terms-fields.tsx'

afterEach(cleanup)

const FALLING = { ...NO_TYPED_TERMS, endPrice: '300', fallsUntil: '2126-12-05T10:00' }

// @feature list.edit-terms
it.each<[string, readonly TypedTerms[], boolean]>([
  ['none', [NO_TYPED_TERMS], false],
  ['some', [FALLING], true],
  ['some that come later', [NO_TYPED_TERMS, FALLING], true],
  ['some that are deleted', [FALLING, NO_TYPED_TERMS], true],
])('unfolds terms where there are any: %s', (_, values, isOpen) => {
  const fields = (value: TypedTerms) => <TermsFields value={value} errors={{}} onChange={() => {}} />
  const { container, rerender } = render(fields(values[0] ?? NO_TYPED_TERMS))
  for (const value of values.slice(1)) rerender(fields(value))
  expect(container.querySelector('details')?.open).toBe(isOpen)
})
