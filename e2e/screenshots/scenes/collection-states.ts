import type { Token } from '@opal/contract/tokens'
import type { Page } from 'playwright-core'
import { changeAnswers, emptyAnswers, failCalls, holdCalls } from '../faults.ts'
import type { Subjects } from '../find-subjects.ts'
import { emitActivity, tapLive } from '../live-connection.ts'
import type { Scene } from '../scene.ts'

const place = ({ collection }: Subjects) => `/collection/${collection.slug}`
/** Returns an address under which no activity is loaded yet. */
const bids = (subjects: Subjects) => `${place(subjects)}?tab=bids`

/** Scenes of a collection's page: selections, tabs without a response, and pending live rows. */
export const COLLECTION_STATE_SCENES: readonly Scene[] = [
  { name: 'collection-usd', path: place, prefers: { currency: 'USD' } },
  { name: 'collection-lite', path: place, prefers: { mode: 'lite' } },
  { name: 'collection-filters-hidden', path: place, prefers: { filters: 'hidden', rail: 'hidden' } },
  { name: 'collection-table-rail', path: place, prefers: { view: 'table', rail: 'shown' } },
  { name: 'collection-bids-loading', path: place, waits: true, act: (page) => openTab(page, 'Bids', holdCalls) },
  {
    name: 'collection-bids-empty',
    path: place,
    act: async (page) => {
      await openTab(page, 'Bids', emptyAnswers)
      await page.getByText('No bids').waitFor()
    },
  },
  {
    name: 'collection-bids-failed',
    path: place,
    act: async (page) => {
      await openTab(page, 'Bids', failCalls)
      await page.getByText('Couldn’t load bids').waitFor()
    },
  },
  {
    name: 'collection-activity-loading',
    path: bids,
    waits: true,
    act: (page) => openTab(page, 'Activity', holdCalls),
  },
  {
    name: 'collection-activity-empty',
    path: bids,
    act: async (page) => {
      await openTab(page, 'Activity', emptyAnswers)
      await page.getByText('No activity yet').first().waitFor()
    },
  },
  {
    name: 'collection-activity-failed',
    path: bids,
    act: async (page) => {
      await openTab(page, 'Activity', failCalls)
      await page.getByText('Couldn’t load activity').first().waitFor()
    },
  },
  {
    name: 'collection-items-news',
    path: place,
    before: tapLive,
    act: async (page, { sale, collection, forSale }) => {
      const { collectionId, collectionName, slug } = collection
      const fresh = forSale.slice(-3)
      await leaveOut(page, fresh)
      await page.getByLabel(/name/i).first().fill('#')
      const items = page.getByRole('list', { name: 'Items' }).getByRole('link')
      await page.waitForURL(/name=/)
      await page.waitForLoadState('networkidle')
      await items.nth(1).hover()
      for (const [index, { tokenDataId, name }] of fresh.entries()) {
        const of = { collectionId, collectionName, collectionSlug: slug, tokenDataId, tokenName: name }
        emitActivity(page, { ...sale, ...of, version: String(BigInt(sale.version) + BigInt(index)) }, 1)
      }
      await page.getByRole('button', { name: /\d new/ }).waitFor()
    },
  },
  {
    name: 'collection-definition',
    path: place,
    act: async (page) => {
      await page.getByRole('button', { name: 'Top bid: how is this calculated?' }).focus()
      await page.getByRole('tooltip').waitFor()
    },
  },
  {
    name: 'collection-news',
    path: (subjects) => `${place(subjects)}?tab=activity`,
    before: tapLive,
    act: async (page, { sale, collection }) => {
      const { collectionId, collectionName, slug } = collection
      await page.getByRole('table', { name: 'Activity' }).getByRole('row').nth(3).hover()
      emitActivity(page, { ...sale, collectionId, collectionName, collectionSlug: slug }, 12)
      await page.getByRole('button', { name: '12 new' }).waitFor()
    },
  },
]

const LISTED = /\/nfts\?(?!.*tokenId)/

/** The list that is read next lacks these tokens, until something happens to them. */
async function leaveOut(page: Page, tokens: readonly Token[]): Promise<void> {
  const ids = new Set(tokens.map(({ tokenDataId }) => tokenDataId))
  await changeAnswers(page, LISTED, ({ data, ...answer }) => ({
    ...answer,
    data: (data as readonly Token[]).filter(({ tokenDataId }) => !ids.has(tokenDataId)),
  }))
}

async function openTab(page: Page, name: string, meddle: (page: Page) => Promise<void>): Promise<void> {
  await meddle(page)
  await page.getByRole('tab', { name }).click()
}
