import type { Address } from '@opal/domain/address'
import { OBJECT_CORE } from '@opal/marketplaces/object-core'
import type { MoveResource } from '../../modules/move-module.ts'
import { objectCore } from '../../modules/object-core.ts'
import type { MemoryChain } from './memory-chain.ts'

/** Puts a resource, and an object core owned by nobody in particular where there is none. */
export function arrange(chain: MemoryChain, address: Address, type: string, resource: MoveResource): void {
  const context = chain.peek()
  if (!context.objectExists(address)) context.putResource(address, OBJECT_CORE, objectCore(address, address))
  context.putResource(address, type, resource)
}
