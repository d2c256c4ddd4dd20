import type { aptos } from '@aptos-labs/aptos-protos'
import { hasRecordedData } from '@opal/domain/testing/config'
import { describe, expect, test } from 'vitest'
import { faucetAccount } from '../../ledger/state/accounts.ts'
import { addressOf, createTestChain } from '../../ledger/testing/test-chain.ts'
import { recordedMainnet } from '../../testing/recorded-transactions.ts'
import { shapeOf } from '../../testing/shape-of.ts'

type Transaction = aptos.transaction.v1.Transaction

function shapes(transaction: Transaction): Map<string, string> {
  const found = new Map<string, string>()
  const add = (type = '', data = '{}'): unknown => found.set(type, shapeOf(data))
  for (const { writeResource } of transaction.info?.changes ?? []) {
    if (writeResource !== undefined) add(writeResource.typeStr, writeResource.data)
  }
  for (const event of transaction.user?.events ?? []) add(event.typeStr, event.data)
  return found
}

describe.runIf(hasRecordedData)('compared with recorded transactions', () => {
  test('a mint writes the resources and events of mainnet, field by field', async () => {
    const recorded = recordedMainnet().find((one) => one.version === 999_930_475n)
    await using chain = await createTestChain()
    const creator = chain.funded(1_000_000_000n)
    chain.send(creator, '0x1::managed_coin::register', [], { typeArguments: ['0x1::aptos_coin::AptosCoin'] })
    chain.send(faucetAccount(), '0x1::aptos_account::transfer', [addressOf(creator), 100_000_000n])
    const flags = Array.from({ length: 9 }, () => true)
    chain.send(creator, '0x4::aptos_token::create_collection', ['', 9n, 'Kites', '', ...flags, 0n, 1n])
    const minted = chain.send(creator, '0x4::aptos_token::mint', ['Kites', 'Flies', 'Kite #1', 'ipfs://x', [], [], []])
    const ours = shapes(minted)
    const theirs = shapes(recorded as Transaction)
    expect(theirs.size).toBeGreaterThan(11)
    for (const [type, shape] of theirs) expect([type, ours.get(type)]).toEqual([type, shape])
    const argumentsOf = (one: Transaction) => one.user?.request?.payload?.entryFunctionPayload
    expect({ ...argumentsOf(minted), arguments: [] }).toEqual({
      ...argumentsOf(recorded as Transaction),
      arguments: [],
    })
    expect(argumentsOf(minted)?.arguments).toEqual(['"Kites"', '"Flies"', '"Kite #1"', '"ipfs://x"', '[]', '[]', '[]'])
  })
})
