import {
  AccountAddress,
  AccountAuthenticatorEd25519,
  Ed25519PublicKey,
  Ed25519Signature,
  generateSignedTransaction,
  generateSigningMessageForTransaction,
} from '@aptos-labs/ts-sdk'
import type { SettableClock } from '@opal/dev-chain/ledger/clock'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { uniqueAddress } from '@opal/dev-chain/ledger/state/addresses'
import { createCallSigner } from '@opal/dev-chain/ledger/transactions/sign-call'
import { FRAMEWORK_MODULES } from '@opal/dev-chain/modules/framework-modules'
import type { MoveModule, MoveValue } from '@opal/dev-chain/modules/move-module'
import type { Address } from '@opal/domain/address'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { toSeconds } from '@opal/domain/time'
import type { DemoAccount } from '../accounts/demo-account.ts'

/** A call with Move values as arguments. */
export interface Call {
  readonly function: string
  readonly typeArguments?: readonly string[]
  readonly args: readonly MoveValue[]
}

/** The fields of a transaction around its call. */
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

/** Returns a payload's JSON arguments as Move values: decimal strings are numbers, everything else is as it is. */
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

/** Results of a sent transaction, once its block is committed. */
export interface Sent {
  readonly hash: string
  /** Address of the n-th object it creates, from 1. */
  readonly created: (n: number) => Address
}

const EXPIRY_SECONDS = 3_600n

/** The writer as the generators of a market use it: time, calls and blocks. */
export type MarketWriter = Pick<HistoryWriter, 'moveTo' | 'send' | 'commit'>

/**
 * Writes history: real transactions, signed by their senders, into a chain whose clock is held in the past.
 * Transactions of one moment share a block.
 */
export class HistoryWriter {
  readonly #ledger: Ledger
  readonly #clock: SettableClock
  readonly #signer: DemoSigner
  readonly #sequences = new Map<Address, bigint>()
  /** Transactions sent so far. */
  sent = 0

  constructor(ledger: Ledger, clock: SettableClock, modules: readonly MoveModule[]) {
    this.#ledger = ledger
    this.#clock = clock
    this.#signer = createDemoSigner(modules)
  }

  /** Commits what was sent, then continues at this time. */
  moveTo(micros: bigint): void {
    this.commit()
    this.#clock.setMicros(micros)
  }

  /**
   * Signs and submits; it takes effect with the next {@link commit}.
   * @throws SubmitRejection
   */
  send(account: DemoAccount, call: Call): Sent {
    const sequenceNumber =
      this.#sequences.get(account.address) ?? this.#ledger.accountSequenceNumber(account.address) ?? 0n
    const signedBytes = this.#signer(account, call, {
      sequenceNumber,
      expirationSeconds: toSeconds(this.#clock.nowMicros()) + EXPIRY_SECONDS,
      chainId: this.#ledger.head.chainId,
    })
    const { hash } = this.#ledger.submit(signedBytes)
    this.#sequences.set(account.address, sequenceNumber + 1n)
    this.sent += 1
    const hashBytes = Buffer.from(hash.slice(2), 'hex')
    return { hash, created: (n) => uniqueAddress(hashBytes, n) }
  }

  /** Makes a block of what was sent. */
  commit(): void {
    this.#ledger.commitBlock()
  }
}
