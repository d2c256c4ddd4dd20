import type { BidItem } from '@opal/contract/bids'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commandRequest } from '../../../app/commands.ts'
import { bidKey, pendingBids } from '../../../entities/order/pending-bids.ts'
import { ME } from '../../../testing/testing-item.ts'
import { MARKETPLACES, WITH_POOLS } from '../../../testing/testing-marketplaces.ts'
import { answerBids, connectMe, renderBids, resetBidsTab } from '../testing/bids-tab-driver.tsx'
import { BIDDER, bidOf } from '../testing/testing-bid.ts'

// @vitest-environment happy-dom
beforeEach(connectMe)
afterEach(resetBidsTab)

/** Opens the bids that the wallet made. */
function openMade(bids: readonly BidItem[], marketplaces = MARKETPLACES, wallet = ME, pool?: unknown) {
  const answers = {
    ...answerBids(bids, wallet),
    ...(pool !== undefined && { [`/data/user/pool/${wallet}`]: () => pool }),
  }
  return renderBids('made', answers, { wallet, marketplaces })
}
/** Bids of 1, 2 and 3 APT each; the last one wants two items. */
const THREE = ['One', 'Two', 'Three'].map((collectionName, at) =>
  bidOf({ collectionName, offerId: `0x${at}`, bidPrice: `${at + 1}00000000`, total: at === 2 ? '2' : '1' }),
)

// @feature portfolio.bids-selection
it('cancels the selected bids together, and says what they lock', async () => {
  openMade(THREE)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select the bid of 1 APT for One' }))
  const bar = () => screen.getByRole('toolbar', { name: 'Selected bids' })
  expect(bar().textContent).toContain('1 selected')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select the bid of 3 APT for Three' }), { shiftKey: true })
  expect(bar().textContent).toContain('3 selected')
  expect(bar().textContent).toContain('9 APT')
  expect(screen.getAllByRole('row').filter((row) => row.dataset.selected !== undefined)).toHaveLength(3)
  fireEvent.click(within(bar()).getByRole('button', { name: 'Cancel 3 bids' }))
  expect(commandRequest('openTrade')).toMatchObject({
    kind: 'cancel-bid',
    bids: [
      { offerId: '0x0', name: 'One', price: '100000000' },
      { offerId: '0x1', name: 'Two' },
      { offerId: '0x2', name: 'Three' },
    ],
  })
  const settle = commandRequest('openTrade')?.onSettled
  const [one, ...others] = THREE.map(bidKey)
  act(() => settle?.('confirmed', { tokenDataIds: [], bids: others }))
  expect(bar().textContent).toContain('1 selected')
  act(() => settle?.('confirmed', { tokenDataIds: [], bids: [one ?? ''] }))
  expect(screen.queryByRole('toolbar')).toBeNull()
})

// @feature portfolio.bids-selection, bid.pool-covered
it.each([
  ['the pool pays for a part of one', '500000000', ['1', '1'], '5 APT', '4 APT'],
  ['the pool pays for each, and not for all', '250000000', ['2', '1'], '5 APT', '3.5 APT'],
  ['the pool pays for all', '500000000', ['2', '1'], '5 APT', null],
] as const)('says what of the selected bids is funded: %s', async (_, balance, fillable, total, funded) => {
  // 2 APT each, of two items and of one, and 1 APT that is locked.
  const pooled = (at: 0 | 1, size: string) => ({
    collectionName: `Pool ${at}`,
    offerId: `0x${at}`,
    isPooled: true,
    fillable: fillable[at],
    total: size,
  })
  const [one, two] = [
    bidOf({ ...pooled(0, '2'), bidPrice: '100000000' }),
    bidOf({ ...pooled(1, '1'), bidPrice: '200000000' }),
  ]
  const locked = bidOf({ collectionName: 'Locked', offerId: '0x2', bidPrice: '100000000' })
  openMade([one, two, locked], WITH_POOLS, ME, { balance, bids: 2, exposure: '400000000' })
  await screen.findByText('Locked')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  const bar = screen.getByRole('toolbar', { name: 'Selected bids' })
  await waitFor(() => expect(bar.textContent).toMatch(funded === null ? /selected/ : / funded/))
  within(bar).getByTitle(total)
  expect(within(bar).queryByText(/funded/) !== null).toBe(funded !== null)
  if (funded !== null) within(bar).getByTitle(funded)
})

// @feature portfolio.bids-selection, portfolio.pending
it('offers no cancelling where the marketplace takes none, and none of a bid whose end is pending', async () => {
  const shut = { ...MARKETPLACES[0], id: 'shut', isNative: false, abilities: [] } as (typeof MARKETPLACES)[number]
  const [one, two, three] = THREE as [BidItem, BidItem, BidItem]
  openMade([one, two, { ...three, marketplace: 'shut' }], [...MARKETPLACES, shut])
  await screen.findByText('One')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  const cancel = (name: string) => screen.queryByRole('button', { name })
  expect(cancel('Cancel 2 bids')).not.toBeNull()
  expect(cancel('Cancel the bid of 3 APT for Three')).toBeNull()
  act(() => pendingBids.set(new Set([bidKey(one)])))
  expect(cancel('Cancel 1 bid')).not.toBeNull()
  expect(cancel('Cancel the bid of 1 APT for One')?.getAttribute('aria-disabled')).toBe('true')
  expect(cancel('Cancel the bid of 2 APT for Two')?.getAttribute('aria-disabled')).toBeNull()
})

// @feature portfolio.selection
it('has no boxes on the bids of another wallet', async () => {
  openMade(THREE, MARKETPLACES, BIDDER)
  await screen.findByText('One')
  expect(screen.queryByRole('checkbox')).toBeNull()
})
