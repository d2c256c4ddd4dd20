import { type Address, parseAddress, toShortAddress, ZERO_ADDRESS } from '@opal/domain/address'
import type { ChainChange, ChainEvent } from '@opal/domain/chain-transaction'
import { isJsonObject, type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { coinStore } from '@opal/marketplaces/testing/coin-store'
import { assertMayTransfer, newObjectCore, OBJECT_CORE } from '../../ledger/state/objects.ts'
import type {
  MoveContext,
  MoveFunction,
  MoveOutput,
  MoveResource,
  MoveValue,
  TokenIdV1,
  TokenRoyaltyV1,
} from '../../modules/move-module.ts'
import { tokenRoyalty } from '../../modules/token-v1/token-data.ts'
import { depositToken, directDepositToken, tokenBalance, withdrawToken } from '../../modules/token-v1/token-store.ts'
import { objectDoesNotExist, withdrawExcess } from '../aptos-example/aborts.ts'
import { type MemoryState, MemoryTables } from './memory-tables.ts'

const ACCOUNT = '0x1::account::Account'
/** First guid of an account's own handles: the first four are its coin's and its keys'. */
const FIRST_ACCOUNT_GUID = 4n

/**
 * The smallest context that a marketplace module can run in: resources, objects, event handles and one balance an account.
 * It follows the framework where money and ownership are concerned and knows nothing of gas or signatures.
 */
export class MemoryContext implements MoveContext {
  readonly sender: Address
  readonly nowMicros: bigint
  readonly events: ChainEvent[] = []
  readonly #state: MemoryState
  readonly #tables: MemoryTables
  readonly #resolve: (functionId: string) => MoveFunction
  readonly #touched = new Map<string, { readonly address: Address; readonly type: string }>()
  readonly #paid = new Set<Address>()

  /** @param resolve finds a function by its id, the address in any spelling */
  constructor(state: MemoryState, sender: Address, nowMicros: bigint, resolve: (functionId: string) => MoveFunction) {
    this.#resolve = resolve
    this.#state = state
    this.#tables = new MemoryTables(state)
    this.sender = sender
    this.nowMicros = nowMicros
  }

  get nowSeconds(): bigint {
    return this.nowMicros / 1_000_000n
  }

  /** Returns the write set so far, as the chain would print it: a deleted object is its group's deletion. */
  changes(): readonly ChainChange[] {
    const resources = [...this.#touched.values()].flatMap(({ address, type }): ChainChange[] => {
      const data = this.getResource(address, type)
      if (data !== null) return [{ index: 0, kind: 'write-resource', address, type, data }]
      if (type !== OBJECT_CORE) return []
      return [{ index: 0, kind: 'delete-resource', address, type: '0x1::object::ObjectGroup' }]
    })
    const stores = [...this.#paid].map((account) => coinStore(account, APT_COIN_TYPE, this.balanceApt(account)))
    return [...resources, ...stores, ...this.#tables.changes()].map((change, index) => ({ ...change, index }))
  }

  getResource(address: Address, type: string): MoveResource | null {
    return this.#state.resources.get(`${address} ${type}`) ?? null
  }

  putResource(address: Address, type: string, value: MoveResource): void {
    this.#touched.set(`${address} ${type}`, { address, type })
    this.#state.resources.set(`${address} ${type}`, value)
  }

  removeResource(address: Address, type: string): void {
    this.#touched.set(`${address} ${type}`, { address, type })
    this.#state.resources.delete(`${address} ${type}`)
  }

  emit(type: string, data: JsonObject): void {
    this.#record(type, data, ZERO_ADDRESS, 0n, 0n)
  }

  emitOnHandle(owner: Address, resourceType: string, path: string, eventType: string, data: JsonObject): void {
    const resource = this.getResource(owner, resourceType)
    const handle = resource?.[path]
    if (resource === null || !isJsonObject(handle)) throw new TypeError(`${resourceType} has no handle ${path}.`)
    const sequence = BigInt(handle.counter as string)
    this.putResource(owner, resourceType, { ...resource, [path]: { ...handle, counter: String(sequence + 1n) } })
    this.#record(eventType, data, owner, BigInt(jsonAt(handle, 'guid.id.creation_num') as string), sequence)
  }

  createObject(owner: Address): Address {
    this.#state.objectsCreated += 1
    const object = parseAddress(`0x0b${this.#state.objectsCreated.toString(16).padStart(62, '0')}`)
    this.putResource(object, OBJECT_CORE, newObjectCore(object, owner, true))
    return object
  }

  newObjectEventHandle(object: Address): JsonObject {
    const core = this.#core(object)
    const creation = BigInt(core.guid_creation_num as string)
    this.putResource(object, OBJECT_CORE, { ...core, guid_creation_num: String(creation + 1n) })
    return handleOf(object, creation)
  }

  newEventHandle(account: Address): JsonObject {
    const found = this.getResource(account, ACCOUNT)
    const creation = BigInt((found?.guid_creation_num as string | undefined) ?? FIRST_ACCOUNT_GUID)
    this.putResource(account, ACCOUNT, { ...found, guid_creation_num: String(creation + 1n) })
    return handleOf(account, creation)
  }

  objectExists(object: Address): boolean {
    return this.getResource(object, OBJECT_CORE) !== null
  }

  ownerOf(object: Address): Address {
    return parseAddress(this.#core(object).owner as string)
  }

  transferObject(from: Address, object: Address, to: Address): void {
    assertMayTransfer((address) => this.getResource(address, OBJECT_CORE), from, object)
    this.transferObjectWithRef(object, to)
  }

  transferObjectWithRef(object: Address, to: Address): void {
    const from = this.ownerOf(object)
    if (from === to) return
    this.putResource(object, OBJECT_CORE, { ...this.#core(object), owner: toShortAddress(to) })
    const data = { from: toShortAddress(from), object: toShortAddress(object), to: toShortAddress(to) }
    this.emitOnHandle(object, OBJECT_CORE, 'transfer_events', '0x1::object::TransferEvent', data)
  }

  deleteObject(object: Address): void {
    this.#core(object)
    this.removeResource(object, OBJECT_CORE)
  }

  newTable(): Address {
    return this.#tables.newTable()
  }

  tableItem(handle: Address, _keyType: string, _valueType: string, key: Json): Json | null {
    return this.#tables.get(handle, key)
  }

  putTableItem(handle: Address, keyType: string, valueType: string, key: Json, value: Json): void {
    this.#tables.put({ handle, keyType, valueType, key, value })
  }

  removeTableItem(handle: Address, keyType: string, valueType: string, key: Json): void {
    this.#tables.remove({ handle, keyType, valueType, key })
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
    const balance = this.balanceApt(from)
    if (amountOctas > balance) throw withdrawExcess()
    this.#state.balances.set(from, balance - amountOctas)
    this.#paid.add(from)
    if (amountOctas > 0n) this.#record('0x1::coin::WithdrawEvent', { amount: String(amountOctas) }, from, 3n, 0n)
  }

  depositApt(to: Address, amountOctas: bigint): void {
    this.#state.balances.set(to, this.balanceApt(to) + amountOctas)
    this.#paid.add(to)
    this.#record('0x1::coin::DepositEvent', { amount: String(amountOctas) }, to, 2n, 0n)
  }

  balanceApt(account: Address): bigint {
    return this.#state.balances.get(account) ?? 0n
  }

  call(functionId: string, typeArguments: readonly string[], args: readonly MoveValue[]): readonly MoveOutput[] {
    return this.#resolve(functionId).run(this, typeArguments, args) ?? []
  }

  callAs(): never {
    throw new Error('no marketplace keeps a signer')
  }

  #core(object: Address): MoveResource {
    const core = this.getResource(object, OBJECT_CORE)
    if (core === null) throw objectDoesNotExist()
    return core
  }

  #record(type: string, data: Json, accountAddress: Address, creationNumber: bigint, sequenceNumber: bigint): void {
    this.events.push({ index: this.events.length, type, accountAddress, creationNumber, sequenceNumber, data })
  }
}

function handleOf(object: Address, creation: bigint): JsonObject {
  return { counter: '0', guid: { id: { addr: toShortAddress(object), creation_num: String(creation) } } }
}
