import {
  type Account,
  AccountAddress,
  ChainId,
  Deserializer,
  EntryFunction,
  EntryFunctionBytes,
  generateSignedTransaction,
  Identifier,
  ModuleId,
  parseTypeTag,
  RawTransaction,
  Script,
  SimpleTransaction,
  TransactionExecutableEntryFunction,
  TransactionExecutableScript,
  TransactionExtraConfigV1,
  TransactionInnerPayloadV1,
  type TransactionPayload,
  TransactionPayloadEntryFunction,
  TransactionPayloadScript,
} from '@aptos-labs/ts-sdk'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { MoveModule, MoveValue } from '../../modules/move-module.ts'
import { encodeBcsArgument } from '../encoding/encode-argument.ts'
import { parseMoveType, substituteType } from '../encoding/move-type.ts'
import { readJsonArgument } from '../encoding/move-values.ts'
import { createModuleRegistry, type LinkedFunction, type ModuleRegistry } from '../execution/module-registry.ts'

/** Fields of a transaction other than its call. Gas defaults to what the SDK offers: 200,000 units at 100 octas. */
export interface Envelope {
  readonly sequenceNumber: bigint
  readonly expirationSeconds: bigint
  readonly maxGasAmount?: bigint
  readonly gasUnitPrice?: bigint
  readonly chainId?: number
  /** Makes the transaction orderless: the sequence number is not used. */
  readonly replayNonce?: bigint
}

/** A call to sign, its arguments as modules take them. */
export interface CallToSign extends Envelope {
  /** `address::module::function`. */
  readonly functionId: string
  readonly typeArguments?: readonly string[]
  readonly args: readonly MoveValue[]
}

/** A call alone. */
export type UnsignedCall = Omit<CallToSign, keyof Envelope>

/** Builds and signs transactions without a node: the types come from the modules themselves. */
export interface CallSigner {
  /** @returns BCS SignedTransaction. @throws TypeError when there is no such function or an argument does not fit. */
  sign(account: Account, call: CallToSign): Uint8Array
  /** Signs a payload as adapters and the API build it. */
  signPayload(account: Account, payload: EntryFunctionPayload, envelope: Envelope): Uint8Array
  /** Returns a call, unsigned. */
  build(sender: AccountAddress, call: CallToSign): SimpleTransaction
  /** Returns a payload's call, its arguments read. @throws TypeError when one does not fit. */
  read(payload: EntryFunctionPayload): UnsignedCall
}

/** Builds and signs calls of these modules as a wallet would. */
export function createCallSigner(modules: readonly MoveModule[]): CallSigner {
  const registry = createModuleRegistry(modules)
  const build = (sender: AccountAddress, call: CallToSign): SimpleTransaction =>
    buildTransaction(sender, entryFunction(registry, call), call)
  const sign = (account: Account, call: CallToSign): Uint8Array => {
    const transaction = build(account.accountAddress, call)
    const senderAuthenticator = account.signTransactionWithAuthenticator(transaction)
    return generateSignedTransaction({ transaction, senderAuthenticator })
  }
  return {
    build,
    sign,
    read: (payload) => callOf(registry, payload),
    signPayload: (account, payload, envelope) => sign(account, { ...envelope, ...callOf(registry, payload) }),
  }
}

/** Sequence number of orderless transactions. */
const NO_SEQUENCE_NUMBER = (1n << 64n) - 1n

/** Returns a transaction of one call or one script, unsigned. */
export function buildTransaction(
  sender: AccountAddress,
  content: EntryFunction | Script,
  envelope: Envelope,
): SimpleTransaction {
  return new SimpleTransaction(
    new RawTransaction(
      sender,
      envelope.replayNonce === undefined ? envelope.sequenceNumber : NO_SEQUENCE_NUMBER,
      payloadOf(content, envelope.replayNonce),
      envelope.maxGasAmount ?? 200_000n,
      envelope.gasUnitPrice ?? 100n,
      envelope.expirationSeconds,
      new ChainId(envelope.chainId ?? 4),
    ),
  )
}

function payloadOf(content: EntryFunction | Script, replayNonce: bigint | undefined): TransactionPayload {
  if (replayNonce === undefined) {
    return content instanceof Script
      ? new TransactionPayloadScript(content)
      : new TransactionPayloadEntryFunction(content)
  }
  const executable =
    content instanceof Script
      ? new TransactionExecutableScript(content)
      : new TransactionExecutableEntryFunction(content)
  return new TransactionInnerPayloadV1(executable, new TransactionExtraConfigV1(undefined, replayNonce))
}

function callOf(registry: ModuleRegistry, payload: EntryFunctionPayload): UnsignedCall {
  const target = targetOf(registry, payload.function)
  const types = payload.typeArguments.map(parseMoveType)
  const args = target.parameters.map((parameter, index) =>
    readJsonArgument(substituteType(parameter, types), payload.functionArguments[index]),
  )
  return { functionId: payload.function, typeArguments: payload.typeArguments, args }
}

function targetOf(registry: ModuleRegistry, functionId: string): LinkedFunction {
  const target = registry.resolve(functionId)
  if (target === null) throw new TypeError(`there is no function ${functionId}`)
  return target
}

function entryFunction(registry: ModuleRegistry, call: CallToSign): EntryFunction {
  const target = targetOf(registry, call.functionId)
  const { module, definition } = target
  const types = (call.typeArguments ?? []).map(parseMoveType)
  const args = target.parameters.map((parameter, index) => {
    const bytes = encodeBcsArgument(substituteType(parameter, types), call.args[index] ?? null)
    return EntryFunctionBytes.deserialize(new Deserializer(bytes), bytes.length)
  })
  return new EntryFunction(
    new ModuleId(AccountAddress.from(module.address), new Identifier(module.name)),
    new Identifier(definition.name),
    (call.typeArguments ?? []).map((type) => parseTypeTag(type)),
    args,
  )
}
