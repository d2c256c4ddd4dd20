import { generateSignedTransaction, MultiAgentTransaction } from '@aptos-labs/ts-sdk'
import { toShortAddress } from '@opal/domain/address'
import { beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../ledger/testing/test-chain.ts'
import { createCallSigner } from '../../ledger/transactions/sign-call.ts'
import { argumentsOf, eventsOf, TokenV1Fixture } from '../../testing/token-v1-fixture.ts'
import { FRAMEWORK_MODULES } from '../framework-modules.ts'
import { tokenIdJson } from './token-data.ts'

const EXECUTED = 'Executed successfully'
let fixture: TokenV1Fixture

beforeEach(async () => {
  fixture = await TokenV1Fixture.create()
  fixture.createCollection()
  return () => fixture[Symbol.asyncDispose]()
})

describe('offering', () => {
  test('moves tokens out of the store, and adds to an existing offer', () => {
    const token = fixture.createToken('Pool 1', { balance: 5n })
    const offer = (amount: bigint) =>
      fixture.send(fixture.creator, 'token_transfers::offer_script', [
        addressOf(fixture.alice),
        ...argumentsOf(token),
        amount,
      ])
    const account = toShortAddress(addressOf(fixture.creator))
    const offerData = {
      account,
      amount: '2',
      to_address: toShortAddress(addressOf(fixture.alice)),
      token_id: tokenIdJson(token),
    }
    expect(eventsOf(offer(2n))).toEqual([
      ['0x3::token::TokenWithdraw', { account, amount: '2', id: tokenIdJson(token) }],
      ['0x3::token_transfers::Offer', offerData],
    ])
    offer(1n)
    expect(fixture.pending(fixture.creator, fixture.alice, token)?.amount).toBe('3')
    expect(fixture.balance(fixture.creator, token)).toBe(2n)
  })

  test('is emptied by a claim, which creates a missing store; a second claim aborts', () => {
    const token = fixture.createToken('Pool 1', { balance: 5n })
    const offer = [addressOf(fixture.alice), ...argumentsOf(token), 3n]
    fixture.send(fixture.creator, 'token_transfers::offer_script', offer)
    const claim = () =>
      fixture.send(fixture.alice, 'token_transfers::claim_script', [addressOf(fixture.creator), ...argumentsOf(token)])
    expect(eventsOf(claim()).map(([type]) => type)).toEqual(['0x3::token::TokenDeposit', '0x3::token_transfers::Claim'])
    expect(fixture.balance(fixture.alice, token)).toBe(3n)
    expect(fixture.pending(fixture.creator, fixture.alice, token)).toBeNull()
    expect(claim().info?.vmStatus).toContain('Move abort in 0x3::token_transfers: ETOKEN_OFFER_NOT_EXIST(0x60001)')
  })

  test('is cancelled by its sender only; without an offer cancel and claim abort', () => {
    const token = fixture.createToken('Pool 1')
    const args = [addressOf(fixture.alice), ...argumentsOf(token)]
    const cancel = () => fixture.status(fixture.creator, 'token_transfers::cancel_offer_script', args)
    const never = 'Move abort in 0x3::token_transfers: ETOKEN_OFFER_NOT_EXIST(0x1)'
    expect(cancel()).toContain(never)
    expect(fixture.status(fixture.bob, 'token_transfers::claim_script', args)).toContain(never)
    fixture.send(fixture.creator, 'token_transfers::offer_script', [...args, 1n])
    expect(cancel()).toBe(EXECUTED)
    expect(fixture.balance(fixture.creator, token)).toBe(1n)
    expect(cancel()).toBe('Move abort in 0x1::table: 0x6507')
  })

  test('is for one account only', () => {
    const token = fixture.createToken('Pool 1')
    fixture.send(fixture.creator, 'token_transfers::offer_script', [
      addressOf(fixture.alice),
      ...argumentsOf(token),
      1n,
    ])
    const args = [addressOf(fixture.creator), ...argumentsOf(token)]
    expect(fixture.status(fixture.bob, 'token_transfers::claim_script', args)).toContain(
      'ETOKEN_OFFER_NOT_EXIST(0x60001)',
    )
  })
})

describe('a transfer that both sign', () => {
  const signer = createCallSigner(FRAMEWORK_MODULES)

  test('needs no opt-in', () => {
    const token = fixture.createToken('Pool 1')
    const transfer = build(argumentsOf(token))
    const sign = (account: typeof fixture.creator) => account.signTransactionWithAuthenticator(transfer)
    const { hash } = fixture.chain.ledger.submit(
      generateSignedTransaction({
        transaction: transfer,
        senderAuthenticator: sign(fixture.creator),
        additionalSignersAuthenticators: [sign(fixture.bob)],
      }),
    )
    fixture.chain.ledger.commitBlock()
    expect(fixture.chain.ledger.transactionByHash(hash)).toMatchObject({ info: { vmStatus: EXECUTED } })
    expect(fixture.balance(fixture.bob, token)).toBe(1n)
  })

  test('cannot be signed by one account', () => {
    const token = fixture.createToken('Pool 1')
    expect(fixture.status(fixture.creator, 'token::direct_transfer_script', [...argumentsOf(token), 1n])).toBe(
      'Transaction Executed and Committed with Error NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH',
    )
  })

  function build(token: ReturnType<typeof argumentsOf>): MultiAgentTransaction {
    const { rawTransaction } = signer.build(fixture.creator.accountAddress, {
      functionId: '0x3::token::direct_transfer_script',
      args: [...token, 1n],
      sequenceNumber: fixture.chain.ledger.accountSequenceNumber(addressOf(fixture.creator)) ?? 0n,
      expirationSeconds: fixture.chain.clock.nowMicros() / 1_000_000n + 600n,
    })
    return new MultiAgentTransaction(rawTransaction, [fixture.bob.accountAddress])
  }
})
