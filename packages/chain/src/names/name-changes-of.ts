import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ChainChange, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Json } from '@opal/domain/json'
import type { NameChanges, PrimaryNameChange } from '@opal/domain/state-changes'
import type { TokenStandard } from '@opal/domain/tokens/token-id'
import { addressField, textField } from '../tokens/fields.ts'
import { normaliseHandle } from '../tokens/v1/tables-v1.ts'
import type { WrittenObjects } from '../tokens/written-objects.ts'
import { fullName, nameLookupsV1, nameLookupsV2, optionText } from './name-lookups.ts'
import { type NameService, type NameServiceV1, type NameTypes, nameTypesOf } from './name-service.ts'

/**
 * Returns primary names by the first version's table, which maps each account to its name's key.
 * @throws DecodeError
 */
function primaryNamesV1(
  { changes }: ChainTransaction,
  types: NameTypes,
  service: NameServiceV1,
): readonly PrimaryNameChange[] {
  return changes.flatMap((change) => {
    const account = accountOfItem(change, service)
    if (account === null) return []
    if (change.kind !== 'write-table-item') return [primaryName(account, 'v1', null, null)]
    const domain = textField(change.value, types.keyV1, 'domain_name')
    return [primaryName(account, 'v1', domain, optionText(change.value, 'subdomain_name'))]
  })
}

/** Returns the account of an item of the table; null for any other change. */
function accountOfItem(change: ChainChange, { primaryNames }: NameServiceV1): Address | null {
  if (change.kind !== 'write-table-item' && change.kind !== 'delete-table-item') return null
  if (change.keyType !== 'address' || normaliseHandle(change.handle) !== primaryNames) return null
  return addressOf(change.key)
}

/** Returns primary names by the second version's events, in order. @throws DecodeError */
function primaryNamesV2({ events }: ChainTransaction, types: NameTypes): readonly PrimaryNameChange[] {
  return events
    .filter(({ type }) => type === types.setReverseLookup)
    .map(({ type, data }) =>
      primaryName(
        addressField(data, type, 'account_addr'),
        'v2',
        optionText(data, 'curr_domain_name'),
        optionText(data, 'curr_subdomain_name'),
      ),
    )
}

function primaryName(
  registeredAddress: Address,
  tokenStandard: TokenStandard,
  domain: string | null,
  subdomain: string | null,
): PrimaryNameChange {
  if (domain === null || domain === '')
    return { registeredAddress, tokenStandard, domain: null, subdomain: null, tokenName: null, isDeleted: true }
  const sub = subdomain ?? ''
  return {
    registeredAddress,
    tokenStandard,
    domain,
    subdomain: sub,
    tokenName: fullName(domain, sub),
    isDeleted: false,
  }
}

function addressOf(key: Json): Address | null {
  return typeof key === 'string' ? toAddressOrNull(key) : null
}

/**
 * Returns the changes of a transaction to names of a name service, of both its versions.
 * @throws DecodeError
 */
export function nameChangesOf(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  service: NameService,
): NameChanges {
  const types = nameTypesOf(service)
  const { v1 } = service
  return {
    lookups: [...(v1 === null ? [] : nameLookupsV1(transaction, types, v1)), ...nameLookupsV2(objects, types)],
    primaryNames: [
      ...(v1 === null ? [] : primaryNamesV1(transaction, types, v1)),
      ...primaryNamesV2(transaction, types),
    ],
  }
}
