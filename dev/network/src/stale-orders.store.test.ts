import { type Account, Aptos, AptosConfig, Network } from '@aptos-labs/ts-sdk'
import { type ApiClient, createApiClient } from '@opal/contract/client'
import { buildCleanUp, listStaleOrders } from '@opal/contract/order-health'
import { listUserTokens } from '@opal/contract/portfolio'
import type { WirePayload } from '@opal/contract/trading/trade'
import { readConfig as readLocalnetConfig } from '@opal/dev-chain/config'
import { addressOf, createTestChain } from '@opal/dev-chain/ledger/testing/test-chain'
import { simulateLocalMarketplaces } from '@opal/dev-chain/marketplaces/simulate-marketplaces'
import { start as startLocalnet } from '@opal/dev-chain/start'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCALNET_ENVIRONMENT } from './local-environment.ts'
import { payloadInput } from './testing/payload-input.ts'
import { createStaleWallet, type OpenOrder, type StaleWallet } from './testing/stale-wallet.ts'
import { startPrograms } from './testing/start-programs.ts'

const stack = new AsyncDisposableStack()
let wallet: StaleWallet
let aptos: Aptos
let call: ApiClient
let settled: () => Promise<void>

beforeAll(async () => {
  const chain = stack.use(await createTestChain({ modules: simulateLocalMarketplaces() }))
  wallet = await createStaleWallet(chain, BigInt(Date.now()) * 1000n)
  const localnet = stack.use(await startLocalnet(readLocalnetConfig(LOCALNET_ENVIRONMENT), { ledger: chain.ledger }))
  const programs = stack.use(await startPrograms(localnet))
  const { api } = programs
  call = createApiClient({ api: api.url })
  settled = programs.settled
  const { nodeUrl: fullnode, faucetUrl: faucet } = localnet
  aptos = new Aptos(new AptosConfig({ network: Network.LOCAL, fullnode, faucet }))
  await settled()
}, 120_000)
afterAll(() => stack.disposeAsync())

const stale = async () => call(listStaleOrders, { params: { wallet: addressOf(wallet.keeper) } })
const nameOf = ({ kind, marketplace, orderId }: Pick<OpenOrder, 'kind' | 'marketplace' | 'orderId'>) =>
  `${kind} ${marketplace} ${orderId}`

async function balanceOf({ accountAddress }: Account): Promise<bigint> {
  return BigInt(await aptos.getAccountAPTAmount({ accountAddress }))
}

async function sign(payload: WirePayload): Promise<void> {
  const { keeper: signer } = wallet
  const transaction = await aptos.transaction.build.simple({
    sender: signer.accountAddress,
    data: payloadInput(payload),
  })
  const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction })
  await aptos.waitForTransaction({ transactionHash: hash, options: { waitForIndexer: false } })
  await settled()
}

// @feature order-health.reasons
test('finds every kind of stale order, and no valid one', async () => {
  const { data, total, checked } = await stale()
  const found = new Map(data.map((order) => [nameOf(order), order.issues.map(({ code }) => code)]))
  for (const order of wallet.orders) {
    const codes = found.get(nameOf(order)) ?? []
    if (order.issue === null) expect(codes, order.what).toEqual([])
    else expect(codes, order.what).toContain(order.issue)
  }
  const expected = wallet.orders.filter(({ issue }) => issue !== null)
  const kinds = new Set(expected.map(({ kind, issue }) => `${kind} ${issue}`))
  expect(kinds.size).toBeGreaterThanOrEqual(12)
  expect([total, data.length, checked]).toEqual([expected.length, expected.length, wallet.orders.length])
})

// @feature order-health.clean
test('cancels them by one transaction per marketplace, with the shown refunds', async () => {
  const before = await stale()
  const orders = before.data.map(({ kind, marketplace, orderId }) => ({ kind, marketplace, orderId }))
  const walletAddress = addressOf(wallet.keeper)
  const { transactions } = await call(buildCleanUp, { body: { walletAddress, orders } })
  expect(new Set(transactions.map(({ marketplace }) => marketplace)).size).toBe(transactions.length)
  for (const { marketplace, payload, simulation, reason, split } of transactions) {
    expect([reason, simulation?.success], marketplace).toEqual([null, true])
    const balance = await balanceOf(wallet.keeper)
    await sign(payload as WirePayload)
    const gained = (await balanceOf(wallet.keeper)) - balance
    const { receivedOctas, totalOctas, storageRefundOctas } = split
    expect(gained, marketplace).toBe(BigInt(receivedOctas) - BigInt(totalOctas) + BigInt(storageRefundOctas))
  }
  // A listing whose token was destroyed cannot be ended: the contract would have to give the token back.
  const stuck = transactions.flatMap(({ items }) => items).filter(({ reason }) => reason !== null)
  expect(stuck.map(({ reason }) => reason?.code)).toEqual(['token-gone'])
  const left = await stale()
  expect(left.data.map(({ issues, cannotClean }) => [issues[0]?.code, cannotClean?.code])).toEqual([
    ['token-gone', 'token-gone'],
  ])
  expect(left.checked).toBe(1 + wallet.orders.filter(({ issue }) => issue === null).length)
  const { data } = await call(listUserTokens, { params: { wallet: walletAddress } })
  for (const { ref } of wallet.tokens) {
    expect(data.find(({ tokenDataId }) => tokenDataId === ref.tokenDataId)?.ownListings).toEqual([])
  }
})
