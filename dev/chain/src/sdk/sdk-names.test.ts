import {
  Account,
  Aptos,
  AptosConfig,
  type Ed25519Account,
  Network,
  type SimpleTransaction,
  type UserTransactionResponse,
} from '@aptos-labs/ts-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ANS } from '../modules/ans/ans-account.ts'
import { GEAR_ADDRESS } from '../modules/gear/gear.ts'
import type { Localnet } from '../start.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'

let localnet: Localnet
let aptos: Aptos
let owner: Ed25519Account
let friend: Ed25519Account

beforeAll(async () => {
  localnet = await startTestLocalnet()
  const { nodeUrl: fullnode, faucetUrl: faucet } = localnet
  aptos = new Aptos(new AptosConfig({ network: Network.LOCAL, fullnode, faucet }))
  owner = Account.generate()
  friend = Account.generate()
  for (const { accountAddress } of [owner, friend]) {
    await aptos.fundAccount({ accountAddress, amount: 10_000_000_000, options: { waitForIndexer: false } })
  }
})
afterAll(() => localnet[Symbol.asyncDispose]())

async function run(transaction: SimpleTransaction, signer = owner): Promise<UserTransactionResponse> {
  const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction })
  return (await aptos.waitForTransaction({ transactionHash: hash })) as UserTransactionResponse
}
const namesIn = ({ events }: UserTransactionResponse) => events.map(({ type }) => type.split('::').slice(1).join('::'))

it('ans.registerName registers a domain, with the events and resources of mainnet', async () => {
  const transaction = await aptos.ans.registerName({
    sender: owner,
    name: 'lampmaker.apt',
    expiration: { policy: 'domain' },
    targetAddress: friend.accountAddress.toString(),
  })
  const { events, changes } = await run(transaction)
  expect(namesIn({ events } as UserTransactionResponse)).toEqual(
    expect.arrayContaining([
      'collection::Mint',
      'object::TransferEvent',
      'v2_1_domains::RegisterNameEvent',
      'v2_1_domains::SetTargetAddressEvent',
    ]),
  )
  const register = events.find(({ type }) => type.endsWith('::RegisterNameEvent'))
  expect(register).toMatchObject({
    guid: { creation_number: '5' },
    data: { domain_name: 'lampmaker', registration_fee_octas: '100000000', subdomain_name: { vec: [] } },
  })
  const record = changes.find((change) => JSON.stringify(change).includes('::NameRecord'))
  expect(record).toMatchObject({ data: { data: { target_address: { vec: [expect.stringMatching(/^0x/)] } } } })
})

it('ans.getOwnerAddress, getTargetAddress and getExpiration return its state', async () => {
  expect(await aptos.ans.getOwnerAddress({ name: 'lampmaker' })).toEqual(owner.accountAddress)
  expect(await aptos.ans.getTargetAddress({ name: 'lampmaker.apt' })).toEqual(friend.accountAddress)
  const expires = (await aptos.ans.getExpiration({ name: 'lampmaker' })) ?? 0
  expect(expires - Date.now()).toBeGreaterThan(364 * 86_400_000)
  expect(await aptos.ans.getExpiration({ name: 'nobodyhasthis' })).toBeUndefined()
  expect(await aptos.ans.getOwnerAddress({ name: 'nobodyhasthis' })).toBeUndefined()
})

it('ans.registerName rejects taken and invalid names', async () => {
  const again = aptos.ans.registerName({ sender: friend, name: 'lampmaker', expiration: { policy: 'domain' } })
  await expect(again.then((transaction) => run(transaction, friend))).rejects.toThrow('ENAME_NOT_AVAILABLE')
})

it("ans.registerName registers a subdomain with its domain's expiration, and one for another owner", async () => {
  const name = 'blue.lampmaker'
  const expiration = { policy: 'subdomain:follow-domain' } as const
  await run(
    await aptos.ans.registerName({ sender: owner, name, expiration, toAddress: friend.accountAddress.toString() }),
  )
  expect(await aptos.ans.getOwnerAddress({ name })).toEqual(friend.accountAddress)
  expect(await aptos.ans.getExpiration({ name })).toBe(await aptos.ans.getExpiration({ name: 'lampmaker' }))
  const stolen = aptos.ans.registerName({ sender: friend, name: 'red.lampmaker', expiration })
  await expect(stolen.then((transaction) => run(transaction, friend))).rejects.toThrow('ENOT_OWNER_OF_NAME')
})

it('ans.setPrimaryName sets, getPrimaryName returns and clearing removes a primary name', async () => {
  const accountAddress = owner.accountAddress
  expect(await aptos.ans.getPrimaryName({ address: accountAddress })).toBeUndefined()
  const set = await run(await aptos.ans.setPrimaryName({ sender: owner, name: 'lampmaker' }))
  expect(namesIn(set).slice(0, 2)).toEqual([
    'v2_1_domains::SetTargetAddressEvent',
    'v2_1_domains::SetReverseLookupEvent',
  ])
  expect(await aptos.ans.getPrimaryName({ address: accountAddress })).toBe('lampmaker')
  await run(await aptos.ans.setPrimaryName({ sender: friend, name: 'blue.lampmaker' }), friend)
  expect(await aptos.ans.getPrimaryName({ address: friend.accountAddress })).toBe('blue.lampmaker')
  await run(await aptos.ans.setPrimaryName({ sender: owner }))
  expect(await aptos.ans.getPrimaryName({ address: accountAddress })).toBeUndefined()
})

it('a first name targets its owner and becomes primary, a second one only targets them', async () => {
  const newcomer = Account.generate()
  const { accountAddress } = newcomer
  await aptos.fundAccount({ accountAddress, amount: 10_000_000_000, options: { waitForIndexer: false } })
  for (const name of ['firstname', 'secondname', 'sub.firstname']) {
    const policy = name.includes('.') ? 'subdomain:follow-domain' : 'domain'
    const expiration = { policy } as { policy: 'domain' }
    const done = await run(await aptos.ans.registerName({ sender: newcomer, name, expiration }), newcomer)
    expect(await aptos.ans.getTargetAddress({ name })).toEqual(accountAddress)
    expect(namesIn(done).includes('v2_1_domains::SetReverseLookupEvent')).toBe(name === 'firstname')
  }
  expect(await aptos.ans.getPrimaryName({ address: accountAddress })).toBe('firstname')
  await run(
    await aptos.ans.setTargetAddress({ sender: newcomer, name: 'firstname', address: friend.accountAddress }),
    newcomer,
  )
  expect(await aptos.ans.getPrimaryName({ address: accountAddress })).toBeUndefined()
})

it('a target address can be cleared by that account and by the owner only', async () => {
  const clear = async (sender: Ed25519Account) => {
    const data = {
      function: `${ANS}::router::clear_target_addr` as const,
      functionArguments: ['firstname', undefined],
    }
    const transaction = await aptos.transaction.build.simple({ sender: sender.accountAddress, data })
    return run(transaction, sender)
  }
  await expect(clear(owner)).rejects.toThrow('ENOT_AUTHORIZED')
  await clear(friend)
  expect(await aptos.ans.getTargetAddress({ name: 'firstname' })).toBeUndefined()
})

it('router::transfer_name is no entry function', async () => {
  const { abi } = await aptos.getAccountModule({ accountAddress: ANS, moduleName: 'router' })
  expect(abi?.exposed_functions.map(({ name }) => name)).not.toContain('transfer_name')
})

it('ans.setTargetAddress changes the target of a name', async () => {
  await run(await aptos.ans.setTargetAddress({ sender: owner, name: 'lampmaker', address: owner.accountAddress }))
  expect(await aptos.ans.getTargetAddress({ name: 'lampmaker' })).toEqual(owner.accountAddress)
})

it('ans.renewDomain works in the last half year; after the grace period anyone can register the name', async () => {
  const early = aptos.ans.renewDomain({ sender: owner, name: 'lampmaker' })
  await expect(early.then((transaction) => run(transaction))).rejects.toThrow('EDOMAIN_NOT_AVAILABLE_TO_RENEW')
  localnet.ledger.advanceTime(300n * 86_400_000_000n)
  await run(await aptos.ans.renewDomain({ sender: owner, name: 'lampmaker', options: LATE }))
  localnet.ledger.advanceTime(500n * 86_400_000_000n)
  await run(await aptos.ans.setPrimaryName({ sender: owner, options: LATE }))
  expect(await aptos.ans.getTargetAddress({ name: 'lampmaker' })).toBeUndefined()
  const taken = { sender: friend, name: 'lampmaker', expiration: { policy: 'domain' }, options: LATE } as const
  await run(await aptos.ans.registerName(taken), friend)
  expect(await aptos.ans.getOwnerAddress({ name: 'lampmaker' })).toEqual(friend.accountAddress)
})

/** The chain's clock runs ahead of the SDK's here. */
const LATE = { expireTimestamp: 16_725_225_600 }

it('a view returns the details of a piece of gear with its affixes', async () => {
  const data = { function: `${GEAR_ADDRESS}::gear::mint` as const, functionArguments: [owner.accountAddress, 0, 501] }
  const options = LATE
  const minted = await run(await aptos.transaction.build.simple({ sender: owner.accountAddress, data, options }))
  const mint = minted.events.find(({ type }) => type === '0x4::collection::Mint')
  const [detail] = await aptos.view({
    payload: { function: `${GEAR_ADDRESS}::gear::gear_detail`, functionArguments: [mint?.data.token] },
  })
  expect(detail).toMatchObject({
    tier: 4,
    gear_type: 0,
    gear_code: '501',
    name: 'Nano-Disassembler',
    primary_effect: '600000',
    durability: '100000000',
    gear_affixes: [
      { effect: '40000', target: 'XP Boost' },
      { effect: '40000', target: 'Fee Discount' },
    ],
  })
})
