// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { roveFocus } from './rove-focus.ts'
import { moveCardFocus, WindowGrid } from './window-grid.tsx'

afterEach(cleanup)

function Cards({ count, lateControl = false }: { count: number; lateControl?: boolean }) {
  return (
    <ul onKeyDown={(event) => moveCardFocus(event, 3)}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
        <li key={index} data-index={index}>
          <a href={`#${index}`} data-card-link="">{`Card ${index}`}</a>
          <button type="button">{`Buy ${index}`}</button>
          {lateControl && <button type="button">{`Cart ${index}`}</button>}
          <button type="button" tabIndex={0}>{`Hint ${index}`}</button>
        </li>
      ))}
    </ul>
  )
}

const stops = () =>
  [...document.querySelectorAll('a[href], button')]
    .filter((one) => one.getAttribute('tabindex') !== '-1')
    .map(({ textContent }) => textContent)
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

// @feature shell.roving
it('leaves the tab stops of one card: the first, then the one that had the focus last', async () => {
  const { container, rerender } = render(<Cards count={9} />)
  const stop = roveFocus(container.querySelector('ul') as HTMLElement)
  expect(stops()).toEqual(['Card 0', 'Buy 0', 'Hint 0'])
  screen.getByText('Card 0').focus()
  press('ArrowRight')
  press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('Card 4')
  expect(stops()).toEqual(['Card 4', 'Buy 4', 'Hint 4'])
  screen.getByText('Buy 7').focus()
  expect(stops()).toEqual(['Card 7', 'Buy 7', 'Hint 7'])
  // Controls that come later follow; where the card has gone, the first one has the stops.
  rerender(<Cards count={9} lateControl />)
  await expect.poll(stops).toEqual(['Card 7', 'Buy 7', 'Cart 7', 'Hint 7'])
  rerender(<Cards count={3} lateControl />)
  await expect.poll(stops).toEqual(['Card 0', 'Buy 0', 'Cart 0', 'Hint 0'])
  stop()
  expect(stops()).toHaveLength(3 * 4)
  expect(container.querySelector('[data-roved]')).toBeNull()
  expect(screen.getByText('Hint 2').getAttribute('tabindex')).toBe('0')
  expect(screen.getByText('Buy 2').hasAttribute('tabindex')).toBe(false)
})

/** A long list that renders the five cards from `start` on, and the space of the others. */
function LongList({ start }: { start: number }) {
  return (
    <div>
      <ul data-before={start > 0 || undefined} data-after={start < 10 || undefined}>
        {[0, 1, 2, 3, 4].map((offset) => (
          <li key={start + offset} data-index={start + offset}>
            <a href={`#${start + offset}`} data-card-link="">{`Card ${start + offset}`}</a>
            <button type="button">{`Buy ${start + offset}`}</button>
          </li>
        ))}
      </ul>
    </div>
  )
}

// @feature shell.item-keys
it.each([
  ['End', 'link', 0, 10, 'Card 14', 'end'],
  ['End', 'button', 0, 10, 'Card 14', 'end'],
  ['Home', 'link', 10, 0, 'Card 0', 'start'],
  ['Home', 'button', 10, 0, 'Card 0', 'start'],
] as const)('%s goes from the %s of a card to the edge of the list, which is rendered later', async (...row) => {
  const [key, role, from, to, expected, block] = row
  const { container, rerender } = render(<LongList start={from} />)
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  const stop = roveFocus(container.querySelector('ul') as HTMLElement)
  screen.getByRole(role, { name: new RegExp(` ${from + 2}$`) }).focus()
  expect(fireEvent.keyDown(document.activeElement as Element, { key, shiftKey: true })).toBe(true)
  press(key)
  expect(scroll).toHaveBeenLastCalledWith({ block })
  // The focus is still in the list when its card is gone.
  expect(document.activeElement?.matches('ul')).toBe(true)
  rerender(<LongList start={to} />)
  await expect.poll(() => document.activeElement?.textContent).toBe(expected)
  const calls = scroll.mock.calls.length
  press(key)
  expect([document.activeElement?.textContent, scroll.mock.calls.length]).toEqual([expected, calls])
  stop()
  scroll.mockRestore()
})

// @feature shell.roving
it('is what a grid does once it is interactive', async () => {
  render(
    <WindowGrid
      label="Things"
      items={['a', 'b', 'c']}
      itemKey={(item) => item}
      renderItem={(item) => <a href={`#${item}`}>{item}</a>}
      captionHeight={40}
      renderPending={() => null}
    />,
  )
  await expect.poll(stops).toEqual(['a'])
})
