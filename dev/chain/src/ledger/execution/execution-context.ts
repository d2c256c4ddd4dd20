import { type Address, toShortAddress } from '@opal/domain/address'
import type { Json, JsonObject } from '@opal/domain/json'
import { isJsonObject, jsonAt } from '@opal/domain/json'
import { toSeconds } from '@opal/domain/time'
import {
  MoveAbort,
  type MoveContext,
  type MoveOutput,
  type MoveResource,
  type MoveValue,
  type TokenIdV1,
  type TokenRoyaltyV1,
} from '../../modules/move-module.ts'
import { tokenRoyalty } from '../../modules/token-v1/token-data.ts'
import { depositToken, directDepositToken, tokenBalance, withdrawToken } from '../../modules/token-v1/token-store.ts'
import { type EmittedEvent, moduleEvent } from '../events/emitted-event.ts'
import { ACCOUNT, newAccount, takeGuid } from '../state/accounts.ts'
import { namedObject, uniqueAddress } from '../state/addresses.ts'
import { type AptSupply, readAptSupply } from '../state/apt-state.ts'
import { assertMayTransfer, eventHandle, newObjectCore, OBJECT_ABORTS, OBJECT_CORE, ownerIn } from '../state/objects.ts'
import type { Overlay } from '../state/overlay.ts'
import { AptVault } from './apt-vault.ts'
import type { ModuleRegistry } from './module-registry.ts'
import { TableAccess } from './table-access.ts'

const MAX_CALL_DEPTH = 32

/** The environment of a transaction. */
export interface ExecutionEnvironment {
  readonly sender: Address
  readonly nowMicros: bigint
  /** Seeds fresh addresses; any 32 bytes for views. */
  readonly transactionHash: Uint8Array
  /** Secondary signers, for functions that require several. */
  readonly secondarySigners?: () => readonly Address[]
  /** Seeds the handles of fresh tables. */
  readonly tableSeed: () => Uint8Array
  readonly modules: ModuleRegistry
}

/** Work of a transaction, for the gas schedule. */
export interface Usage {
  reads: number
  calls: number
}

/** The {@link MoveContext} of one transaction: reads and writes go to its overlay, events are collected in order. */
export class ExecutionContext implements MoveContext {
  #sender: Address
  readonly nowMicros: bigint
  readonly events: EmittedEvent[] = []
  readonly usage: Usage = { reads: 0, calls: 0 }
  readonly apt: AptVault
  readonly #environment: ExecutionEnvironment
  readonly #overlay: Overlay
  readonly #tables: TableAccess
  #freshAddresses = 0
  #depth = 0

  constructor(environment: ExecutionEnvironment, overlay: Overlay) {
    this.#environment = environment
    this.#overlay = overlay
    this.#sender = environment.sender
    this.nowMicros = environment.nowMicros
    this.apt = new AptVault(overlay, this)
    this.#tables = new TableAccess({ overlay, modules: environment.modules, tableSeed: environment.tableSeed })
  }

  get sender(): Address {
    return this.#sender
  }

  get nowSeconds(): bigint {
    return toSeconds(this.nowMicros)
  }

  /** Returns the second of two signers. */
  get secondSigner(): Address {
    const [second] = this.#environment.secondarySigners?.() ?? []
    if (second === undefined) throw new Error('one signer only')
    return second
  }

  getResource(address: Address, type: string): MoveResource | null {
    this.usage.reads += 1
    return this.#overlay.get(address, type)
  }

  putResource(address: Address, type: string, value: MoveResource): void {
    this.#overlay.put(address, type, value)
  }

  removeResource(address: Address, type: string): void {
    this.#overlay.put(address, type, null)
  }

  emit(type: string, data: JsonObject): void {
    this.events.push(moduleEvent(type, data))
  }

  emitOnHandle(owner: Address, resourceType: string, path: string, eventType: string, data: JsonObject): void {
    const resource = this.getResource(owner, resourceType)
    const handle = resource === null ? undefined : jsonAt(resource, path)
    if (resource === null || !isJsonObject(handle)) throw new Error(`no event handle ${path} in ${resourceType}`)
    const sequenceNumber = BigInt(handle.counter as string)
    const creationNumber = BigInt(jsonAt(handle, 'guid.id.creation_num') as string)
    const advanced = { ...handle, counter: (sequenceNumber + 1n).toString() }
    this.putResource(owner, resourceType, replacedAt(resource, path.split('.'), advanced))
    this.events.push({ type: eventType, data, account: owner, creationNumber, sequenceNumber })
  }

  /** Returns a fresh address that no other transaction can get. */
  freshAddress(): Address {
    this.#freshAddresses += 1
    return uniqueAddress(this.#environment.transactionHash, this.#freshAddresses)
  }

  createObject(owner: Address): Address {
    const object = this.freshAddress()
    this.putResource(object, OBJECT_CORE, newObjectCore(object, owner, true))
    return object
  }

  /** Creates an object at the address that its creator and a seed give. @throws MoveAbort EOBJECT_EXISTS */
  createNamedObject(creator: Address, seed: string): Address {
    const object = namedObject(creator, seed)
    if (this.objectExists(object)) throw OBJECT_ABORTS.exists()
    this.putResource(object, OBJECT_CORE, newObjectCore(object, creator, true))
    return object
  }

  /** @source 0x1::object::disable_ungated_transfer, enable_ungated_transfer */
  setUngatedTransfer(object: Address, allowed: boolean): void {
    this.putResource(object, OBJECT_CORE, { ...this.#core(object), allow_ungated_transfer: allowed })
  }

  newObjectEventHandle(object: Address): JsonObject {
    const taken = takeGuid(this.#core(object))
    this.putResource(object, OBJECT_CORE, taken.account)
    return eventHandle(object, taken.creationNumber)
  }

  /** An account is created when missing. */
  newEventHandle(address: Address): JsonObject {
    const taken = takeGuid(this.getResource(address, ACCOUNT) ?? newAccount(address))
    this.putResource(address, ACCOUNT, taken.account)
    return eventHandle(address, taken.creationNumber)
  }

  objectExists(object: Address): boolean {
    return this.getResource(object, OBJECT_CORE) !== null
  }

  ownerOf(object: Address): Address {
    return ownerIn(this.#core(object))
  }

  transferObject(from: Address, object: Address, to: Address): void {
    assertMayTransfer((address) => this.getResource(address, OBJECT_CORE), from, object)
    this.#move(object, to)
  }

  transferObjectWithRef(object: Address, to: Address): void {
    this.#move(object, to)
  }

  deleteObject(object: Address): void {
    this.#core(object)
    this.removeResource(object, OBJECT_CORE)
  }

  newTable(): Address {
    return this.#tables.create()
  }

  tableItem(handle: Address, _keyType: string, _valueType: string, key: Json): Json | null {
    this.usage.reads += 1
    return this.#tables.get(handle, key)
  }

  putTableItem(handle: Address, keyType: string, valueType: string, key: Json, value: Json): void {
    this.#tables.put(handle, [keyType, valueType], key, value)
  }

  removeTableItem(handle: Address, keyType: string, _valueType: string, key: Json): void {
    this.#tables.remove(handle, keyType, key)
  }

  withdrawToken(owner: Address, token: TokenIdV1, amount: bigint): JsonObject {
    return withdrawToken(this, owner, token, amount)
  }

  depositToken(to: Address, token: JsonObject): void {
    depositToken(this, to, token)
  }

  directDepositToken(to: Address, token: JsonObject): void {
    directDepositToken(this, to, token)
  }

  tokenBalance(owner: Address, token: TokenIdV1): bigint {
    return tokenBalance(this, owner, token)
  }

  tokenRoyalty(token: TokenIdV1): TokenRoyaltyV1 {
    return tokenRoyalty(this, token)
  }

  withdrawApt(from: Address, amountOctas: bigint): void {
    this.apt.withdraw(from, amountOctas)
  }

  depositApt(to: Address, amountOctas: bigint): void {
    this.apt.deposit(to, amountOctas)
  }

  balanceApt(account: Address): bigint {
    return this.apt.balance(account)
  }

  /** APT's supply as the transaction found it. */
  aptSupply(): AptSupply {
    return readAptSupply(this.#overlay)
  }

  call(functionId: string, typeArguments: readonly string[], args: readonly MoveValue[]): readonly MoveOutput[] {
    const linked = this.#environment.modules.resolve(functionId)
    if (linked === null) throw new Error(`there is no function ${functionId}`)
    if (this.#depth >= MAX_CALL_DEPTH) throw new MoveAbort('0x1::vm', 1n, 'ECALL_STACK_OVERFLOW', 'Calls nest too deep')
    this.usage.calls += 1
    this.#depth += 1
    try {
      return linked.definition.run(this, typeArguments, args) ?? []
    } finally {
      this.#depth -= 1
    }
  }

  callAs(
    signer: Address,
    functionId: string,
    typeArguments: readonly string[],
    args: readonly MoveValue[],
  ): readonly MoveOutput[] {
    const caller = this.#sender
    this.#sender = signer
    try {
      return this.call(functionId, typeArguments, args)
    } finally {
      this.#sender = caller
    }
  }

  #core(object: Address): MoveResource {
    const core = this.getResource(object, OBJECT_CORE)
    if (core === null) throw OBJECT_ABORTS.doesNotExist()
    return core
  }

  #move(object: Address, to: Address): void {
    const core = this.#core(object)
    const from = core.owner as string
    const target = toShortAddress(to)
    if (from === target) return
    this.putResource(object, OBJECT_CORE, { ...core, owner: target })
    const data = { from, object: toShortAddress(object), to: target }
    this.emitOnHandle(object, OBJECT_CORE, 'transfer_events', '0x1::object::TransferEvent', data)
  }
}

/** Returns a copy of the resource with one nested value replaced. */
function replacedAt(resource: JsonObject, path: readonly string[], value: JsonObject): JsonObject {
  const [step, ...rest] = path as [string, ...string[]]
  const inner = resource[step]
  return { ...resource, [step]: rest.length === 0 ? value : replacedAt(inner as JsonObject, rest, value) }
}
