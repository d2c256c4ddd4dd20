// @vitest-environment happy-dom
import type { Activity } from '@opal/contract/shapes/activity'
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../lib/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { DEFAULT_ITEMS_VIEW } from './items-view.ts'
import { testingToken } from './testing-token.ts'
import { useLiveItems } from './use-live-items.ts'

const TOKEN = testingToken(1, 5)
const NONE = [] as const
/** For machines that have much else to do. */
const PATIENT = { timeout: 15_000 }
const PATH = `/api/collection/${TOKEN.collectionId}/nfts`

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Items() {
  const { frame } = useLiveItems(TOKEN.collectionId, DEFAULT_ITEMS_VIEW, NONE, false)
  return <div ref={frame} />
}

/** Opens the items of a collection. @returns how often the API was asked for a row. */
function openItems(): () => number {
  let asked = 0
  const answer = () => {
    asked += 1
    return { data: [TOKEN], nextCursor: null, total: 1 }
  }
  renderSite(<Items />, { [PATH]: answer })
  return () => asked
}

function tell(id: number): void {
  const activity = { tokenDataId: TOKEN.tokenDataId } as Activity
  deliverLive({ kind: 'activity', id: String(id), collectionId: TOKEN.collectionId, version: '1', at: '1', activity })
}

// @feature items.batched
it('reads a row anew within 100 ms of the first message, however many more follow', async () => {
  const asked = openItems()
  for (let id = 0; id < 4; id += 1) {
    tell(id)
    await act(() => vi.advanceTimersByTimeAsync(40))
  }
  // Nothing that was still waiting counts.
  cleanup()
  await expect.poll(asked, PATIENT).toBe(1)
})

it('reads it once more for what came after, and never when nothing did', async () => {
  const asked = openItems()
  tell(1)
  tell(2)
  await act(() => vi.advanceTimersByTimeAsync(100))
  await expect.poll(asked, PATIENT).toBe(1)
  tell(3)
  await act(() => vi.advanceTimersByTimeAsync(99))
  expect(asked()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await expect.poll(asked, PATIENT).toBe(2)
})
