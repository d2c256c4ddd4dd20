import type { Ed25519Account } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { createCallSigner } from '../ledger/transactions/sign-call.ts'
import { FRAMEWORK_MODULES } from '../modules/framework-modules.ts'

/** Fields of a transfer that a test can set wrong. */
export interface TransferOptions {
  readonly sequence?: bigint
  readonly chainId?: number
  readonly expirationSeconds?: bigint
  readonly gasUnitPrice?: bigint
  readonly to?: string
}

const FAR_SECONDS = 9_999_999_999n

/** Returns a signed transfer of one octa. @returns BCS SignedTransaction. */
export function signTransfer(account: Ed25519Account, options: TransferOptions = {}): Uint8Array<ArrayBuffer> {
  const signed = createCallSigner(FRAMEWORK_MODULES).sign(account, {
    functionId: '0x1::aptos_account::transfer',
    args: [parseAddress(options.to ?? '0xdecaf'), 1n],
    sequenceNumber: options.sequence ?? 0n,
    expirationSeconds: options.expirationSeconds ?? FAR_SECONDS,
    gasUnitPrice: options.gasUnitPrice ?? 100n,
    maxGasAmount: 10_000n,
    chainId: options.chainId ?? 4,
  })
  return Uint8Array.from(signed)
}
