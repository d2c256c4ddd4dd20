import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { FloorChart } from './floor-chart.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = `0x${'c'.repeat(64)}`
const APT = 100_000_000
const step = (
  at: number,
  apt: { readonly volume: number; readonly wash: number },
  sales: readonly [number, number],
) => ({
  atMicros: String(1_780_000_000_000_000 + at * 3_600_000_000),
  floorPrice: String(3 * APT),
  listedCount: 4,
  ownerCount: 5,
  volume: String(apt.volume * APT),
  sales: sales[0],
  volumeWithoutWash: String((apt.volume - apt.wash) * APT),
  salesWithoutWash: sales[1],
})
const STEPS = [step(0, { volume: 70, wash: 0 }, [7, 7]), step(1, { volume: 50, wash: 38 }, [6, 2])]

function Shown() {
  const [wash, setWash] = useState(true)
  return <FloorChart collectionId={ID} slug="stones" window="7d" wash={wash} onWashChange={setWash} />
}

// @feature analytics.wash, analytics.twin
it('counts wash trades in volume and sales, or leaves them out after the switch, and has both in the table', async () => {
  renderSite(<Shown />, { [`/api/collection/${ID}/history`]: () => ({ stepHours: 1, data: STEPS }) })
  const chart = await screen.findByRole('slider', { name: 'Floor and volume over time' })
  const readAt = (key: 'Home' | 'End') => {
    fireEvent.keyDown(chart, { key })
    return chart.getAttribute('aria-valuetext')
  }
  expect([readAt('Home'), readAt('End')]).toEqual([
    expect.stringMatching(/Volume 70 APT, 7 sales/),
    expect.stringMatching(/Volume 50 APT, 6 sales/),
  ])
  fireEvent.click(screen.getByRole('switch', { name: 'Include wash trades' }))
  expect([readAt('Home'), readAt('End')]).toEqual([
    expect.stringMatching(/Volume 70 APT, 7 sales/),
    expect.stringMatching(/Volume 12 APT, 2 sales/),
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Floor and volume as table' }))
  const table = await screen.findByRole('region', { name: 'Floor and volume, table' })
  const cells = within(table)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent)
        .join(' '),
    )
  expect(cells.some((text) => /50 6 12 2 /.test(text))).toBe(true)
})
