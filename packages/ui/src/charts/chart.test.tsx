// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Chart } from './chart.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each([280, 324.6, 1200])('is as wide as its frame of %d px before a resize is reported', (width) => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, 140))
  render(
    <Chart
      label="Prices"
      positions={[1, 2]}
      panes={[{ name: 'Price', kind: 'line', tone: 'main', values: [1, 2], format: String, height: 140 }]}
      axis="number"
      formatPosition={String}
      readout={(index) => [String(index)]}
    />,
  )
  expect(screen.getByRole('slider').querySelector('svg')?.getAttribute('width')).toBe(String(Math.floor(width)))
})

// @feature shell.browser-keys
it('reads values by arrow keys, and leaves those with Alt, Ctrl or ⌘ to the browser', () => {
  render(
    <Chart
      label="Prices"
      positions={[1, 2]}
      panes={[{ name: 'Price', kind: 'line', tone: 'main', values: [1, 2], format: String, height: 140 }]}
      axis="number"
      formatPosition={String}
      readout={(index) => [`Value ${index}`]}
    />,
  )
  const chart = screen.getByRole('slider')
  for (const held of ['altKey', 'ctrlKey', 'metaKey'])
    expect(fireEvent.keyDown(chart, { key: 'ArrowLeft', [held]: true }), held).toBe(true)
  expect(chart.getAttribute('aria-valuetext')).toBe('Use the arrow keys to read the values')
  expect(fireEvent.keyDown(chart, { key: 'ArrowLeft' })).toBe(false)
  expect(chart.getAttribute('aria-valuetext')).toBe('Value 1')
})
