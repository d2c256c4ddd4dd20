import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { ChainChange, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Json } from '@opal/domain/json'
import type { NameChanges, PrimaryNameChange } from '@opal/domain/state-changes'
import type { TokenStandard } from '@opal/domain/tokens/token-id'
import { addressField, textField } from '../tokens/fields.ts'
import { normaliseHandle } from '../tokens/v1/tables-v1.ts'
import type { WrittenObjects } from '../tokens/written-objects.ts'
import { fullName, nameLookupsV1, nameLookupsV2, optionText } from './name-lookups.ts'
import { type NameService, type NameTypes, nameTypesOf } from './name-service.ts'

/**
 * Returns primary names by the first version's table, which maps each account to its name's key.
 * @throws DecodeError
 */
function primaryNamesV1(
  transaction: ChainTransaction,
  types: NameTypes,
  service: NameService,
): readonly PrimaryNameChange[] {
  return transaction.changes.flatMap((change) => {
    const account = accountOfItem(change, types, service)
    if (account === null) return []
    if (change.kind !== 'write-table-item') return [primaryName(account, 'v1', null, null)]
    const domain = textField(change.value, types.keyV1, 'domain_name')
    return [primaryName(account, 'v1', domain, optionText(change.value, 'subdomain_name'))]
  })
}

/** An item whose value is a name is identified by its type; a deleted one only by its table. */
function accountOfItem(change: ChainChange, types: NameTypes, { v1 }: NameService): Address | null {
  if (change.kind === 'write-table-item') return change.valueType === types.keyV1 ? addressOf(change.key) : null
  if (change.kind !== 'delete-table-item' || change.keyType !== 'address') return null
  return v1 !== null && normaliseHandle(change.handle) === v1.primaryNames ? addressOf(change.key) : null
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
  return {
    lookups: [...nameLookupsV1(transaction, types, service), ...nameLookupsV2(objects, types)],
    primaryNames: [...primaryNamesV1(transaction, types, service), ...primaryNamesV2(transaction, types)],
  }
}
