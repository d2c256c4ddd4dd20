import type { Page } from 'playwright-core'
import { failCalls } from '../faults.ts'
import { PRESSABLE } from '../pressable.ts'
import type { Scene } from '../scene.ts'
import { answerWallet, openConnectDialog, seeTray, walletWindow } from '../wallet.ts'
import { openDialog } from './scene-parts.ts'
import { tokenPlace } from './token.ts'

/** The wallet's dialogs and every trade, up to the signature and past it. */
export const TRADING_SCENES: readonly Scene[] = [
  { name: 'connect-dialog', path: () => '/', act: openConnectDialog },
  {
    name: 'wallet-menu',
    path: () => '/',
    as: 'mine',
    act: async (page) => {
      await page.getByRole('button', { name: /^Wallet, balance/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  { name: 'buy-ready', path: ({ forSale }) => tokenPlace(forSale[1]), as: 'mine', act: openBuy },
  {
    name: 'buy-unavailable',
    path: ({ forSale }) => tokenPlace(forSale[1]),
    as: 'mine',
    act: async (page) => {
      await failCalls(page)
      await openDialog(page, /^Buy Now /)
      await page.getByRole('button', { name: 'Refresh quote' }).waitFor()
    },
  },
  {
    name: 'buy-asking-wallet',
    path: ({ forSale }) => tokenPlace(forSale[1]),
    as: 'mine',
    act: async (page) => {
      await openBuy(page)
      await page.getByRole('button', { name: 'Confirm purchase' }).click()
      await walletWindow(page).waitFor()
    },
  },
  {
    name: 'buy-declined',
    path: ({ forSale }) => tokenPlace(forSale[1]),
    as: 'mine',
    act: async (page) => {
      await openBuy(page)
      await page.getByRole('button', { name: 'Confirm purchase' }).click()
      await answerWallet(page, 'Reject')
      await page.getByText('You declined in your wallet.').waitFor()
    },
  },
  {
    name: 'list-price',
    path: ({ mine }) => tokenPlace(mine.unlisted),
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^List /)
      // A price that needs no confirmation.
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Floor|Trait floor) / })
        .last()
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'List', exact: true })
        .and(page.locator(PRESSABLE))
        .waitFor()
    },
  },
  {
    name: 'list-far-below-floor',
    path: ({ mine }) => tokenPlace(mine.unlisted),
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^List /)
      await page.getByRole('dialog').getByLabel('Price', { exact: true }).fill('0.01')
      await page
        .getByRole('dialog')
        .getByLabel(/^Type /)
        .waitFor()
    },
  },
  {
    name: 'delist-ready',
    path: ({ mine }) => tokenPlace(mine.listed),
    as: 'mine',
    act: async (page) => {
      await openDialog(page, /^Delist /)
      await page.getByRole('dialog').getByRole('button', { name: 'Delist' }).and(page.locator(PRESSABLE)).waitFor()
    },
  },
  { name: 'tray', path: () => '/activity', as: 'mine', before: storeTrades, act: seeTray },
  {
    name: 'toast',
    path: ({ person }) => `/${person.address}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Copy address' }).click()
      // Under the pointer it stays.
      await page.locator('[data-sonner-toast]').hover()
    },
  },
]

async function openBuy(page: Page): Promise<void> {
  await openDialog(page, /^Buy Now /)
  await page.getByRole('button', { name: 'Confirm purchase' }).and(page.locator(PRESSABLE)).waitFor()
}

/** Stores trades as a browser that was closed while they were pending; the chain refused one of them. */
async function storeTrades(page: Page): Promise<void> {
  const trade = {
    kind: 'buy',
    walletAddress: `0x${'7a'.repeat(32)}`,
    call: '0x1::market::buy',
    sequenceNumber: '4',
    success: 'Buying successful',
    failure: 'Request Rejected',
    image: null,
    tokenDataIds: [`0x${'5e'.repeat(32)}`],
    version: null,
    submittedAtMs: Date.now(),
  }
  const stored = [
    {
      ...trade,
      id: 'one',
      hash: `0x${'1'.repeat(64)}`,
      doing: 'Buying Small Planets #12',
      state: 'submitted',
      sentence: null,
    },
    {
      ...trade,
      id: 'two',
      hash: `0x${'2'.repeat(64)}`,
      doing: 'Buying The Most Honourable Society of Cartographers and Lamplighters #204',
      state: 'failed',
      sentence: 'Token is already sold or delisted. Only the gas fee was charged.',
    },
  ]
  await page.addInitScript((text) => localStorage.setItem('opal.transactions', text), JSON.stringify(stored))
}
