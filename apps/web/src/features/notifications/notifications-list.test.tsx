// @vitest-environment happy-dom
import { NOTIFICATION_TYPES } from '@opal/domain/live/notification-types'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { latestRate } from '../../shared/format/apt-rate.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { NotificationsList } from './notifications-list.tsx'

afterEach(cleanup)

const WALLET = `0x${'a'.repeat(64)}`

const ROW = {
  isRead: true,
  version: '1',
  collectionId: null,
  collectionName: 'Stones',
  collectionSlug: null,
  at: String((Date.now() - 65_000) * 1000),
  tokenDataId: null,
  tokenName: 'Stone #7',
  propertyVersion: null,
  marketplace: null,
  offerOrListingId: null,
  otherWallet: null,
  price: '100000000',
  oldPrice: '200000000',
  expiresAtSeconds: null,
}

// @feature notifications.bell
it('says of an alert of any kind in one sentence what happened, and below it only when', async () => {
  const data = NOTIFICATION_TYPES.map((type, at) => ({ ...ROW, type, id: String(at + 1) }))
  renderSite(<NotificationsList wallet={WALLET} onLeave={() => {}} />, {
    '/api/user/notifications': () => ({ data, nextCursor: null, total: data.length, unread: 0 }),
  })
  const rows = await screen.findAllByRole('listitem')
  expect(rows).toHaveLength(NOTIFICATION_TYPES.length)
  expect(rows[NOTIFICATION_TYPES.indexOf('sold')]?.textContent).toBe('Stone #7 sold for 1 APT1m ago')
  for (const { textContent } of rows) expect(textContent).toMatch(/[^,]1m ago$/)
})

// @feature currency.toggle
it.each([
  ['APT', 842n, 'Stone #7 sold for 1 APT'],
  ['USD', 842n, 'Stone #7 sold for $8.42'],
  ['USD', null, 'Stone #7 sold for 1 APT'],
])('names prices in %s at a rate of %s', async (currency, cents, sentence) => {
  latestRate.set({ cents, ageSeconds: 1 })
  onTestFinished(() => latestRate.set(null))
  renderSite(
    <NotificationsList wallet={WALLET} onLeave={() => {}} />,
    { '/api/user/notifications': () => ({ data: [{ ...ROW, type: 'sold', id: '1' }], nextCursor: null, unread: 0 }) },
    undefined,
    { cookies: `opal.currency=${currency}` },
  )
  await screen.findByText(sentence)
})

// @feature notifications.read
it.each([0, 1, 2])('counts an alert as read once its link was followed, and no other: number %i', async (at) => {
  const ids = ['9', '8', '7']
  const read = new Set<string>()
  const marked: unknown[] = []
  const rowOf = (id: string) => ({ ...ROW, id, type: 'sold', isRead: read.has(id) })
  renderSite(<NotificationsList wallet={WALLET} onLeave={() => {}} />, {
    '/api/user/notifications': () => ({ data: ids.map(rowOf), nextCursor: null, unread: ids.length - read.size }),
    '/api/user/notifications/read': (body) => {
      marked.push(body)
      for (const id of (body as { ids: readonly string[] }).ids) read.add(id)
      return { unread: ids.length - read.size }
    },
  })
  const links = await screen.findAllByRole('link', { name: /^Unread: / })
  await userEvent.click(links[at] as HTMLElement)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 unread'))
  expect(marked).toEqual([{ ids: [ids[at]] }])
  const unread = screen.getAllByRole('listitem').map((row) => row.textContent?.startsWith('Unread: '))
  expect(unread).toEqual(ids.map((_, index) => index !== at))
  // Followed again, it is read already.
  await userEvent.click(screen.getAllByRole('link')[at] as HTMLElement)
  expect(marked).toHaveLength(1)
})

// @feature items.failed
it.each([
  [new ApiFailure(429, 'Too many requests. Try again in 7 s.', 'rate-limited'), 'Too many requests. Try again in 7 s.'],
  [new ApiFailure(500, 'Something went wrong on our side.'), 'Something went wrong on our side.'],
  [new ApiFailure(401, 'Sign in with your wallet first.', 'sign-in-required'), 'Sign in with your wallet first.'],
  [new TypeError('Failed to fetch'), 'Couldn’t reach the server.'],
])('says why the alerts could not be loaded: %s', async (failure, sentence) => {
  renderSite(<NotificationsList wallet={WALLET} onLeave={() => {}} />, {
    '/api/user/notifications': () => {
      throw failure
    },
  })
  await screen.findByText('Couldn’t load your alerts')
  screen.getByText(sentence)
})
