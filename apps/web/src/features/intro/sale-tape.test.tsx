import type { Activity } from '@opal/contract/activities'
import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import { ACTIVITY_KINDS } from '@opal/domain/live/activity-kinds'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../shared/realtime/live-bus.ts'
import { renderSite } from '../../testing/render-site.tsx'
import SaleTape from './sale-tape.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function activity(at: number, kind: Activity['kind']): Activity {
  return {
    id: `${at}-0`,
    version: String(at),
    eventIndex: 0,
    kind,
    activityType: { title: '' },
    marketplace: null,
    price: '100000000',
    amount: null,
    buyer: null,
    seller: null,
    from: null,
    to: null,
    tokenDataId: null,
    tokenName: `Stone #${at}`,
    tokenImage: null,
    collectionId: null,
    collectionName: null,
    collectionSlug: null,
    tokenStandard: 'v2',
    offerOrListingId: null,
    atMicros: '1',
    transactionHash: null,
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
  await expect.poll(shown).toEqual([...sold.toReversed(), ...first].slice(0, 12))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked).toHaveBeenCalledOnce()
})

// @feature landing.intro
it('keeps the place of the sales while they load, and no longer where there are none', async () => {
  const answer = Promise.withResolvers<unknown>()
  const { container } = renderSite(<SaleTape />, { '/api/activities': () => answer.promise })
  await expect.poll(() => container.querySelectorAll('[data-placeholder]').length).toBeGreaterThan(0)
  answer.resolve({ data: [], nextCursor: null })
  await expect.poll(() => container.querySelectorAll('[data-placeholder]')).toHaveLength(0)
})

// @feature landing.intro
it('is one tab stop, whichever sale has the focus, and the arrow keys move along it', async () => {
  const place = { collectionId: `0x${'c'.repeat(64)}`, tokenDataId: `0x${'7'.repeat(64)}` }
  const data = Array.from({ length: 12 }, (_, at) => ({ ...activity(21 - at, 'sale'), ...place }))
  renderSite(<SaleTape />, { '/api/activities': () => ({ data, nextCursor: null }) })
  const links = await screen.findAllByRole('link')
  expect(links).toHaveLength(12)
  const stops = () => links.flatMap((link, at) => (link.tabIndex === 0 ? [at] : []))
  await expect.poll(stops).toEqual([0])
  links[0]?.focus()
  for (const at of links.keys()) {
    expect(document.activeElement).toBe(links[at])
    expect(stops()).toEqual([at])
    fireEvent.keyDown(links[at] as HTMLElement, { key: 'ArrowRight' })
  }
  fireEvent.keyDown(links[11] as HTMLElement, { key: 'ArrowLeft' })
  expect(stops()).toEqual([10])
})

// @feature landing.intro
it.each([
  ['until the images are there', 3, 3],
  ['a dozen times at most', 99, 12],
])('asks for sales whose images are still being fetched again, %s', async (_, thereAt, times) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  let asked = 0
  const { container } = renderSite(<SaleTape />, {
    '/api/activities': () => {
      asked += 1
      const tokenImage = asked >= thereAt ? 'ipfs://stone' : null
      return { data: [{ ...activity(21, 'sale'), tokenDataId: `0x${'7'.repeat(64)}`, tokenImage }], nextCursor: null }
    },
  })
  await screen.findByText('Stone #21')
  expect(container.querySelector('img')).toBeNull()
  for (let second = 0; second < 120; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(asked).toBe(times)
  expect(container.querySelector('img') !== null).toBe(times === thereAt)
})
