// @vitest-environment happy-dom
import { NO_PNL } from '@opal/contract/portfolio/pnl'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { ApiFailure, renderSite } from '../../testing/render-site.tsx'
import { testingCollection } from '../../testing/testing-collection.ts'
import { ME } from '../../testing/testing-item.ts'
import MetricDialog from './metric-dialog.tsx'

afterEach(() => {
  cleanup()
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

const REWARDS = {
  walletAddress: ME,
  total: 5,
  totalPoints: 5,
  rank: 1,
  buyingPoints: 1,
  listingPoints: 2,
  biddingPoints: 2,
  loyaltyPercent: 0,
  loyaltyPoints: 0,
}

// @feature metric.details
it.each([
  ['own', 'Own Market'],
  ['gone', 'gone'],
])('says how many are listed on %s by its name: %s', async (marketplace, name) => {
  const request = { metric: 'rewards.loyalty', subject: { wallet: ME, name: 'you' } } as const
  renderSite(<MetricDialog request={request} onClose={() => {}} />, {
    [`/data/user/rewards/${ME}`]: () => REWARDS,
    [`/data/user/rewards/${ME}/ledger`]: () => ({ data: [], nextCursor: null }),
    [`/data/user/tokens/listed/${ME}/count`]: () => ({ data: [{ marketplace, listedCount: 3 }] }),
  })
  const term = await screen.findByText(`Listings on ${name}`)
  expect(term.closest('div')?.textContent).toBe(`Listings on ${name}3`)
  // No amount: its query has no unit.
  screen.getByText('From the public snapshot')
})

// @feature metric.details
it.each([
  ['7d', 'Last 7 days', '7 points', '/airdrop?tab=ledger&interval=7d'],
  ['all', 'Season 1', '50 points', '/airdrop?tab=ledger'],
])(
  'explains the points of the period that is shown, with what earned them: %s',
  async (window, period, value, path) => {
    const intervals = new Set<string>()
    const of = (url: URL) => {
      intervals.add(url.searchParams.get('interval') ?? 'all')
      return url.searchParams.get('interval') === '7d'
    }
    const row = {
      marketplace: 'own',
      collectionId: null,
      orderId: '1',
      version: '9',
      eventIndex: 0,
      fromMicros: '1700000000000000',
      untilMicros: null,
      price: '100000000',
      floorPrice: null,
      size: '1',
      hours: 1,
      pointsPerHour: 5,
      points: 5,
    }
    walletSession.set({ ...walletSession.initial, status: 'connected', address: ME })
    const request = { metric: 'rewards.total', subject: { wallet: ME, name: 'you', window } } as const
    renderSite(<MetricDialog request={request} onClose={() => {}} />, {
      [`/data/user/rewards/${ME}`]: (_, url) => ({ ...REWARDS, total: of(url) ? 7 : 50 }),
      [`/data/user/rewards/${ME}/ledger`]: (_, url) => ({
        data: of(url) ? [{ ...row, rule: 'buying' }] : [{ ...row, rule: 'listing', hours: 2 }],
        nextCursor: null,
      }),
      [`/data/user/tokens/listed/${ME}/count`]: () => ({ data: [] }),
    })
    const term = await screen.findByText('Period')
    expect(term.closest('div')?.textContent).toBe(`Period${period}`)
    expect(document.querySelector('[data-result] dd')?.textContent).toBe(value)
    screen.getByText(window === '7d' ? 'Purchase' : 'Listing, 2 hours')
    expect(screen.getByRole('link', { name: 'See every row' }).getAttribute('href')).toBe(path)
    expect([...intervals]).toEqual([window])
  },
)

const METRIC_COLLECTION = `0x${'c'.repeat(64)}`

// @feature metric.details
it.each([
  ['portfolio.estimate', `/data/user/pnl/${ME}`],
  ['bids.spread', `/api/collection/${METRIC_COLLECTION}`],
  ['collection.floor', `/api/collection/${METRIC_COLLECTION}`],
  ['rewards.loyalty', `/data/user/tokens/listed/${ME}/count`],
] as const)('says of %s that it could not be read, in place of zeros and blanks', async (metric, path) => {
  const request = { metric, subject: { wallet: ME, collectionId: METRIC_COLLECTION, name: 'x' } } as const
  const rows = () => ({ data: [], nextCursor: null })
  let isDown = true
  const answers: Record<string, () => unknown> = {
    [`/data/user/lots/${ME}`]: rows,
    [`/data/user/rewards/${ME}`]: () => REWARDS,
    [`/data/user/rewards/${ME}/ledger`]: rows,
    [`/data/user/tokens/listed/${ME}/count`]: () => ({ data: [] }),
    [`/data/user/pnl/${ME}`]: () => ({ ...NO_PNL, estimatedPrice: '300000000' }),
    [`/api/collection/${METRIC_COLLECTION}`]: () => testingCollection(METRIC_COLLECTION, { floorPrice: '300000000' }),
    [`/api/collection/${METRIC_COLLECTION}/biddings`]: rows,
    '/api/activities': rows,
    '/data/activities': rows,
  }
  const { [path]: answer = rows } = answers
  renderSite(<MetricDialog request={request} onClose={() => {}} />, {
    ...answers,
    [path]: () => {
      if (isDown) throw new ApiFailure(503, 'down')
      return answer()
    },
  })
  await screen.findByText('Couldn’t load this metric')
  expect(screen.queryByText('Live value')).toBeNull()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Live value')
})

// @feature metric.details
it('offers no list of rows where the site shows none: the points of another wallet', async () => {
  const other = `0x${'9'.repeat(64)}`
  const request = { metric: 'rewards.total', subject: { wallet: other, name: 'bob.apt' } } as const
  renderSite(<MetricDialog request={request} onClose={() => {}} />, {})
  await screen.findByText('Verify it yourself')
  expect(screen.queryByRole('link', { name: 'See every row' })).toBeNull()
})

// @feature metric.details
it.each([
  ['mint', null, []],
  ['transfer', null, []],
  ['list', '250000000', ['2.5 APT']],
] as const)('says of a %s what it was for, where it has a price', async (kind, price, amounts) => {
  const collectionId = `0x${'c'.repeat(64)}`
  const event = {
    id: '9-0',
    version: '9',
    eventIndex: 0,
    kind,
    activityType: { title: 'Event' },
    marketplace: null,
    price,
    amount: '1',
    buyer: null,
    seller: null,
    from: null,
    to: null,
    tokenDataId: null,
    tokenName: 'Key #512',
    tokenImage: null,
    collectionId,
    collectionName: 'Keys',
    collectionSlug: 'keys',
    tokenStandard: 'v2',
    offerOrListingId: null,
    atMicros: '1700000000000000',
    transactionHash: null,
  }
  const request = { metric: 'collection.owners', subject: { collectionId, name: 'Keys' } } as const
  renderSite(<MetricDialog request={request} onClose={() => {}} />, {
    [`/aggregator/collection/${collectionId}`]: () => testingCollection(collectionId),
    [`/api/collection/${collectionId}`]: () => testingCollection(collectionId),
    '/api/activities': () => ({ data: [event], nextCursor: null }),
  })
  const row = (await screen.findByText('Event Key #512')).closest('li') as HTMLElement
  expect(row.textContent).not.toContain('unknown')
  expect([...row.querySelectorAll('[title$=" APT"]')].map((amount) => amount.getAttribute('title'))).toEqual(amounts)
})
