import { bigint, boolean, defineTable, nullable, type RowOf, text, timestamp } from './table.ts'

/**
 * Where names of the Aptos Name Service point, of both its versions, under Aptos' own indexer's names; and, our own
 * column, which token each name is.
 * Key: domain, subdomain, token_standard. Writer: ingest/names-and-assets/write-names. Made again only by streaming again.
 */
export const nameLookups = defineTable('chain.current_ans_lookup_v2', ['domain', 'subdomain', 'token_standard'], {
  domain: text,
  subdomain: text,
  token_standard: text,
  token_name: text,
  registered_address: nullable(text),
  expiration_timestamp: timestamp,
  is_deleted: boolean,
  subdomain_expiration_policy: nullable(bigint),
  token_data_id: nullable(text),
  last_transaction_version: bigint,
})
export type NameLookupRow = RowOf<typeof nameLookups>

/**
 * Names of accounts, with the columns of Aptos' own indexer. A deleted row has no name.
 * Key: registered_address, token_standard. Writer: ingest/names-and-assets/write-names. Made again only by streaming again.
 */
export const primaryNames = defineTable('chain.current_ans_primary_name_v2', ['registered_address', 'token_standard'], {
  registered_address: text,
  token_standard: text,
  domain: nullable(text),
  subdomain: nullable(text),
  token_name: nullable(text),
  is_deleted: boolean,
  last_transaction_version: bigint,
})
export type PrimaryNameRow = RowOf<typeof primaryNames>
