import type { Page } from 'playwright-core'
import { changeAnswers } from '../faults.ts'
import type { Subjects } from '../find-subjects.ts'
import { PRESSABLE } from '../pressable.ts'
import type { Scene } from '../scene.ts'
import { answerWallet, dismissNotice } from '../wallet.ts'
import { openDialog } from './scene-parts.ts'
import { tokenPlace } from './token.ts'

const place =
  (search = '') =>
  ({ person }: Subjects) =>
    `/${person.address}${search}`

/** Selling, taking back, claiming and moving: one order, or many at once. */
export const ORDER_SCENES: readonly Scene[] = [
  {
    name: 'accept-bid-ready',
    path: ({ mine }) => tokenPlace(mine.unlisted),
    as: 'mine',
    act: (page) => openFrom(page, /^Sell now for /, 'Accept bid'),
  },
  {
    name: 'cancel-bid-ready',
    path: place('?tab=bids-made'),
    as: 'mine',
    act: (page) => openFrom(page, /^Cancel the bid of /, 'Cancel bid'),
  },
  { name: 'claim-ready', path: place('?tab=claimable'), as: 'mine', act: (page) => openFrom(page, /^Claim /, 'Claim') },
  {
    name: 'move-ready',
    path: ({ mine }) => tokenPlace(mine.elsewhere),
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^Move /)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Floor / })
        .click()
      await ready(page, 'Move')
    },
  },
  { name: 'bulk-list', path: place('?filter=unlisted'), as: 'mine', act: (page) => openBulk(page, /^List \d/) },
  {
    name: 'bulk-list-priced',
    path: place('?filter=unlisted'),
    as: 'mine',
    act: async (page) => {
      await openBulk(page, /^List \d/)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Floor', exact: true }).click()
      // One with rare traits may be worth far more than the floor: then that is asked about.
      const list = dialog.getByRole('button', { name: /^List( \d+ items)?$/ }).and(page.locator(PRESSABLE))
      await list.or(dialog.getByLabel(/^Type /)).waitFor()
    },
  },
  { name: 'bulk-reprice', path: place('?filter=listed'), as: 'mine', act: (page) => openBulk(page, /^Edit \d/) },
  {
    name: 'bulk-delist',
    path: place('?filter=listed'),
    as: 'mine',
    act: async (page) => {
      await openBulk(page, /^Delist \d/)
      await ready(page, /^Delist( \d+ items)?$/)
    },
  },
  {
    name: 'bulk-sell',
    path: place('?filter=unlisted'),
    as: 'mine',
    act: async (page) => {
      await openBulk(page, /^Accept (best bid|(\d+ of )?\d+ best bids)$/)
      await ready(page, /^Accept (bid|\d+ bids)$/)
    },
  },
  {
    name: 'bulk-transfer',
    path: place('?filter=unlisted'),
    as: 'mine',
    act: async (page) => {
      await openBulk(page, /^Transfer \d/)
      await page
        .getByRole('dialog')
        .getByLabel('To', { exact: true })
        .fill(`0x${'5e'.repeat(32)}`)
      await page.getByRole('checkbox', { name: 'I’ve checked this address' }).check()
      await ready(page, /^Transfer( \d+ items)?$/)
    },
  },
  {
    name: 'list-far-above-floor',
    path: ({ mine }) => tokenPlace(mine.unlisted),
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^List /)
      await page.getByRole('dialog').getByLabel('Price', { exact: true }).fill('999999')
      await page
        .getByRole('dialog')
        .getByLabel(/^Type /)
        .waitFor()
    },
  },
  {
    name: 'list-refused',
    path: ({ mine }) => tokenPlace(mine.unlisted),
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^List /)
      await page.getByRole('dialog').getByLabel('Price', { exact: true }).fill('0.0005')
      await page.getByRole('dialog').getByRole('button', { name: 'List', exact: true }).click()
      // At the field, and in the toast.
      await page.getByText('Price cannot be below 0.001').nth(1).waitFor()
    },
  },
  {
    name: 'list-done',
    path: ({ mine }) => tokenPlace(mine.spare),
    as: 'mine',
    inTurn: true,
    act: async (page) => {
      await openDialog(page, /^(List|Edit listing) /)
      const dialog = page.getByRole('dialog')
      // A price that needs no confirmation, another one in each window.
      const preset = await dialog.getByRole('button', { name: /^Floor [\d.,]+$/ }).innerText()
      const floor = Number(preset.replaceAll(/[^\d.]/g, ''))
      const over = 1 + (page.viewportSize()?.width ?? 0) * 1e-5
      await dialog.getByLabel('Price', { exact: true }).fill((floor * over).toFixed(4))
      await dialog
        .getByRole('button', { name: /^(List|Save changes)$/ })
        .and(page.locator(PRESSABLE))
        .click()
      await answerWallet(page, 'Approve')
      await page.getByText(/^(Items? listed|Listings? updated)$/).waitFor()
    },
  },
  {
    name: 'buy-far-above-floor',
    path: ({ collection }) => `/collection/${collection.slug}`,
    as: 'mine',
    before: (page) => {
      const floors = { collectionFloorPrice: '1000000', collectionUsualFloorPrice: '1000000' }
      const cheap = { ...floors, lastSalePrice: null, attributes: [] }
      return changeAnswers(page, /\/api\/collection\/nfts\/0x[0-9a-f]+$/, (answer) => ({ ...answer, ...cheap }))
    },
    act: async (page) => {
      await page.getByRole('list', { name: 'Items' }).getByRole('link').first().click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Buy Now / })
        .click()
      await page.getByLabel(/^Type /).waitFor()
    },
  },
]

async function openFrom(page: Page, row: RegExp, button: string): Promise<void> {
  await dismissNotice(page)
  await openDialog(page, row)
  await ready(page, button)
}

/** Ticks everything, and asks for one thing with all of it. */
async function openBulk(page: Page, action: RegExp): Promise<void> {
  await dismissNotice(page)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected items' })
  await bar.getByRole('button', { name: action }).click()
  await page.getByRole('dialog').waitFor()
}

async function ready(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name, exact: true }).and(page.locator(PRESSABLE))
  // A bid far below the floor has to be confirmed first: that is a state to look at too.
  const guard = dialog.getByRole('group', { name: 'Confirm an unusual price' })
  await button.or(guard).first().waitFor()
}
