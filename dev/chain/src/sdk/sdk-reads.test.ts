import type { EventEmitter } from 'node:events'
import { Account, type Aptos, TransactionWorkerEventsEnum, type UserTransactionResponse } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOf } from '../ledger/testing/test-chain.ts'
import type { Localnet } from '../start.ts'
import { connectSdk, startTestLocalnet } from '../testing/start-localnet.ts'

const APT = '0x1::aptos_coin::AptosCoin'
let localnet: Localnet
let aptos: Aptos
const account = Account.generate()

beforeAll(async () => {
  localnet = await startTestLocalnet()
  aptos = connectSdk(localnet)
  localnet.fund(addressOf(account), 10_000_000_000n)
  localnet.ledger.commitBlock()
  const { accountAddress: sender } = account
  for (let round = 0; round < 7; round += 1) {
    const transaction = await aptos.transferCoinTransaction({ sender, recipient: parseAddress('0xb0b'), amount: 1 })
    await aptos.signAndSubmitTransaction({ signer: account, transaction })
    localnet.ledger.commitBlock()
  }
})
afterAll(() => localnet[Symbol.asyncDispose]())

it('getAccountTransactions pages by offset and limit, and returns all', async () => {
  const { accountAddress } = account
  const sequence = (list: unknown[]) => (list as UserTransactionResponse[]).map((one) => one.sequence_number)
  const page = await aptos.getAccountTransactions({ accountAddress, options: { offset: 2, limit: 3 } })
  expect(sequence(page)).toEqual(['2', '3', '4'])
  expect(sequence(await aptos.getAccountTransactions({ accountAddress }))).toHaveLength(7)
})

it('getTransactions pages by offset and limit', async () => {
  const page = await aptos.getTransactions({ options: { offset: 4, limit: 5 } })
  expect(page.map((one) => ('version' in one ? one.version : null))).toEqual(['4', '5', '6', '7', '8'])
})

it('getAccountResourcesPage and getAccountModulesPage follow the cursor to the end', async () => {
  const accountAddress = '0x1'
  const resources: string[] = []
  const modules: (string | undefined)[] = []
  let cursor: string | undefined
  do {
    const options = { limit: 2, ...(cursor === undefined ? {} : { cursor }) }
    const page = await aptos.getAccountResourcesPage({ accountAddress, options })
    resources.push(...page.resources.map(({ type }) => type))
    cursor = page.cursor
  } while (cursor !== undefined)
  do {
    const options = { limit: 5, ...(cursor === undefined ? {} : { cursor }) }
    const page = await aptos.getAccountModulesPage({ accountAddress, options })
    modules.push(...page.modules.map(({ abi }) => abi?.name))
    cursor = page.cursor
  } while (cursor !== undefined)
  const all = await aptos.getAccountResources({ accountAddress })
  expect(resources.sort()).toEqual(all.map(({ type }) => type).sort())
  expect(modules.sort()).toEqual((await aptos.getAccountModules({ accountAddress })).map(({ abi }) => abi?.name).sort())
})

it('getAccountInfo and getAccountResource read an earlier version', async () => {
  const { accountAddress } = account
  const [third] = await aptos.getAccountTransactions({ accountAddress, options: { offset: 2, limit: 1 } })
  const options = { ledgerVersion: Number((third as UserTransactionResponse).version) }
  const resourceType = '0x1::account::Account'
  const then = await aptos.getAccountResource<{ sequence_number: string }>({ accountAddress, resourceType, options })
  expect(then.sequence_number).toBe('3')
})

it('view evaluates at an earlier version', async () => {
  const balanceOf = (ledgerVersion: number) =>
    aptos.view<[string]>({
      payload: { function: '0x1::coin::balance', typeArguments: [APT], functionArguments: [parseAddress('0xb0b')] },
      options: { ledgerVersion },
    })
  const { ledger_version } = await aptos.getLedgerInfo()
  expect(await balanceOf(Number(ledger_version))).toEqual(['7'])
  expect(await balanceOf(0)).toEqual(['0'])
})

it('getAccountCoinAmount and getBalance return 0 for an unknown asset, as a node does', async () => {
  const { accountAddress } = account
  const coinType = '0x1::string::String' as const
  expect(await aptos.getAccountCoinAmount({ accountAddress, coinType })).toBe(0)
  const usdc = '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b'
  for (const asset of [usdc, '0x99::usd::USD'] as const) {
    expect(await aptos.getBalance({ accountAddress, asset }), asset).toBe(0)
  }
})

it('simulate.simple simulates a sponsored transaction before its fee payer is known', async () => {
  const { accountAddress: sender, publicKey } = Account.generate()
  const build = (withFeePayer: boolean) => {
    const data = {
      function: '0x1::aptos_account::transfer' as const,
      functionArguments: [parseAddress('0xb0b'), 0],
    }
    return aptos.transaction.build.simple({ sender, data, withFeePayer })
  }
  const supply = () => localnet.ledger.stateHash()
  const before = supply()
  const sponsored = await aptos.transaction.simulate.simple({
    signerPublicKey: publicKey,
    transaction: await build(true),
  })
  expect(sponsored[0]).toMatchObject({ success: true, vm_status: 'Executed successfully' })
  expect(Number(sponsored[0]?.gas_used)).toBeGreaterThan(0)
  const alone = await aptos.transaction.simulate.simple({ signerPublicKey: publicKey, transaction: await build(false) })
  expect(alone[0]).toMatchObject({ success: false, vm_status: expect.stringContaining('INSUFFICIENT_BALANCE') })
  expect(supply()).toBe(before)
})

it('isPendingTransaction, waitForTransaction and getTransactionByHash agree', async () => {
  localnet.blocks.pause()
  const { accountAddress: sender } = account
  const transaction = await aptos.transferCoinTransaction({ sender, recipient: parseAddress('0xb0b'), amount: 1 })
  const { hash } = await aptos.signAndSubmitTransaction({ signer: account, transaction })
  expect(await aptos.isPendingTransaction({ transactionHash: hash })).toBe(true)
  const waiting = aptos.waitForTransaction({ transactionHash: hash })
  localnet.blocks.resume()
  expect((await waiting).success).toBe(true)
  expect(await aptos.isPendingTransaction({ transactionHash: hash })).toBe(false)
})

it('getSigningMessage equals encode_submission', async () => {
  const { accountAddress: sender } = account
  const transaction = await aptos.transferCoinTransaction({ sender, recipient: parseAddress('0xb0b'), amount: 1 })
  const message = aptos.transaction.getSigningMessage({ transaction })
  const { rawTransaction: raw } = transaction
  const response = await fetch(`${localnet.nodeUrl}/transactions/encode_submission`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sender: sender.toString(),
      sequence_number: String(raw.sequence_number),
      max_gas_amount: String(raw.max_gas_amount),
      gas_unit_price: String(raw.gas_unit_price),
      expiration_timestamp_secs: String(raw.expiration_timestamp_secs),
      payload: {
        function: '0x1::aptos_account::transfer_coins',
        type_arguments: [APT],
        arguments: ['0xb0b', '1'],
      },
    }),
  })
  expect(await response.json()).toBe(`0x${Buffer.from(message).toString('hex')}`)
})

it('transferFungibleAsset transfers APT as a fungible asset', async () => {
  const transaction = await aptos.transferFungibleAsset({
    sender: account,
    fungibleAssetMetadataAddress: parseAddress('0xa') as never,
    recipient: parseAddress('0xfa') as never,
    amount: 5,
  })
  const { hash } = await aptos.signAndSubmitTransaction({ signer: account, transaction })
  await aptos.waitForTransaction({ transactionHash: hash })
  expect(await aptos.getBalance({ accountAddress: parseAddress('0xfa'), asset: '0xa' })).toBe(5)
})

it('the SDK’s transaction worker commits a batch of many transfers', async () => {
  const data = Array.from({ length: 12 }, () => ({
    function: '0x1::aptos_account::transfer' as const,
    functionArguments: [parseAddress('0xbadbeef'), 1],
  }))
  const worker = aptos.transaction.batch as unknown as EventEmitter
  const { promise, resolve } = Promise.withResolvers<void>()
  let executed = 0
  worker.on(TransactionWorkerEventsEnum.TransactionExecuted, () => {
    executed += 1
    if (executed === data.length) resolve()
  })
  aptos.transaction.batch.forSingleAccount({ sender: account, data })
  await promise
  worker.removeAllListeners()
  expect(await aptos.getBalance({ accountAddress: parseAddress('0xbadbeef'), asset: APT })).toBe(data.length)
})
