import type { Page } from 'playwright-core'
import { failCalls, holdCalls, stretchAnswers } from '../faults.ts'
import type { Subjects } from '../find-subjects.ts'
import { PRESSABLE } from '../pressable.ts'
import type { Scene } from '../scene.ts'
import { approveSignIn, dismissNotice } from '../wallet.ts'
import { showTable } from './scene-parts.ts'

const place =
  (search = '') =>
  ({ person }: Subjects) =>
    `/${person.address}${search}`
const EMPTY_WALLET = `0x${'1234'.repeat(16)}`

/** A wallet's page in all its tabs, order health, the notifications and the details of metrics. */
export const PORTFOLIO_SCENES: readonly Scene[] = [
  { name: 'portfolio-items', path: place() },
  { name: 'portfolio-items-table', path: place('?sort=listed_price&order=desc'), act: showTable },
  { name: 'portfolio-mine', path: place(), as: 'mine', act: dismissNotice },
  {
    name: 'portfolio-unfolded',
    path: place(),
    as: 'mine',
    act: async (page) => {
      await dismissNotice(page)
      await unfoldHead(page)
    },
  },
  {
    name: 'portfolio-selection',
    path: place(),
    as: 'mine',
    act: async (page) => {
      await dismissNotice(page)
      await showTable(page)
      for (const index of [0, 2, 3])
        await page
          .getByRole('checkbox', { name: /^Select .*#/ })
          .nth(index)
          .check()
      await page.getByRole('toolbar', { name: 'Selected items' }).waitFor()
    },
  },
  { name: 'portfolio-filtered', path: place('?filter=listed&sort=rarity') },
  {
    name: 'portfolio-collections',
    path: place(),
    act: async (page) => {
      const button = page.getByRole('button', { name: 'Collections', exact: true })
      if (!(await button.isVisible())) return
      await button.click()
      await page.getByRole('dialog', { name: 'Collections held' }).waitFor()
    },
  },
  {
    name: 'portfolio-download',
    path: place(),
    act: async (page) => {
      await unfoldHead(page)
      await page.getByRole('button', { name: 'Download', exact: true }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  { name: 'portfolio-listings', path: place('?tab=listings'), as: 'mine', act: dismissNotice },
  { name: 'portfolio-bids-made', path: place('?tab=bids-made'), as: 'mine', act: dismissNotice },
  { name: 'portfolio-bids-received', path: place('?tab=bids-received'), as: 'mine', act: dismissNotice },
  { name: 'portfolio-offers', path: place('?tab=claimable'), as: 'mine', act: dismissNotice },
  { name: 'portfolio-activity', path: place('?tab=activity') },
  { name: 'portfolio-pnl', path: place('?tab=pnl') },
  { name: 'portfolio-exit', path: place('?tab=exit'), as: 'mine', act: dismissNotice },
  { name: 'portfolio-hidden', path: place('?tab=hidden') },
  { name: 'portfolio-empty', path: () => `/${EMPTY_WALLET}` },
  { name: 'portfolio-no-bids', path: () => `/${EMPTY_WALLET}?tab=bids-made` },
  { name: 'portfolio-no-offers', path: () => `/${EMPTY_WALLET}?tab=claimable` },
  { name: 'portfolio-no-pnl', path: () => `/${EMPTY_WALLET}?tab=pnl` },
  { name: 'portfolio-no-exit', path: () => `/${EMPTY_WALLET}?tab=exit` },
  {
    name: 'portfolio-loading',
    path: place(),
    waits: true,
    act: async (page) => {
      await holdCalls(page)
      await page.getByRole('tab', { name: 'P&L' }).click()
      await page.getByRole('table', { name: 'P&L by lot' }).waitFor()
    },
  },
  {
    name: 'portfolio-failed',
    path: place(),
    act: async (page) => {
      await failCalls(page)
      await page.getByRole('radio', { name: 'Listed', exact: true }).click()
      await page.getByText('Couldn’t load items').waitFor()
    },
  },
  {
    name: 'portfolio-extremes',
    path: place(),
    act: async (page) => {
      await stretchAnswers(page)
      await showTable(page)
      await page.getByRole('radio', { name: 'Unlisted' }).click()
      await page
        .getByTitle(/^The Most Honourable/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'portfolio-wallets',
    path: place('?wallets=open'),
    as: 'mine',
    act: async (page) => {
      await dismissNotice(page)
      await page.getByRole('textbox', { name: 'Address or .apt name' }).fill(EMPTY_WALLET)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Total', { exact: true }).waitFor()
    },
  },
  {
    name: 'metric-details',
    path: place(),
    act: async (page) => {
      await page.getByRole('button', { name: 'Unrealized P&L: how is this calculated?' }).click()
      await page.getByText(/^As of ledger version/).waitFor()
    },
  },
  {
    name: 'metric-details-failed',
    path: place(),
    act: async (page) => {
      await failCalls(page)
      await page.getByRole('button', { name: 'Unrealized P&L: how is this calculated?' }).click()
      await page.getByText('Couldn’t load this metric').waitFor()
    },
  },
  {
    name: 'order-health-banner',
    path: () => '/activity',
    as: 'mine',
    act: (page) => page.getByRole('button', { name: 'Not now' }).waitFor(),
  },
  {
    name: 'order-health-orders',
    path: () => '/activity',
    as: 'mine',
    act: async (page) => {
      await page.getByRole('button', { name: 'Review', exact: true }).click()
      await page.getByText(/open orders needs? attention/).waitFor()
    },
  },
  {
    name: 'order-health-cancel',
    path: () => '/activity',
    as: 'mine',
    act: async (page) => {
      await page.getByRole('button', { name: 'Review', exact: true }).click()
      await page
        .getByRole('button', { name: /^Cancel \d/ })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: /^Cancel .*stale orders?$/ })
      await dialog
        .getByRole('button', { name: /^Cancel (it|them)$/ })
        .and(page.locator(PRESSABLE))
        .waitFor()
    },
  },
  { name: 'loyalty', path: place(), as: 'mine', act: openLoyalty },
  {
    name: 'loyalty-wrong-price',
    path: place(),
    as: 'mine',
    act: async (page) => {
      await openLoyalty(page)
      const prices = page.getByRole('textbox', { name: /^New price of/ })
      await prices.nth(0).fill('')
      await prices.nth(1).fill('-3')
    },
  },
  {
    name: 'notifications-visitor',
    path: () => '/activity',
    act: async (page) => {
      await page.getByRole('button', { name: 'Alerts' }).click()
      await page.getByText('Turn on alerts').waitFor()
    },
  },
  { name: 'notifications', path: () => '/activity', as: 'mine', act: openNotifications },
  {
    name: 'notifications-settings',
    path: () => '/activity',
    as: 'mine',
    act: async (page) => {
      await openNotifications(page)
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByRole('switch', { name: 'Floor moved' }).waitFor()
    },
  },
]

/** Phones show the rest of a portfolio's head by a press. */
export async function unfoldHead(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'All stats and actions' })
  if (await button.isVisible()) await button.click()
}

async function openLoyalty(page: Page): Promise<void> {
  await dismissNotice(page)
  await unfoldHead(page)
  await page.getByRole('button', { name: 'Loyalty', exact: true }).click()
  await page.getByRole('meter', { name: 'Your Loyalty Score' }).waitFor()
}

async function openNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Alerts' }).click()
  await page.getByRole('button', { name: 'Sign in with Aptos' }).click()
  await approveSignIn(page)
  await page.getByRole('dialog', { name: 'Alerts' }).getByRole('tab', { name: 'Alerts' }).waitFor()
}
