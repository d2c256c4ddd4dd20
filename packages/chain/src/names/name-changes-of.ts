import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { NameChanges } from '@opal/domain/state-changes'
import type { WrittenObjects } from '../tokens/written-objects.ts'
import { nameLookupsV1, nameLookupsV2 } from './name-lookups.ts'
import type { NameService } from './name-service.ts'
import { nameTypesOf } from './name-types.ts'
import { primaryNamesV1, primaryNamesV2 } from './primary-names.ts'

/** What a transaction did to names of a name service, of both its versions. @throws DecodeError */
export function nameChangesOf(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  service: NameService,
): NameChanges {
  const types = nameTypesOf(service)
  return {
    lookups: [...nameLookupsV1(transaction, types, service), ...nameLookupsV2(objects, types)],
    primaryNames: [...primaryNamesV1(transaction, types, service), ...primaryNamesV2(transaction, types)],
  }
}
