import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { MARKETPLACES, WITH_POOLS } from '../../../testing/testing-marketplaces.ts'
import { DEFAULT_ITEMS_VIEW, type ItemsView } from '../items-view.ts'
import SetBidButton from './set-bid-button.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  finishCommand('openTrade')
  vi.unstubAllGlobals()
})

const COLLECTION = { collectionId: `0x${'2'.repeat(64)}`, collectionName: 'Stones', collectionImage: null }
const CONDITION = { attributes: [{ trait_type: 'Fur', value: ['Gold'] }] }

const VIEW = { ...DEFAULT_ITEMS_VIEW, traits: [{ type: 'Fur', value: 'Gold', not: false }] }

function show(
  { total = 1234, view = {} }: { total?: number | null; view?: Partial<ItemsView> },
  { marketplaces = WITH_POOLS, mode = 'pro' } = {},
) {
  renderSite(<SetBidButton collection={COLLECTION} view={{ ...VIEW, ...view }} total={total} />, {}, marketplaces, {
    cookies: `opal.mode=${mode}`,
  })
}

// @feature bid.trait
it.each([
  [{ total: 1234 }, 'Bid on these 1,234 items'],
  [{ total: 1 }, 'Bid on this item'],
  [{ total: null }, 'Bid on items with these traits'],
  // Further filters select among the items that fit: the bid is for all of these.
  [{ total: 5, view: { listedOnly: true } }, 'Bid on items with these traits'],
  [{ total: 0, view: { listedOnly: true } }, 'Bid on items with these traits'],
])('of a filter opens the bid on the items that fit, case %#', async (shown, name) => {
  show(shown)
  await userEvent.click(screen.getByRole('button', { name }))
  expect(commandRequest('openTrade')).toEqual({ kind: 'set-bid', collection: COLLECTION, condition: CONDITION })
})

// @feature bid.trait, shell.lite-pro
it.each([
  ['without traits and ranks', { view: { traits: [], listedOnly: true } }, {}],
  ['where nothing fits', { total: 0 }, {}],
  ['where there are no pools', {}, { marketplaces: [...MARKETPLACES] }],
  ['in Lite', {}, { mode: 'lite' }],
])('is not there %s', (_, change, site) => {
  show(change, site)
  expect(screen.queryByRole('button')).toBeNull()
})
