import type { Page } from 'playwright-core'
import { changeAnswers, emptyAnswers } from '../faults.ts'
import type { Subjects } from '../find-subjects.ts'
import { PRESSABLE } from '../pressable.ts'
import type { Scene } from '../scene.ts'
import { answerWallet, approveSignIn, chooseAccount, leaveNetwork, seeTray, walletWindow } from '../wallet.ts'
import { unfoldHead } from './portfolio.ts'
import { tokenPlace } from './token.ts'

const BUILD_BUY = /\/api\/collection\/nfts\/buy$/

/** Scenes of responses of wallet, node and chain during a trade, and of the transaction tray. */
export const WALLET_STATE_SCENES: readonly Scene[] = [
  {
    name: 'app-bar-wallet',
    path: () => '/',
    as: 'mine',
    sizes: [
      { name: '1200', width: 1200, height: 800 },
      { name: '768', width: 768, height: 1024 },
    ],
  },
  { name: 'wrong-network', path: () => '/', before: leaveNetwork, act: connectElsewhere },
  {
    name: 'buy-wrong-network',
    path: ({ forSale }) => tokenPlace(forSale[1]),
    before: leaveNetwork,
    act: async (page, subjects) => {
      await connectElsewhere(page, subjects)
      await page
        .getByRole('button', { name: /^Buy Now / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Switch network' }).waitFor()
    },
  },
  {
    name: 'disconnect-dialog',
    path: () => '/',
    as: 'mine',
    act: async (page) => {
      await page.getByRole('button', { name: /^Wallet, balance/ }).click()
      await page.getByRole('menuitem', { name: 'Disconnect Wallet' }).click()
      await page.getByRole('dialog', { name: 'Disconnect Wallet' }).waitFor()
    },
  },
  {
    name: 'buy-changed',
    path: ({ forSale }) => tokenPlace(forSale[1]),
    as: 'mine',
    act: async (page) => {
      await openBuy(page)
      await changeAnswers(page, BUILD_BUY, dearer)
      await page.getByRole('button', { name: 'Confirm purchase' }).click()
      await page.getByText(/Review the details before you confirm\.$/).waitFor()
    },
  },
  {
    name: 'buy-too-poor',
    path: ({ forSale }) => tokenPlace(forSale[1]),
    as: 'mine',
    act: async (page) => {
      const sentence = 'The wallet has 0.05 APT; this takes 12.5 APT. Nothing was moved.'
      const reason = { code: 'insufficient-balance', sentence }
      await changeAnswers(page, BUILD_BUY, (answer) => ({ ...answer, payload: null, reason }))
      await page.getByRole('button', { name: /^Buy Now / }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'buy-wallet-failed',
    path: ({ forSale }) => tokenPlace(forSale[1]),
    as: 'mine',
    act: async (page) => {
      await openBuy(page)
      await page.route(/\/v1\/transactions$/, (route) => route.abort())
      await page.getByRole('button', { name: 'Confirm purchase' }).click()
      await answerWallet(page, 'Approve')
      await page
        .getByRole('dialog')
        .getByText(/^The wallet didn’t confirm/)
        .waitFor()
    },
  },
  {
    name: 'bid-submitted',
    path: ({ forSale }) => tokenPlace(forSale[3]),
    as: 'mine',
    inTurn: true,
    act: async (page) => {
      await page.getByRole('button', { name: /^Place a Bid / }).click()
      await page.getByLabel('Bid price', { exact: true }).fill('0.01')
      const button = page.getByRole('button', { name: 'Place Bid', exact: true })
      await button.and(page.locator(PRESSABLE)).waitFor()
      await button.click()
      await walletWindow(page).waitFor()
      await page.route(/\/v1\/transactions\/(wait_)?by_hash/, () => {})
      await answerWallet(page, 'Approve')
      await page.getByRole('dialog').getByText('Submitted. Waiting for confirmation').waitFor()
    },
    waits: true,
  },
  { name: 'tray-every-state', path: () => '/', before: keepEveryState, waits: true, act: seeTray },
  {
    name: 'order-health-all-valid',
    path: ({ person }) => `/${person.address}`,
    as: 'mine',
    before: emptyOrders,
    act: async (page) => {
      await unfoldHead(page)
      await page.getByRole('button', { name: 'Order health check' }).click()
      await page.getByText('All good').waitFor()
    },
  },
  {
    name: 'notifications-empty',
    path: () => '/activity',
    as: 'mine',
    act: async (page) => {
      await emptyAnswers(page)
      await page.getByRole('button', { name: 'Alerts' }).click()
      await page.getByRole('button', { name: 'Sign in with Aptos' }).click()
      await approveSignIn(page)
      await page.getByText('No alerts yet').waitFor()
    },
  },
]

async function connectElsewhere(page: Page, { person }: Subjects): Promise<void> {
  await chooseAccount(page, person.name)
  await page.getByRole('button', { name: 'Switch network' }).waitFor()
}

async function openBuy(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Buy Now / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Confirm purchase' }).and(page.locator(PRESSABLE)).waitFor()
}

/** The same quote, one APT dearer. */
function dearer(answer: Readonly<Record<string, unknown>>) {
  const split = answer.split as Readonly<Record<string, string>>
  const more = (name: string, by: bigint) => ({ [name]: String(BigInt(split[name] ?? '0') + by) })
  const changed = { ...more('priceOctas', ONE_APT), ...more('sellerOctas', ONE_APT), ...more('totalOctas', ONE_APT) }
  return { ...answer, split: { ...split, ...changed, ...more('balanceAfterOctas', -ONE_APT) } }
}

const ONE_APT = 100_000_000n

function emptyOrders(page: Page): Promise<void> {
  return changeAnswers(page, /orders\/stale\//, (answer) => ({ ...answer, data: [], total: 0 }))
}

/** A browser whose trades stand in every way they can. */
async function keepEveryState(page: Page): Promise<void> {
  const doing = {
    unanswered: 'Buying Small Planets #12',
    submitted: 'Listing 3 items',
    indexing: 'Bidding on Tidal Engines',
    failed: 'Buying The Most Honourable Society of Cartographers and Lamplighters #204',
    lost: 'Transferring 2 items',
  } as const
  const trades = Object.entries(doing).map(([state, words], index) => ({
    id: state,
    hash: state === 'unanswered' ? null : `0x${String(index + 1).repeat(64)}`,
    walletAddress: `0x${'7a'.repeat(32)}`,
    kind: 'buy',
    call: '0x1::market::buy',
    sequenceNumber: '4',
    doing: words,
    success: 'Buying successful',
    failure: 'Request Rejected',
    image: null,
    tokenDataIds: [],
    submittedAtMs: Date.now(),
    state,
    version: state === 'indexing' ? '9007199254740991' : null,
    sentence: state === 'failed' ? 'Token is already sold or delisted. Only the gas fee was charged.' : null,
  }))
  // The node says nothing.
  await page.route(/\/v1\/(accounts|transactions)\//, (route) => route.abort())
  await page.addInitScript((text) => localStorage.setItem('opal.transactions', text), JSON.stringify(trades))
}
