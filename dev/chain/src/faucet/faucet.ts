import type { Address } from '@opal/domain/address'
import type { Ledger, PendingTransaction } from '../ledger/ledger.ts'
import { FAUCET_ADDRESS, faucetAccount } from '../ledger/state/accounts.ts'
import { createCallSigner } from '../ledger/transactions/sign-call.ts'
import { FRAMEWORK_MODULES } from '../modules/framework-modules.ts'

/** Gives APT out of the account that genesis filled. */
export interface Faucet {
  /**
   * Queues a signed transfer of octas; the next block executes it. New accounts are opened by it.
   * @throws SubmitRejection when the faucet's account cannot pay.
   */
  fund(address: Address, octas: bigint): PendingTransaction
}

/** Far enough for any test that moves the clock: the year 2500. A faucet's transfer has no reason to expire. */
const NEVER_SECONDS = 16_725_225_600n

/**
 * Sequence numbers are counted here and not read per request, so that many requests can wait for one block.
 * Once the last transfer has left the mempool, the chain's own number is taken again.
 */
export function createFaucet(ledger: Ledger): Faucet {
  const signer = createCallSigner(FRAMEWORK_MODULES)
  const account = faucetAccount()
  let next = 0n
  let last: string | null = null
  return {
    fund(address, octas) {
      if (last === null || !isPending(ledger, last)) next = ledger.accountSequenceNumber(FAUCET_ADDRESS) ?? 0n
      const signedBytes = signer.sign(account, {
        functionId: '0x1::aptos_account::transfer',
        args: [address, octas],
        sequenceNumber: next,
        expirationSeconds: NEVER_SECONDS,
        chainId: ledger.head.chainId,
      })
      const pending = ledger.submit(signedBytes)
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
