import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  AccountAddress,
  AccountAuthenticatorEd25519,
  ChainId,
  Deserializer,
  Ed25519Account,
  Ed25519PrivateKey,
  Ed25519PublicKey,
  Ed25519Signature,
  EntryFunction,
  generateSigningMessageForTransaction,
  RawTransaction,
  SimpleTransaction,
  TransactionPayloadEntryFunction,
  U64,
} from '@aptos-labs/ts-sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWalletPage } from './testing/wallet-page.ts'

const [ada, ben] = ['Ada', 'Ben'].map((name, index) => {
  const privateKey = new Ed25519PrivateKey(new Uint8Array(32).fill(index + 1))
  const account = new Ed25519Account({ privateKey })
  return { name, account, address: account.accountAddress.toStringLong(), privateKey: privateKey.toAIP80String() }
}) as [Held, Held]
interface Held {
  name: string
  account: Ed25519Account
  address: string
  privateKey: string
}

let place: Awaited<ReturnType<typeof openWalletPage>>
/** An address where no node answers: the wallet must show and sign all the same. */
let deadNodeUrl: string

beforeAll(async () => {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  deadNodeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  await new Promise((closed) => server.close(closed))
  const accounts = [ada, ben].map(({ name, address, privateKey }) => ({ name, address, privateKey }))
  place = await openWalletPage({ nodeUrl: deadNodeUrl, chainId: 4, accounts })
}, 60_000)
afterAll(() => place[Symbol.asyncDispose]())

beforeEach(async () => {
  await place.page.evaluate('localStorage.clear()')
  await place.page.goto(place.origin)
})

function ask(expression: string): Promise<unknown> {
  return place.page.evaluate(expression)
}

async function connectAs(name: string): Promise<void> {
  const answer = ask('call("connect").then((answer) => answer.status)')
  await place.page.getByRole('radio', { name }).check({ force: true })
  await place.page.getByRole('button', { name: 'Approve' }).click()
  expect(await answer).toBe('Approved')
}

describe('the dev wallet in a browser', () => {
  test('registers under its name with every required feature', async () => {
    expect(await ask('wallet().name')).toBe('Opal Dev Wallet')
    const features = (await ask('Object.keys(wallet().features)')) as string[]
    const required = ['account', 'connect', 'disconnect', 'network', 'onAccountChange', 'onNetworkChange']
    for (const feature of [...required, 'signMessage', 'signTransaction'])
      expect(features).toContain(`aptos:${feature}`)
    expect(await ask('wallet().features["aptos:signAndSubmitTransaction"].version')).toBe('1.1.0')
    expect(await ask('call("network")')).toEqual({ name: 'local', chainId: 4, url: deadNodeUrl })
  })

  test('connects with the chosen account and stores it over a reload', async () => {
    await connectAs('Ben')
    expect(await ask('call("account").then((account) => account.address.toString())')).toBe(ben.address)
    await place.page.reload()
    expect(await ask('call("connect").then((answer) => answer.args.address.toString())')).toBe(ben.address)
    await ask('call("disconnect")')
    expect(await ask('call("connect", true)')).toEqual({ status: 'Rejected' })
    expect(await ask('call("account").catch((error) => error.code)')).toBe(4100)
  })

  test('answers Rejected to the button and to Escape, and discloses nothing', async () => {
    const first = ask('call("connect")')
    await place.page.getByRole('button', { name: 'Reject' }).click()
    expect(await first).toEqual({ status: 'Rejected' })
    const second = ask('call("connect")')
    await place.page.getByRole('dialog').waitFor()
    await place.page.keyboard.press('Escape')
    expect(await second).toEqual({ status: 'Rejected' })
    expect(await ask('wallet().accounts')).toEqual([])
  })

  test('keeps focus and clicks inside its window, so that dialogs of the page stay open', async () => {
    const answer = ask('call("connect")')
    const dialog = place.page.getByRole('dialog', { name: /Connect to/ })
    await dialog.getByRole('heading').click()
    for (let press = 0; press < 6; press += 1) await place.page.keyboard.press('Tab')
    expect(await ask('document.activeElement.id')).not.toBe('outside')
    await place.page.keyboard.press('Escape')
    await answer
    expect(await ask('heard.filter((what) => what !== "Tab")')).toEqual([])
  })

  test('signs a message that verifies over the shown text', async () => {
    await connectAs('Ada')
    const answer =
      ask(`call("signMessage", { message: "I am Ada", nonce: "7", address: true, application: true, chainId: true })
      .then(({ args }) => ({ full: args.fullMessage, signature: args.signature.toString() }))`)
    await place.page.getByRole('dialog', { name: 'Sign message' }).getByText('message: I am Ada').waitFor()
    await place.page.getByRole('button', { name: 'Approve' }).click()
    const { full, signature } = (await answer) as { full: string; signature: string }
    expect(full).toBe(
      `APTOS\naddress: ${ada.address}\napplication: ${place.origin}\nchainId: 4\nmessage: I am Ada\nnonce: 7`,
    )
    const publicKey = new Ed25519PublicKey(ada.account.publicKey.toUint8Array())
    const message = new TextEncoder().encode(full)
    expect(publicKey.verifySignature({ message, signature: new Ed25519Signature(signature) })).toBe(true)
  })

  test('shows sender, function and arguments of a built transaction and signs exactly that', async () => {
    await connectAs('Ada')
    const raw = transferFrom(ada.account.accountAddress)
    const answer =
      ask(`call("signTransaction", { rawTransaction: { bcsToBytes: () => new Uint8Array([${raw.bcsToBytes()}]) } })
      .then(({ status, args }) => ({ status, bytes: [...args.bcsToBytes()] }))`)
    const dialog = place.page.getByRole('dialog', { name: 'Confirm transaction' })
    await dialog.getByText('aptos_account::transfer').waitFor()
    await dialog.getByText('Max network fee').waitFor()
    await place.page.getByRole('button', { name: 'Approve' }).click()
    const { status, bytes } = (await answer) as { status: string; bytes: number[] }
    expect(status).toBe('Approved')
    const from = new Deserializer(Uint8Array.from(bytes.slice(1)))
    const { signature } = AccountAuthenticatorEd25519.load(from)
    const message = generateSigningMessageForTransaction(new SimpleTransaction(raw))
    expect(ada.account.publicKey.verifySignature({ message, signature })).toBe(true)
  })

  test('refuses to sign for a sender that it is not connected as', async () => {
    await connectAs('Ben')
    const raw = transferFrom(ada.account.accountAddress)
    const answer =
      ask(`call("signTransaction", { rawTransaction: { bcsToBytes: () => new Uint8Array([${raw.bcsToBytes()}]) } })
      .catch((error) => error.code)`)
    expect(await answer).toBe(4100)
  })

  test('switches the account from its corner button and notifies the page', async () => {
    await connectAs('Ada')
    await ask('call("onAccountChange", (account) => { globalThis.changed = account.address.toString() })')
    await place.page.getByRole('button', { name: /Opal Dev Wallet: Ada/ }).click()
    await place.page.getByRole('radio', { name: 'Ben' }).check({ force: true })
    await place.page.getByRole('button', { name: 'Switch', exact: true }).click()
    await place.page.getByRole('button', { name: /Opal Dev Wallet: Ben/ }).waitFor()
    expect(await ask('globalThis.changed')).toBe(ben.address)
    await ask('call("disconnect")')
    await place.page.locator('[data-opal-dev-wallet="launcher"] button').waitFor({ state: 'hidden' })
  })
})

function transferFrom(sender: AccountAddress): RawTransaction {
  const call = EntryFunction.build(
    '0x1::aptos_account',
    'transfer',
    [],
    [AccountAddress.from(ben.address), new U64(1_000_000)],
  )
  const payload = new TransactionPayloadEntryFunction(call)
  return new RawTransaction(sender, 0n, payload, 2000n, 100n, 4_000_000_000n, new ChainId(4))
}
