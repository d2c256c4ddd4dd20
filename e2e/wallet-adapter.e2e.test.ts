import { Ed25519Account, Ed25519PrivateKey, Ed25519PublicKey, Ed25519Signature } from '@aptos-labs/ts-sdk'
import { type Localnet, start } from '@opal/dev-chain/start'
import { parseAddress } from '@opal/domain/address'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newPage, newWindow } from './harness/browser.ts'
import type { Shop } from './wallet-adapter/page.ts'
import { type ServedShop, serveShop } from './wallet-adapter/serve-shop.ts'

const RECEIVER = `0x${'b0b'.padStart(64, '0')}`
const people = ['Ada', 'Ben'].map((name, index) => {
  const privateKey = new Ed25519PrivateKey(new Uint8Array(32).fill(index + 1))
  const address = new Ed25519Account({ privateKey }).accountAddress.toStringLong()
  return { name, address, privateKey: privateKey.toAIP80String() }
})
const [ada, ben] = people as [(typeof people)[number], (typeof people)[number]]

let localnet: Localnet
let shop: ServedShop
let page: Page
const errors: string[] = []

beforeAll(async () => {
  const ports = { nodePort: 0, faucetPort: 0, streamPort: 0, readinessPort: 0, blockDelayMs: 40 }
  localnet = await start({ host: '127.0.0.1', ...ports, dataDir: null, logLevel: 'silent' })
  for (const { address } of people) localnet.fund(parseAddress(address), 1_000_000_000n)
  localnet.ledger.commitBlock()
  shop = await serveShop({ nodeUrl: localnet.nodeUrl, chainId: 4, accounts: people })
})
afterAll(async () => {
  await shop?.[Symbol.asyncDispose]()
  await localnet?.[Symbol.asyncDispose]()
})
beforeEach(async () => {
  page = await newPage(await newWindow())
  page.on('pageerror', (error) => errors.push(error.message))
  // The adapter asks the SDK's fixed local node for its chain; that is this one here, on whatever port it found free.
  await page.route('http://127.0.0.1:8080/v1**', (route) =>
    route.continue({ url: route.request().url().replace('http://127.0.0.1:8080/v1', localnet.nodeUrl) }),
  )
  await page.goto(shop.url)
})

/** Calls the shop inside the page. */
function call<Name extends Exclude<keyof Shop, 'heard'>>(
  name: Name,
  ...input: Parameters<Shop[Name]>
): Promise<Awaited<ReturnType<Shop[Name]>>> {
  return page.evaluate(`shop.${name}(...${JSON.stringify(input)})`)
}
const heard = () => page.evaluate<string[]>('shop.heard')
const approve = () => page.getByRole('button', { name: 'Approve' }).click()

async function connectAs(name: string) {
  const connecting = call('connect')
  await page.getByRole('radio', { name }).check({ force: true })
  await approve()
  return connecting
}
async function committed(hash: string) {
  const answer = await fetch(`${localnet.nodeUrl}/transactions/wait_by_hash/${hash}`)
  return (await answer.json()) as { success: boolean; sender: string; payload: { arguments: unknown[] } }
}

test('connects with account and network', async () => {
  expect(await connectAs('Ada')).toEqual({ address: ada.address, network: 'local', chainId: 4 })
  await call('disconnect')
  expect(await call('address')).toBeNull()
  expect(await heard()).toContain('disconnect')
})

test('signAndSubmitTransaction: the wallet builds, signs and submits', async () => {
  await connectAs('Ada')
  const hash = call('signAndSubmit', RECEIVER, 5)
  await page.getByRole('dialog', { name: 'Confirm transaction' }).waitFor()
  await approve()
  const transaction = await committed(await hash)
  expect(transaction).toMatchObject({ success: true, payload: { arguments: ['0xb0b', '5'] } })
  expect(BigInt(transaction.sender)).toBe(BigInt(ada.address))
})

test("signTransaction and submit separately: the site's transaction is sent unchanged", async () => {
  await connectAs('Ben')
  const hash = call('signThenSubmit', RECEIVER, 7)
  await page.getByRole('dialog', { name: 'Confirm transaction' }).getByText('aptos_account::transfer').waitFor()
  await approve()
  const transaction = await committed(await hash)
  expect(transaction).toMatchObject({ success: true, payload: { arguments: ['0xb0b', '7'] } })
  expect(BigInt(transaction.sender)).toBe(BigInt(ben.address))
})

test('does not send a declined transaction', async () => {
  await connectAs('Ada')
  const before = localnet.ledger.head.version
  const declined = call('signAndSubmit', RECEIVER, 5).catch((error: Error) => error.message)
  await page.getByRole('button', { name: 'Reject' }).click()
  expect(await declined).toMatch(/reject/i)
  expect(localnet.ledger.head.version).toBe(before)
})

test('signMessage: the adapter verifies it, and so does the SDK over the full message', async () => {
  await connectAs('Ada')
  const signing = call('signMessage', 'I am Ada', '7')
  for (let asked = 0; asked < 2; asked += 1) {
    await page.getByRole('dialog', { name: 'Sign message' }).getByText('message: I am Ada').waitFor()
    await approve()
  }
  const { fullMessage, signature, publicKey, isVerified } = await signing
  expect(isVerified).toBe(true)
  expect(fullMessage.split('\n')).toEqual([
    'APTOS',
    `address: ${ada.address}`,
    `application: ${shop.url}`,
    'chainId: 4',
    'message: I am Ada',
    'nonce: 7',
  ])
  const verdict = new Ed25519PublicKey(publicKey).verifySignature({
    message: new TextEncoder().encode(fullMessage),
    signature: new Ed25519Signature(signature),
  })
  expect(verdict).toBe(true)
})

test('announces an account switch to the site, and signs with the new account', async () => {
  await connectAs('Ada')
  await page.getByRole('button', { name: /Opal Dev Wallet: Ada/ }).click()
  await page.getByRole('radio', { name: 'Ben' }).check({ force: true })
  await page.getByRole('button', { name: 'Switch', exact: true }).click()
  await expect.poll(heard).toContain(`account ${ben.address}`)
  expect(await call('address')).toBe(ben.address)
  const hash = call('signAndSubmit', RECEIVER, 9)
  await approve()
  expect(BigInt((await committed(await hash)).sender)).toBe(BigInt(ben.address))
})

test('changeNetwork: accepts the local network only', async () => {
  await connectAs('Ada')
  expect(await call('changeNetwork', 'local')).toMatchObject({ success: true })
  expect(await call('changeNetwork', 'mainnet').catch(() => ({ success: false }))).toMatchObject({ success: false })
  expect(await call('connect').catch((error: Error) => error.message)).toMatch(/already connected/i)
})

test('throws no error in the page', () => {
  expect(errors).toEqual([])
})
