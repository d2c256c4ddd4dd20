import type { Page } from 'playwright-core'
import { PRESSABLE } from '../pressable.ts'
import type { Scene } from '../scene.ts'
import { answerWallet } from '../wallet.ts'
import { openDialog } from './scene-parts.ts'
import { tokenPlace } from './token.ts'

/** Bids, prices and gifts: every form of the trading dialog. */
export const BID_SCENES: readonly Scene[] = [
  {
    name: 'bid-ready',
    path: ({ forSale }) => tokenPlace(forSale[1]),
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^Place a Bid /)
      await page.getByLabel('Bid price', { exact: true }).fill('0.05')
      await ready(page, 'Place Bid')
    },
  },
  {
    name: 'bid-over-floor',
    path: ({ forSale }) => tokenPlace(forSale[1]),
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^Place a Bid /)
      await page.getByLabel('Bid price', { exact: true }).fill('9000')
      await page.getByText('Should be less than floor price').waitFor()
    },
  },
  {
    name: 'bid-too-low',
    path: ({ forSale }) => tokenPlace(forSale[1]),
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^Place a Bid /)
      await page.getByLabel('Bid price', { exact: true }).fill('0.0005')
      await page.getByRole('button', { name: 'Place Bid', exact: true }).click()
      await page.getByRole('alert').getByText('Offer Price cannot be below than 0.001').waitFor()
    },
  },
  {
    name: 'collection-bid-ready',
    path: ({ collection }) => `/collection/${collection.slug}`,
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^Collection bid$/)
      await page.getByLabel('Bid price per item').fill('0.05')
      await page.getByLabel('Quantity').fill('5')
      await ready(page, 'Place Collection Bid')
    },
  },
  {
    name: 'reprice-ready',
    path: ({ mine }) => tokenPlace(mine.listed),
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^Edit listing /)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Floor / })
        .click()
      await ready(page, 'Save changes')
    },
  },
  {
    name: 'transfer-ready',
    path: ({ mine }) => tokenPlace(mine.unlisted),
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^Transfer /)
      await page.getByLabel('To', { exact: true }).fill(`0x${'5e'.repeat(32)}`)
      await page.getByRole('checkbox', { name: 'I’ve checked this address' }).check()
      await ready(page, 'Transfer')
    },
  },
  {
    name: 'bid-sent',
    path: ({ forSale }) => tokenPlace(forSale[2]),
    as: 'mine',
    inTurn: true,
    act: async (page) => {
      await openDialog(page, /^Place a Bid /)
      await page.getByLabel('Bid price', { exact: true }).fill('0.05')
      await ready(page, 'Place Bid')
      await page.getByRole('button', { name: 'Place Bid', exact: true }).click()
      await answerWallet(page, 'Approve')
      await page.getByText('Place Bid Sucessful').waitFor()
    },
  },
]

async function ready(page: Page, button: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: button, exact: true })
    .and(page.locator(PRESSABLE))
    .waitFor()
}
