import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Account } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLedger } from '../ledger/create-ledger.ts'
import { addressOf } from '../ledger/testing/test-chain.ts'
import { type Localnet, start } from '../start.ts'
import { signTransfer } from '../testing/sign-transfer.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'opal-cheats-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

function open(): Promise<Localnet> {
  const ports = { nodePort: 0, faucetPort: 0, streamPort: 0, readinessPort: 0, blockDelayMs: 40 }
  return start({ host: '127.0.0.1', ...ports, dataDir: directory, logLevel: 'silent' })
}

async function cheat(localnet: Localnet, name: string, body: object = {}) {
  const response = await fetch(`${new URL(localnet.nodeUrl).origin}/__dev/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const BOB = parseAddress('0xb0b')

it('restores a snapshot with its state, transactions and sequence numbers', async () => {
  await using localnet = await open()
  const { ledger } = localnet
  const sender = Account.generate()
  localnet.fund(addressOf(sender), 1_000_000_000n)
  ledger.commitBlock()
  const before = { head: ledger.head, state: ledger.stateHash() }
  const { body: moment } = await cheat(localnet, 'snapshot')
  const bytes = signTransfer(sender)
  const { hash } = ledger.submit(bytes)
  localnet.fund(BOB, 5n)
  ledger.commitBlock()
  expect(ledger.head.version).toBeGreaterThan(before.head.version)
  expect(await cheat(localnet, 'restore', moment)).toEqual({ status: 200, body: moment })
  expect({ head: ledger.head, state: ledger.stateHash() }).toEqual(before)
  expect(ledger.transactionByHash(hash)).toBeNull()
  expect(ledger.submit(bytes).hash).toBe(hash)
  ledger.commitBlock()
  expect(ledger.transactionByHash(hash)).toMatchObject({ info: { success: true } })
  expect(await cheat(localnet, 'restore', moment)).toMatchObject({ status: 200 })
  expect(await cheat(localnet, 'restore', { ledger_version: '999' })).toMatchObject({ status: 404 })
})

it('stays restored after a restart, and ends streams that were beyond it', async () => {
  let before: string
  {
    await using localnet = await open()
    const { ledger } = localnet
    const moment = ledger.mark()
    before = ledger.stateHash()
    const reading = ledger.stream(0n, AbortSignal.timeout(60_000))[Symbol.asyncIterator]()
    await reading.next()
    const waiting = reading.next()
    localnet.fund(BOB, 5n)
    ledger.commitBlock()
    await waiting
    ledger.returnTo(moment)
    await expect(reading.next()).rejects.toThrow('returned to an earlier moment')
  }
  await using ledger = await createLedger({ dataDir: directory })
  expect(ledger.stateHash()).toBe(before)
})

it('keeps moved time after a restart', async () => {
  const day = 86_400_000_000n
  {
    await using localnet = await open()
    await cheat(localnet, 'time', { seconds: 5 * 86_400 })
  }
  await using localnet = await open()
  localnet.fund(BOB, 5n)
  localnet.ledger.commitBlock()
  expect(localnet.ledger.head.timestampMicros - BigInt(Date.now()) * 1000n).toBeGreaterThan(4n * day)
})

it('fails the next transaction with the requested status, and not the one after it', async () => {
  await using localnet = await open()
  const { ledger } = localnet
  const status = 'Move abort in 0x1::coin: EFROZEN(0x5000a): Account is frozen'
  await cheat(localnet, 'fail-next', { vm_status: status })
  const first = localnet.fund(BOB, 5n)
  const second = localnet.fund(BOB, 5n)
  ledger.commitBlock()
  expect(ledger.transactionByHash(first.hash)).toMatchObject({ info: { success: false, vmStatus: status } })
  expect(ledger.transactionByHash(second.hash)).toMatchObject({ info: { success: true } })
})
