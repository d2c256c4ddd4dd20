import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { entry } from '../../modules/define.ts'
import type { MoveModule } from '../../modules/move-module.ts'
import { createSettableClock } from '../clock.ts'
import { createLedger } from '../create-ledger.ts'
import { moveJsonText } from '../encoding/move-json-text.ts'
import type { Ledger } from '../ledger.ts'
import { LocalLedger } from '../local-ledger.ts'
import { stateHash } from '../state/state.ts'
import { addressOf, createTestChain, TEST_START_MICROS, type TestChain } from '../testing/test-chain.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'opal-chain-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const ACCOUNTS = ['0x1', '0xa', '0xa550c18', '0xb0b'].map(parseAddress)

test('reopens a chain with the same head, state, lookups and stream bytes', async () => {
  const before = await writeSomething()
  await using ledger = await createLedger({ dataDir: directory, clock: createSettableClock(TEST_START_MICROS) })
  expect(await readContents(ledger, before.addresses)).toEqual(before.contents)
  expect(ledger.transactionByHash(before.lastHash)).not.toBeNull()
})

test('continues from the block before a torn last block', async () => {
  const whole = await writeSomething()
  const log = join(directory, 'chain.log')
  truncateSync(log, readFileSync(log).length - 1)
  await using ledger = await createLedger({ dataDir: directory, clock: createSettableClock(TEST_START_MICROS) })
  expect(ledger.head.blockHeight).toBe(whole.head.blockHeight - 1n)
  expect(ledger.transactionByHash(whole.lastHash)).toBeNull()
  expect(ledger.submit(whole.lastBytes).hash).toBe(whole.lastHash)
  ledger.commitBlock()
  expect(ledger.head.version).toBe(whole.head.version)
  expect(ledger.transactionByHash(whole.lastHash)).toMatchObject({ info: { success: true } })
})

test('rejects a transaction again that was committed before the restart', async () => {
  const { lastBytes } = await writeSomething()
  await using ledger = await createLedger({ dataDir: directory, clock: createSettableClock(TEST_START_MICROS) })
  expect(() => ledger.submit(lastBytes)).toThrow('SEQUENCE_NUMBER_TOO_OLD')
})

const HOME = parseAddress('0xc0ffee')

/** Creates an object with three resources, and removes two of them in separate transactions. */
const lifecycleModule: MoveModule = {
  address: HOME,
  name: 'lifecycle',
  structs: [],
  functions: [
    entry('create', ['&signer'], (context) => {
      context.putResource(HOME, '0x1::object::ObjectCore', { allow_ungated_transfer: true, owner: '0x1' })
      for (const name of ['First', 'Second']) context.putResource(HOME, `0xc0ffee::lifecycle::${name}`, { name })
    }),
    entry('remove', ['&signer'], (context) => context.removeResource(HOME, '0xc0ffee::lifecycle::First')),
    entry('delete', ['&signer'], (context) => context.removeResource(HOME, '0x1::object::ObjectCore')),
  ],
}

test.each([[['create']], [['create', 'remove']], [['create', 'remove', 'delete']], [['create', 'delete', 'remove']]])(
  'keeps an object without its removed resources (%j) after a restart',
  async (steps) => {
    const before = await resourcesAfter(steps)
    await using ledger = await createLedger({ dataDir: directory, modules: [lifecycleModule] })
    expect([...ledger.resources(HOME)].sort()).toEqual(before)
  },
)

async function resourcesAfter(steps: readonly string[]) {
  await using chain = await createTestChain({ dataDir: directory, modules: [lifecycleModule] })
  const sender = chain.funded(1_000_000_000n)
  for (const step of steps) expect(chain.send(sender, `0xc0ffee::lifecycle::${step}`, []).info?.success).toBe(true)
  return [...chain.ledger.resources(HOME)].sort()
}

async function writeSomething() {
  await using chain = await createTestChain({ dataDir: directory })
  const sender = chain.funded(1_000_000_000n)
  const flags = Array.from({ length: 9 }, () => true)
  chain.send(sender, '0x1::managed_coin::register', [], { typeArguments: ['0x1::aptos_coin::AptosCoin'] })
  chain.send(sender, '0x4::aptos_token::create_collection', ['', 9n, 'Kites', '', ...flags, 1n, 20n])
  chain.send(sender, '0x4::aptos_token::mint', ['Kites', '', 'Kite #1', '', ['Wind'], ['bool'], [Uint8Array.of(1)]])
  const minted = chain.send(sender, '0x4::aptos_token::mint', ['Kites', '', 'Kite #2', '', [], [], []])
  const event = minted.user?.events?.find(({ typeStr }) => typeStr === '0x4::collection::Mint')
  const { token } = JSON.parse(event?.data ?? '{}') as { token: string }
  chain.send(sender, '0x4::aptos_token::burn', [parseAddress(token)], { typeArguments: ['0x4::token::Token'] })
  offerAndTakeBack(chain, sender)
  chain.send(sender, '0x1::aptos_account::transfer', [parseAddress('0xb0b'), 9_000_000_000n])
  const lastBytes = chain.sign(sender, '0x1::aptos_account::transfer', [parseAddress('0xb0b'), 1_000n])
  const { hash: lastHash } = chain.ledger.submit(lastBytes)
  chain.ledger.commitBlock()
  const addresses = [...ACCOUNTS, addressOf(sender), parseAddress(token)]
  return {
    lastHash,
    lastBytes,
    addresses,
    head: chain.ledger.head,
    contents: await readContents(chain.ledger, addresses),
  }
}

/** Leaves one pending offer in its table, and takes another out of it. */
function offerAndTakeBack(chain: TestChain, sender: Account): void {
  const flags = [true, true, true, true, true]
  chain.send(sender, '0x3::token::create_collection_script', ['Shells', '', '', 0n, flags])
  const about = ['', 5n, 0n, '', addressOf(sender), 100n, 1n, flags, [], [], []] as const
  chain.send(sender, '0x3::token::create_token_script', ['Shells', 'Shell', ...about])
  const token = [addressOf(sender), 'Shells', 'Shell', 0n] as const
  for (const to of ['0xb0b', '0xca7']) {
    const offered = chain.send(sender, '0x3::token_transfers::offer_script', [parseAddress(to), ...token, 2n])
    expect(offered.info?.success).toBe(true)
  }
  const cancelled = chain.send(sender, '0x3::token_transfers::cancel_offer_script', [parseAddress('0xca7'), ...token])
  expect(cancelled.info?.changes?.map(({ deleteTableItem }) => deleteTableItem?.data?.keyType)).toContain(
    '0x3::token_transfers::TokenOfferId',
  )
}

async function readContents(ledger: Ledger, addresses: readonly ReturnType<typeof parseAddress>[]) {
  const bytes: string[] = []
  for await (const chunk of ledger.stream(0n, AbortSignal.timeout(60_000))) {
    bytes.push(...chunk.map((one) => Buffer.from(one).toString('base64')))
    if (bytes.length > Number(ledger.head.version)) break
  }
  const states = addresses.map((address) =>
    [...ledger.resources(address)].map(([type, data]) => `${type} ${moveJsonText(data)}`).sort(),
  )
  const owners = addresses.map((address) => ledger.transactionsOfAccount(address, 0n, 100).map((one) => one.version))
  if (!(ledger instanceof LocalLedger)) throw new TypeError('not the ledger we know')
  return { head: ledger.head, states, owners, bytes, hash: stateHash(ledger.state) }
}
