// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { useDepartures } from './use-departures.ts'

const { followSales, stop } = vi.hoisted(() => {
  const stop = vi.fn()
  return { followSales: vi.fn((_frame: HTMLElement | null, _collectionId: string) => stop), stop }
})
vi.mock(import('../../../shared/motion/departures.ts'), async (original) => ({ ...(await original()), followSales }))

function Grid() {
  const frame = useRef<HTMLDivElement>(null)
  useDepartures(frame, '0xc')
  return <div ref={frame} data-testid="grid" />
}

// @feature collection.sale-flies, collection.sold-leaves
it('follows the sales of the collection while the grid is shown', async () => {
  const { getByTestId, unmount } = render(<Grid />)
  await vi.dynamicImportSettled()
  expect(followSales.mock.calls).toEqual([[getByTestId('grid'), '0xc']])
  expect(stop).not.toHaveBeenCalled()
  unmount()
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce())
})
