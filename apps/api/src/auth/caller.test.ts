import { expect, it } from 'vitest'
import { isOperator } from './caller.ts'

it('takes a caller with the configured token as the operator, and no caller where none is configured', () => {
  expect(isOperator('Bearer secret', 'secret')).toBe(true)
  for (const header of [undefined, '', 'Bearer', 'Bearer ', 'secret', 'bearer secret', 'Bearer secret2']) {
    expect(isOperator(header, 'secret'), String(header)).toBe(false)
  }
  expect(isOperator('Bearer ', null)).toBe(false)
  expect(isOperator('Bearer null', null)).toBe(false)
})
