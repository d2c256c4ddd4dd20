import type { Activity } from '@opal/contract/activities'
import { ACTIVITY_KINDS, KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import SaleTape from './sale-tape.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
})

function activity(at: number, kind: Activity['kind']): Activity {
  return {
    ...{ id: `${at}-0`, version: String(at), eventIndex: 0, kind, activityType: { title: '' }, marketplace: null },
    ...{ price: '100000000', amount: null, buyer: null, seller: null, from: null, to: null, tokenDataId: null },
    ...{ tokenName: `Stone #${at}`, tokenImage: null, collectionId: null, collectionName: null, collectionSlug: null },
    ...{ tokenStandard: 'v2', offerOrListingId: null, atMicros: '1', transactionHash: null },
  }
}

function deliver(row: Activity): void {
  const base = { id: row.version, collectionId: row.collectionId, version: row.version, at: '1' }
  act(() => deliverLive({ kind: 'activity', ...base, activity: row }))
}

const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.match(/Stone #\d\d/)?.[0])

// @feature landing.intro
it('puts live sales of any kind before the others, once, and asks the server no more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const asked = vi.fn(() => ({
    data: Array.from({ length: 12 }, (_, at) => activity(21 - at, 'sale')),
    nextCursor: null,
  }))
  renderSite(<SaleTape />, { '/api/activities': asked })
  await screen.findByText('Stone #21')
  const first = shown()
  expect(first).toHaveLength(12)
  for (const [at, kind] of ACTIVITY_KINDS.entries()) {
    deliver(activity(30 + at, kind))
    deliver(activity(30 + at, kind))
  }
  const sold = ACTIVITY_KINDS.flatMap((kind, at) => (KINDS_OF_TYPE.sales.includes(kind) ? [`Stone #${30 + at}`] : []))
  await vi.waitFor(() => expect(shown()).toEqual([...sold.toReversed(), ...first].slice(0, 12)))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked).toHaveBeenCalledOnce()
})
