import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'
import { atMicros } from './sessions.ts'

/** `open` until the operator decides. */
export type FlagStatus = 'open' | 'upheld' | 'dismissed'

/** A flag in the public log. The sender's remarks stay between sender and operator. */
export interface PublicFlag {
  readonly id: bigint
  readonly collectionId: string
  readonly wallet: string
  readonly reason: string
  readonly status: FlagStatus
  /** The operator's sentence; null while open, or when none was given. */
  readonly decision: string | null
  readonly askedAtMicros: bigint
  readonly decidedAtMicros: bigint | null
}

const PUBLIC = sql`id, collection_id as "collectionId", wallet, reason, status, decision,
  (extract(epoch from asked_at) * 1000000)::bigint as "askedAtMicros",
  (extract(epoch from decided_at) * 1000000)::bigint as "decidedAtMicros"`

/**
 * Writes a flag. A wallet has one open flag per collection: a second replaces what the first said. Calls for one wallet wait for each
 * other, so that they do not exceed the limit together.
 * @param max open flags that the wallet may have.
 * @returns the flag; null when there would be more.
 */
export async function writeFlag(
  { db }: Pick<Store, 'db'>,
  flag: { collectionId: string; wallet: string; reason: string; remarks: string; nowMicros: bigint },
  max: number,
): Promise<PublicFlag | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`account.flag_requests/${flag.wallet}`}, 0))`.execute(
      transaction,
    )
    const { rows } = await sql<PublicFlag>`
      insert into account.flag_requests (collection_id, wallet, reason, remarks, asked_at)
      select ${flag.collectionId}, ${flag.wallet}, ${flag.reason}, ${flag.remarks}, ${atMicros(flag.nowMicros)}
      where (select count(*) from account.flag_requests
        where wallet = ${flag.wallet} and status = 'open' and collection_id <> ${flag.collectionId}) < ${max}
      on conflict (wallet, collection_id) where status = 'open'
        do update set reason = excluded.reason, remarks = excluded.remarks
      returning ${PUBLIC}`.execute(transaction)
    return rows[0] ?? null
  })
}

/** Reads a collection's flags below an id, newest first. */
export async function readFlags(
  { db }: Pick<Store, 'db'>,
  collectionId: string,
  page: { readonly take: number; readonly beforeId?: bigint },
): Promise<readonly PublicFlag[]> {
  const below = page.beforeId === undefined ? sql`` : sql`and id < ${page.beforeId.toString()}::bigint`
  const { rows } = await sql<PublicFlag>`
    select ${PUBLIC} from account.flag_requests where collection_id = ${collectionId} ${below}
    order by id desc limit ${page.take}`.execute(db)
  return rows
}

/**
 * Records the operator's decision.
 * @returns the flag; null when there is none with this id.
 */
export async function decideFlag(
  { db }: Pick<Store, 'db'>,
  id: bigint,
  verdict: { status: FlagStatus; decision: string | null; nowMicros: bigint },
): Promise<PublicFlag | null> {
  const decidedAt = verdict.status === 'open' ? sql`null` : atMicros(verdict.nowMicros)
  const { rows } = await sql<PublicFlag>`
    update account.flag_requests
    set status = ${verdict.status}, decision = ${verdict.decision}, decided_at = ${decidedAt}
    where id = ${id.toString()}::bigint
    returning ${PUBLIC}`.execute(db)
  return rows[0] ?? null
}

/**
 * Adds a collection to the landing page, or removes it. Featuring a collection verifies it; removing leaves it
 * verified.
 */
export async function featureCollection(
  { db }: Pick<Store, 'db'>,
  collectionId: string,
  isFeatured: boolean,
): Promise<void> {
  const statement = isFeatured
    ? sql`insert into account.verified_collections (collection_id, is_featured) values (${collectionId}, true)
        on conflict (collection_id) do update set is_featured = true`
    : sql`update account.verified_collections set is_featured = false where collection_id = ${collectionId}`
  await statement.execute(db)
}

/** Sets whether the operator vouches for a collection. Withdrawing also removes it from the landing page. */
export async function verifyCollection(
  { db }: Pick<Store, 'db'>,
  collectionId: string,
  isVerified: boolean,
): Promise<void> {
  const statement = isVerified
    ? sql`insert into account.verified_collections (collection_id) values (${collectionId}) on conflict do nothing`
    : sql`delete from account.verified_collections where collection_id = ${collectionId}`
  await statement.execute(db)
}
