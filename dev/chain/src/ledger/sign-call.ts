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
  SimpleTransaction,
  TransactionPayloadEntryFunction,
} from '@aptos-labs/ts-sdk'
import type { MoveModule, MoveValue } from '@opal/marketplaces/move-module'
import { encodeBcsArgument } from './encode-argument.ts'
import { createModuleRegistry, type ModuleRegistry } from './module-registry.ts'
import { parseMoveType, substituteType } from './move-type.ts'

/** A call to sign. Gas defaults to what the SDK offers: 200,000 units at 100 octas. */
export interface CallToSign {
  /** `address::module::function`. */
  readonly functionId: string
  readonly typeArguments?: readonly string[]
  readonly args: readonly MoveValue[]
  readonly sequenceNumber: bigint
  readonly expirationSeconds: bigint
  readonly maxGasAmount?: bigint
  readonly gasUnitPrice?: bigint
  readonly chainId?: number
}

/** Builds and signs transactions without a node: the types come from the modules themselves. */
export interface CallSigner {
  /** @returns BCS SignedTransaction. @throws TypeError when there is no such function or an argument does not fit. */
  sign(account: Account, call: CallToSign): Uint8Array
  /** The same, unsigned. */
  build(sender: AccountAddress, call: CallToSign): SimpleTransaction
}

export function createCallSigner(modules: readonly MoveModule[]): CallSigner {
  const registry = createModuleRegistry(modules)
  const build = (sender: AccountAddress, call: CallToSign): SimpleTransaction =>
    new SimpleTransaction(
      new RawTransaction(
        sender,
        call.sequenceNumber,
        new TransactionPayloadEntryFunction(entryFunction(registry, call)),
        call.maxGasAmount ?? 200_000n,
        call.gasUnitPrice ?? 100n,
        call.expirationSeconds,
        new ChainId(call.chainId ?? 4),
      ),
    )
  return {
    build,
    sign: (account, call) => {
      const transaction = build(account.accountAddress, call)
      const senderAuthenticator = account.signTransactionWithAuthenticator(transaction)
      return generateSignedTransaction({ transaction, senderAuthenticator })
    },
  }
}

function entryFunction(registry: ModuleRegistry, call: CallToSign): EntryFunction {
  const target = registry.resolve(call.functionId)
  if (target === null) throw new TypeError(`there is no function ${call.functionId}`)
  const [address = '', module = '', name = ''] = target.id.split('::')
  const types = (call.typeArguments ?? []).map(parseMoveType)
  const args = target.parameters.map((parameter, index) => {
    const bytes = encodeBcsArgument(substituteType(parameter, types), call.args[index] ?? null)
    return EntryFunctionBytes.deserialize(new Deserializer(bytes), bytes.length)
  })
  return new EntryFunction(
    new ModuleId(AccountAddress.from(address), new Identifier(module)),
    new Identifier(name),
    (call.typeArguments ?? []).map((type) => parseTypeTag(type)),
    args,
  )
}
