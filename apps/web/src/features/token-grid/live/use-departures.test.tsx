// @vitest-environment happy-dom
import type { Activity } from '@opal/contract/activities'
import type { ActivityKind } from '@opal/contract/constants/activity-kinds'
import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { useDepartures } from './use-departures.ts'

const { sold, stop } = vi.hoisted(() => ({ sold: vi.fn(), stop: vi.fn() }))
vi.mock(import('../../../shared/motion/departures.ts'), () => ({ watchDepartures: () => ({ sold, stop }) }))
afterEach(cleanup)

function Grid() {
  const frame = useRef<HTMLDivElement>(null)
  useDepartures(frame, '0xc')
  return <div ref={frame} />
}

function tell(kind: ActivityKind, tokenDataId: string): void {
  const activity = { kind, tokenDataId } as Activity
  deliverLive({ kind: 'activity', id: tokenDataId, collectionId: '0xc', version: '1', at: '1', activity })
}

// @feature collection.sale-flies, collection.sold-leaves
it('follows sales and accepted bids, and nothing else', async () => {
  const { unmount } = render(<Grid />)
  await vi.dynamicImportSettled()
  tell('sale', '0x1')
  tell('accept-collection-bid', '0x2')
  tell('delist', '0x3')
  expect(sold.mock.calls).toEqual([['0x1'], ['0x2']])
  unmount()
  expect(stop).toHaveBeenCalledOnce()
})
