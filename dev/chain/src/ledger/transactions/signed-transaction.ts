import {
  type AccountAddress,
  type AccountAuthenticator,
  AccountAuthenticatorEd25519,
  AccountAuthenticatorMultiEd25519,
  Deserializer,
  type EntryFunction,
  EntryFunctionBytes,
  RawTransaction,
  SignedTransaction,
  TransactionAuthenticator,
  TransactionExecutableEntryFunction,
  TransactionExecutableScript,
  TransactionExtraConfigV1,
  TransactionInnerPayloadV1,
  TransactionPayloadEntryFunction,
  TransactionPayloadScript,
  type TypeTag,
} from '@aptos-labs/ts-sdk'
import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import { errorMessage } from '@opal/domain/errors'
import { sha3 } from '../crypto/sha3.ts'
import { canonicalMoveType } from '../encoding/move-type.ts'
import { InvalidTransactionBytes, SubmitRejection } from '../errors.ts'
import { VM_STATUS } from '../execution/vm-status.ts'
import { type ScriptCall, scriptCallOf } from '../script/script-call.ts'
import { type Ed25519Proof, type PlainTransaction, readPlainTransaction } from './plain-transaction.ts'

/** Largest transaction that is taken. @source mainnet's gas schedule: max_transaction_size_in_bytes */
const MAX_BYTES = 64 * 1024
const HASH_SALT = sha3('APTOS::Transaction')
const USER_TRANSACTION = Uint8Array.of(0)

/** One who signed: the sender, a secondary signer or the fee payer. */
export interface Signer {
  readonly address: Address
  readonly authenticator: AccountAuthenticator
}

/** A call of an entry function, its arguments still BCS. */
export interface EntryCall {
  /** `0xaddr::module::function`, short address. */
  readonly functionId: string
  readonly typeArguments: readonly string[]
  readonly args: readonly Uint8Array[]
}

/** A signed transaction, read but not yet believed. */
export interface ParsedTransaction {
  /** As the SDK reads it. */
  readonly signed: SignedTransaction
  /** The signature when it is a single legacy ed25519 one; null for every other kind. */
  readonly proof: Ed25519Proof | null
  readonly bytes: Uint8Array
  /** The part of `bytes` that the sender of a simple transaction signs. */
  readonly rawBytes: Uint8Array
  readonly hash: Uint8Array
  /** `0x` + 64 hex digits of `hash`. */
  readonly hashText: string
  readonly sender: Address
  readonly sequenceNumber: bigint
  readonly maxGasAmount: bigint
  readonly gasUnitPrice: bigint
  readonly expirationSeconds: bigint
  readonly chainId: number
  readonly call: EntryCall | ScriptCall
  /** Set for orderless transactions, which have no sequence number. */
  readonly replayNonce: bigint | null
  readonly signers: readonly Signer[]
  /** Account that pays the gas: the fee payer if there is one. */
  readonly gasPayer: Address
}

/**
 * Reads BCS SignedTransaction bytes, all of them.
 * @throws InvalidTransactionBytes
 * @throws SubmitRejection for payloads that this chain does not run (multisig).
 */
export function parseSignedTransaction(bytes: Uint8Array): ParsedTransaction {
  if (bytes.length > MAX_BYTES) throw rejection('EXCEEDED_MAX_TRANSACTION_SIZE')
  const plain = readPlainTransaction(bytes)
  return plain === null ? parseByTheSdk(bytes) : parsedFrom(plain, bytes)
}

/** The SDK's own objects are made when someone asks for them. */
function parsedFrom(plain: PlainTransaction, bytes: Uint8Array): ParsedTransaction {
  const hash = sha3(HASH_SALT, USER_TRANSACTION, bytes)
  const { rawLength, functionId, typeArguments, args, ...envelope } = plain
  let signed: SignedTransaction | undefined
  return {
    ...envelope,
    get signed() {
      signed ??= readBytes(bytes).signed
      return signed
    },
    get signers() {
      return readSigners(plain.sender, this.signed.authenticator)
    },
    bytes,
    rawBytes: bytes.subarray(0, rawLength),
    hash,
    hashText: `0x${hash.toString('hex')}`,
    call: { functionId, typeArguments, args },
    replayNonce: null,
    gasPayer: plain.sender,
  }
}

function parseByTheSdk(bytes: Uint8Array): ParsedTransaction {
  const { signed, rawLength } = readBytes(bytes)
  const raw = signed.raw_txn
  const hash = sha3(HASH_SALT, USER_TRANSACTION, bytes)
  const sender = toAddress(raw.sender)
  const payload = readPayload(raw)
  const signers = readSigners(sender, signed.authenticator)
  return {
    signed,
    proof: null,
    bytes,
    rawBytes: bytes.subarray(0, rawLength),
    hash,
    hashText: `0x${hash.toString('hex')}`,
    sender,
    sequenceNumber: raw.sequence_number,
    maxGasAmount: raw.max_gas_amount,
    gasUnitPrice: raw.gas_unit_price,
    expirationSeconds: raw.expiration_timestamp_secs,
    chainId: raw.chain_id.chainId,
    ...payload,
    signers,
    gasPayer: signed.authenticator.isFeePayer() ? toAddress(signed.authenticator.fee_payer.address) : sender,
  }
}

function readBytes(bytes: Uint8Array): { signed: SignedTransaction; rawLength: number } {
  const reader = new Deserializer(bytes)
  try {
    const raw = RawTransaction.deserialize(reader)
    const rawLength = bytes.length - reader.remaining()
    const authenticator = TransactionAuthenticator.deserialize(reader)
    if (reader.remaining() > 0) throw new Error('remaining input')
    return { signed: new SignedTransaction(raw, authenticator), rawLength }
  } catch (cause) {
    const reason = errorMessage(cause)
    const atEnd = reason === 'Reached to the end of buffer'
    throw new InvalidTransactionBytes(atEnd ? 'unexpected end of input' : reason, { cause })
  }
}

type Payload = Pick<ParsedTransaction, 'call' | 'replayNonce'>

function readPayload({ payload }: RawTransaction): Payload {
  if (payload instanceof TransactionPayloadEntryFunction)
    return { call: readCall(payload.entryFunction), replayNonce: null }
  if (payload instanceof TransactionPayloadScript) return { call: readScript(payload), replayNonce: null }
  if (!(payload instanceof TransactionInnerPayloadV1)) throw rejection('FEATURE_UNDER_GATING')
  const { executable, extra_config: config } = payload
  const isPlain = config instanceof TransactionExtraConfigV1 && config.multisigAddress === undefined
  if (!isPlain) throw rejection('FEATURE_UNDER_GATING')
  const replayNonce = config.replayProtectionNonce ?? null
  if (executable instanceof TransactionExecutableScript) return { call: readScript(executable), replayNonce }
  if (!(executable instanceof TransactionExecutableEntryFunction)) throw rejection('FEATURE_UNDER_GATING')
  return { call: readCall(executable.entryFunction), replayNonce }
}

function readScript({ script }: TransactionPayloadScript | TransactionExecutableScript): ScriptCall {
  return scriptCallOf(script, readTypeArguments(script.type_args))
}

function readCall(entry: EntryFunction): EntryCall {
  const module = toShortAddress(toAddress(entry.module_name.address))
  return {
    functionId: `${module}::${entry.module_name.name.identifier}::${entry.function_name.identifier}`,
    typeArguments: readTypeArguments(entry.type_args),
    args: entry.args.map((arg) => (arg instanceof EntryFunctionBytes ? arg.value.value : arg.bcsToBytes())),
  }
}

function readTypeArguments(types: readonly TypeTag[]): string[] {
  try {
    return types.map((type) => canonicalMoveType(type.toString()))
  } catch (cause) {
    throw new InvalidTransactionBytes(errorMessage(cause), { cause })
  }
}

function readSigners(sender: Address, authenticator: TransactionAuthenticator): Signer[] {
  if (authenticator.isEd25519()) {
    const { public_key, signature } = authenticator
    return [{ address: sender, authenticator: new AccountAuthenticatorEd25519(public_key, signature) }]
  }
  if (authenticator.isMultiEd25519()) {
    const { public_key, signature } = authenticator
    return [{ address: sender, authenticator: new AccountAuthenticatorMultiEd25519(public_key, signature) }]
  }
  if (authenticator.isSingleSender()) return [{ address: sender, authenticator: authenticator.sender }]
  if (!authenticator.isMultiAgent() && !authenticator.isFeePayer()) throw rejection('FEATURE_UNDER_GATING')
  const secondary = authenticator.secondary_signer_addresses.map((address, index) => ({
    address: toAddress(address),
    authenticator: authenticator.secondary_signers[index] as AccountAuthenticator,
  }))
  const first = { address: sender, authenticator: authenticator.sender }
  if (!authenticator.isFeePayer()) return [first, ...secondary]
  const payer = authenticator.fee_payer
  return [first, ...secondary, { address: toAddress(payer.address), authenticator: payer.authenticator }]
}

/** Returns a refusal by the VM's status name. */
export function rejection(status: keyof typeof VM_STATUS): SubmitRejection {
  return new SubmitRejection(status, VM_STATUS[status])
}

/** Returns the SDK's address in our form. */
export function toAddress(address: AccountAddress): Address {
  return parseAddress(Buffer.from(address.data).toString('hex'))
}
