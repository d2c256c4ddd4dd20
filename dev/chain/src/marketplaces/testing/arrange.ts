import type { Address } from '@opal/domain/address'
import { newObjectCore, OBJECT_CORE } from '../../ledger/state/objects.ts'
import type { MoveResource } from '../../modules/move-module.ts'
import type { MemoryChain } from './memory-chain.ts'

/** Puts a resource, and an object core owned by nobody in particular where there is none. */
export function arrange(chain: MemoryChain, address: Address, type: string, resource: MoveResource): void {
  const context = chain.peek()
  if (!context.objectExists(address)) context.putResource(address, OBJECT_CORE, newObjectCore(address, address, true))
  context.putResource(address, type, resource)
}
