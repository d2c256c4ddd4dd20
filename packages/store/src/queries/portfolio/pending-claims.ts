import { type RawBuilder, sql } from 'kysely'
import { type Reader, readRows } from '../read-rows.ts'

/** Side of the offers of a wallet: those to it, or those that it has made. */
export type OfferSide = 'received' | 'sent'

const SIDES: Readonly<Record<OfferSide, { readonly own: RawBuilder<unknown>; readonly other: RawBuilder<unknown> }>> = {
  received: { own: sql`p.to_address`, other: sql`p.from_address` },
  sent: { own: sql`p.from_address`, other: sql`p.to_address` },
}

/** A v1 token that was offered by one wallet to another, and waits to be claimed. */
export interface PendingClaimRow {
  readonly collectionId: string
  readonly collectionName: string
  readonly creatorAddress: string
  readonly tokenDataId: string
  readonly name: string
  readonly fromAddress: string
  readonly toAddress: string
  /** The other of the two than the wallet whose offers are read. */
  readonly otherAddress: string
  readonly propertyVersion: bigint
  readonly tokenUri: string
  /** The collection's where the token's metadata names none. */
  readonly image: string | null
  readonly amount: bigint
  /** Of the transaction that offered it. */
  readonly version: bigint
}

/** Cursor: the last offer of the page before. */
export type ClaimPlace = Pick<PendingClaimRow, 'version' | 'tokenDataId' | 'propertyVersion' | 'otherAddress'>

/** A page of a wallet's offers, those to it unless it says otherwise; only what has the given properties. */
export interface ClaimsPage {
  readonly side?: OfferSide
  readonly take: number
  readonly offset?: number
  readonly after?: ClaimPlace
  readonly collectionId?: string | undefined
  readonly tokenDataId?: string | undefined
  readonly otherAddress?: string | undefined
  readonly propertyVersion?: string | undefined
}

/** Reads a page of what a wallet can claim, or of what it has sent and nobody has claimed, newest first. */
export function readPendingClaims(
  reader: Reader,
  wallet: string,
  page: ClaimsPage,
): Promise<readonly PendingClaimRow[]> {
  const { after, side = 'received' } = page
  const { own, other } = SIDES[side]
  const beyond =
    after === undefined
      ? sql``
      : sql`and p.last_transaction_version <= ${after.version} and (p.last_transaction_version < ${after.version}
          or (p.token_data_id, p.property_version, ${other}) > (${after.tokenDataId}, ${after.propertyVersion}, ${after.otherAddress}))`
  return readRows(
    reader,
    sql<PendingClaimRow>`
    select p.collection_id as "collectionId", p.collection_name as "collectionName",
      p.creator_address as "creatorAddress", p.token_data_id as "tokenDataId", p.name, p.from_address as "fromAddress",
      p.to_address as "toAddress", ${other} as "otherAddress", p.property_version as "propertyVersion", coalesce(t.token_uri, '') as "tokenUri", coalesce(m.image, cm.image) as image, p.amount,
      p.last_transaction_version as version
    from chain.current_token_pending_claims p
    left join chain.current_token_datas_v2 t on t.token_data_id = p.token_data_id
    left join market.metadata m on m.uri = t.token_uri
    left join chain.current_collections_v2 c on m.image is null and c.collection_id = p.collection_id
    left join market.metadata cm on cm.uri = c.uri
    where ${own} = ${wallet} and p.amount > 0 ${chosen(page, other)} ${beyond}
    order by p.last_transaction_version desc, p.token_data_id, p.property_version, ${other}
    limit ${page.take} offset ${page.offset ?? 0}`,
  )
}

function chosen(
  { collectionId, tokenDataId, otherAddress, propertyVersion }: ClaimsPage,
  other: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (collectionId !== undefined) parts.push(sql`and p.collection_id = ${collectionId}`)
  if (tokenDataId !== undefined) parts.push(sql`and p.token_data_id = ${tokenDataId}`)
  if (otherAddress !== undefined) parts.push(sql`and ${other} = ${otherAddress}`)
  if (propertyVersion !== undefined) parts.push(sql`and p.property_version = ${propertyVersion}::numeric`)
  return sql.join(parts, sql` `)
}
