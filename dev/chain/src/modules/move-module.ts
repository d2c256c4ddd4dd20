import type { Address } from '@opal/domain/address'
import type { Json, JsonObject } from '@opal/domain/json'
import type { Rate } from '@opal/domain/prices/rates'

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
   * Creates what must exist before the first transaction, e.g. a fee schedule at its well-known address.
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
   *   Other structs, which only modules pass to each other, as the array of their fields.
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
  /** Name of the error constant, e.g. `ENOT_OWNER`; empty when the module publishes none: the node then prints the bare code. */
  readonly reason: string
  readonly description: string

  constructor(location: string, abortCode: bigint, reason: string, description = '') {
    const code = `0x${abortCode.toString(16)}`
    super(`Move abort in ${location}: ${reason === '' ? code : `${reason}(${code}): ${description}`}`)
    this.location = location
    this.abortCode = abortCode
    this.reason = reason
    this.description = description
  }
}

/**
 * The VM itself stops a function: it borrows a resource that is not there, or reads past a vector's end.
 * Undone like an abort; the node prints `Execution failed in 0x..::module::function at code offset ..`.
 */
export class MoveExecutionFailure extends Error {
  override readonly name = 'MoveExecutionFailure'

  /** @param functionId `0x..::module::function`, short address. */
  constructor(functionId: string, codeOffset: number) {
    super(`Execution failed in ${functionId} at code offset ${codeOffset}`)
  }
}

/** A token of the first standard, by the names that calls carry. @source 0x3::token::TokenId */
export interface TokenIdV1 {
  readonly creator: Address
  readonly collection: string
  readonly name: string
  readonly propertyVersion: bigint
}

/** Receiver and rate of a sale's royalty. @source 0x3::token::Royalty */
export interface TokenRoyaltyV1 extends Rate {
  readonly payee: Address
}

/** A resource as Move JSON, in mainnet's write-set shape. Never mutate one: put a changed copy. */
export type MoveResource = JsonObject

/**
 * The chain as a running module sees and changes it. Every write is undone when the transaction aborts.
 * Amounts are octas. The framework calls abort exactly as the framework's modules do.
 */
export interface MoveContext {
  /** The signer; for multi-agent transactions the first one. */
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
  /** Creates a fresh event-handle value on an account and advances its guid counter. @source 0x1::account::new_event_handle */
  newEventHandle(account: Address): JsonObject
  objectExists(object: Address): boolean
  ownerOf(object: Address): Address
  /** Moves an object on behalf of its (possibly indirect) owner, emitting the transfer event. @source 0x1::object::transfer */
  transferObject(from: Address, object: Address, to: Address): void
  /** Moves an object with its transfer ref, without its owner's consent. @source 0x1::object::transfer_with_ref */
  transferObjectWithRef(object: Address, to: Address): void
  deleteObject(object: Address): void

  /** Creates an empty table. @returns its handle; resources hold it as `{ handle }`, short. @source 0x1::table::new */
  newTable(): Address
  /** Keys and values of tables are Move JSON; types are Move type strings with short addresses. */
  tableItem(handle: Address, keyType: string, valueType: string, key: Json): Json | null
  /** Adds an item or replaces it. */
  putTableItem(handle: Address, keyType: string, valueType: string, key: Json, value: Json): void
  /** Removes an item; one that is not there is a mistake of the caller's. */
  removeTableItem(handle: Address, keyType: string, valueType: string, key: Json): void

  /**
   * Takes v1 tokens out of their owner's store and announces it. The holder of the value owns the tokens.
   * @returns a `0x3::token::Token`.
   * @throws MoveAbort EINSUFFICIENT_BALANCE
   * @source 0x3::token::withdraw_token, withdraw_with_capability
   */
  withdrawToken(owner: Address, token: TokenIdV1, amount: bigint): JsonObject
  /**
   * Puts a `0x3::token::Token` into the store of an account that signed, or whose signer the module keeps; one without a
   * store gets one. @source 0x3::token::deposit_token
   */
  depositToken(to: Address, token: JsonObject): void
  /**
   * Puts a `0x3::token::Token` into the store of an account that did not sign: it must have opted in.
   * @throws MoveAbort EUSER_NOT_OPT_IN_DIRECT_TRANSFER
   * @throws MoveExecutionFailure when it has no store at all.
   * @source 0x3::token::direct_deposit_with_opt_in
   */
  directDepositToken(to: Address, token: JsonObject): void
  /** Returns an account's balance of a v1 token; 0 without a store. @source 0x3::token::balance_of */
  tokenBalance(owner: Address, token: TokenIdV1): bigint
  /** @throws MoveAbort when there is no such token. @source 0x3::token::get_royalty */
  tokenRoyalty(token: TokenIdV1): TokenRoyaltyV1

  /** Takes APT out of an account (coin store first, then its fungible store), emitting the withdraw event. */
  withdrawApt(from: Address, amountOctas: bigint): void
  /** Puts APT into an account (coin store if it has one, else its primary fungible store), emitting the deposit event. */
  depositApt(to: Address, amountOctas: bigint): void
  balanceApt(account: Address): bigint

  /** Calls a function of another module in the same transaction. */
  call(functionId: string, typeArguments: readonly string[], args: readonly MoveValue[]): readonly MoveOutput[]
  /** Calls a function with a signer that the module keeps. @source 0x1::account::create_signer_with_capability */
  callAs(
    signer: Address,
    functionId: string,
    typeArguments: readonly string[],
    args: readonly MoveValue[],
  ): readonly MoveOutput[]
}
