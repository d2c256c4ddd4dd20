import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { isJsonObject, type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import type { MoveModule, MoveResource } from '../move-module.ts'
import { MemoryChain } from './memory-chain.ts'
import { OBJECT_CORE, objectCore } from './memory-object.ts'

/**
 * Puts a recorded transaction's objects, tokens and marketplace resources into a fresh memory chain, as it left them.
 * The test then turns back what the transaction changed, and runs the same call again.
 */
export function stateAfter(recorded: ChainTransaction, modules: readonly MoveModule[]): MemoryChain {
  const chain = new MemoryChain(modules)
  const packageAddress = modules[0]?.address.slice(2) ?? ''
  for (const change of recorded.changes) {
    if (change.kind !== 'write-resource' || !isJsonObject(change.data)) continue
    const belongs =
      change.type === OBJECT_CORE || change.type.startsWith('0x4::') || change.type.includes(packageAddress)
    if (belongs) chain.peek().putResource(change.address, change.type, change.data)
  }
  return chain
}

/** Puts a resource, and an object core owned by nobody in particular where there is none. */
export function arrange(chain: MemoryChain, address: Address, type: string, resource: MoveResource): void {
  const context = chain.peek()
  if (!context.objectExists(address)) context.putResource(address, OBJECT_CORE, objectCore(address, address))
  context.putResource(address, type, resource)
}

/** Gives an object to an owner. */
export function giveTo(chain: MemoryChain, object: Address, owner: string): void {
  const context = chain.peek()
  const core = context.getResource(object, OBJECT_CORE) ?? objectCore(object, object)
  context.putResource(object, OBJECT_CORE, { ...core, owner })
}

/** The token and collection that an event names, where the transaction did not write them. */
export function arrangeNamed(chain: MemoryChain, metadata: Json | undefined): void {
  if (metadata === undefined) return
  const collection = parseAddress(String(jsonAt(metadata, 'collection.vec.0.inner')))
  arrange(chain, collection, '0x4::collection::Collection', {
    creator: String(jsonAt(metadata, 'creator_address')),
    name: String(jsonAt(metadata, 'collection_name')),
  })
  const token = jsonAt(metadata, 'token.vec.0.inner')
  if (typeof token !== 'string') return
  const name = String(jsonAt(metadata, 'token_name'))
  arrange(chain, parseAddress(token), '0x4::token::Token', { collection: { inner: collection }, name: '' })
  arrange(chain, parseAddress(token), '0x4::token::TokenIdentifiers', { name: { value: name } })
}

/** What can be compared of events: the gas statement and counters, which tell history, are left out. */
export function comparableEvents(events: readonly ChainEvent[]): readonly JsonObject[] {
  return events
    .filter(({ type }) => type !== '0x1::transaction_fee::FeeStatement')
    .map(({ type, accountAddress, creationNumber, data }) => ({
      type,
      accountAddress,
      creationNumber: String(creationNumber),
      data,
    }))
}
