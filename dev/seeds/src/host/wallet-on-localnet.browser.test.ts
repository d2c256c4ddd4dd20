import { openWalletPage } from '@opal/dev-wallet/testing/wallet-page'
import { parseAddress } from '@opal/domain/address'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '../accounts/demo-cast.ts'
import { nativeDemoMarketplace } from '../market/demo-marketplaces.ts'
import { MARKET_SCALES } from '../market/market-scale.ts'
import { floorOf } from '../market/market-state.ts'
import { type DemoNetwork, start } from '../start.ts'
import { FairValues } from '../story/fair-value.ts'
import { OfferWatch } from '../story/offer-watch.ts'
import { readMarket } from '../story/read-market.ts'
import { StoryCast } from '../story/story-cast.ts'
import { indexTokens } from '../story/token-index.ts'

let network: DemoNetwork
let wallet: Awaited<ReturnType<typeof openWalletPage>>

beforeAll(async () => {
  const ports = { nodePort: 0, faucetPort: 0, streamPort: 0, readinessPort: 0, blockDelayMs: 40 }
  const localnet = { host: '127.0.0.1', ...ports, dataDir: null, logLevel: 'silent' as const }
  network = await start({ localnet, artPort: 0, story: false, scale: 'small' })
  wallet = await openWalletPage({ nodeUrl: network.localnet.nodeUrl, chainId: 4, accounts: demoAccounts() })
}, 60_000)
afterAll(async () => {
  await wallet[Symbol.asyncDispose]()
  await network[Symbol.asyncDispose]()
})

/** The lowest listing that someone else than the buyer has placed. */
function cheapest(buyer: string) {
  const { ledger } = network.localnet
  const source = {
    ledger,
    marketplaces: [nativeDemoMarketplace()],
    cast: new StoryCast(ledger, MARKET_SCALES.small.collections, 0),
    worth: new FairValues(MARKET_SCALES.small.collections),
    offers: new OfferWatch(ledger, [nativeDemoMarketplace()]),
  }
  const markets = MARKET_SCALES.small.collections.map((demo) =>
    readMarket({ ...source, day: Date.now() / 86_400_000 }, demo, indexTokens(ledger, demo)),
  )
  const listing = markets.map(floorOf).find((floor) => floor !== null && floor.seller.trader.address !== buyer)
  if (listing === undefined || listing === null) throw new Error('nothing is listed')
  return listing
}

test('buys a token with the wallet, which shows the effects first', async () => {
  const { ledger } = network.localnet
  const { page } = wallet
  const [mara] = demoAccounts()
  const listing = cheapest(mara?.address ?? '')
  const connected = page.evaluate('call("connect")')
  await page.getByRole('radio', { name: 'Mara Voss' }).check({ force: true })
  await page.getByRole('dialog').getByText(/APT$/).first().waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await connected

  const { adapter, contracts } = nativeDemoMarketplace()
  const payload = adapter.payload.buy?.(contracts, {
    kind: 'buy',
    listing: {
      listingId: listing.id,
      token: { standard: 'v2', tokenDataId: listing.token.address },
      seller: listing.seller.trader.address,
      priceOctas: listing.priceOctas,
    },
  })
  const bought = page.evaluate(`call("signAndSubmitTransaction", { payload: ${JSON.stringify(payload)} })`)
  const dialog = page.getByRole('dialog', { name: 'Confirm transaction' })
  await dialog.getByText('You receive').waitFor()
  await dialog.getByText('Balance after').waitFor()
  await dialog.getByText(listing.id).first().waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  const answer = (await bought) as { status: string; args: { hash: string } }
  expect(answer.status).toBe('Approved')

  await ledger.waitForTransaction(answer.args.hash, 5_000)
  const core = ledger.resource(listing.token.address, '0x1::object::ObjectCore')
  expect(parseAddress(String(core?.owner))).toBe(mara?.address)
}, 60_000)

test('shows why a purchase would fail before it is signed', async () => {
  const { page } = wallet
  const { contracts } = nativeDemoMarketplace()
  const gone = parseAddress('0xdead')
  const payload = {
    function: `${contracts.packageAddress}::coin_listing::purchase`,
    typeArguments: ['0x1::aptos_coin::AptosCoin'],
    functionArguments: [gone],
  }
  const asked = page.evaluate(`call("signAndSubmitTransaction", { payload: ${JSON.stringify(payload)} })`)
  await page
    .getByRole('alert')
    .getByText(/would fail/)
    .waitFor()
  await page.getByRole('button', { name: 'Reject' }).click()
  expect(await asked).toEqual({ status: 'Rejected' })
}, 60_000)
