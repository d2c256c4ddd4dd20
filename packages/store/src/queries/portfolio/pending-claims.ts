import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'

/** A v1 token that was offered to a wallet, and waits to be claimed. */
export interface PendingClaimRow {
  readonly collectionId: string
  readonly collectionName: string
  readonly creatorAddress: string
  readonly tokenDataId: string
  readonly name: string
  readonly fromAddress: string
  readonly propertyVersion: bigint
  readonly tokenUri: string
  readonly image: string | null
  readonly amount: bigint
  /** Of the transaction that offered it. */
  readonly version: bigint
}

/** Cursor: the last claim of the page before. */
export type ClaimPlace = Pick<PendingClaimRow, 'version' | 'tokenDataId' | 'propertyVersion' | 'fromAddress'>

/** A page of what a wallet can claim; only what has the given properties. */
export interface ClaimsPage {
  readonly take: number
  readonly offset?: number
  readonly after?: ClaimPlace
  readonly collectionId?: string | undefined
  readonly tokenDataId?: string | undefined
  readonly fromAddress?: string | undefined
  readonly propertyVersion?: string | undefined
}

/** Reads a page of what a wallet can claim, newest first. */
export function readPendingClaims(
  reader: Reader,
  toAddress: string,
  page: ClaimsPage,
): Promise<readonly PendingClaimRow[]> {
  const { after } = page
  const beyond =
    after === undefined
      ? sql``
      : sql`and p.last_transaction_version <= ${after.version} and (p.last_transaction_version < ${after.version}
          or (p.token_data_id, p.property_version, p.from_address) > (${after.tokenDataId}, ${after.propertyVersion}, ${after.fromAddress}))`
  return readRows(
    reader,
    sql<PendingClaimRow>`
    select p.collection_id as "collectionId", p.collection_name as "collectionName",
      p.creator_address as "creatorAddress", p.token_data_id as "tokenDataId", p.name, p.from_address as "fromAddress",
      p.property_version as "propertyVersion", coalesce(t.token_uri, '') as "tokenUri", m.image, p.amount,
      p.last_transaction_version as version
    from chain.current_token_pending_claims p
    left join chain.current_token_datas_v2 t on t.token_data_id = p.token_data_id
    left join market.metadata m on m.uri = t.token_uri
    where p.to_address = ${toAddress} and p.amount > 0 ${chosen(page)} ${beyond}
    order by p.last_transaction_version desc, p.token_data_id, p.property_version, p.from_address
    limit ${page.take} offset ${page.offset ?? 0}`,
  )
}

function chosen({ collectionId, tokenDataId, fromAddress, propertyVersion }: ClaimsPage): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (collectionId !== undefined) parts.push(sql`and p.collection_id = ${collectionId}`)
  if (tokenDataId !== undefined) parts.push(sql`and p.token_data_id = ${tokenDataId}`)
  if (fromAddress !== undefined) parts.push(sql`and p.from_address = ${fromAddress}`)
  if (propertyVersion !== undefined) parts.push(sql`and p.property_version = ${propertyVersion}::numeric`)
  return sql.join(parts, sql` `)
}
