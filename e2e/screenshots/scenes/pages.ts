import type { Page } from 'playwright-core'
import { clearLoaded, emptyAnswers, failCalls, failPages, holdCalls, stretchAnswers } from '../faults.ts'
import { emitActivity, tapLive } from '../live-connection.ts'
import type { Scene } from '../scene.ts'

/** Activity and the pages around the market. */
export const PAGE_SCENES: readonly Scene[] = [
  { name: 'activity-all', path: () => '/activity' },
  { name: 'activity-sales', path: () => '/activity?type=sales' },
  { name: 'activity-loading', path: () => '/activity', waits: true, act: (page) => showSales(page, holdCalls) },
  {
    name: 'activity-empty',
    path: () => '/activity',
    act: async (page) => {
      await showSales(page, emptyAnswers)
      await page.getByText('No results', { exact: true }).waitFor()
    },
  },
  {
    name: 'activity-failed',
    path: () => '/activity',
    act: async (page) => {
      await showSales(page, failCalls)
      await page.getByText('Couldn’t load activity').waitFor()
    },
  },
  {
    name: 'activity-extremes',
    path: () => '/activity',
    act: async (page) => {
      await showSales(page, stretchAnswers)
      await page
        .getByTitle(/^The Most Honourable/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'activity-news',
    path: () => '/activity',
    before: tapLive,
    act: async (page, { sale }) => {
      await page.getByRole('table', { name: 'Activity' }).getByRole('row').nth(3).hover()
      emitActivity(page, sale, 12)
      await page.getByRole('button', { name: '12 new' }).waitFor()
    },
  },
  { name: 'launchpad-loading', path: () => '/', waits: true, act: (page) => openLaunchpad(page, holdCalls) },
  {
    name: 'launchpad-empty',
    path: () => '/',
    act: async (page) => {
      await openLaunchpad(page, emptyAnswers)
      await page.getByText('No Collections').waitFor()
    },
  },
  {
    name: 'launchpad-failed',
    path: () => '/',
    act: async (page) => {
      await openLaunchpad(page, failCalls)
      await page.getByText('Couldn’t load mints').waitFor()
    },
  },
  { name: 'not-found', path: () => '/nowhere/at/all' },
  { name: 'collection-not-found', path: () => '/collection/no-such-collection' },
  {
    name: 'error',
    path: () => '/',
    act: async (page, { collection }) => {
      await failPages(page)
      await page.getByRole('table', { name: 'Collections' }).locator(`a[href*="${collection.slug}"]`).first().click()
      await page.getByText('An error occurred').waitFor()
    },
  },
  { name: 'help', path: () => '/help' },
  { name: 'terms', path: () => '/terms-of-service' },
  { name: 'privacy', path: () => '/privacy-policy' },
]

async function showSales(page: Page, meddle: (page: Page) => Promise<void>): Promise<void> {
  await meddle(page)
  await page.getByRole('switch', { name: 'Sales' }).click()
}

/** Goes there from another page, with nothing that the server found out. */
async function openLaunchpad(page: Page, meddle: (page: Page) => Promise<void>): Promise<void> {
  const assertCleared = await clearLoaded(page, 'firstPage')
  await meddle(page)
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Launchpad' }).first().click()
  await page.getByRole('heading', { name: 'Live and recent mints' }).waitFor()
  assertCleared()
}
