import type { NetworkName } from '@opal/domain/network'
import type { FungibleScope } from '../fungible/fungible-changes-of.ts'
import { FUNGIBLE_RESOURCE_TYPES } from '../fungible/fungible-types.ts'
import { type NameService, nameServiceOf, nameTypesOf, wantedNameTypes } from '../names/name-service.ts'
import type { ObjectScope } from '../objects/object-changes-of.ts'
import type { WantedTypes } from '../skim/skim.ts'
import { OBJECT_CORE, UNTRANSFERABLE } from '../tokens/token-types.ts'
import { baseOfMoveType } from '../transaction/move-type.ts'
import { ACCOUNT, type TransactionScope } from '../transaction/transaction-changes-of.ts'

/** The followed part of the ledger's state other than tokens and orders. */
export interface StateScope {
  readonly names: NameService
  readonly fungible: FungibleScope
  readonly objects: ObjectScope
  readonly transactions: TransactionScope
}

/** Returns the scope that costs next to nothing: names, and the objects that are tokens. */
export function leanScope(network: NetworkName): StateScope {
  return { names: nameServiceOf(network), fungible: 'none', objects: 'tokens', transactions: 'none' }
}

/** Returns everything there is a table for. Every transaction has to be decoded. */
export function fullScope(network: NetworkName): StateScope {
  return { names: nameServiceOf(network), fungible: 'all', objects: 'history', transactions: 'all' }
}

/** Types that make a transaction matter within a scope. */
export interface StateTypes {
  /** For the skimmer. */
  readonly wanted: Required<WantedTypes>
  /** Whether every transaction must be decoded. Each burns gas, and may write any object. */
  readonly wantsAll: boolean
  /** Returns whether a written resource of this type is worth parsing. */
  readonly wantsResource: (type: string) => boolean
}

/** Returns types that a scope wants to see. */
export function stateTypesOf({ names, fungible, objects, transactions }: StateScope): StateTypes {
  const nameTypes = nameTypesOf(names)
  const resources = new Set([nameTypes.nameRecord, nameTypes.subdomainExt, OBJECT_CORE, UNTRANSFERABLE])
  return {
    wanted: wantedNameTypes(nameTypes),
    wantsAll: fungible !== 'none' || objects !== 'tokens' || transactions !== 'none',
    wantsResource: (type) =>
      objects === 'history' ||
      resources.has(type) ||
      (transactions !== 'none' && type === ACCOUNT) ||
      (fungible !== 'none' && FUNGIBLE_RESOURCE_TYPES.has(baseOfMoveType(type))),
  }
}
