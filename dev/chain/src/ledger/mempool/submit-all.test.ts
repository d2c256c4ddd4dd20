import { Account, SigningSchemeInput } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { expect, test } from 'vitest'
import { SubmitRejection } from '../errors.ts'
import type { CommittedTransaction } from '../ledger.ts'
import { createTestChain, type TestChain } from '../testing/test-chain.ts'

const BOB = parseAddress('0xb0b')

function transfer(chain: TestChain, from: Account, sequenceNumber: bigint): Uint8Array {
  return chain.sign(from, '0x1::aptos_account::transfer', [BOB, 1_000n], { sequenceNumber })
}

test('queues a batch in order, with a result per transaction', async () => {
  await using chain = await createTestChain()
  const sender = chain.funded(1_000_000_000n)
  const broken = transfer(chain, sender, 2n)
  broken[broken.length - 1] = (broken[broken.length - 1] as number) ^ 1
  const batch = [
    transfer(chain, sender, 0n),
    Uint8Array.of(1, 2, 3),
    transfer(chain, sender, 1n),
    broken,
    transfer(chain, Account.generate(), 0n),
  ]
  const answers = await chain.ledger.submitAll(batch)
  chain.ledger.commitBlock()
  expect(
    answers.map((one) => (one instanceof SubmitRejection ? one.vmStatus : one instanceof Error ? one.name : 'queued')),
  ).toEqual([
    'queued',
    'InvalidTransactionBytes',
    'queued',
    'INVALID_SIGNATURE',
    'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE',
  ])
  expect(chain.balance(BOB)).toBe(2_000n)
})

test('accepts every kind of signature, and each transaction once', async () => {
  await using chain = await createTestChain()
  const sender = Account.generate({ scheme: SigningSchemeInput.Secp256k1Ecdsa })
  chain.send(chain.funded(1_000_000_000n), '0x1::aptos_account::transfer', [
    parseAddress(sender.accountAddress.toString()),
    100_000_000n,
  ])
  const bytes = transfer(chain, sender, 0n)
  const [first, second] = await chain.ledger.submitAll([bytes, bytes])
  expect(second).toBe(first)
  chain.ledger.commitBlock()
  const committed = chain.ledger.transactionByHash((first as { hash: string }).hash) as CommittedTransaction
  expect(committed.info?.success).toBe(true)
})

test('makes a block while a batch is being verified', async () => {
  await using chain = await createTestChain()
  const sender = chain.funded(1_000_000_000n)
  const first = chain.ledger.submitAll([transfer(chain, sender, 0n)])
  chain.ledger.commitBlock()
  await first
  const second = chain.ledger.submitAll([transfer(chain, sender, 1n)])
  chain.ledger.commitBlock()
  await second
  chain.ledger.commitBlock()
  expect(chain.balance(BOB)).toBe(2_000n)
})
