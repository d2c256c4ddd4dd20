import { createApiClient } from '@opal/contract/client'
import { type Collection, listCollections } from '@opal/contract/collections'
import { getUserRewards } from '@opal/contract/rewards'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BrowserHarness, sharedHarness } from './harness/browser-harness.ts'
import { TIMEOUT } from './harness/config.ts'
import { longTest } from './harness/long-test.ts'
import { person } from './harness/market.ts'
import { createUser } from './harness/users.ts'
import { answerSignIn, connectWallet } from './harness/wallet.ts'
import { whenReady } from './harness/when-ready.ts'

let harness: BrowserHarness
let collections: readonly Collection[]
beforeAll(async () => {
  harness = await sharedHarness()
  const call = createApiClient({ api: harness.network.apiUrl })
  collections = (await call(listCollections, { query: { take: 3 } })).data
})

describe('a user with an account', () => {
  // @feature account.favourites-sync, account.sign-in, wallet.sign-in, landing.favourites, landing.empty
  test('stars collections before and after signing in, finds them on every device, and leaves none behind', async () => {
    const [before, after] = chosen()
    const { name } = await createUser(harness)
    const page = await harness.visitor('/')
    await star(page, before)
    await page.reload()
    await starred(page, before)

    await connectWallet(page, name)
    await page.getByRole('tab', { name: 'Favorites' }).click()
    await page.getByRole('button', { name: 'Sign in to sync' }).click()
    await signIn(page)
    await page.getByText('Favorites are synced to your wallet').waitFor()
    await page.getByRole('tab', { name: 'Top' }).click()
    await star(page, after)
    await page.reload()
    await whenReady(page)
    await starred(page, after)
    await page.getByRole('tab', { name: 'Favorites' }).click()
    await page.getByText('Favorites are synced to your wallet').waitFor()

    const elsewhere = await harness.visitor('/?tab=favourites')
    await connectWallet(elsewhere, name)
    await elsewhere.getByRole('button', { name: 'Sign in to sync' }).click()
    await signIn(elsewhere)
    for (const one of [before, after]) await starred(elsewhere, one)
    const rows = elsewhere.getByRole('table', { name: 'Collections' }).locator('tr[data-row]')
    await expect.poll(() => rows.count(), TIMEOUT).toBe(2)

    await elsewhere.getByRole('button', { name: /^Wallet, balance/ }).click()
    await elsewhere.getByRole('menuitem', { name: 'Disconnect Wallet' }).click()
    await elsewhere.getByRole('dialog').getByRole('button', { name: 'Disconnect Wallet' }).click()
    await elsewhere.getByRole('tab', { name: 'Favorites' }).click()
    await elsewhere.getByText('Favorites are saved in this browser.').waitFor()
    await elsewhere.getByText('No Collections').waitFor()
  })

  longTest('declines to sign in: the dialog says so, and the stars stay in the browser', async () => {
    const [collection] = chosen()
    const page = await harness.visitor('/')
    await star(page, collection)
    await connectWallet(page, (await createUser(harness)).name)
    await page.getByRole('tab', { name: 'Favorites' }).click()
    await page.getByRole('button', { name: 'Sign in to sync' }).click()
    await page.getByRole('button', { name: /^Sign in with / }).click()
    await answerSignIn(page, 'Reject')
    await page.getByText('You declined in your wallet. You’re not signed in.').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('Favorites are saved in this browser.').waitFor()
    await starred(page, collection)
    await page.getByRole('button', { name: /^Wallet, balance/ }).waitFor()
  })

  // @feature flag.send, account.delete, route.account-delete
  test('flags a collection for everyone to see, and removes the flag by erasing the account', async () => {
    const [collection] = chosen()
    const place = `/collection/${collection.slug}`
    const page = await harness.visitor(place)
    await connectWallet(page, (await createUser(harness)).name)
    await page.getByRole('button', { name: `Flag ${collection.collectionName}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Flag this collection' })
    await dialog.getByText('No flags yet.').waitFor()
    await dialog.getByRole('radio', { name: /^Misleading/ }).check()
    await dialog.getByRole('textbox', { name: 'Remarks' }).fill('It says it is handmade.')
    await dialog.getByRole('button', { name: 'Send flag' }).click()
    await signIn(page)
    await dialog.getByText('Your flag: Misleading. Awaiting review.').waitFor()
    await star(page, collection, () => dialog.getByRole('button', { name: 'Close' }).click())

    const reader = await harness.visitor(place)
    await readLog(reader, collection)
    await reader.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Misleading' }).waitFor()

    await page.goto(`${harness.network.webUrl}/account-delete`)
    await whenReady(page)
    const erase = page.getByRole('button', { name: 'Erase my account' })
    await erase.waitFor()
    expect(await erase.isEnabled()).toBe(false)
    await page.getByLabel(/^Type/).fill('erase my account')
    await erase.click()
    const result = page.getByRole('status').filter({ hasText: 'Your account has been erased' })
    await result.getByText('1 favorite', { exact: true }).waitFor()
    await result.getByText('1 flag', { exact: true }).waitFor()
    await result.getByText(/are on the Aptos chain/).waitFor()

    await reader.reload()
    await readLog(reader, collection)
    await reader.getByRole('dialog').getByText('No flags yet.').waitFor()
    expect(harness.pageErrors).toEqual([])
  })

  // @feature rewards.own, rewards.leaderboard, rewards.formula, route.airdrop
  test('sees the same points in the header and on the airdrop page, with a wallet only', async () => {
    const page = await harness.visitor('/airdrop')
    await page.getByText('Connect a wallet to see your points').waitFor()
    await connectWallet(page, 'Mara Voss')
    const call = createApiClient({ api: harness.network.apiUrl })
    const walletAddress = person(harness.network, 'Mara Voss').address
    const rewards = await call(getUserRewards, { params: { walletAddress } })
    await page.getByRole('button', { name: `Loyalty ${rewards.loyaltyPercent}%` }).waitFor()
    await page.getByRole('table', { name: 'Leaderboard' }).getByRole('link').first().waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('table', { name: 'Points history' }).waitFor()
    await page.getByRole('tab', { name: 'How points work' }).click()
    await page.getByText('Trading with yourself earns nothing.').waitFor()
  })
})

function chosen(): readonly [Collection, Collection] {
  const [first, second] = collections
  if (!first || !second) throw new Error('the market has too few collections')
  return [first, second]
}

/** Stars a collection. */
async function star(page: Page, { collectionName }: Collection, first?: () => Promise<void>): Promise<void> {
  await first?.()
  const add = page.getByRole('button', { name: `Add ${collectionName} to favorites` }).first()
  await whenReady(page)
  await add.click()
  await add.waitFor({ state: 'detached' })
}

async function starred(page: Page, { collectionName }: Collection): Promise<void> {
  await page
    .getByRole('button', { name: `Remove ${collectionName} from favorites` })
    .first()
    .waitFor()
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign in with / }).click()
  await answerSignIn(page, 'Approve')
}

async function readLog(page: Page, { collectionName }: Collection): Promise<void> {
  const open = page.getByRole('button', { name: `Flag ${collectionName}` })
  const dialog = page.getByRole('dialog', { name: 'Flag this collection' })
  await whenReady(page)
  await open.click()
  await dialog.waitFor()
}
