// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { isTyping } from './shortcuts-on.ts'

afterEach(cleanup)

// @feature shell.item-keys
it.each([
  ['text', true],
  ['search', true],
  ['number', true],
  ['checkbox', false],
  ['radio', false],
  ['range', false],
  ['button', false],
])('a key press in an input of type %s is typing: %s', (type, expected) => {
  render(<input data-testid="field" type={type} />)
  expect(isTyping(screen.getByTestId('field'))).toBe(expected)
})

it('a key press in a select or a text area is typing, elsewhere it is not', () => {
  render(
    <div data-testid="page">
      <select data-testid="select" />
      <textarea data-testid="area" />
    </div>,
  )
  expect(['select', 'area', 'page'].map((id) => isTyping(screen.getByTestId(id)))).toEqual([true, true, false])
  expect(isTyping(null)).toBe(false)
})
