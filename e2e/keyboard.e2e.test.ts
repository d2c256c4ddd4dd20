import type { Collection } from '@opal/contract/collections'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BrowserHarness, sharedHarness } from './harness/browser-harness.ts'
import { TIMEOUT } from './harness/config.ts'
import { focusedName, tabTo } from './harness/keyboard.ts'
import { longTest } from './harness/long-test.ts'
import { largestCollection } from './harness/market.ts'
import { dialogIsSound, sound } from './harness/sound.ts'
import { createUser } from './harness/users.ts'
import { answerSignIn, connectWallet } from './harness/wallet.ts'
import { whenReady } from './harness/when-ready.ts'

let harness: BrowserHarness
let collection: Collection
beforeAll(async () => {
  harness = await sharedHarness()
  collection = await largestCollection(harness.network)
})

const field = (page: Page) => page.getByRole('combobox', { name: 'Search Collections and Wallets' })
const hasFocus = (page: Page) => () => field(page).evaluate((element) => element === document.activeElement)

// @feature shell.keyboard, table.sortable
describe('with the keyboard only', () => {
  longTest('someone finds a collection by search', async () => {
    const page = await harness.visitor('/')
    await whenReady(page)
    await page.keyboard.press('/')
    expect(await hasFocus(page)()).toBe(true)
    await page.keyboard.type(collection.collectionName.slice(0, 5))
    await page
      .locator('#search-results')
      .getByRole('link', { name: new RegExp(collection.collectionName) })
      .waitFor()
    await sound(page)
    await page.keyboard.press('ArrowDown')
    expect(await focusedName(page)).toContain(collection.collectionName)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/collection/${collection.slug}`)
    await page.getByRole('heading', { level: 1, name: new RegExp(collection.collectionName) }).waitFor()
    await sound(page)
  })

  // @feature items.attributes, token.dialog
  test('filters and opens a token', async () => {
    const page = await harness.visitor(`/collection/${collection.slug}`)
    const total = page.getByText(/^[\d,]+ items$/)
    await whenReady(page)
    const all = await total.textContent()
    const traits = page.getByRole('region', { name: 'Traits' })
    const kind = traits.getByRole('button', { expanded: false }).first()
    const kindName = (await kind.innerText()).split('\n')[0] ?? ''
    await tabTo(page, new RegExp(`^${kindName}`))
    await page.keyboard.press('Enter')
    const value = traits.getByRole('checkbox').first()
    await value.waitFor()
    await tabTo(page, value)
    await page.keyboard.press('Space')
    await expect.poll(() => total.textContent(), TIMEOUT).not.toBe(all)
    await sound(page)
    const card = page.getByRole('list', { name: 'Items' }).getByRole('link').first()
    await tabTo(page, card)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('tab', { name: 'Overview' }).waitFor()
    await dialogIsSound(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(new URL(page.url()).searchParams.getAll('trait')).toHaveLength(1)
  })

  longTest('someone keeps a favourite and signs in', async () => {
    const page = await harness.visitor('/')
    const add = `Add ${collection.collectionName} to favorites`
    await whenReady(page)
    await tabTo(page, add)
    await page.keyboard.press('Space')
    await expect.poll(() => focusedName(page), TIMEOUT).toBe(`Remove ${collection.collectionName} from favorites`)
    await connectWallet(page, (await createUser(harness)).name)
    // 'Connect Wallet' is gone: the focus is where it was, on the account.
    await expect.poll(() => focusedName(page), TIMEOUT).toMatch(/APT$|^Wallet, balance/)
    await page.evaluate(() => document.getElementById('content')?.focus())
    await tabTo(page, 'Top')
    await page.keyboard.press('End')
    await page.getByRole('button', { name: 'Sign in to sync' }).waitFor()
    expect(await focusedName(page)).toBe('Favorites')
    await sound(page)
    await tabTo(page, 'Sign in to sync')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Sign in with / }).waitFor()
    await dialogIsSound(page)
    await tabTo(page, /^Sign in with /)
    await page.keyboard.press('Enter')
    await answerSignIn(page, 'Approve')
    await page.getByText('Favorites are synced to your wallet').waitFor()
  })

  // @feature landing.intro-focus
  test('gets started, and goes on at the first card', async () => {
    const page = await harness.visitor('/')
    await whenReady(page)
    await tabTo(page, 'Get started')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Connect Wallet' })
    await dialog.waitFor()
    await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement)), TIMEOUT).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page), TIMEOUT).toBe('Get started')
    await page.keyboard.press('Enter')
    await tabTo(page, /Opal Dev Wallet/)
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: (await createUser(harness)).name }).check({ force: true })
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('region', { name: 'About Opal' }).waitFor({ state: 'hidden' })
    const card = page.locator('[aria-labelledby=featured] a').first()
    await expect.poll(() => card.evaluate((one) => one === document.activeElement), TIMEOUT).toBe(true)
    await page.getByText('Wallet connected.', { exact: true }).waitFor({ state: 'attached' })
    await sound(page)
  })

  // @feature shell.skip-items
  test('comes to the first card by at most 3 Tabs', async () => {
    const page = await harness.visitor(`/collection/${collection.slug}`)
    const card = page.getByRole('list', { name: 'Items' }).getByRole('link').first()
    await card.waitFor()
    await whenReady(page)
    const isAtCard = () => card.evaluate((link) => link === document.activeElement)
    for (let tabs = 0; tabs < 3 && !(await isAtCard()); tabs += 1) {
      await page.keyboard.press('Tab')
      if ((await focusedName(page)) === 'Skip to items') await page.keyboard.press('Enter')
    }
    expect(await isAtCard()).toBe(true)
  })

  // @feature shell.palette, landing.compare
  test('compares collections, moves through rows by arrow keys, and navigates by command', async () => {
    const page = await harness.visitor('/')
    await whenReady(page)
    const { collectionName } = collection
    await tabTo(page, `Compare ${collectionName}`)
    await page.keyboard.press('Space')
    await page.getByRole('region', { name: 'Comparison' }).waitFor()
    await tabTo(page, /^Compare (?!Comparison)/)
    await page.keyboard.press('Space')
    await expect.poll(() => new URL(page.url()).searchParams.get('compare')?.split(',').length, TIMEOUT).toBe(2)
    await page.getByRole('button', { name: 'Compare', exact: true, disabled: false }).waitFor()
    await sound(page)
    await tabTo(page, 'Compare')
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog', { name: 'Compare collections' })
      .getByRole('rowheader', { name: 'Floor', exact: true })
      .waitFor()
    await dialogIsSound(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    const palette = page.getByRole('dialog', { name: 'Commands' })
    await whenReady(page)
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await dialogIsSound(page)
    await page.keyboard.type('usd')
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Collections' }).getByText(/\$/).locator('visible=true').first().waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await whenReady(page)
    await sound(page)
    const links = page.getByRole('table', { name: 'Activity' }).locator('[data-row-link]')
    await tabTo(page, links)
    // New rows come in above: the next row is the one that follows the focused one, whatever its number is.
    await links.evaluateAll((all) => {
      const elements: readonly (Element | null)[] = all
      const next = elements[elements.indexOf(document.activeElement) + 1]
      next?.setAttribute('data-expected', '')
    })
    await page.keyboard.press('ArrowDown')
    expect(await links.evaluateAll(() => document.activeElement?.hasAttribute('data-expected'))).toBe(true)
    expect(harness.pageErrors).toEqual([])
  })
})
