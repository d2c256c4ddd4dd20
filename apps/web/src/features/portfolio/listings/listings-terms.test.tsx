import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { NO_TERMS, testingListing } from '../../../testing/testing-item.ts'
import type { Selection } from '../rows/use-selection.ts'
import { floorsOf, idOf, listed, openListings, resetListingsTab } from '../testing/listings-tab-driver.tsx'
import { listingColumns, type OwnListing } from './listing-columns.tsx'

// @vitest-environment happy-dom
afterEach(resetListingsTab)

// @feature portfolio.listing-terms
it('says the terms of each listing in a column, and below its name where there is none', async () => {
  const terms = {
    ...NO_TERMS,
    startPrice: '300000000',
    endPrice: '50000000',
    fallsFromSeconds: '1',
    fallsUntilSeconds: '4000000000',
    leastProceeds: '7',
  }
  const plain = listed(2)
  const falling = { ...listed(1), ownListings: [testingListing(idOf(1), { marketplace: 'own', terms })] }
  openListings(() => [falling, plain], floorsOf)
  const row = (await screen.findByTitle('Stone #1')).closest('tr') ?? document.body
  const cells = () => within(row).getAllByText(/^Falls to 0\.5 APT in \d+d$/)
  expect(cells().map((cell) => cell.closest('td')?.dataset.priority)).toEqual(['1', '3'])
  expect(cells()[0]?.title).toContain('falls to 0.5 APT by ')
  const other = screen.getByTitle('Stone #2').closest('tr') ?? document.body
  expect(other.textContent).not.toContain('Falls')
  // What a phone has to cut comes last.
  expect(cells()[0]?.closest('[data-wraps="below"]')?.textContent).toMatch(/^Stone #1Falls to 0\.5 APT in \d+d · /)
  expect(touchHeight()).toBe('64px')
  cleanup()
  openListings(() => [plain], floorsOf)
  await screen.findByTitle('Stone #2')
  expect(screen.queryByRole('columnheader', { name: 'Terms' })).toBeNull()
  expect(touchHeight()).toBe('64px')
})

// @feature portfolio.listing-terms
it('calls the buyers that listings are reserved for by their names, asked for together', async () => {
  const buyers = [idOf(0xb1), idOf(0xb2)] as const
  const asked: unknown[] = []
  const items = buyers.map((buyer, at) => {
    const change = { marketplace: 'own', validity: 'reserved', terms: { ...NO_TERMS, reservedFor: buyer } } as const
    return { ...listed(at + 1), ownListings: [testingListing(idOf(at + 1), change)] }
  })
  const name = (body: unknown) => {
    asked.push(body)
    const known = { wallet_address: buyers[0], name: 'moonlight-walker.apt', is_wallet_address: true }
    return { data: [known, { wallet_address: buyers[1], name: null, is_wallet_address: true }] }
  }
  openListings(() => items, floorsOf, {}, { '/data/user/names': name })
  const row = (await screen.findByTitle('Stone #1')).closest('tr') ?? document.body
  // Below the name and in the column of wide windows.
  await waitFor(() => expect(within(row).getAllByText('Reserved for moonlight-wa…apt')).toHaveLength(2))
  expect(within(row).getAllByTitle('reserved for moonlight-wa…apt').length).toBeGreaterThan(2)
  expect(screen.getAllByText('Reserved for 0x0000…00b2')).toHaveLength(2)
  expect(asked).toEqual([{ wallet_address: buyers }])
})

// @feature portfolio.listing-terms
it.each([
  ['of one’s own', { has: () => false } as unknown as Selection<OwnListing>],
  ['of another wallet', null],
])(
  'leave the names %s more room than the terms, in the narrowest window that has a column for them',
  (_, selection) => {
    const columns = listingColumns(selection, () => null, {
      withTerms: true,
      names: new Map(),
      isPhone: false,
      hasMenus: true,
      ownWallet: null,
    })
    const shown = columns.filter(({ priority = 4 }) => priority <= 3)
    const widths = shown.map(({ width }) => Number.parseInt(width ?? '0', 10))
    const terms = widths[shown.findIndex(({ id }) => id === 'terms')] ?? 0
    // Of a window of 1024 px, less the gutters of the page.
    expect(976 - widths.reduce((sum, width) => sum + width, 0)).toBeGreaterThanOrEqual(terms + 80)
  },
)

/** Width of the table in a window of 1024 px. */
const TABLE = 976
/** Image and name of an item, such as Neighbour #1021. */
const LEAST_NAME = 200

// @feature portfolio.listing-terms
it.each([
  ['own', true],
  ['own', false],
  ['another', true],
  ['another', false],
] as const)(
  'columns of %s wallet leave room for the name of an item at 1024 px, with terms: %s',
  (whose, withTerms) => {
    const selection = whose === 'own' ? ({ keys: new Set() } as unknown as Selection<OwnListing>) : null
    const shown = listingColumns(selection, () => null, {
      withTerms,
      names: new Map(),
      isPhone: false,
      hasMenus: true,
      ownWallet: null,
    }).filter(({ priority = 9 }) => priority <= 3)
    const values = shown.filter(({ id }) => id !== 'name').map(({ width = '' }) => Number.parseInt(width, 10))
    expect(values.every((width) => width > 0)).toBe(true)
    expect(TABLE - values.reduce((sum, width) => sum + width, 0)).toBeGreaterThanOrEqual(LEAST_NAME)
    expect(shown.some(({ id }) => id === 'terms')).toBe(withTerms)
  },
)

/** Height of the rows on phones. */
function touchHeight(): string | undefined {
  const frame = screen.getByRole('table').closest<HTMLElement>('[data-scrolls]')
  return frame?.style.getPropertyValue('--touch-height')
}
