// @vitest-environment happy-dom
import type { Attribute } from '@opal/contract/tokens'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { testingDetail } from '../../testing/testing-detail.ts'
import { testingItem } from '../../testing/testing-item.ts'
import LikeSales from './like-sales.tsx'
import { LIKE_SALES_HEIGHT, sharedTrait } from './like-sales-query.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const trait = (value: string, count: number | null): Attribute => ({
  trait_type: 'Hat',
  value,
  count,
  floorPrice: null,
})
const sold = (at: number) =>
  testingItem(`0x${String(at).repeat(64)}`, {
    name: `Stone #${at}`,
    lastSalePrice: String(at * 100_000_000),
    lastSaleAtMicros: '1',
  })

// @feature token.like-sales
it('takes the rarest trait with a known count, unless the item alone has it', () => {
  expect(sharedTrait([trait('A', 9), trait('B', 4), trait('C', 1), trait('D', null)])?.value).toBe('B')
  expect(sharedTrait([trait('C', 1)])).toBeNull()
  expect(sharedTrait([])).toBeNull()
})

// @feature token.like-sales
it('lists the last sales of others with that trait, without the token itself and what was never sold', async () => {
  const token = testingDetail()
  const asked: (string | null)[] = []
  const never = testingItem(`0x${'9'.repeat(64)}`, { name: 'Never sold' })
  renderSite(<LikeSales token={token} trait={trait('Crown', 9)} />, {
    [`/api/collection/${token.collectionId}/nfts`]: (_body: unknown, url: URL) => {
      asked.push(url.searchParams.get('attributes'), url.searchParams.get('sort'))
      const self = { ...sold(1), tokenDataId: token.tokenDataId }
      return { data: [sold(2), self, sold(3), never], nextCursor: null, total: 4 }
    },
  })
  await screen.findByText('Last sales with Hat: Crown')
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Stone #2', 'Stone #3'])
  expect(asked).toEqual([JSON.stringify([{ trait_type: 'Hat', value: 'Crown' }]), 'last_sale_desc'])
})

it('keeps its room until it is known that nothing of the kind was sold', async () => {
  const token = testingDetail()
  let isAsked = false
  const { container } = renderSite(<LikeSales token={token} trait={trait('Crown', 9)} />, {
    [`/api/collection/${token.collectionId}/nfts`]: () => {
      isAsked = true
      return { data: [], nextCursor: null, total: 0 }
    },
  })
  const room = () => container.querySelectorAll(`[style*="${LIKE_SALES_HEIGHT}px"]`).length
  expect(room()).toBe(1)
  await waitFor(() => expect(isAsked).toBe(true))
  await waitFor(() => expect(room()).toBe(0))
  expect(screen.queryByText(/^Last sales with/)).toBeNull()
})

// @feature token.like-sales
it('names a value that is an empty text', async () => {
  const token = testingDetail()
  renderSite(<LikeSales token={token} trait={trait('', 9)} />, {
    [`/api/collection/${token.collectionId}/nfts`]: () => ({ data: [sold(2)], nextCursor: null, total: 1 }),
  })
  await screen.findByText('Last sales with Hat: Empty')
})
