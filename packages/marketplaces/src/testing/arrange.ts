import type { Address } from '@opal/domain/address'
import type { MoveResource } from '../move-module.ts'
import { OBJECT_CORE, objectCore } from '../object-core.ts'
import type { MemoryChain } from './memory-chain.ts'

/** Puts a resource, and an object core owned by nobody in particular where there is none. */
export function arrange(chain: MemoryChain, address: Address, type: string, resource: MoveResource): void {
  const context = chain.peek()
  if (!context.objectExists(address)) context.putResource(address, OBJECT_CORE, objectCore(address, address))
  context.putResource(address, type, resource)
}
