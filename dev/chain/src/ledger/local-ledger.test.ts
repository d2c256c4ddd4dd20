import { Account } from '@aptos-labs/ts-sdk'
import { expect, test } from 'vitest'
import { ChainLog } from '../log/chain-log.ts'
import { createMemoryBlockStore } from '../log/memory-block-store.ts'
import { FRAMEWORK_MODULES } from '../modules/framework-modules.ts'
import { createSettableClock } from './clock.ts'
import { ForeignChainError } from './errors.ts'
import { createModuleRegistry } from './execution/module-registry.ts'
import { LocalLedger } from './local-ledger.ts'
import { addressOf, TEST_START_MICROS } from './testing/test-chain.ts'

function open(store = createMemoryBlockStore(), chainId = 4): LocalLedger {
  const modules = createModuleRegistry(FRAMEWORK_MODULES)
  return new LocalLedger({ chainId, clock: createSettableClock(TEST_START_MICROS), modules, log: new ChainLog(store) })
}

test('refuses a directory with another chain', async () => {
  const store = createMemoryBlockStore()
  await using _ledger = open(store)
  expect(() => open(store, 7)).toThrow(ForeignChainError)
})

test('returns no sequence number for an unknown account', async () => {
  await using ledger = open()
  expect(ledger.accountSequenceNumber(addressOf(Account.generate()))).toBeNull()
})
