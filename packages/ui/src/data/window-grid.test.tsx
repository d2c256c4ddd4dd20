import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { moveCardFocus } from './window-grid.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

// @feature shell.item-keys
it('moves through cards by arrow keys, row by row, and stays at the edges', () => {
  render(
    <ul onKeyDown={(event) => moveCardFocus(event, 3)}>
      {Array.from({ length: 7 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
        <li key={index} data-index={index}>
          <a href={`#${index}`} data-card-link="">{`Card ${index}`}</a>
          <button type="button">{`Buy ${index}`}</button>
        </li>
      ))}
    </ul>,
  )
  screen.getByText('Card 0').focus()
  const press = (key: string, more = {}) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
    return document.activeElement?.textContent
  }
  expect(['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp'].map((key) => press(key))).toEqual([
    'Card 1',
    'Card 4',
    'Card 4',
    'Card 3',
    'Card 0',
    'Card 0',
  ])
  expect(press('ArrowRight', { altKey: true })).toBe('Card 0')
  screen.getByText('Buy 4').focus()
  expect(press('ArrowRight')).toBe('Card 5')
})
