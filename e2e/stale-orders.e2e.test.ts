import { Ed25519Account } from '@aptos-labs/ts-sdk'
import { createApiClient } from '@opal/contract/client'
import { getNetwork } from '@opal/contract/network'
import { addressOf, createTestChain } from '@opal/dev-chain/ledger/testing/test-chain'
import { simulateLocalMarketplaces } from '@opal/dev-chain/marketplaces/simulate-marketplaces'
import { createStaleWallet, type StaleWallet } from '@opal/dev-network/testing/stale-wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrowserHarness, openHarness } from './harness/browser-harness.ts'
import { TIMEOUT } from './harness/config.ts'
import { person } from './harness/market.ts'
import { sequenceNumberOf } from './harness/sdk.ts'
import { answerWallet, connectWallet } from './harness/wallet.ts'

const KEEPER = 'Keeper of Orders'

const stack = new AsyncDisposableStack()
let wallet: StaleWallet
let harness: BrowserHarness
beforeAll(async () => {
  const chain = stack.use(await createTestChain({ modules: simulateLocalMarketplaces() }))
  wallet = await createStaleWallet(chain, BigInt(Date.now()) * 1000n)
  const { keeper } = wallet
  if (!(keeper instanceof Ed25519Account)) throw new TypeError('The dev wallet takes keys of this kind.')
  const account = { name: KEEPER, address: addressOf(keeper), privateKey: keeper.privateKey.toAIP80String() }
  harness = stack.use(await openHarness({ chain: { ledger: chain.ledger, accounts: [account] } }))
})
afterAll(() => stack.disposeAsync())

// @feature order-health.banner, order-health.reasons, order-health.clean
test('warns a wallet with stale orders on connecting, and cancels them with one signature per marketplace', async () => {
  const { network } = harness
  const stale = wallet.orders.filter(({ issue }) => issue !== null)
  const kinds = new Set(stale.map(({ kind, issue }) => `${kind} ${issue}`))
  expect(kinds.size).toBeGreaterThanOrEqual(12)
  const page = await harness.visitor('/')
  await connectWallet(page, KEEPER)
  await page.getByText(`${stale.length} orders need attention`).waitFor()
  const notice = page.getByRole('status', { name: 'Your orders' })
  for (const width of [320, 390, 768, 1023]) {
    await page.setViewportSize({ width, height: 700 })
    const below = width < 768 ? page.getByRole('navigation', { name: 'Main, phone' }) : page.getByRole('contentinfo')
    const height = async () => (await notice.boundingBox())?.height ?? Number.POSITIVE_INFINITY
    await expect.poll(height, { ...TIMEOUT, message: `${width} px` }).toBeLessThanOrEqual(53)
    const [line, foot] = [await notice.boundingBox(), await below.boundingBox()]
    expect((line?.y ?? 0) + (line?.height ?? 0), `${width} px`).toBeLessThanOrEqual(foot?.y ?? 0)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  // The button of the account says it as well, where a docked bar has the banner's place.
  expect(await page.locator('button[aria-label^="Wallet, balance"]').getAttribute('title')).toBe(
    `${stale.length} orders need attention`,
  )
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const radar = page.getByRole('dialog', { name: 'Order health check' })
  await radar
    .getByText(
      `${stale.length} of ${wallet.orders.length} open orders ${stale.length === 1 ? 'needs' : 'need'} attention.`,
    )
    .waitFor()
  expect(await radar.getByRole('listitem').count()).toBe(stale.length)

  const { marketplaces } = await createApiClient({ api: network.apiUrl })(getNetwork, {})
  const keeper = person(network, KEEPER)
  const before = await sequenceNumberOf(network, keeper)
  const affected = new Set(stale.map(({ marketplace }) => marketplace))
  for (const id of affected) {
    const name = marketplaces.find((one) => one.id === id)?.displayName ?? id
    await radar
      .getByRole('region', { name })
      .getByRole('button', { name: /^Cancel \d+ on / })
      .click()
    const dialog = page.getByRole('dialog', { name: /^Cancel .*stale orders?$/ })
    await dialog.getByRole('button', { name: /^Cancel (it|them)$/ }).click()
    await answerWallet(page, 'Approve')
    await page
      .getByText(new RegExp(`Stale orders? canceled on ${name}`))
      .first()
      .waitFor()
    await dialog.waitFor({ state: 'detached' })
  }
  expect((await sequenceNumberOf(network, keeper)) - before).toBe(BigInt(affected.size))

  // A listing whose token was destroyed cannot be ended.
  const stuck = stale.filter(({ kind, issue }) => kind === 'listing' && issue === 'token-gone')
  await radar
    .getByText(`${stuck.length} of ${wallet.orders.length - stale.length + stuck.length} open orders`)
    .waitFor()
  expect(await radar.getByRole('listitem').count()).toBe(stuck.length)
  expect(await radar.getByRole('checkbox').count()).toBe(0)
  expect(harness.pageErrors).toEqual([])
})
