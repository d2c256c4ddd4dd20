import { Account } from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { FRAMEWORK_MODULES } from '../../modules/framework-modules.ts'
import type { MoveModule, MoveValue } from '../../modules/move-module.ts'
import { createSettableClock, type SettableClock } from '../clock.ts'
import { createLedger } from '../create-ledger.ts'
import type { CommittedTransaction, Ledger } from '../ledger.ts'
import { faucetAccount } from '../state/accounts.ts'
import { type CallToSign, createCallSigner, type Envelope } from '../transactions/sign-call.ts'

/** A chain in the hand: calls are signed, submitted and committed one by one. */
export interface TestChain extends AsyncDisposable {
  readonly ledger: Ledger
  readonly clock: SettableClock
  /** Signs with the account's next sequence number. */
  sign(account: Account, functionId: string, args: readonly MoveValue[], more?: Partial<CallToSign>): Uint8Array
  /** Signs, submits, commits. @returns the committed transaction, successful or not. */
  send(
    account: Account,
    functionId: string,
    args: readonly MoveValue[],
    more?: Partial<CallToSign>,
  ): CommittedTransaction
  /** Returns the same for a payload as adapters build it. */
  sendPayload(account: Account, payload: EntryFunctionPayload): CommittedTransaction
  /** Returns a fresh account with this many octas. */
  funded(octas: bigint): Account
  balance(address: Address): bigint
}

/** Time at which test chains begin. Microseconds. */
export const TEST_START_MICROS = 1_700_000_000_000_000n

/** Returns a ledger with people, a faucet and a clock that tests move. */
export async function createTestChain(
  options: { dataDir?: string; modules?: readonly MoveModule[] } = {},
): Promise<TestChain> {
  const modules = options.modules ?? []
  const clock = createSettableClock(TEST_START_MICROS)
  const ledger = await createLedger({ dataDir: options.dataDir ?? null, clock, modules })
  const signer = createCallSigner([...FRAMEWORK_MODULES, ...modules])
  const envelope = (account: Account): Envelope => ({
    sequenceNumber: ledger.accountSequenceNumber(addressOf(account)) ?? 0n,
    expirationSeconds: clock.nowMicros() / 1_000_000n + 600n,
  })
  const sign: TestChain['sign'] = (account, functionId, args, more = {}) =>
    signer.sign(account, { functionId, args, ...envelope(account), ...more })
  const commit = (signedBytes: Uint8Array): CommittedTransaction => {
    const { hash } = ledger.submit(signedBytes)
    ledger.commitBlock()
    const committed = ledger.transactionByHash(hash)
    if (committed === null || 'signedBytes' in committed) throw new Error('the transaction was not committed')
    return committed
  }
  const send: TestChain['send'] = (account, functionId, args, more) => commit(sign(account, functionId, args, more))
  return {
    ledger,
    clock,
    sign,
    send,
    sendPayload: (account, payload) => commit(signer.signPayload(account, payload, envelope(account))),
    funded: (octas) => {
      const account = Account.generate()
      send(faucetAccount(), '0x1::aptos_account::transfer', [addressOf(account), octas])
      return account
    },
    balance: (address) =>
      ledger.view('0x1::coin::balance', ['0x1::aptos_coin::AptosCoin'], [address]).values[0] as bigint,
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  }
}

/** Returns an SDK account's address in our form. */
export function addressOf(account: Account): Address {
  return parseAddress(account.accountAddress.toString())
}
