import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { type Json, type JsonObject, jsonAt } from '@opal/domain/json'
import type { NameLookupChange } from '@opal/domain/state-changes'
import { tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { LARGEST, numberField, optionalNumber, textField } from '../tokens/fields.ts'
import { normaliseHandle } from '../tokens/v1/tables-v1.ts'
import type { WrittenObjects } from '../tokens/written-objects.ts'
import type { NameServiceV1, NameTypes } from './name-service.ts'

/** Collection of the first version's tokens. @source mainnet 2080538 */
const COLLECTION_V1 = 'Aptos Names V1'

/** Returns `sub.domain.apt`, or `domain.apt` without a subdomain. */
export function fullName(domain: string, subdomain: string): string {
  return subdomain === '' ? `${domain}.apt` : `${subdomain}.${domain}.apt`
}

/** Returns the targets of names in the first version's table; a deleted record has none. @throws DecodeError */
export function nameLookupsV1(
  { changes }: ChainTransaction,
  types: NameTypes,
  service: NameServiceV1,
): readonly NameLookupChange[] {
  return changes.flatMap((change) => {
    if (change.kind !== 'write-table-item' && change.kind !== 'delete-table-item') return []
    if (change.keyType !== types.keyV1 || normaliseHandle(change.handle) !== service.names) return []
    return [lookupV1(change.key, change.kind === 'write-table-item' ? change.value : null, types, service)]
  })
}

function lookupV1(key: Json, record: Json, types: NameTypes, { creator }: NameServiceV1): NameLookupChange {
  const domain = textField(key, types.keyV1, 'domain_name')
  const subdomain = optionText(key, 'subdomain_name') ?? ''
  const tokenName = fullName(domain, subdomain)
  return {
    domain,
    subdomain,
    tokenStandard: 'v1',
    registeredAddress: record === null ? null : optionalAddress(record, 'target_address'),
    expirationSeconds: record === null ? 0n : numberField(record, types.recordV1, 'expiration_time_sec'),
    tokenName,
    isDeleted: record === null,
    subdomainExpirationPolicy: null,
    tokenDataId: tokenDataIdV1(creator, COLLECTION_V1, tokenName),
  }
}

/**
 * Returns the targets of names of the second version: each name is an object, which is also its token.
 * @throws DecodeError
 */
export function nameLookupsV2(objects: WrittenObjects, types: NameTypes): readonly NameLookupChange[] {
  return [...objects.all(types.nameRecord)].map(([address, record]) =>
    lookupV2(address, record, objects.get(address, types.subdomainExt), types),
  )
}

function lookupV2(
  address: Address,
  record: JsonObject,
  extension: JsonObject | null,
  types: NameTypes,
): NameLookupChange {
  const domain = textField(record, types.nameRecord, 'domain_name')
  const subdomain = extension === null ? '' : textField(extension, types.subdomainExt, 'subdomain_name')
  return {
    domain,
    subdomain,
    tokenStandard: 'v2',
    registeredAddress: optionalAddress(record, 'target_address'),
    expirationSeconds: numberField(record, types.nameRecord, 'expiration_time_sec'),
    tokenName: fullName(domain, subdomain),
    isDeleted: false,
    subdomainExpirationPolicy:
      extension === null ? null : optionalNumber(extension, 'subdomain_expiration_policy', LARGEST.u8),
    tokenDataId: address,
  }
}

/** Returns the content of a Move option of text; null for an empty one. */
export function optionText(data: Json, path: string): string | null {
  const value = jsonAt(data, `${path}.vec.0`)
  return typeof value === 'string' ? value : null
}

function optionalAddress(data: Json, path: string): Address | null {
  const text = optionText(data, path)
  return text === null ? null : toAddressOrNull(text)
}
