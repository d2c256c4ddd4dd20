import { parseAddress } from '@opal/domain/address'
import { expect, test } from 'vitest'
import { callable, entry } from '../../modules/define.ts'
import { MoveAbort, type MoveModule } from '../../modules/move-module.ts'
import { addressOf, createTestChain } from '../testing/test-chain.ts'

const HOME = parseAddress('0xc0ffee')
const BOB = parseAddress('0xb0b')

/** A module that makes every kind of change to state, and then fails as requested. */
const clumsy: MoveModule = {
  address: HOME,
  name: 'clumsy',
  structs: [],
  functions: [
    entry('stumble', ['&signer', 'u8'], (context, _types, args) => {
      const object = context.createObject(context.sender)
      context.putResource(object, '0xc0ffee::clumsy::Vase', {
        handle: context.newObjectEventHandle(object),
        whole: true,
      })
      context.emitOnHandle(object, '0xc0ffee::clumsy::Vase', 'handle', '0xc0ffee::clumsy::Wobble', { times: '1' })
      context.emit('0xc0ffee::clumsy::Falling', { vase: 'blue' })
      context.transferObject(context.sender, object, BOB)
      context.withdrawApt(context.sender, 5_000n)
      context.depositApt(BOB, 5_000n)
      context.call('0xc0ffee::clumsy::fail', [], args)
    }),
    callable('fail', ['u8'], [], (_context, _types, [how]) => {
      if (how === 0) throw new MoveAbort('0xc0ffee::clumsy', 0x30001n, 'EBROKEN', 'The vase is in pieces')
      if (how === 1) throw new TypeError('a slip of the module itself')
    }),
  ],
}

test.each([
  [0, 'Move abort in 0xc0ffee::clumsy: EBROKEN(0x30001): The vase is in pieces'],
  [1, /^Transaction Executed and Committed with Error UNKNOWN_INVARIANT_VIOLATION_ERROR/],
])('a failure of kind %i reverts everything but gas and sequence number', async (how, status) => {
  await using chain = await createTestChain({ modules: [clumsy] })
  const sender = chain.funded(100_000_000n)
  const committed = chain.send(sender, '0xc0ffee::clumsy::stumble', [how])
  expect(committed.info?.success).toBe(false)
  expect(committed.info?.vmStatus).toMatch(status)
  expect(committed.user?.events?.map((event) => event.typeStr)).toEqual(['0x1::transaction_fee::FeeStatement'])
  const written = committed.info?.changes?.map((change) => change.writeResource?.typeStr ?? '') ?? []
  expect(written.filter((type) => type.startsWith('0xc0ffee'))).toEqual([])
  expect(chain.balance(BOB)).toBe(0n)
  expect(chain.balance(addressOf(sender))).toBe(100_000_000n - (committed.info?.gasUsed ?? 0n) * 100n)
  expect(chain.ledger.accountSequenceNumber(addressOf(sender))).toBe(1n)
})

test('the same call without a failure keeps all effects', async () => {
  await using chain = await createTestChain({ modules: [clumsy] })
  const committed = chain.send(chain.funded(100_000_000n), '0xc0ffee::clumsy::stumble', [2])
  expect(committed.info?.vmStatus).toBe('Executed successfully')
  expect(committed.user?.events?.map((event) => event.typeStr)).toEqual([
    '0xc0ffee::clumsy::Wobble',
    '0xc0ffee::clumsy::Falling',
    '0x1::object::TransferEvent',
    '0x1::fungible_asset::Withdraw',
    '0x1::fungible_asset::Deposit',
    '0x1::transaction_fee::FeeStatement',
  ])
  expect(chain.balance(BOB)).toBe(5_000n)
})

test('a transaction out of gas pays its limit and has no other effect', async () => {
  await using chain = await createTestChain({ modules: [clumsy] })
  const sender = chain.funded(100_000_000n)
  const committed = chain.send(sender, '0xc0ffee::clumsy::stumble', [2], { maxGasAmount: 50n })
  expect(committed.info).toMatchObject({ success: false, vmStatus: 'Out of gas', gasUsed: 50n })
  expect(chain.balance(addressOf(sender))).toBe(100_000_000n - 5_000n)
  expect(chain.balance(BOB)).toBe(0n)
})

test('a transfer of the balance needed for gas is reverted, and gas is charged', async () => {
  await using chain = await createTestChain()
  const sender = chain.funded(100_000_000n)
  const committed = chain.send(sender, '0x1::aptos_account::transfer', [BOB, 100_000_000n])
  expect(committed.info?.vmStatus).toContain('PROLOGUE_ECANT_PAY_GAS_DEPOSIT')
  expect(chain.balance(BOB)).toBe(0n)
})

test.each([
  ['0xc0ffee::clumsy::nothing', [], 'LINKER_ERROR'],
  ['0xc0ffee::clumsy::fail', [2], 'EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION'],
] as const)('a payload of %s is committed as failed', async (functionId, args, status) => {
  const described = { ...clumsy, functions: [...clumsy.functions, entry('nothing', ['&signer'], () => undefined)] }
  await using elsewhere = await createTestChain({ modules: [described] })
  await using chain = await createTestChain({ modules: [clumsy] })
  const sender = chain.funded(100_000_000n)
  const { hash } = chain.ledger.submit(elsewhere.sign(sender, functionId, args))
  chain.ledger.commitBlock()
  expect(chain.ledger.transactionByHash(hash)).toMatchObject({
    info: { success: false, vmStatus: `Transaction Executed and Committed with Error ${status}` },
  })
})
