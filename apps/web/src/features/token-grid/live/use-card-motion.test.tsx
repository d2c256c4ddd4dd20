// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { useCardMotion } from './use-card-motion.ts'

const { followCards, stop } = vi.hoisted(() => {
  const stop = vi.fn()
  return { followCards: vi.fn((_frame: HTMLElement, _collectionId: string) => stop), stop }
})
vi.mock(import('../../../shared/motion/follow-cards.ts'), async (original) => ({ ...(await original()), followCards }))

function Grid() {
  const frame = useRef<HTMLDivElement>(null)
  useCardMotion(frame, '0xc')
  return <div ref={frame} data-testid="grid" />
}

// @feature collection.sale-flies, collection.sold-leaves, collection.cards-glide
it('animates the cards of the collection while the grid is shown', async () => {
  const { getByTestId, unmount } = render(<Grid />)
  await vi.dynamicImportSettled()
  expect(followCards.mock.calls).toEqual([[getByTestId('grid'), '0xc']])
  expect(stop).not.toHaveBeenCalled()
  unmount()
  await expect.poll(() => stop).toHaveBeenCalledOnce()
})
