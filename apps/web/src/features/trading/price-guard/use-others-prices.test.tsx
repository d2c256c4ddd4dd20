import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingDetail } from '../../../testing/testing-detail.ts'
import { ME } from '../../../testing/testing-item.ts'
import { useOthersPrices } from './use-others-prices.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  walletSession.set(walletSession.initial)
})

const TOKEN = testingDetail({})
const LOADED = [{ data: TOKEN, dataUpdatedAt: 1 }]

function Priced() {
  const { of } = useOthersPrices(LOADED, true)
  return <p>{String(of(TOKEN).floor)}</p>
}

it('are refetched soon after the floor moves, and every few seconds while it moves without end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  walletSession.set({ ...walletSession.initial, status: 'connected', address: ME })
  let asked = 0
  const { container } = renderSite(<Priced />, {
    '/api/collection/nfts/top-trait': () => ({ data: [] }),
    [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: () => ({
      floorPrice: String(++asked),
      usualFloorPrice: null,
      token: null,
    }),
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const deliver = (id: number) =>
    act(() =>
      deliverLive({
        kind: 'floor_change',
        id: String(id),
        collectionId: TOKEN.collectionId,
        version: String(id),
        at: '1',
        old: '1',
        new: '2',
      }),
    )
  const soon = async () => {
    await pass(10)
    return container.textContent
  }
  await expect.poll(soon).toBe('1')
  deliver(1)
  await expect.poll(soon).toBe('2')
  for (let id = 2; id < 100; id += 1) {
    deliver(id)
    await pass(100)
  }
  await pass(10_000)
  expect(asked).toBeGreaterThan(4)
  expect(asked).toBeLessThan(12)
})
