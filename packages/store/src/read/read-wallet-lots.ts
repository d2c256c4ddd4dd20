import { sql } from 'kysely'
import { type Reader, readRows } from './read-rows.ts'

/** A lot with the names and the transactions behind its numbers. Amounts in octas, for the whole lot. */
export interface WalletLot {
  readonly tokenDataId: string
  readonly tokenName: string | null
  readonly propertyVersion: bigint
  readonly collectionId: string | null
  readonly collectionName: string | null
  readonly lotIndex: number
  readonly amount: bigint
  readonly acquiredBy: string
  readonly acquiredVersion: bigint
  readonly acquiredHash: string | null
  readonly acquiredAtMicros: bigint
  readonly costOctas: bigint | null
  readonly isInTransit: boolean
  readonly releasedBy: string | null
  readonly releasedVersion: bigint | null
  readonly releasedHash: string | null
  readonly releasedAtMicros: bigint | null
  readonly proceedsOctas: bigint | null
}

/** The last lot of the page before. */
export type LotPlace = Pick<WalletLot, 'tokenDataId' | 'propertyVersion' | 'acquiredVersion' | 'lotIndex'>

/** Columns of a {@link WalletLot} from a lot `l` and {@link LOT_NAMES}. */
export const LOT_COLUMNS = sql`
  l.token_data_id as "tokenDataId", t.token_name as "tokenName", l.property_version as "propertyVersion",
  l.collection_id as "collectionId", c.collection_name as "collectionName", l.lot_index as "lotIndex", l.amount,
  l.acquired_by as "acquiredBy", l.acquired_version as "acquiredVersion", a.hash as "acquiredHash",
  l.acquired_at_micros as "acquiredAtMicros", l.cost_octas as "costOctas", l.is_in_transit as "isInTransit",
  l.released_by as "releasedBy", l.released_version as "releasedVersion", r.hash as "releasedHash",
  l.released_at_micros as "releasedAtMicros", l.proceeds_octas as "proceedsOctas"`

/** Names and transactions of a lot `l`. */
export const LOT_NAMES = sql`
  left join chain.current_token_datas_v2 t on t.token_data_id = l.token_data_id
  left join chain.current_collections_v2 c on c.collection_id = l.collection_id
  left join chain.transactions a on a.version = l.acquired_version
  left join chain.transactions r on r.version = l.released_version`

/** Every lot a wallet ever had, sold ones included, one page in the order of their key. */
export function readWalletLots(
  reader: Reader,
  wallet: string,
  page: { readonly take: number; readonly after?: LotPlace | undefined },
): Promise<readonly WalletLot[]> {
  const { after } = page
  const beyond = after
    ? sql`and (token_data_id, property_version, acquired_version, lot_index)
        > (${after.tokenDataId}, ${after.propertyVersion}::numeric, ${after.acquiredVersion}::bigint, ${after.lotIndex}::int)`
    : sql``
  return readRows(
    reader,
    sql<WalletLot>`
    select ${LOT_COLUMNS} from (
      select * from market.lots where wallet = ${wallet} ${beyond}
      order by token_data_id, property_version, acquired_version, lot_index limit ${page.take}
    ) l ${LOT_NAMES}
    order by l.token_data_id, l.property_version, l.acquired_version, l.lot_index`,
  )
}
