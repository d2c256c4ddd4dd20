import type { Locator, Page } from 'playwright-core'
import type { OutageHarness } from './outage-harness.ts'

/** Time that a loaded machine may take to notice an outage or a recovery, retry pauses included. */
export const TIMEOUT = { timeout: 90_000 }

/** A page of a visitor: what it says without the API, and what it shows with it. */
export interface VisitedPage {
  readonly name: string
  readonly path: (site: OutageHarness) => string
  readonly missing: string
  readonly there: (page: Page, site: OutageHarness) => Locator
}

/** Returns the first row of a table that has arrived. */
export const rowsOf = (name: string) => (page: Page) =>
  page.getByRole('table', { name }).locator('tr[data-row]').first()
const firstCard = (page: Page) => page.getByRole('list', { name: 'Items' }).locator('article').first()

/** Pages that are visited while a connection is cut, and what shows that something is missing on them. */
export const PAGES: readonly VisitedPage[] = [
  { name: 'landing', path: () => '/', missing: 'Couldn’t load collections', there: rowsOf('Collections') },
  {
    name: 'activity',
    path: () => '/activity',
    missing: 'Couldn’t load activity',
    there: rowsOf('Activity'),
  },
  {
    name: 'launchpad',
    path: () => '/launchpad',
    missing: 'Couldn’t load mints',
    there: (page) => page.getByRole('article').first(),
  },
  {
    name: 'portfolio',
    path: ({ holder }) => `/${holder}`,
    missing: 'Couldn’t load items',
    there: firstCard,
  },
  {
    name: 'collection',
    path: ({ token }) => `/collection/${token.collectionId}`,
    missing: 'An error occurred',
    there: firstCard,
  },
  {
    name: 'token',
    path: ({ token }) => `/collection/${token.collectionId}/${token.tokenDataId}`,
    missing: 'An error occurred',
    there: (page, { token }) => page.getByRole('heading', { level: 1, name: token.name }),
  },
]

/** Returns the footer's status of live updates. */
export const chip = (page: Page): Locator => page.getByRole('contentinfo').getByRole('status')

/** Marks the document, so that a later check finds out whether the page was reloaded. */
export const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { stayed: true }))
/** Returns whether the page is the marked one, not a reloaded one. */
export const stayed = (page: Page): Promise<boolean> => page.evaluate(() => 'stayed' in window)
