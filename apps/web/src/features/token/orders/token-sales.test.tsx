import type { Activity } from '@opal/contract/activities'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { useLiveToken } from '../use-live-token.ts'
import TokenSales from './token-sales.tsx'

// @vitest-environment happy-dom
const PATH = '/api/activities'
const ID = `0x${'d1'.repeat(32)}`
const COLLECTION = `0x${'c1'.repeat(32)}`
const START_MICROS = 1_790_000_000_000_000n

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The sales of a token page, updated live. */
function Sales() {
  useLiveToken(COLLECTION, ID)
  return <TokenSales tokenDataId={ID} name="Stone #7" />
}

/** Newest first, as the API has them. */
function answerOf(prices: readonly bigint[]) {
  const data = prices.map((price, at) => saleOf(price, at)).toReversed()
  return { data, nextCursor: null }
}

function saleOf(price: bigint, at: number): Activity {
  return {
    id: `${at}-0`,
    version: String(at),
    eventIndex: 0,
    kind: 'sale',
    activityType: { title: 'Sold' },
    marketplace: 'own',
    price: String(price),
    amount: '1',
    buyer: null,
    seller: null,
    from: null,
    to: null,
    tokenDataId: ID,
    tokenName: 'Stone #7',
    tokenImage: null,
    collectionId: COLLECTION,
    collectionName: 'Stones',
    collectionSlug: 'stones',
    tokenStandard: 'v2',
    offerOrListingId: null,
    transactionHash: null,
    atMicros: String(START_MICROS + BigInt(at) * 86_400_000_000n),
  }
}

const chart = () => screen.findByRole('slider', { name: 'Sales by time and price' })

// @feature token.sales
it('fetches the newest 30 sales of the token', async () => {
  const asked: Record<string, string>[] = []
  const answer = (_: unknown, { searchParams }: URL) => {
    asked.push(Object.fromEntries(searchParams))
    return answerOf([100_000_000n])
  }
  renderSite(<Sales />, { [PATH]: answer })
  await chart()
  expect(asked).toEqual([{ page: '1', take: '30', pageType: 'activity_page', type: 'sales', tokenDataId: ID }])
})

// @feature token.sales
it('plots every sale in order, oldest first, and lists it in a table to the octa', async () => {
  const prices = fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(prices, async (sold) => {
      cleanup()
      renderSite(<Sales />, { [PATH]: () => answerOf(sold) })
      const slider = await chart()
      expect(slider.getAttribute('aria-valuemax')).toBe(String(sold.length - 1))
      fireEvent.keyDown(slider, { key: 'Home' })
      const first = slider.getAttribute('aria-valuetext')
      fireEvent.keyDown(slider, { key: 'End' })
      if (sold.length > 1) expect(slider.getAttribute('aria-valuetext')).not.toBe(first)
      expect(first).toContain('2026')
      fireEvent.click(screen.getByRole('button', { name: 'Sales as table' }))
      const cells = within(screen.getByRole('table'))
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[1]?.textContent ?? '')
      expect(cells.map((apt) => octasOf(apt))).toEqual(sold)
    }),
    { numRuns: 12 },
  )
})

// @feature token.sales
it('adds a new sale of the token when its message arrives, and none of another', async () => {
  let sold = [100_000_000n]
  renderSite(<Sales />, { [PATH]: () => answerOf(sold) })
  const slider = await chart()
  sold = [...sold, 200_000_000n]
  const message = { kind: 'activity', id: '1', collectionId: COLLECTION, version: '1', at: '1' } as const
  act(() => deliverLive({ ...message, activity: { ...saleOf(1n, 1), tokenDataId: COLLECTION } }))
  expect(slider.getAttribute('aria-valuemax')).toBe('0')
  act(() => deliverLive({ ...message, activity: saleOf(200_000_000n, 1) }))
  await expect.poll(() => slider.getAttribute('aria-valuemax')).toBe('1')
})

// @feature token.sales, outage.api
it('shows an error and retries when the sales cannot be fetched', async () => {
  let isThere = false
  const answer = () => {
    if (!isThere) throw new ApiFailure(500, 'out of order')
    return answerOf([100_000_000n])
  }
  renderSite(<Sales />, { [PATH]: answer })
  await screen.findByText('Couldn’t load sales.')
  isThere = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await chart()
})

function octasOf(apt: string): bigint {
  const [whole = '', part = ''] = apt.split('.')
  return BigInt(whole + part.padEnd(8, '0'))
}
