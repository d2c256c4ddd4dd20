import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type ApiAnswers, renderSite } from '../../testing/render-site.tsx'
import { testingCollection } from '../../testing/testing-collection.ts'
import { ME } from '../../testing/testing-item.ts'
import PointsLedger from './points-ledger.tsx'

// @vitest-environment happy-dom
const ID = `0x${'c'.repeat(64)}`

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ENTRY = {
  rule: 'buying',
  marketplace: 'own',
  collectionId: ID,
  orderId: '1',
  version: '1',
  eventIndex: 0,
  fromMicros: '1',
  untilMicros: null,
  price: '1',
  floorPrice: null,
  size: '1',
  hours: 1,
  pointsPerHour: 1,
  points: 1,
}

// @feature rewards.own
it('says where phones have no columns of what and of when points are', async () => {
  renderSite(<PointsLedger address={ME} interval="all" />, {
    [`/data/user/rewards/${ME}/ledger`]: () => ({ data: [{ ...ENTRY, price: '250000000' }], nextCursor: null }),
    [`/api/collection/${ID}`]: () => testingCollection(ID, { collectionName: 'Stones' }),
  })
  const badge = await screen.findByText('Purchase')
  const cell = within(badge.closest('td') as HTMLElement)
  await cell.findByRole('link', { name: 'Stones' })
  cell.getByTitle('2.5 APT')
  expect(badge.closest('td')?.querySelector('time')).not.toBeNull()
})

// @feature rewards.own
it.each<[string, ApiAnswers, string]>([
  ['by its name', { [`/api/collection/${ID}`]: () => testingCollection(ID, { collectionName: 'Stones' }) }, 'Stones'],
  ['by its id while the name is unknown', {}, '0xcccc…cccc'],
])('names the collection in which points were earned %s', async (_, answers, name) => {
  renderSite(<PointsLedger address={ME} interval="all" />, {
    [`/data/user/rewards/${ME}/ledger`]: () => ({ data: [ENTRY], nextCursor: null }),
    ...answers,
  })
  const links = await screen.findAllByRole('link', { name })
  // In its column, and next to the rule in windows without it.
  expect(links).toHaveLength(2)
  for (const link of links) expect(link.getAttribute('href')).toContain(ID)
})
