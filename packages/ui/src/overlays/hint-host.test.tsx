import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import HintHost from './hint-host.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const tooltip = () => screen.queryByRole('tooltip')?.textContent ?? null

function tap(element: Element, pointerType: string): boolean {
  fireEvent.pointerDown(element, { pointerType })
  return fireEvent.click(element)
}

const opened = vi.fn()

/** A card as of a token, a row as of an activity, and a single number. */
function renderPlaces() {
  opened.mockClear()
  render(
    <div tabIndex={-1}>
      <HintHost />
      <article>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: imitates an element that forwards clicks to a card's link. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same. */}
        <span onClick={opened}>
          <b title="Rarity rank 7, TOP 1%" data-hint="">
            7
          </b>
        </span>
        <a href="#token">Token</a>
        <button type="button">Buy</button>
      </article>
      <button type="button">
        Sell into bids
        <span title="50.46195 APT" data-hint="">
          50.4619
        </span>
      </button>
      <table>
        <tbody>
          <tr>
            <td>
              <a href="#item">Item</a>
            </td>
            <td title="no hint">Sale</td>
            <td>
              <a href="#transaction">
                <time title="November 22 2026 02:15:16 PM" data-hint="">
                  4h
                </time>
              </a>
            </td>
            <td>
              <time title="November 21 2026 09:00:00 AM" data-hint="">
                1d
              </time>
            </td>
          </tr>
        </tbody>
      </table>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as the page has it. */}
      <time title="June 01 2026 10:00:00 AM" data-hint="" tabIndex={0}>
        5M
      </time>
    </div>,
  )
}

// @feature table.cell-date, rarity.tooltip
it.each([
  ['Token', 'Rarity rank 7, TOP 1%', 600],
  ['Item', 'November 21 2026 09:00:00 AM', 600],
  ['4h', 'November 22 2026 02:15:16 PM', 0],
  ['5M', 'June 01 2026 10:00:00 AM', 0],
  ['50.4619', '50.46195 APT', 0],
  ['Buy', null, 0],
])('keyboard focus on %s shows its hints, of a row once it rests there, and its leaving takes them away', (...row) => {
  const [text, hints, afterMs] = row
  vi.useFakeTimers()
  renderPlaces()
  const target = screen.getByText(text).closest<HTMLElement>('a, button, [tabindex]')
  act(() => target?.focus())
  expect(document.activeElement).toBe(target)
  if (afterMs > 0) {
    act(() => vi.advanceTimersByTime(afterMs - 1))
    expect(tooltip()).toBeNull()
    act(() => target?.blur())
    act(() => vi.advanceTimersByTime(afterMs))
    expect(tooltip()).toBeNull()
    act(() => target?.focus())
    act(() => vi.advanceTimersByTime(afterMs))
  }
  expect(tooltip()?.startsWith(hints ?? '') ?? null).toBe(hints === null ? null : true)
  act(() => target?.blur())
  expect(tooltip()).toBeNull()
})

// @feature rarity.tooltip
it.each([
  ['Token', '7', 'bottom'],
  ['Item', 'Item', 'top'],
  ['5M', '5M', 'top'],
])(
  'keyboard focus on %s shows its hints next to %s: of a card over nothing that is above it',
  (text, neighbor, side) => {
    vi.useFakeTimers()
    renderPlaces()
    const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    act(() => screen.getByText(text).closest<HTMLElement>('a, [tabindex]')?.focus())
    act(() => vi.advanceTimersByTime(600))
    expect(tooltip()).not.toBeNull()
    const places = ['7', 'Token', 'Item', '5M'].filter((one) => measured.mock.contexts.includes(screen.getByText(one)))
    expect(places).toEqual([neighbor])
    expect(document.querySelector('[data-side]')?.getAttribute('data-side')).toBe(side)
  },
)

// @feature table.cell-date, rarity.tooltip
it.each(['touch', 'pen'])(
  'a tap by %s shows the hint in place of what lies below it, and another tap closes it',
  (by) => {
    renderPlaces()
    expect(tap(screen.getByText('7'), by)).toBe(false)
    expect(opened).not.toHaveBeenCalled()
    expect(tooltip()).toContain('Rarity rank 7, TOP 1%')
    tap(screen.getByText('1d'), by)
    expect(tooltip()).toContain('November 21 2026 09:00:00 AM')
    expect(tooltip()).not.toContain('Rarity')
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(tooltip()).toBeNull()
  },
)

// @feature format.price
it('names the columns of several hints of a row, and of one that stands alone nothing', () => {
  vi.useFakeTimers()
  render(<HintHost />)
  render(
    <table>
      <thead>
        <tr>
          <th>Item</th>
          <th>
            <button type="button">Floor</button>
          </th>
          <th />
        </tr>
      </thead>
      <tbody>
        {[true, false].map((isMany) => (
          <tr key={String(isMany)}>
            <td>
              <a href="#item">{isMany ? 'Many' : 'One'}</a>
            </td>
            <td title="1.63625 APT" data-hint="">
              1.6363
            </td>
            <td title="1,024.5 APT" {...(isMany && { 'data-hint': '' })}>
              1.02K
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  )
  for (const [link, hints] of [
    ['Many', 'Floor: 1.63625 APT1,024.5 APT'],
    ['One', '1.63625 APT'],
  ] as const) {
    act(() => screen.getByText(link).focus())
    act(() => vi.advanceTimersByTime(600))
    // The tooltip has its words a second time, for screen readers.
    expect(tooltip()).toBe(hints)
  }
})

// @feature table.cell-date, rarity.tooltip
it('a mouse, and a tap on a link, do what they did', () => {
  renderPlaces()
  expect(tap(screen.getByText('7'), 'mouse')).toBe(true)
  expect(opened).toHaveBeenCalledOnce()
  expect(tap(screen.getByText('4h'), 'touch')).toBe(true)
  expect(tooltip()).toBeNull()
})
