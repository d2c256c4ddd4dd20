import { type Address, parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import type { EntryFunctionPayload, PayloadArgument } from '@opal/domain/payload'
import type { Rate } from '@opal/domain/prices/rates'
import { newObjectCore, OBJECT_CORE } from '../../ledger/state/objects.ts'
import type { MoveFunction, MoveModule, MoveOutput, MoveResource, MoveValue } from '../../modules/move-module.ts'
import { MemoryContext } from './memory-context.ts'
import { copyState, emptyState, type MemoryState } from './memory-tables.ts'
import { type HeldTokensV1, mintTokenV1, type RoyaltyV1, TOKEN_MODULE_V1 } from './memory-tokens-v1.ts'

/** Runs marketplace modules in memory: payload in, transaction out, all or nothing. For tests. */
export class MemoryChain {
  nowMicros = 1_700_000_000_000_000n
  readonly #functions = new Map<string, MoveFunction>()
  #state: MemoryState = emptyState()
  #version = 0n

  set nowSeconds(seconds: bigint) {
    this.nowMicros = seconds * 1_000_000n
  }

  constructor(modules: readonly MoveModule[]) {
    for (const { address, name, functions, genesis } of [TOKEN_MODULE_V1, ...modules]) {
      for (const definition of functions) this.#functions.set(`${address}::${name}::${definition.name}`, definition)
      genesis?.(this.#context(this.#state, address))
    }
  }

  /** @throws MoveAbort, with everything undone. */
  execute(sender: Address, payload: EntryFunctionPayload): ChainTransaction {
    const definition = this.#resolve(payload.function)
    const types = definition.parameters.filter((type) => type !== '&signer')
    const args = payload.functionArguments.map((argument, position) => toMoveValue(types[position] ?? '', argument))
    if (args.length !== types.length) throw new TypeError(`${payload.function} takes ${types.length} arguments.`)
    const next = copyState(this.#state)
    const context = this.#context(next, sender)
    definition.run(context, payload.typeArguments, args)
    this.#state = next
    return this.#transaction(context, payload.function)
  }

  /** Calls a view. @throws MoveAbort */
  view(functionId: string, typeArguments: readonly string[], args: readonly MoveValue[]): readonly MoveOutput[] {
    const context = this.#context(copyState(this.#state), ZERO_ADDRESS)
    return this.#resolve(functionId).run(context, typeArguments, args) ?? []
  }

  /** Returns a context to look at the state, or to arrange it. */
  peek(): MemoryContext {
    return this.#context(this.#state, ZERO_ADDRESS)
  }

  fund(account: Address, octas: bigint): void {
    this.#state.balances.set(account, octas)
  }

  /**
   * Replaces the balances by those of a coin that takes the place of APT from now on.
   * @returns the balances before.
   */
  swapBalances(next: Map<Address, bigint>): Map<Address, bigint> {
    const { balances } = this.#state
    this.#state = { ...this.#state, balances: next }
    return balances
  }

  /**
   * Returns all octas there are; never changes but by {@link fund}. Escrow counts as the `coins` of its resource
   * or table item, or as an item that is coins.
   */
  totalOctas(): bigint {
    let total = 0n
    for (const octas of this.#state.balances.values()) total += octas
    const items = [...this.#state.tableItems.values()].map(({ value, valueType }) =>
      valueType.startsWith('0x1::coin::Coin<') ? { coins: value } : value,
    )
    for (const holder of [...this.#state.resources.values(), ...items]) {
      const octas = jsonAt(holder, 'coins.value')
      if (octas !== undefined) total += BigInt(octas as string)
    }
    return total
  }

  /** Returns a v2 collection and tokens in it, royalty on the collection. */
  mint(
    collection: { address: Address; creator: Address; royalty: Rate | null },
    tokens: readonly [Address, Address][],
  ) {
    const context = this.peek()
    const { address, creator, royalty } = collection
    context.putResource(address, OBJECT_CORE, newObjectCore(address, creator, true))
    context.putResource(address, '0x4::collection::Collection', {
      creator,
      name: 'Tide Pools',
      description: '',
      uri: '',
    })
    if (royalty !== null) {
      const { numerator, denominator } = royalty
      const rate = { numerator: String(numerator), denominator: String(denominator), payee_address: creator }
      context.putResource(address, '0x4::royalty::Royalty', rate)
    }
    tokens.forEach(([token, owner], position) => {
      context.putResource(token, OBJECT_CORE, newObjectCore(token, owner, true))
      context.putResource(token, '0x4::token::Token', {
        collection: { inner: address },
        name: '',
        uri: '',
        description: '',
      })
      context.putResource(token, '0x4::token::TokenIdentifiers', { name: { value: `Tide Pool #${position + 1}` } })
    })
  }

  /** v1 tokens for their owners, the royalty owed to the creator unless it names someone. */
  mintV1(royalty: RoyaltyV1, ...held: readonly HeldTokensV1[]): void {
    for (const one of held) mintTokenV1(this.peek(), one, royalty)
  }

  #resolve(functionId: string): MoveFunction {
    const [address = '', ...names] = functionId.split('::')
    const definition = this.#functions.get([parseAddress(address), ...names].join('::'))
    if (definition === undefined) throw new TypeError(`There is no function ${functionId}.`)
    return definition
  }

  #context(state: MemoryState, sender: Address): MemoryContext {
    return new MemoryContext(state, sender, this.nowMicros, (functionId) => this.#resolve(functionId))
  }

  #transaction(context: MemoryContext, entryFunction: string): ChainTransaction {
    this.#version += 1n
    return {
      version: this.#version,
      hash: `0x${this.#version.toString(16).padStart(64, '0')}`,
      blockHeight: this.#version,
      epoch: 1n,
      timestampMicros: context.nowMicros,
      success: true,
      sender: context.sender,
      entryFunction,
      gasUsed: 0n,
      gasUnitPrice: 0n,
      events: context.events,
      changes: context.changes(),
    }
  }
}

/** Brings a payload's plain JSON argument to what the chain hands to a function with that parameter type. */
function toMoveValue(type: string, argument: PayloadArgument): MoveValue {
  const element = /^vector<(.*)>$/.exec(type)?.[1]
  if (element !== undefined) {
    if (!Array.isArray(argument)) throw new TypeError(`${type} expects an array.`)
    if (element === 'u8') return Uint8Array.from(argument as readonly number[])
    return (argument as readonly PayloadArgument[]).map((item) => toMoveValue(element, item))
  }
  const optional = /^0x1::option::Option<(.*)>$/.exec(type)?.[1]
  if (optional !== undefined) return argument === null ? null : toMoveValue(optional, argument)
  if (type === 'address' || type.startsWith('0x1::object::Object<')) return parseAddress(String(argument))
  if (type === 'u64' || type === 'u128') return BigInt(String(argument))
  if (type === '0x1::string::String') return String(argument)
  if (type === 'bool') return argument === true
  throw new TypeError(`No payload of ours has an argument of type ${type}.`)
}

/** Puts a resource, and an object core with an arbitrary owner where there is none. */
export function arrange(chain: MemoryChain, address: Address, type: string, resource: MoveResource): void {
  const context = chain.peek()
  if (!context.objectExists(address)) context.putResource(address, OBJECT_CORE, newObjectCore(address, address, true))
  context.putResource(address, type, resource)
}
