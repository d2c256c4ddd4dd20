import { parseAddress } from '@opal/domain/address'
import { expect, test } from 'vitest'
import type { BlockStore } from '../../log/block-store.ts'
import { ChainLog } from '../../log/chain-log.ts'
import { createMemoryBlockStore } from '../../log/memory-block-store.ts'
import { FRAMEWORK_MODULES } from '../../modules/framework-modules.ts'
import { createSettableClock } from '../clock.ts'
import { createModuleRegistry } from '../execution/module-registry.ts'
import { LocalLedger } from '../local-ledger.ts'
import { faucetAccount } from '../state/accounts.ts'
import { addressOf, TEST_START_MICROS } from '../testing/test-chain.ts'
import { createCallSigner } from '../transactions/sign-call.ts'

/** Returns a store whose disk is full while `fill(true)` holds. */
function limitedStore(): { store: BlockStore; fill: (full: boolean) => void } {
  const store = createMemoryBlockStore()
  const append = store.append
  let isFull = false
  store.append = (record) => {
    if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    append(record)
  }
  return { store, fill: (full) => (isFull = full) }
}

function open(store: BlockStore): LocalLedger {
  const modules = createModuleRegistry(FRAMEWORK_MODULES)
  return new LocalLedger({
    chainId: 4,
    clock: createSettableClock(TEST_START_MICROS),
    modules,
    log: new ChainLog(store),
  })
}

function transfer(sequenceNumber: bigint): Uint8Array {
  const expirationSeconds = TEST_START_MICROS / 1_000_000n + 600n
  const args = [parseAddress('0xb0b'), 7n]
  const call = { functionId: '0x1::aptos_account::transfer', args, sequenceNumber, expirationSeconds }
  return createCallSigner(FRAMEWORK_MODULES).sign(faucetAccount(), call)
}

test('keeps the transactions of a block that could not be written in the mempool, in order', async () => {
  const { store, fill } = limitedStore()
  await using ledger = open(store)
  const { head } = ledger
  const hashes = [0n, 1n, 2n].map((sequenceNumber) => ledger.submit(transfer(sequenceNumber)).hash)
  fill(true)
  expect(() => ledger.commitBlock()).toThrow('no space left')
  expect(ledger.head).toEqual(head)
  expect(ledger.accountSequenceNumber(addressOf(faucetAccount()))).toBe(0n)
  expect(hashes.every((hash) => 'signedBytes' in (ledger.transactionByHash(hash) ?? {}))).toBe(true)
  fill(false)
  ledger.commitBlock()
  const sent = ledger.transactionsOfAccount(addressOf(faucetAccount()), 0n, 10)
  expect(sent.map((one) => `0x${Buffer.from(one.info?.hash ?? []).toString('hex')}`)).toEqual(hashes)
})
