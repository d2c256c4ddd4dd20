import { Account } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { beforeEach, expect, test } from 'vitest'
import { SubmitRejection } from '../errors.ts'
import { addressOf, createTestChain, TEST_START_MICROS, type TestChain } from '../testing/test-chain.ts'
import type { CallToSign } from '../transactions/sign-call.ts'

const BOB = parseAddress('0xb0b')
let chain: TestChain
let sender: Account

beforeEach(async () => {
  chain = await createTestChain()
  sender = chain.funded(1_000_000_000n)
  return () => chain[Symbol.asyncDispose]()
})

function transfer(more: Partial<CallToSign> = {}, from: Account = sender): Uint8Array {
  return chain.sign(from, '0x1::aptos_account::transfer', [BOB, 1_000n], more)
}

function refusal(bytes: Uint8Array): string {
  try {
    chain.ledger.submit(bytes)
    return 'taken'
  } catch (error) {
    return error instanceof SubmitRejection ? error.vmStatus : String(error)
  }
}

test.each<[string, Partial<CallToSign>]>([
  ['BAD_CHAIN_ID', { chainId: 1 }],
  ['TRANSACTION_EXPIRED', { expirationSeconds: TEST_START_MICROS / 1_000_000n }],
  ['GAS_UNIT_PRICE_BELOW_MIN_BOUND', { gasUnitPrice: 99n }],
  ['GAS_UNIT_PRICE_ABOVE_MAX_BOUND', { gasUnitPrice: 10_000_000_001n }],
  ['MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND', { maxGasAmount: 2_000_001n }],
  ['MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS', { maxGasAmount: 1n }],
  ['INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', { maxGasAmount: 2_000_000n, gasUnitPrice: 1_000n }],
])('rejects with %s and charges nothing', (status, more) => {
  expect(refusal(transfer(more))).toBe(status)
  chain.ledger.commitBlock()
  expect(chain.balance(addressOf(sender))).toBe(1_000_000_000n)
})

test('rejects a signature after a changed byte', () => {
  const bytes = transfer()
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1
  expect(refusal(bytes)).toBe('INVALID_SIGNATURE')
})

test('rejects a signature of another account', () => {
  const stranger = Account.generate()
  const impostor = Account.fromPrivateKey({
    privateKey: stranger.privateKey,
    address: sender.accountAddress,
    legacy: true,
  })
  expect(refusal(transfer({}, impostor))).toBe('INVALID_AUTH_KEY')
})

test('rejects a used sequence number as too old', () => {
  chain.send(sender, '0x1::aptos_account::transfer', [BOB, 1_000n])
  expect(refusal(transfer({ sequenceNumber: 0n }))).toBe('SEQUENCE_NUMBER_TOO_OLD')
})

test('executes transactions by sequence number, whatever the order of arrival', () => {
  for (const sequenceNumber of [2n, 1n]) chain.ledger.submit(transfer({ sequenceNumber }))
  chain.ledger.commitBlock()
  expect(chain.balance(BOB)).toBe(0n)
  chain.ledger.submit(transfer({ sequenceNumber: 0n }))
  chain.ledger.commitBlock()
  expect(chain.balance(BOB)).toBe(3_000n)
  const sent = chain.ledger.transactionsOfAccount(addressOf(sender), 0n, 10)
  expect(sent.map((one) => one.user?.request?.sequenceNumber)).toEqual([0n, 1n, 2n])
})

test('drops a pending transaction when it expires', () => {
  const { hash } = chain.ledger.submit(transfer({ sequenceNumber: 1n }))
  chain.clock.advance(601_000_000n)
  chain.funded(1_000n)
  expect(chain.ledger.transactionByHash(hash)).toBeNull()
})

test('accepts the same bytes again as the same pending transaction', () => {
  const bytes = transfer()
  expect(chain.ledger.submit(bytes).hash).toBe(chain.ledger.submit(bytes).hash)
  chain.ledger.commitBlock()
  expect(chain.balance(BOB)).toBe(1_000n)
})

test('replaces a pending transaction only by one with a higher gas price', () => {
  chain.ledger.submit(transfer())
  const dearer = chain.sign(sender, '0x1::aptos_account::transfer', [BOB, 7n], { gasUnitPrice: 200n })
  expect(refusal(chain.sign(sender, '0x1::aptos_account::transfer', [BOB, 5n]))).toBe('INVALID_TRANSACTION_UPDATE')
  chain.ledger.submit(dearer)
  chain.ledger.commitBlock()
  expect(chain.balance(BOB)).toBe(7n)
})

test("reports truncated bytes with the node's message", () => {
  expect(() => chain.ledger.submit(transfer().subarray(0, 40))).toThrow('unexpected end of input')
  expect(() => chain.ledger.submit(Uint8Array.of())).toThrow('unexpected end of input')
  expect(() => chain.ledger.submit(Buffer.concat([transfer(), Uint8Array.of(0)]))).toThrow('remaining input')
  expect(refusal(new Uint8Array(70_000))).toBe('EXCEEDED_MAX_TRANSACTION_SIZE')
})
