import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { siteActions } from '../../shared/hooks/site-actions.ts'
import { useItemKeys } from './use-item-keys.ts'

// @vitest-environment happy-dom
afterEach(cleanup)

const pressed = vi.fn()

function Items({ toggleFilters }: { toggleFilters: () => void }) {
  useItemKeys(toggleFilters)
  return (
    <ul data-items="">
      {[1, 2].map((n) => (
        <li key={n} data-index={n - 1}>
          <a href={`#${n}`} data-card-link="">{`Item ${n}`}</a>
          <span data-pick="">
            <button type="button" onClick={() => pressed(`cart ${n}`)}>
              Tick
            </button>
          </span>
          <button type="button" data-trade="" onClick={() => pressed(`buy ${n}`)}>
            Buy
          </button>
        </li>
      ))}
    </ul>
  )
}

// @feature shell.item-keys
it('goes to the first item, buys, ticks and filters by single keys', () => {
  const toggleFilters = vi.fn()
  render(<Items toggleFilters={toggleFilters} />)
  const press = (keys: string) =>
    siteActions
      .get()
      .find((action) => action.keys === keys)
      ?.run()
  press('b')
  expect(pressed).not.toHaveBeenCalled()
  press('i')
  expect(document.activeElement?.textContent).toBe('Item 1')
  screen.getByText('Item 2').focus()
  for (const keys of ['b', 'c', 'x']) press(keys)
  expect(pressed.mock.calls.flat()).toEqual(['buy 2', 'cart 2', 'cart 2'])
  press('f')
  expect(toggleFilters).toHaveBeenCalledOnce()
})
