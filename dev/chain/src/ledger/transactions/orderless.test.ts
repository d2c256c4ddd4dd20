import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAddress } from '@opal/domain/address'
import { expect, test } from 'vitest'
import { createSettableClock } from '../clock.ts'
import { createLedger } from '../create-ledger.ts'
import { faucetAccount } from '../state/accounts.ts'
import { addressOf, createTestChain, TEST_START_MICROS, type TestChain } from '../testing/test-chain.ts'

const BOB = parseAddress('0xb0b')
const SECONDS = TEST_START_MICROS / 1_000_000n

function orderless(chain: TestChain, replayNonce: bigint, octas = 1n, expirationSeconds = SECONDS + 60n): Uint8Array {
  return chain.sign(faucetAccount(), '0x1::aptos_account::transfer', [BOB, octas], { replayNonce, expirationSeconds })
}

test('executes orderless transactions in any order without sequence numbers', async () => {
  await using chain = await createTestChain()
  for (const nonce of [9n, 3n]) chain.ledger.submit(orderless(chain, nonce))
  chain.ledger.commitBlock()
  expect(chain.balance(BOB)).toBe(2n)
  expect(chain.ledger.accountSequenceNumber(addressOf(faucetAccount()))).toBe(0n)
})

test('accepts a nonce once, pending or committed', async () => {
  await using chain = await createTestChain()
  chain.ledger.submit(orderless(chain, 9n))
  expect(() => chain.ledger.submit(orderless(chain, 9n, 2n))).toThrow('NONCE_ALREADY_USED')
  chain.ledger.commitBlock()
  expect(() => chain.ledger.submit(orderless(chain, 9n, 2n))).toThrow('NONCE_ALREADY_USED')
  expect(chain.balance(BOB)).toBe(1n)
})

test('limits the expiration of an orderless transaction', async () => {
  await using chain = await createTestChain()
  const late = orderless(chain, 9n, 1n, SECONDS + 101n)
  expect(() => chain.ledger.submit(late)).toThrow('TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE')
})

test('rejects a committed nonce also after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'opal-orderless-'))
  try {
    const bytes = await commitOne(dataDir)
    await using ledger = await createLedger({ dataDir, clock: createSettableClock(TEST_START_MICROS) })
    expect(() => ledger.submit(bytes)).toThrow('NONCE_ALREADY_USED')
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

async function commitOne(dataDir: string): Promise<Uint8Array> {
  await using chain = await createTestChain({ dataDir })
  const bytes = orderless(chain, 9n)
  chain.ledger.submit(bytes)
  chain.ledger.commitBlock()
  return bytes
}
