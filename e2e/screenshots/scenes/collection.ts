import type { Page } from 'playwright-core'
import { failCalls, holdCalls, stretchAnswers } from '../faults.ts'
import type { Subjects } from '../find-subjects.ts'
import type { Scene } from '../scene.ts'
import { showTable } from './scene-parts.ts'

const place = ({ collection }: Subjects) => `/collection/${collection.slug}`

/** A collection's page: items in both layouts, activity, about. */
export const COLLECTION_SCENES: readonly Scene[] = [
  { name: 'collection-items', path: place },
  { name: 'collection-items-small-prices', path: ({ cheapest }) => `/collection/${cheapest.slug}` },
  { name: 'collection-table', path: place, act: showTable },
  { name: 'collection-filtered', path: (subjects) => `${place(subjects)}?listed=true&min=1&max=5000&name=1` },
  { name: 'collection-empty', path: (subjects) => `${place(subjects)}?name=zzzzzz` },
  {
    name: 'collection-filters',
    path: place,
    act: async (page) => {
      const filters = page.getByRole('button', { name: /^Filters/ })
      if (!(await filters.isVisible())) return
      await filters.click()
      await page.getByRole('dialog', { name: 'Filters' }).waitFor()
    },
  },
  {
    name: 'collection-loading',
    path: place,
    waits: true,
    act: async (page) => {
      await holdCalls(page)
      await page.getByLabel(/name/i).first().fill('a')
    },
  },
  {
    name: 'collection-failed',
    path: place,
    act: async (page) => {
      await failCalls(page)
      await page.getByLabel(/name/i).first().fill('a')
      await page.getByText('Failed to fetch NFTs').waitFor()
    },
  },
  {
    name: 'collection-extremes',
    path: place,
    act: showStretched,
  },
  {
    name: 'collection-table-extremes',
    path: place,
    act: async (page) => {
      await showStretched(page)
      await showTable(page)
    },
  },
  {
    name: 'collection-traits',
    path: (subjects) => `${place(subjects)}?rankMax=100`,
    act: async (page) => {
      const filters = page.getByRole('button', { name: /^Filters/ })
      if (await filters.isVisible()) await filters.click()
      const traits = page.getByRole('region', { name: 'Traits' })
      await traits.getByRole('button', { expanded: false }).first().click()
      await traits.getByRole('checkbox').first().click()
      await traits.getByRole('button', { name: /^Not / }).last().click()
      await traits.getByRole('button', { pressed: true }).waitFor()
    },
  },
  {
    name: 'collection-bids',
    path: (subjects) => `${place(subjects)}?tab=bids`,
    act: async (page) => page.getByText('Spread').waitFor(),
  },
  {
    name: 'collection-analytics',
    path: (subjects) => `${place(subjects)}?tab=analytics`,
    whole: true,
    act: async (page) => page.getByRole('slider', { name: 'Wallets by items held' }).waitFor(),
  },
  {
    name: 'collection-analytics-table',
    path: (subjects) => `${place(subjects)}?tab=analytics&window=7d&outliers=true`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Floor and volume as table' }).click()
      await page.getByRole('region', { name: 'Floor and volume, table' }).waitFor()
    },
  },
  {
    name: 'collection-analytics-failed',
    path: place,
    act: async (page) => {
      await failCalls(page)
      await page.getByRole('tab', { name: 'Analytics' }).click()
      await page.getByText('Couldn’t load this chart.').first().waitFor()
    },
  },
  {
    name: 'collection-analytics-wash',
    path: (subjects) => `${place(subjects)}?tab=analytics`,
    act: async (page) => {
      await page.getByRole('switch', { name: 'Include wash trades' }).click()
      await page.waitForURL(/wash=exclude/)
    },
  },
  {
    name: 'collection-rail',
    path: place,
    act: async (page) => {
      // Narrow windows have no room for it.
      const show = page.getByRole('button', { name: 'Show activity' })
      if (await show.isVisible()) await show.click()
    },
  },
  { name: 'collection-activity', path: (subjects) => `${place(subjects)}?tab=activity` },
  { name: 'collection-about', path: (subjects) => `${place(subjects)}?tab=about` },
]

/** Items of long names and large numbers. */
async function showStretched(page: Page): Promise<void> {
  await stretchAnswers(page)
  await page.getByLabel(/name/i).first().fill('1')
  await page
    .getByTitle(/^The Most Honourable/)
    .first()
    .waitFor()
}
