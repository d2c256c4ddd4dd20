import {
  AccountAddress,
  AccountAuthenticatorEd25519,
  Ed25519PublicKey,
  Ed25519Signature,
  generateSignedTransaction,
  generateSigningMessageForTransaction,
} from '@aptos-labs/ts-sdk'
import { createCallSigner } from '@opal/dev-chain/ledger/transactions/sign-call'
import { FRAMEWORK_MODULES } from '@opal/dev-chain/modules/framework-modules'
import type { MoveModule, MoveValue } from '@opal/dev-chain/modules/move-module'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { DemoAccount } from '../accounts/demo-account.ts'

/** A call with Move values as arguments. */
export interface Call {
  readonly function: string
  readonly typeArguments?: readonly string[]
  readonly args: readonly MoveValue[]
}

/** What surrounds a call in a transaction. */
export interface Envelope {
  readonly sequenceNumber: bigint
  readonly expirationSeconds: bigint
  readonly chainId: number
}

/** Signs a demo account's call. @returns BCS SignedTransaction */
export type DemoSigner = (account: DemoAccount, call: Call, envelope: Envelope) => Uint8Array

/** Builds transactions from the modules' own descriptions and signs them with OpenSSL. */
export function createDemoSigner(modules: readonly MoveModule[]): DemoSigner {
  const signer = createCallSigner([...FRAMEWORK_MODULES, ...modules])
  return (account, call, envelope) => {
    const transaction = signer.build(AccountAddress.from(account.address), {
      functionId: call.function,
      typeArguments: call.typeArguments ?? [],
      args: call.args,
      ...envelope,
    })
    const signature = account.sign(generateSigningMessageForTransaction(transaction))
    const senderAuthenticator = new AccountAuthenticatorEd25519(
      new Ed25519PublicKey(account.publicKey),
      new Ed25519Signature(signature),
    )
    return generateSignedTransaction({ transaction, senderAuthenticator })
  }
}

/** A payload's JSON arguments as Move values: decimal strings are numbers, everything else is as it is. */
export function callOf(payload: EntryFunctionPayload): Call {
  return {
    function: payload.function,
    typeArguments: payload.typeArguments,
    args: payload.functionArguments.map((argument) => moveValueOf(argument as MoveValue)),
  }
}

function moveValueOf(value: MoveValue): MoveValue {
  if (typeof value === 'string' && /^\d+$/.test(value)) return BigInt(value)
  return Array.isArray(value) ? value.map(moveValueOf) : value
}
