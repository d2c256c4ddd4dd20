import type { Token } from '@opal/contract/tokens'
import { sample } from '@opal/domain/testing/effort/config'
import { pauseIndexing } from '@opal/store/testing/pause-indexing'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BrowserHarness, openHarness } from './harness/browser-harness.ts'
import { longTest } from './harness/long-test.ts'
import { floorToken, person } from './harness/market.ts'
import { outcomeOf, queuePurchase, sendCollectionBid, sequenceNumberOf } from './harness/sdk.ts'
import { allowAccountSwitch, answerWallet, connectWallet, switchAccount } from './harness/wallet.ts'

const ASKING = 'Waiting for your wallet'
const UNANSWERED = 'The page was closed while your wallet was asking. Checking the chain'
const SUBMITTED = 'Submitted. Waiting for confirmation'
const INDEXING = 'Confirmed. Updating your portfolio'
const UNHEARD = /^The wallet didn’t confirm that it sent the transaction/
const NOT_SENT = /^Most likely not sent:/
/** A little more than the tray believes in what it cannot find, of a chain whose clock stands still. */
const LOST_AFTER_MS = 740_000

let harness: BrowserHarness
let token: Token
/** The tab one looks at: another one after it was closed. */
let page: Page

const signer = () => person(harness.network, 'Aiko Tanabe')
const other = () => person(harness.network, 'June Okafor')
const collection = () => `/collection/${token.collectionId}`

beforeAll(async () => {
  harness = await openHarness()
  token = await floorToken(harness.network, signer())
  page = await harness.visitor(collection())
  await allowAccountSwitch(page.context())
  await page.reload()
  await connectWallet(page, signer().name)
})
afterAll(() => harness?.[Symbol.asyncDispose]())
beforeEach(() => visit(collection()))

/** Those after which the tray has what the page would have shown. */
const LEAVES: ReadonlySet<Disturbance> = new Set(['reload', 'tab close'])

/** Each begins to disturb. What it answers ends it. */
const DISTURBANCES = {
  async reload() {
    await page.reload()
    await awaitWallet()
    return async () => {}
  },
  async 'tab close'() {
    await closeTab()
    return async () => {}
  },
  async 'network cut'() {
    const context = page.context()
    await context.setOffline(true)
    return () => context.setOffline(false)
  },
  async 'account switch'() {
    await switchAccount(page, other().address)
    return () => switchAccount(page, signer().address)
  },
} as const
type Disturbance = keyof typeof DISTURBANCES
const ALL = Object.keys(DISTURBANCES) as Disturbance[]

// @feature trade.tray
describe('the tray shows the true state after an interruption', () => {
  test.each(sample(ALL, 1))('submitted, not yet on chain: %s', async (name) => {
    const { blocks } = harness.network.localnet
    blocks.pause()
    try {
      await bid()
      await answerWallet(page, 'Approve')
      await says(SUBMITTED)
      const restore = await DISTURBANCES[name]()
      await says(SUBMITTED)
      blocks.resume()
      // It ends while the page is offline.
      if (name === 'network cut') await harness.network.settle()
      await restore()
      await expectConfirmed({ isLeft: LEAVES.has(name) })
    } finally {
      blocks.resume()
    }
  })

  test.each(sample(ALL, 1, 1))('on chain, not yet in the index: %s', async (name) => {
    await using held = await pauseIndexing(harness.databaseUrl)
    await bid()
    await answerWallet(page, 'Approve')
    await says(INDEXING)
    const restore = await DISTURBANCES[name]()
    await says(INDEXING)
    await held.letGo()
    if (name === 'network cut') await harness.network.settle()
    await restore()
    await expectConfirmed({ isLeft: LEAVES.has(name) })
  })

  test('failed: it stays with its reason until it is closed', async () => {
    const { network } = harness
    const rival = person(network, 'Rafi Haddad')
    const wanted = await floorToken(network, signer())
    await visit(`/collection/${wanted.collectionId}/${wanted.tokenDataId}`)
    await page.getByRole('button', { name: `Buy Now ${wanted.name}` }).click()
    await page.getByRole('button', { name: 'Confirm purchase' }).click()
    await confirmWindow().waitFor()
    network.localnet.blocks.pause()
    try {
      await queuePurchase(network, rival, wanted.tokenDataId)
      await answerWallet(page, 'Approve')
      await says(SUBMITTED)
    } finally {
      network.localnet.blocks.resume()
    }
    const refusal = /Only the gas fee was charged/
    await page.getByText('Request Rejected').first().waitFor()
    await says(refusal)
    expect(await outcomeOf(network, await shownHash())).toEqual({ success: false, sender: signer().address })
    for (const name of sample(ALL, 1, 2)) {
      const restore = await DISTURBANCES[name]()
      await says(refusal)
      await restore()
      await says(refusal)
    }
    await visit(collection())
    await line().getByRole('button', { name: 'Close' }).click()
    await expectEmpty()
    await page.reload()
    await expectEmpty()
  })

  longTest('declined in the wallet: there is nothing to tell', async () => {
    const before = await sequenceNumberOf(harness.network, signer())
    await bid()
    await answerWallet(page, 'Reject')
    await page.getByText('You declined in your wallet. Nothing was sent and nothing was moved.').waitFor()
    await expectEmpty()
    for (const name of sample(ALL, 1, 3)) {
      const restore = await DISTURBANCES[name]()
      await expectEmpty()
      await restore()
      await expectEmpty()
    }
    expect(await sequenceNumberOf(harness.network, signer())).toBe(before)
  })
})

// @feature trade.tray, trade.unanswered
describe('during the wallet request', () => {
  longTest('reload: what its window sends after all is found on chain', async () => {
    await bid()
    await page.reload()
    await awaitWallet()
    await says(UNANSWERED)
    // A wallet's window may outlive the page that opened it.
    const hash = await sendCollectionBid(harness.network, signer(), token.collectionId)
    expect(await expectConfirmed({ isLeft: true })).toBe(hash)
  })

  test('tab closed: another tab shows the request, and then that nothing was sent', async () => {
    const before = await sequenceNumberOf(harness.network, signer())
    const watcher = await harness.tabOf(page.context(), 'about:blank')
    await watcher.clock.install()
    await watcher.goto(`${harness.network.webUrl}${collection()}`)
    await awaitWallet(watcher)
    await page.bringToFront()
    await bid()
    await says(ASKING, watcher)
    await page.close()
    page = watcher
    await says(UNANSWERED)
    await page.clock.fastForward(LOST_AFTER_MS)
    await says(NOT_SENT)
    expect(await sequenceNumberOf(harness.network, signer())).toBe(before)
    await closeLine()
  })

  longTest('network cut: an answer that got lost is not taken for a failure', async () => {
    const { localnet } = harness.network
    const swallow = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await bid()
    localnet.blocks.pause()
    try {
      await page.route(`${localnet.nodeUrl}/transactions`, swallow)
      await answerWallet(page, 'Approve')
      await says(UNHEARD)
    } finally {
      localnet.blocks.resume()
      await page.unroute(`${localnet.nodeUrl}/transactions`, swallow)
    }
    await expectConfirmed()
  })

  longTest('network cut: a transaction that could not be sent is not shown as sent', async () => {
    const before = await sequenceNumberOf(harness.network, signer())
    await bid()
    await page.context().setOffline(true)
    await answerWallet(page, 'Approve')
    await says(UNHEARD)
    await page.context().setOffline(false)
    await page.reload()
    await says(UNHEARD)
    expect(await sequenceNumberOf(harness.network, signer())).toBe(before)
    await closeLine()
  })

  test('account switched: it stays the trade of the signing account', async () => {
    await bid()
    await switchAccount(page, other().address)
    await says(ASKING)
    await page.getByRole('dialog', { name: 'Place Collection Bid' }).waitFor({ state: 'detached' })
    await line().locator(`a[title="${signer().address}"]`).waitFor()
    await answerWallet(page, 'Approve')
    await expectConfirmed()
    await switchAccount(page, signer().address)
  })
})

/** A page of the signer's with nothing of before in its tray. */
async function visit(path: string): Promise<void> {
  await page.goto(`${harness.network.webUrl}${path}`)
  await awaitWallet()
}

async function awaitWallet(tab = page): Promise<void> {
  await tab.getByRole('button', { name: /^Wallet, balance \d/ }).waitFor()
}

async function closeTab(): Promise<void> {
  const context = page.context()
  await page.close()
  page = await harness.tabOf(context, collection())
  await awaitWallet()
}

/** Bids on the collection, up to the wallet's window. */
async function bid(): Promise<void> {
  await page.getByRole('button', { name: 'Collection bid', exact: true }).click()
  await page.getByLabel('Bid price per item').fill('0.01')
  await page.getByRole('button', { name: 'Place Collection Bid' }).click()
  await confirmWindow().waitFor()
}

function confirmWindow() {
  return page.getByRole('dialog', { name: 'Confirm transaction' })
}

/** The tray's line, also behind a dialog. */
function line(tab = page) {
  return tab.locator('section[aria-label="Your transactions"] li')
}

async function says(words: string | RegExp, tab = page): Promise<void> {
  await line(tab)
    .getByText(words, { exact: typeof words === 'string' })
    .waitFor({ state: 'attached' })
}

async function shownHash(): Promise<string> {
  return (await line().locator('a[title^="0x"]').getAttribute('title')) ?? ''
}

/**
 * Expects a toast for the transaction, a line with its end only where its page was left, and the chain to have it. Closes the line.
 * @returns the hash
 */
async function expectConfirmed({ isLeft = false } = {}): Promise<string> {
  await page.getByText('Place Collection Bid Sucessful').first().waitFor()
  if (isLeft) {
    await says('Confirmed')
    // The pointer keeps it there.
    await line().hover()
  } else await line().waitFor({ state: 'detached' })
  const hash = await page.evaluate(() => {
    const stored: unknown = JSON.parse(localStorage.getItem('opal.transactions') ?? '[]')
    const isConfirmed = (one: { readonly state: string }) => one.state === 'confirmed'
    return (stored as { readonly state: string; readonly hash: string }[]).find(isConfirmed)?.hash ?? ''
  })
  if (isLeft) {
    await line().getByRole('button', { name: 'Close' }).click()
    await line().waitFor({ state: 'detached' })
  }
  expect(await outcomeOf(harness.network, hash)).toEqual({ success: true, sender: signer().address })
  return hash
}

/** Expects the transaction to be neither shown nor stored. */
async function expectEmpty(): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('opal.transactions') ?? '[]')).toBe('[]')
  await line().waitFor({ state: 'detached' })
}

async function closeLine(): Promise<void> {
  await visit(collection())
  await line().getByRole('button', { name: 'Close' }).click()
  await expectEmpty()
}
