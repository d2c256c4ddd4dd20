import { parseAddress } from '@opal/domain/address'
import { expect, test } from 'vitest'
import { addressOf, createTestChain } from '../testing/test-chain.ts'

test('moves APT, burns the gas and increments the sequence number', async () => {
  await using chain = await createTestChain()
  const sender = chain.funded(100_000_000n)
  const to = parseAddress('0xb0b')
  const committed = chain.send(sender, '0x1::aptos_account::transfer', [to, 40_000_000n])
  expect(committed.info?.vmStatus).toBe('Executed successfully')
  const gasOctas = (committed.info?.gasUsed ?? 0n) * 100n
  expect(gasOctas).toBeGreaterThan(0n)
  expect(chain.balance(to)).toBe(40_000_000n)
  expect(chain.balance(addressOf(sender))).toBe(60_000_000n - gasOctas)
  expect(chain.ledger.accountSequenceNumber(addressOf(sender))).toBe(1n)
  expect(committed.user?.events?.map((event) => event.typeStr)).toEqual([
    '0x1::fungible_asset::Withdraw',
    '0x1::fungible_asset::Deposit',
    '0x1::transaction_fee::FeeStatement',
  ])
})

test("fails a transfer above the balance with the framework's message, charging gas only", async () => {
  await using chain = await createTestChain()
  const sender = chain.funded(100_000_000n)
  const committed = chain.send(sender, '0x1::aptos_account::transfer', [parseAddress('0xb0b'), 400_000_000n])
  expect(committed.info?.success).toBe(false)
  expect(committed.info?.vmStatus).toBe(
    'Move abort in 0x1::fungible_asset: EINSUFFICIENT_BALANCE(0x10004): Insufficient balance to withdraw or transfer.',
  )
  const gasOctas = (committed.info?.gasUsed ?? 0n) * 100n
  expect(chain.balance(addressOf(sender))).toBe(100_000_000n - gasOctas)
  expect(chain.ledger.accountSequenceNumber(addressOf(sender))).toBe(1n)
})
