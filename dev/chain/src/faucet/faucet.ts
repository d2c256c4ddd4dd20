import {
  Account,
  AccountAddress,
  ChainId,
  Ed25519PrivateKey,
  EntryFunction,
  generateSignedTransaction,
  PrivateKey,
  PrivateKeyVariants,
  RawTransaction,
  SimpleTransaction,
  TransactionPayloadEntryFunction,
  U64,
} from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import { FAUCET_ADDRESS, FAUCET_PRIVATE_KEY } from '../ledger/faucet-account.ts'
import type { Ledger, PendingTransaction } from '../ledger/ledger.ts'

/** Gives APT out of the account that genesis filled. */
export interface Faucet {
  /**
   * Queues a signed transfer of octas; the next block executes it.
   * @throws SubmitRejection when the faucet's account cannot pay.
   */
  fund(address: Address, octas: bigint): PendingTransaction
}

/** Far enough for any test that moves the clock: the year 2500. A faucet's transfer has no reason to expire. */
const NEVER_SECONDS = 16_725_225_600n
const GAS_LIMIT = 200_000n
const GAS_UNIT_PRICE = 100n

/**
 * Sequence numbers are counted here and not read per request, so that many requests can wait for one block.
 * Once the last transfer has left the mempool, the chain's own number is taken again.
 */
export function createFaucet(ledger: Ledger): Faucet {
  const account = Account.fromPrivateKey({
    privateKey: new Ed25519PrivateKey(PrivateKey.formatPrivateKey(FAUCET_PRIVATE_KEY, PrivateKeyVariants.Ed25519)),
    address: AccountAddress.from(FAUCET_ADDRESS),
  })
  let next = 0n
  let last: string | null = null
  return {
    fund(address, octas) {
      if (last === null || !isPending(ledger, last))
        next = ledger.accountSequenceNumber(parseAddress(FAUCET_ADDRESS)) ?? 0n
      const pending = ledger.submit(
        signTransfer(account, { address, octas, sequence: next, chainId: ledger.head.chainId }),
      )
      next += 1n
      last = pending.hash
      return pending
    },
  }
}

function isPending(ledger: Ledger, hash: string): boolean {
  const transaction = ledger.transactionByHash(hash)
  return transaction !== null && 'signedBytes' in transaction
}

interface Transfer {
  readonly address: Address
  readonly octas: bigint
  readonly sequence: bigint
  readonly chainId: number
}

/** `0x1::aptos_account::transfer`, which opens the account when it is new. */
function signTransfer(account: Account, { address, octas, sequence, chainId }: Transfer): Uint8Array {
  const call = EntryFunction.build('0x1::aptos_account', 'transfer', [], [AccountAddress.from(address), new U64(octas)])
  const transaction = new SimpleTransaction(
    new RawTransaction(
      account.accountAddress,
      sequence,
      new TransactionPayloadEntryFunction(call),
      GAS_LIMIT,
      GAS_UNIT_PRICE,
      NEVER_SECONDS,
      new ChainId(chainId),
    ),
  )
  const senderAuthenticator = account.signTransactionWithAuthenticator(transaction)
  return generateSignedTransaction({ transaction, senderAuthenticator })
}
