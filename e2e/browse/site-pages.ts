import type { Network } from '@opal/dev-network/create-network'
import type { Page } from 'playwright-core'
import { hasBids, hasListing, type Person } from '../harness/market.ts'

/** Where a page is looked at. */
export interface Place {
  /** Path of a collection. */
  readonly collection: string
  /** Path of one of its tokens that is for sale. */
  readonly token: string
  /** Whose portfolio it is: the connected person's, if they have something in its list. */
  readonly owner: Person
}

/** A page and its state, as one of the market's people has it. */
export interface SitePage {
  readonly name: string
  readonly path: (place: Place) => string
  /** Brings it into the state. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Phones do not have it. */
  readonly onlyWide?: true
  /** The list that a skip link leads to; absent where a dialog is open, or the page has none. */
  readonly list?: string
  /** Returns whether somebody has something in the list of their page; absent where everybody has. */
  readonly has?: (network: Network, person: Person) => Promise<boolean>
}

const openFirst = (page: Page) => page.getByRole('article').first().getByRole('link').first().click()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
/** In wide windows what it opens is there without it. */
const pressIfShown = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name, exact: true })
  if (await button.isVisible()) await button.click()
}

const collectionTab = (name: string, list?: string): SitePage => ({
  name: `collection, ${name}`,
  path: ({ collection }) => `${collection}?tab=${name}`,
  act: (page) => page.getByRole('tabpanel').waitFor(),
  ...(list !== undefined && { list }),
})

const LANDING: readonly SitePage[] = [
  { name: 'landing', path: () => '/', list: 'Collections' },
  {
    name: 'search',
    path: () => '/',
    act: async (page) => {
      await page.getByRole('combobox', { name: /^Search/ }).focus()
      await page.locator('#search-results a').first().waitFor()
    },
  },
  { name: 'menu', path: () => '/', act: (page) => pressIfShown(page, 'Menu') },
  {
    name: 'account',
    path: () => '/help',
    act: async (page) => {
      await page.getByRole('button', { name: /^Wallet, balance \d/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'comparison',
    path: () => '/',
    onlyWide: true,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Compare / })
        .first()
        .click()
      await page.getByRole('region', { name: 'Comparison' }).waitFor()
    },
  },
]

const COLLECTION: readonly SitePage[] = [
  { name: 'collection, items', path: ({ collection }) => collection, list: 'Items' },
  {
    name: 'collection, items as a table',
    path: ({ collection }) => collection,
    act: (page) => page.getByRole('radio', { name: 'Table' }).check({ force: true }),
    list: 'Items',
  },
  { name: 'collection, filters', path: ({ collection }) => collection, act: (page) => pressIfShown(page, 'Filters') },
  {
    name: 'sweep',
    path: ({ collection }) => collection,
    act: (page) => page.getByRole('region', { name: 'Sweep' }).getByRole('button', { name: 'One more' }).click(),
  },
  collectionTab('bids', 'Bids by price'),
  collectionTab('activity', 'Activity'),
  collectionTab('analytics'),
  collectionTab('about'),
  {
    name: 'cart',
    path: ({ collection }) => `${collection}?listed=true`,
    act: async (page) => {
      await page
        .getByRole('article')
        .getByRole('button', { name: /^Add to cart/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^Cart, / }).click()
      await page.getByRole('dialog', { name: 'Cart' }).waitFor()
    },
  },
]

const TOKEN: readonly SitePage[] = [
  { name: 'token', path: ({ token }) => token },
  {
    name: 'token, its activity',
    path: ({ token }) => token,
    act: async (page) => {
      await page.getByRole('tab', { name: 'Activity' }).click()
      await page.getByRole('table', { name: 'Activity' }).waitFor()
    },
    list: 'Activity',
  },
  {
    name: 'token, the hint of its rank',
    path: ({ token }) => token,
    onlyWide: true,
    act: async (page) => {
      await page.locator('#content [data-hint][tabindex="0"]').first().focus()
      await page.getByRole('tooltip').waitFor()
    },
  },
  {
    name: 'token, its dialog',
    path: ({ collection }) => collection,
    act: async (page) => {
      await openFirst(page)
      await dialog(page)
    },
  },
  {
    name: 'token, the dialog of a trade',
    path: ({ collection }) => `${collection}?listed=true`,
    act: async (page) => {
      await openFirst(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Buy Now|Edit listing) / })
        .click()
      await page.getByRole('button', { name: /^(Confirm purchase|Save changes)$/ }).waitFor()
    },
  },
]

const portfolioTab = (name: string, list?: string, has?: SitePage['has']): SitePage => ({
  name: `portfolio, ${name}`,
  path: ({ owner }) => `/${owner.address}?tab=${name}`,
  ...(list !== undefined && { list }),
  ...(has !== undefined && { has }),
})

const PORTFOLIO: readonly SitePage[] = [
  portfolioTab('items', 'Items'),
  {
    name: 'portfolio, its whole head',
    path: ({ owner }) => `/${owner.address}`,
    act: (page) => pressIfShown(page, 'All stats and actions'),
    list: 'Items',
  },
  portfolioTab('listings', 'Listings', hasListing),
  portfolioTab('bids-made', 'Bids made', (network, one) => hasBids(network, one, 'made')),
  portfolioTab('bids-received', 'Bids received', (network, one) => hasBids(network, one, 'received')),
  portfolioTab('claimable'),
  portfolioTab('activity', 'Activity'),
  portfolioTab('pnl', 'P&L by lot'),
  portfolioTab('exit', 'Exit'),
  portfolioTab('hidden'),
  {
    name: 'portfolio, wallets',
    path: ({ owner }) => `/${owner.address}?wallets=open`,
    act: (page) => page.getByRole('textbox', { name: 'Address or .apt name' }).waitFor(),
    list: 'Items',
  },
]

const OTHERS: readonly SitePage[] = [
  { name: 'activity', path: () => '/activity', list: 'Activity' },
  {
    name: 'settings of alerts',
    path: () => '/activity',
    act: async (page) => {
      await page.getByRole('button', { name: 'Alerts' }).click()
      await dialog(page)
    },
  },
  { name: 'launchpad', path: () => '/launchpad', list: 'Recently minted' },
  { name: 'rewards, leaderboard', path: () => '/airdrop?tab=leaderboard', list: 'Leaderboard' },
  { name: 'rewards, ledger', path: () => '/airdrop?tab=ledger' },
  { name: 'rewards, formula', path: () => '/airdrop?tab=formula' },
  { name: 'help', path: () => '/help' },
  { name: 'terms', path: () => '/terms-of-service' },
  { name: 'privacy', path: () => '/privacy-policy' },
  { name: 'deletion of an account', path: () => '/account-delete' },
  { name: 'not found', path: () => '/nowhere/at/all' },
]

/** Every page of the site, each tab, and what opens over them. */
export const SITE_PAGES: readonly SitePage[] = [...LANDING, ...COLLECTION, ...TOKEN, ...PORTFOLIO, ...OTHERS]
