import {
  Account,
  type Aptos,
  AptosApiError,
  type Ed25519Account,
  type InputEntryFunctionData,
  isBlockMetadataTransactionResponse,
  SigningSchemeInput,
  type UserTransactionResponse,
} from '@aptos-labs/ts-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { feeOf } from '../testing/fee-of.ts'
import { connectSdk, startTestLocalnet } from '../testing/start-localnet.ts'

const APT = '0x1::aptos_coin::AptosCoin'
const FUNDED_OCTAS = 10_000_000_000

let localnet: Localnet
let aptos: Aptos
let legacy: Ed25519Account
let modern: Account

beforeAll(async () => {
  localnet = await startTestLocalnet()
  aptos = connectSdk(localnet)
  legacy = Account.generate()
  modern = Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false })
})
afterAll(() => localnet[Symbol.asyncDispose]())

const balance = (account: Account) => aptos.getAccountAPTAmount({ accountAddress: account.accountAddress })

describe('the official SDK on the localnet', () => {
  it('getLedgerInfo and getChainId return chain 4', async () => {
    expect((await aptos.getLedgerInfo()).chain_id).toBe(4)
    expect(await aptos.getChainId()).toBe(4)
  })

  it('getAccountInfo returns sequence number 0 for an unknown account', async () => {
    const info = await aptos.getAccountInfo({ accountAddress: legacy.accountAddress })
    expect(info.sequence_number).toBe('0')
    expect(info.authentication_key).toBe(legacy.accountAddress.toString())
  })

  it('lookupOriginalAccountAddress returns the address derived from the key', async () => {
    const authenticationKey = modern.accountAddress
    expect(await aptos.lookupOriginalAccountAddress({ authenticationKey })).toEqual(authenticationKey)
  })

  it('fundAccount pays out of the faucet, for a legacy and a single-key account', async () => {
    for (const account of [legacy, modern]) {
      const funded = await aptos.fundAccount({
        accountAddress: account.accountAddress,
        amount: FUNDED_OCTAS,
        options: { waitForIndexer: false },
      })
      expect(funded).toMatchObject({ type: 'user_transaction', success: true, vm_status: 'Executed successfully' })
      expect(await balance(account)).toBe(FUNDED_OCTAS)
    }
  })

  it('getGasPriceEstimation returns the minimum', async () => {
    expect(await aptos.getGasPriceEstimation()).toEqual({
      deprioritized_gas_estimate: 100,
      gas_estimate: 100,
      prioritized_gas_estimate: 150,
    })
  })

  it('transferCoinTransaction moves octas and charges gas', async () => {
    const receiver = Account.generate()
    const transaction = await aptos.transferCoinTransaction({
      sender: modern.accountAddress,
      recipient: receiver.accountAddress,
      amount: 1_000,
    })
    const pending = await aptos.signAndSubmitTransaction({ signer: modern, transaction })
    const done = (await aptos.waitForTransaction({ transactionHash: pending.hash })) as UserTransactionResponse
    expect(await balance(receiver)).toBe(1_000)
    expect(await balance(modern)).toBe(FUNDED_OCTAS - 1_000 - feeOf(done))
    expect(done.signature).toMatchObject({ type: 'single_sender', public_key: { type: 'ed25519' } })
  })

  it('getAccountCoinAmount counts the same APT by coin type and by fungible asset', async () => {
    const accountAddress = modern.accountAddress
    const byType = await aptos.getAccountCoinAmount({ accountAddress, coinType: APT })
    expect(await aptos.getAccountCoinAmount({ accountAddress, faMetadataAddress: '0xa' })).toBe(byType)
    expect(await aptos.getBalance({ accountAddress, asset: APT })).toBe(byType)
    expect(await aptos.getBalance({ accountAddress, asset: '0xa' })).toBe(byType)
  })

  it('signAsFeePayer lets another account pay the gas', async () => {
    const [beforeCreator, beforeBuyer] = [await balance(legacy), await balance(modern)]
    const transaction = await aptos.transaction.build.simple({
      sender: legacy.accountAddress,
      data: { function: '0x1::aptos_account::transfer', functionArguments: [Account.generate().accountAddress, 7] },
      withFeePayer: true,
    })
    const senderAuthenticator = aptos.transaction.sign({ signer: legacy, transaction })
    const feePayerAuthenticator = aptos.transaction.signAsFeePayer({ signer: modern, transaction })
    const pending = await aptos.transaction.submit.simple({ transaction, senderAuthenticator, feePayerAuthenticator })
    const done = (await aptos.waitForTransaction({ transactionHash: pending.hash })) as UserTransactionResponse
    expect(done.signature).toMatchObject({ type: 'fee_payer_signature', sender: { type: 'ed25519_signature' } })
    expect(await balance(legacy)).toBe(beforeCreator - 7)
    expect(await balance(modern)).toBe(beforeBuyer - feeOf(done))
  })

  it('getTransactionByHash and getTransactionByVersion give the same transaction', async () => {
    const [newest] = await aptos.getAccountTransactions({ accountAddress: modern.accountAddress })
    if (newest === undefined || !('version' in newest)) throw new Error('the modern sent nothing')
    const byVersion = await aptos.getTransactionByVersion({ ledgerVersion: Number(newest.version) })
    expect(byVersion).toEqual(await aptos.getTransactionByHash({ transactionHash: newest.hash }))
  })

  it('getTransactions lists the newest in ascending order', async () => {
    const page = await aptos.getTransactions({ options: { limit: 3 } })
    const versions = page.map((transaction) => Number('version' in transaction ? transaction.version : Number.NaN))
    expect(versions).toEqual([...versions].sort((left, right) => left - right))
    expect(page).toHaveLength(3)
  })

  it('getBlockByVersion and getBlockByHeight return the same block with its transactions', async () => {
    const { ledger_version } = await aptos.getLedgerInfo()
    const block = await aptos.getBlockByVersion({
      ledgerVersion: Number(ledger_version),
      options: { withTransactions: true },
    })
    const [first] = block.transactions ?? []
    expect(first !== undefined && isBlockMetadataTransactionResponse(first) && first.id === block.block_hash).toBe(true)
    const same = await aptos.getBlockByHeight({ blockHeight: Number(block.block_height) })
    expect(same).toEqual({ ...block, transactions: null })
  })

  it('viewJson gives the same answer as view', async () => {
    const [exists] = await aptos.viewJson<[boolean]>({
      payload: { function: '0x1::account::exists_at', functionArguments: [modern.accountAddress.toString()] },
    })
    expect(exists).toBe(true)
  })

  it.each([
    ['0x1::chain_id::get', [], [], [4]],
    ['0x1::chain_status::is_operating', [], [], [true]],
    ['0x1::coin::symbol', [APT], [], ['APT']],
    ['0x1::coin::decimals', [APT], [], [8]],
    ['0x1::coin::name', [APT], [], ['Aptos Coin']],
    ['0x1::coin::is_account_registered', [APT], ['0x1'], [true]],
  ] as const)('view %s answers as on mainnet', async (name, typeArguments, functionArguments, answer) => {
    const payload = { function: name, typeArguments: [...typeArguments], functionArguments: [...functionArguments] }
    expect(await aptos.view({ payload })).toEqual(answer)
  })

  it('orderless transactions need no sequence number', async () => {
    const before = (await aptos.getAccountInfo({ accountAddress: legacy.accountAddress })).sequence_number
    const transaction = await aptos.transaction.build.simple({
      sender: legacy.accountAddress,
      data: { function: '0x1::aptos_account::transfer', functionArguments: [modern.accountAddress, 1] },
      options: { replayProtectionNonce: 77 },
    })
    const pending = await aptos.signAndSubmitTransaction({ signer: legacy, transaction })
    expect((await aptos.waitForTransaction({ transactionHash: pending.hash })).success).toBe(true)
    expect((await aptos.getAccountInfo({ accountAddress: legacy.accountAddress })).sequence_number).toBe(before)
  })

  it('an old sequence number, a wrong chain id and a past expiration are rejected with the VM’s codes', async () => {
    const data: InputEntryFunctionData = { function: '0x1::aptos_account::transfer', functionArguments: ['0x1', 1] }
    const sender = legacy.accountAddress
    const attempt = async (options: { accountSequenceNumber?: number; expireTimestamp?: number }) => {
      const transaction = await aptos.transaction.build.simple({ sender, data, options })
      return aptos.signAndSubmitTransaction({ signer: legacy, transaction })
    }
    await expect(attempt({ accountSequenceNumber: 0 })).rejects.toThrow(/SEQUENCE_NUMBER_TOO_OLD/)
    await expect(attempt({ expireTimestamp: 1 })).rejects.toThrow(/TRANSACTION_EXPIRED/)
  })

  it('waiting for an unknown hash ends in 404', async () => {
    const unknown = aptos.getTransactionByHash({ transactionHash: `0x${'7'.repeat(64)}` })
    await expect(unknown).rejects.toThrow(AptosApiError)
    await expect(unknown).rejects.toThrow(/Transaction not found by Transaction hash\(0x7/)
  })
})
