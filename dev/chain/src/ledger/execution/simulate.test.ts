import { type Account, generateSignedTransactionForSimulation, type SimpleTransaction } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { expect, test } from 'vitest'
import { FRAMEWORK_MODULES } from '../../modules/framework-modules.ts'
import type { MoveValue } from '../../modules/move-module.ts'
import { SimulationRefused } from '../errors.ts'
import type { CommittedTransaction } from '../ledger.ts'
import { addressOf, createTestChain, type TestChain } from '../testing/test-chain.ts'
import { type CallToSign, createCallSigner } from '../transactions/sign-call.ts'

const signer = createCallSigner(FRAMEWORK_MODULES)
const BOB = parseAddress('0xb0b')

function unsigned(
  chain: TestChain,
  sender: Account,
  functionId: string,
  args: readonly MoveValue[],
  more: Partial<CallToSign> = {},
): SimpleTransaction {
  return signer.build(sender.accountAddress, {
    functionId,
    args,
    sequenceNumber: chain.ledger.accountSequenceNumber(addressOf(sender)) ?? 0n,
    expirationSeconds: chain.clock.nowMicros() / 1_000_000n + 600n,
    ...more,
  })
}

function forSimulation(transaction: SimpleTransaction, sender?: Account): Uint8Array {
  return generateSignedTransactionForSimulation({
    transaction,
    ...(sender !== undefined && { signerPublicKey: sender.publicKey }),
  })
}

function outcome({ info, user }: CommittedTransaction) {
  const { gasUsed, success, vmStatus, changes, stateChangeHash, eventRootHash } = info ?? {}
  return { gasUsed, success, vmStatus, changes, stateChangeHash, eventRootHash, events: user?.events }
}

const TRANSFER = '0x1::aptos_account::transfer'

test.each([
  ['a transfer', TRANSFER, [BOB, 5n]],
  ['a failing transfer', TRANSFER, [BOB, 1n << 62n]],
  [
    'a new collection',
    '0x4::aptos_token::create_collection',
    ['', 9n, 'Kites', '', ...Array.from({ length: 9 }, () => true), 1n, 20n],
  ],
] as const)('simulates %s with the effects of its execution', async (_name, functionId, args) => {
  await using chain = await createTestChain()
  const sender = chain.funded(100_000_000n)
  const simulated = chain.ledger.simulate(forSimulation(unsigned(chain, sender, functionId, args), sender))
  const head = chain.ledger.head
  expect(chain.balance(BOB)).toBe(0n)
  const committed = chain.send(sender, functionId, args)
  expect(outcome(simulated)).toEqual(outcome(committed))
  expect(simulated.version).toBe(head.version + 1n)
})

test('needs no public key', async () => {
  await using chain = await createTestChain()
  const sender = chain.funded(100_000_000n)
  const simulated = chain.ledger.simulate(forSimulation(unsigned(chain, sender, TRANSFER, [BOB, 5n])))
  expect(simulated.info?.success).toBe(true)
})

test('rejects a valid signature, which could be stolen', async () => {
  await using chain = await createTestChain()
  const bytes = chain.sign(chain.funded(100_000_000n), TRANSFER, [BOB, 5n])
  expect(() => chain.ledger.simulate(bytes)).toThrow(SimulationRefused)
})

test('returns a failure with the name of the mempool rule that would reject it', async () => {
  await using chain = await createTestChain()
  const sender = chain.funded(1_000n)
  const simulated = chain.ledger.simulate(forSimulation(unsigned(chain, sender, TRANSFER, [BOB, 5n])))
  expect(simulated.info).toMatchObject({ success: false, vmStatus: 'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE' })
})

test('overrides the gas limits of the transaction', async () => {
  await using chain = await createTestChain()
  const sender = chain.funded(1_000_000n)
  const bytes = forSimulation(unsigned(chain, sender, TRANSFER, [BOB, 5n], { maxGasAmount: 3n }))
  expect(chain.ledger.simulate(bytes).info?.vmStatus).toBe('Out of gas')
  expect(chain.ledger.simulate(bytes, { maxGasAmount: 5_000n }).info?.success).toBe(true)
})
