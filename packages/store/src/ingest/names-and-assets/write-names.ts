import type { NameLookupChange, PrimaryNameChange, StateChanges } from '@opal/domain/state-changes'
import { formatSecondsOrLast } from '@opal/domain/time'
import type { Executor } from '../../driver/pipelining.ts'
import { toStorableText } from '../../driver/storable-text.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type NameLookupRow, nameLookups, type PrimaryNameRow, primaryNames } from '../../schema/names.ts'

/**
 * Writes names, keeping newer stored versions.
 * @param batch in chain order.
 */
export async function writeNames(db: Executor, batch: readonly StateChanges[]): Promise<void> {
  const newer = { newer: 'last_transaction_version' } as const
  const lookups = batch.flatMap(({ version, names }) => names.lookups.map((change) => toLookupRow(version, change)))
  const primary = batch.flatMap(({ version, names }) =>
    names.primaryNames.map((change) => toPrimaryRow(version, change)),
  )
  await Promise.all([writeRows(db, nameLookups, lookups, newer), writeRows(db, primaryNames, primary, newer)])
}

function toLookupRow(version: bigint, change: NameLookupChange): NameLookupRow {
  return {
    // Names that PostgreSQL stores as the same text share a row, in whatever order the statement meets them.
    domain: toStorableText(change.domain),
    subdomain: toStorableText(change.subdomain),
    token_standard: change.tokenStandard,
    token_name: change.tokenName,
    registered_address: change.registeredAddress,
    expiration_timestamp: formatSecondsOrLast(change.expirationSeconds),
    is_deleted: change.isDeleted,
    subdomain_expiration_policy: change.subdomainExpirationPolicy,
    token_data_id: change.tokenDataId,
    last_transaction_version: version,
  }
}

function toPrimaryRow(version: bigint, change: PrimaryNameChange): PrimaryNameRow {
  return {
    registered_address: change.registeredAddress,
    token_standard: change.tokenStandard,
    domain: change.domain,
    subdomain: change.subdomain,
    token_name: change.tokenName,
    is_deleted: change.isDeleted,
    last_transaction_version: version,
  }
}
