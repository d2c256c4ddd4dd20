import type { Address } from '@opal/domain/address'
import type { Json, JsonObject } from '@opal/domain/json'

/**
 * A Move module written in TypeScript, as the localnet executes it and describes it to clients.
 * Parameter and return types are Move type strings with short addresses; `T0`, `T1` are type parameters.
 */
export interface MoveModule {
  readonly address: Address
  readonly name: string
  readonly functions: readonly MoveFunction[]
  /** Structs for the module's ABI; enough for clients to encode arguments and read resources. */
  readonly structs: readonly MoveStruct[]
  /**
   * What must exist on a fresh chain before the first transaction, e.g. a fee schedule at its well-known address.
   * Runs once at genesis, modules in the order they are published; it emits no events.
   */
  readonly genesis?: (context: MoveContext) => void
}

export interface MoveStruct {
  readonly name: string
  readonly abilities: readonly ('copy' | 'drop' | 'store' | 'key')[]
  readonly isEvent?: boolean
  readonly typeParameters: number
  readonly fields: readonly { readonly name: string; readonly type: string }[]
}

export interface MoveFunction {
  readonly name: string
  readonly isEntry: boolean
  readonly isView: boolean
  readonly visibility: 'public' | 'private' | 'friend'
  /** Ability constraints per type parameter. */
  readonly typeParameters: readonly (readonly string[])[]
  /** Move parameter types; a leading `&signer` takes no argument. */
  readonly parameters: readonly string[]
  readonly returns: readonly string[]
  /**
   * @param args decoded arguments without signers: addresses and objects as {@link Address}, u8..u32 as number,
   *   u64 and wider as bigint, String as string, vector<u8> as Uint8Array, vectors as arrays, Option as value or null.
   * @returns for views: Move JSON values, one per return type (bigint allowed, printed as decimal string).
   * @throws MoveAbort
   */
  readonly run: (
    context: MoveContext,
    typeArguments: readonly string[],
    args: readonly MoveValue[],
    // biome-ignore lint/suspicious/noConfusingVoidType: entry functions end without a value, views with one.
  ) => readonly MoveOutput[] | void
}

export type MoveValue = Address | string | number | bigint | boolean | Uint8Array | null | readonly MoveValue[]
export type MoveOutput = Json | bigint | readonly MoveOutput[]

/**
 * A Move abort: raised by module code, turned into `Move abort in 0x..::module: REASON(0x..): text` by the node.
 * Everything the transaction did is undone; gas is still charged.
 */
export class MoveAbort extends Error {
  override readonly name = 'MoveAbort'
  /** `0x..::module`, short address. */
  readonly location: string
  readonly abortCode: bigint
  /** Name of the error constant, e.g. `ENOT_OWNER`, when the module publishes one. */
  readonly reason: string
  readonly description: string

  constructor(location: string, abortCode: bigint, reason: string, description = '') {
    super(`Move abort in ${location}: ${reason}(0x${abortCode.toString(16)}): ${description}`)
    this.location = location
    this.abortCode = abortCode
    this.reason = reason
    this.description = description
  }
}

/** A resource as Move JSON, in mainnet's write-set shape. Never mutate one: put a changed copy. */
export type MoveResource = JsonObject

/**
 * What a module can see and do while it runs. Every write is undone when the transaction aborts.
 * Amounts are octas. The framework calls abort exactly as the framework's modules do.
 */
export interface MoveContext {
  /** Who signed; for multi-agent transactions the first signer. */
  readonly sender: Address
  readonly nowSeconds: bigint
  readonly nowMicros: bigint

  getResource(address: Address, type: string): MoveResource | null
  putResource(address: Address, type: string, value: MoveResource): void
  removeResource(address: Address, type: string): void

  /** Emits a module event (`#[event]`): account 0x0, sequence 0. */
  emit(type: string, data: JsonObject): void
  /**
   * Emits on an event handle and advances its counter.
   * @param path where the handle lives inside the resource, e.g. `listing_placed_events`.
   */
  emitOnHandle(owner: Address, resourceType: string, path: string, eventType: string, data: JsonObject): void

  /** Creates an object with a fresh unique address. @source 0x1::object::create_object */
  createObject(owner: Address): Address
  /** Creates a fresh event-handle value on an object and advances the object's guid counter. @source 0x1::object::new_event_handle */
  newObjectEventHandle(object: Address): JsonObject
  objectExists(object: Address): boolean
  ownerOf(object: Address): Address
  /** Moves an object on behalf of its (possibly indirect) owner, emitting the transfer event. @source 0x1::object::transfer */
  transferObject(from: Address, object: Address, to: Address): void
  /** Moves an object with its transfer ref, whoever owns it. @source 0x1::object::transfer_with_ref */
  transferObjectWithRef(object: Address, to: Address): void
  deleteObject(object: Address): void

  /** Takes APT out of an account (coin store first, then its fungible store), emitting the withdraw event. */
  withdrawApt(from: Address, amountOctas: bigint): void
  /** Puts APT into an account (coin store if it has one, else its primary fungible store), emitting the deposit event. */
  depositApt(to: Address, amountOctas: bigint): void
  balanceApt(account: Address): bigint

  /** Calls a function of another module in the same transaction. */
  call(functionId: string, typeArguments: readonly string[], args: readonly MoveValue[]): readonly MoveOutput[]
}
