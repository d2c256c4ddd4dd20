// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import * as fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { parseApt } from '../../../shared/format/apt.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { DEFAULT_ITEMS_VIEW, type ItemsView } from '../items-view.ts'
import { FilterChips } from './filter-chips.tsx'

afterEach(cleanup)

const COLLECTION = { collectionId: `0x${'c'.repeat(64)}`, collectionName: 'Stones', collectionImage: null }
const VIEW: ItemsView = {
  ...DEFAULT_ITEMS_VIEW,
  listedOnly: true,
  maxRank: 500,
  traits: [
    { type: 'Hat', value: 'Crown', not: false },
    { type: 'Hat', value: 'Cap', not: false },
  ],
}

function open(only?: 'condition', view = VIEW) {
  const changed = vi.fn()
  const shared = { collection: COLLECTION, view, total: null, onViewChange: changed }
  renderSite(<FilterChips {...shared} {...(only !== undefined && { only })} />, {})
  return changed
}
const labels = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

// @feature bids.traits
it('shows traits and ranks alone where only these count, and leaves the other filters as they are', async () => {
  const changed = open('condition')
  expect(labels()).toEqual(['Rank up to 500', 'Hat: Crown', 'Hat: Cap', 'Clear all'])
  await userEvent.click(screen.getByRole('button', { name: /Hat: Crown/ }))
  expect(changed).toHaveBeenLastCalledWith({ ...VIEW, traits: VIEW.traits.slice(1) })
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(changed).toHaveBeenLastCalledWith({ ...VIEW, traits: [], maxRank: null })
})

// @feature items.chips
it('names a value that is an empty text', () => {
  open(undefined, { ...DEFAULT_ITEMS_VIEW, traits: [{ type: 'Hat', value: '', not: true }] })
  expect(labels()).toEqual(['Not Hat: Empty', 'Clear all'])
})

it('clears every filter where all count', async () => {
  const changed = open()
  expect(labels()[0]).toBe('Listed')
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(changed).toHaveBeenLastCalledWith(DEFAULT_ITEMS_VIEW)
})

// @feature items.price-range
it('names the bounds of a price range to the octa', () => {
  const bound = fc.option(fc.bigInt({ min: 0n, max: 10n ** 16n }))
  fc.assert(
    fc.property(bound, bound, (minPrice, maxPrice) => {
      fc.pre(minPrice !== null || maxPrice !== null)
      open(undefined, { ...DEFAULT_ITEMS_VIEW, minPrice, maxPrice })
      const read = (labels()[0] ?? '').match(/[\d,.]+/g)?.map((text) => parseApt(text.replaceAll(',', '')))
      cleanup()
      expect(read).toEqual([minPrice, maxPrice].filter((one) => one !== null))
    }),
    { numRuns: 50, examples: [[999_900_000_000n, null]] },
  )
})
