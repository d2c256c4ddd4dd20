import { parseAddress } from '@opal/domain/address'
import { expect, test } from 'vitest'
import { createTestChain, TEST_START_MICROS, type TestChain } from '../testing/test-chain.ts'

const BOB = parseAddress('0xb0b')
const HOUR = 3_600_000_000n

function types(chain: TestChain): readonly (number | undefined)[] {
  const { firstVersion, lastVersion } = chain.ledger.blockByHeight(chain.ledger.head.blockHeight) ?? {
    firstVersion: 0n,
    lastVersion: -1n,
  }
  const versions = Array.from(
    { length: Number(lastVersion - firstVersion) + 1 },
    (_, index) => firstVersion + BigInt(index),
  )
  return versions.map((version) => chain.ledger.transactionByVersion(version)?.type)
}

test('a block is its metadata, the users\\u2019 transactions and a checkpoint', async () => {
  await using chain = await createTestChain()
  const sender = chain.funded(100_000_000n)
  for (const sequenceNumber of [0n, 1n]) {
    chain.ledger.submit(chain.sign(sender, '0x1::aptos_account::transfer', [BOB, 1n], { sequenceNumber }))
  }
  chain.ledger.commitBlock()
  expect(types(chain)).toEqual([2, 4, 4, 3])
  expect(chain.ledger.blockOf(chain.ledger.head.version)?.height).toBe(chain.ledger.head.blockHeight)
})

test('makes no block without transactions', async () => {
  await using chain = await createTestChain()
  const { head } = chain.ledger
  chain.ledger.commitBlock()
  expect(chain.ledger.head).toEqual(head)
})

test('a block holds 250 transactions; more make more blocks', async () => {
  await using chain = await createTestChain()
  const sender = chain.funded(100_000_000n)
  const { blockHeight } = chain.ledger.head
  for (let sequenceNumber = 0n; sequenceNumber < 251n; sequenceNumber += 1n) {
    chain.ledger.submit(chain.sign(sender, '0x1::aptos_account::transfer', [BOB, 1n], { sequenceNumber }))
  }
  chain.ledger.commitBlock()
  expect(chain.ledger.head.blockHeight).toBe(blockHeight + 2n)
  expect(chain.balance(BOB)).toBe(251n)
})

test('time never goes back, even when the clock does', async () => {
  await using chain = await createTestChain()
  chain.funded(1n)
  const before = chain.ledger.head.timestampMicros
  chain.clock.setMicros(TEST_START_MICROS - HOUR / 12n)
  chain.funded(1n)
  expect(chain.ledger.head.timestampMicros).toBe(before + 1n)
})

test('an epoch begins with the first block two hours after the last one began, and is announced', async () => {
  await using chain = await createTestChain()
  chain.funded(1n)
  // Genesis is at time 0, so the first block began one.
  expect(chain.ledger.head.epoch).toBe(2n)
  chain.clock.advance(2n * HOUR)
  chain.funded(1n)
  expect(chain.ledger.head.epoch).toBe(3n)
  const start = chain.ledger.blockByHeight(chain.ledger.head.blockHeight)?.firstVersion ?? 0n
  const events = chain.ledger.transactionByVersion(start)?.blockMetadata?.events ?? []
  expect(events.map((event) => event.typeStr)).toEqual([
    '0x1::block::NewBlockEvent',
    '0x1::reconfiguration::NewEpochEvent',
  ])
})

test('events of a handle are found by their numbers', async () => {
  await using chain = await createTestChain()
  for (let times = 0; times < 3; times += 1) chain.funded(1n)
  const found = chain.ledger.eventsOf(parseAddress('0x1'), 3n, 1n, 2)
  expect(found.map(({ event }) => event.sequenceNumber)).toEqual([1n, 2n])
  expect(found.map(({ event }) => JSON.parse(event.data ?? '{}').height)).toEqual(['2', '3'])
})

test('resolves a wait for a transaction with its block', async () => {
  await using chain = await createTestChain()
  const { hash } = chain.ledger.submit(
    chain.sign(chain.funded(100_000_000n), '0x1::aptos_account::transfer', [BOB, 1n]),
  )
  const waiting = chain.ledger.waitForTransaction(hash, 10_000)
  chain.ledger.commitBlock()
  expect(await waiting).toMatchObject({ info: { success: true } })
})
