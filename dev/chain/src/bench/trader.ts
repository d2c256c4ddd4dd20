import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { type AccountAddress, Ed25519PublicKey } from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import { sha3 } from '../ledger/crypto/sha3.ts'
import type { CallSigner, UnsignedCall } from '../ledger/transactions/sign-call.ts'

const RAW_TRANSACTION_SALT = sha3('APTOS::RawTransaction')
/** ASN.1 of an ed25519 PrivateKeyInfo up to the 32 seed bytes. @source RFC 8410 */
const ED25519_PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_KEY_BYTES = 32
/** The year 2500. */
const FAR_SECONDS = 16_725_225_600n

/** The parts of a signed transaction, for measuring signature checks on their own. */
export interface SignedCall {
  readonly signedBytes: Uint8Array
  readonly message: Uint8Array
  readonly signature: Uint8Array
  readonly publicKey: KeyObject
}

/** An account that signs with `node:crypto`, many times faster than the SDK does: load is not to be bound by its maker. */
export class Trader {
  readonly address: Address
  readonly #sdkAddress: AccountAddress
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  readonly #publicBytes: Buffer
  readonly #signer: CallSigner
  #next: bigint

  /** The key follows from the number, so that every run has the same traders. */
  constructor(signer: CallSigner, number: number, sequenceNumberOf: (address: Address) => bigint | null) {
    this.#signer = signer
    const seed = sha3('opal bench trader', String(number))
    this.#privateKey = createPrivateKey({
      key: Buffer.concat([ED25519_PKCS8_PREFIX, seed]),
      format: 'der',
      type: 'pkcs8',
    })
    this.#publicKey = createPublicKey(this.#privateKey)
    this.#publicBytes = this.#publicKey.export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES)
    this.#sdkAddress = new Ed25519PublicKey(this.#publicBytes).authKey().derivedAddress()
    this.address = parseAddress(this.#sdkAddress.toString())
    this.#next = sequenceNumberOf(this.address) ?? 0n
  }

  /** Signs a call with the next sequence number. */
  sign(call: UnsignedCall): SignedCall {
    const envelope = { sequenceNumber: this.#next, expirationSeconds: FAR_SECONDS, maxGasAmount: 100_000n }
    const raw = this.#signer.build(this.#sdkAddress, { ...call, ...envelope }).rawTransaction.bcsToBytes()
    this.#next += 1n
    const message = Buffer.concat([RAW_TRANSACTION_SALT, raw])
    const signature = sign(null, message, this.#privateKey)
    const authenticator = [
      Uint8Array.of(0, this.#publicBytes.length),
      this.#publicBytes,
      Uint8Array.of(signature.length),
    ]
    const signedBytes = Buffer.concat([raw, ...authenticator, signature])
    return { signedBytes, message, signature, publicKey: this.#publicKey }
  }
}
