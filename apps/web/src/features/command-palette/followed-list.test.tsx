import { readFileSync } from 'node:fs'
import type { Activity } from '@opal/contract/activities'
import { NO_PNL } from '@opal/contract/portfolio/pnl'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { followedWallets, toggleFollowed } from '../../entities/wallet/followed-wallets.ts'
import { renderSite } from '../../testing/render-site.tsx'
import FollowedList from './followed-list.tsx'

// @vitest-environment happy-dom
const [MARA, OTHER] = [`0x3f49${'0'.repeat(56)}73db`, `0x${'a'.repeat(64)}`] as const

afterEach(() => {
  cleanup()
  window.localStorage.clear()
  followedWallets.set([])
})

// @feature wallets.follow
it('lists followed wallets by name, the latest first, and unfollows them one by one', async () => {
  toggleFollowed(OTHER)
  toggleFollowed(MARA)
  const onOpenChange = vi.fn()
  renderSite(<FollowedList open onOpenChange={onOpenChange} />, {
    [`/data/user/pnl/${MARA}`]: () => ({ ...NO_PNL, totalCount: '12', estimatedPrice: '13400000000' }),
    '/data/user/names': () => ({
      data: [
        { wallet_address: MARA, name: 'mara-voss.apt', is_wallet_address: true },
        { wallet_address: OTHER, name: null, is_wallet_address: true },
      ],
    }),
  })
  await screen.findByRole('link', { name: 'mara-voss.apt' })
  await screen.findByText(/12 items, est/)
  await screen.findByText('Couldn’t load holdings')
  const [first, second] = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(first).toMatch(/^mara-voss\.apt12 items, est\. 134.*Unfollow$/)
  // Its holdings could not be read: zeros would be wrong.
  expect(second).toBe('0xaaaa…aaaaCouldn’t load holdingsUnfollow')
  await userEvent.click(screen.getByRole('button', { name: 'Unfollow mara-voss.apt' }))
  expect(window.localStorage.getItem('opal.followed-wallets')).toBe(JSON.stringify([OTHER]))
  await userEvent.click(screen.getByRole('button', { name: `Unfollow ${OTHER}` }))
  expect(window.localStorage.getItem('opal.followed-wallets')).toBeNull()
  expect(onOpenChange).not.toHaveBeenCalled()
})

/** The list, which can be opened again. */
function Reopened() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <FollowedList open={open} onOpenChange={setOpen} />
    </>
  )
}

// @feature wallets.follow
it('keeps what is unfollowed in its row until it is closed: a second press follows it again, in its place', async () => {
  const addresses = Array.from({ length: 6 }, (_, at) => `0x${String(at).padStart(64, '0')}`)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 8 }), async (presses) => {
      window.localStorage.clear()
      for (const address of addresses.toReversed()) toggleFollowed(address)
      renderSite(<Reopened />, {})
      const gone = new Set<string>()
      for (const press of presses) {
        const [address = ''] = addresses.slice(press)
        const action = gone.has(address) ? 'Follow' : 'Unfollow'
        fireEvent.click(screen.getByRole('button', { name: `${action} ${address}` }))
        if (!gone.delete(address)) gone.add(address)
        expect(screen.getAllByRole('listitem')).toHaveLength(addresses.length)
        expect(followedWallets.get()).toEqual(addresses.filter((one) => !gone.has(one)))
      }
      fireEvent.click(screen.getByRole('button', { name: 'Close' }))
      fireEvent.click(screen.getByRole('button', { name: 'Open' }))
      expect(screen.queryAllByRole('listitem')).toHaveLength(addresses.length - gone.size)
      cleanup()
    }),
    { numRuns: 20, examples: [[[0, 1, 2, 3, 4, 5]]] },
  )
})

// @feature wallets.follow
it('says what each traded last, asked for in one request', async () => {
  toggleFollowed(OTHER)
  toggleFollowed(MARA)
  const asked = vi.fn()
  const trade: Activity = {
    id: '7-1',
    version: '7',
    eventIndex: 1,
    kind: 'sale',
    activityType: { title: 'Sold' },
    marketplace: 'opal',
    price: '420000000',
    amount: '1',
    buyer: null,
    seller: null,
    from: OTHER,
    to: MARA,
    tokenDataId: null,
    tokenName: 'Moth #12',
    tokenImage: null,
    collectionId: null,
    collectionName: 'Moths',
    collectionSlug: null,
    tokenStandard: 'v2',
    offerOrListingId: null,
    atMicros: '1',
    transactionHash: null,
  }
  renderSite(<FollowedList open onOpenChange={() => {}} />, {
    '/data/user/last-trades': (body) => {
      asked(body)
      return { data: [MARA, OTHER].map((walletAddress) => ({ walletAddress, trade })) }
    },
  })
  await waitFor(() => expect(screen.getAllByText(/Moth #12 for/)).toHaveLength(2))
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows[0]).toMatch(/Last trade .+ ago: bought Moth #12 for 4\.2/)
  expect(rows[1]).toMatch(/Last trade .+ ago: sold Moth #12 for 4\.2/)
  expect(asked.mock.calls).toEqual([[{ wallet_address: [MARA, OTHER] }]])
})

// @feature wallets.follow
it('asks for the holdings of no more wallets than it shows', async () => {
  const asked = vi.fn()
  const addresses = Array.from({ length: 45 }, (_, at) => `0x${String(at).padStart(64, '0')}`)
  const answers = addresses.map((address) => {
    const answer = () => {
      asked(address)
      return NO_PNL
    }
    return [`/data/user/pnl/${address}`, answer] as const
  })
  for (const address of addresses.toReversed()) toggleFollowed(address)
  renderSite(<FollowedList open onOpenChange={() => {}} />, Object.fromEntries(answers))
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(20))
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(45))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

it('closes when a name leads to its page', async () => {
  toggleFollowed(MARA)
  const onOpenChange = vi.fn()
  renderSite(<FollowedList open onOpenChange={onOpenChange} />, {})
  await userEvent.click(screen.getByRole('link', { name: '0x3f49…73db' }))
  await expect.poll(() => onOpenChange).toHaveBeenCalledWith(false)
})

// @feature wallets.follow
it('cuts nothing off the last trade, whose end is its price', () => {
  const sheet = readFileSync(`${import.meta.dirname}/followed-list.module.css`, 'utf8')
  const [, trade = ''] = /\.trade \{([^}]*)\}/.exec(sheet) ?? []
  expect(trade).not.toMatch(/overflow: hidden|ellipsis|nowrap/)
})
