import { DAY_MICROS } from '@opal/domain/time'
import { sql } from 'kysely'
import type { DatabaseTransaction, Store } from '../driver/connection.ts'
import { isWithin, lockProgress } from './notifications/add-notifications.ts'
import { atMicros, pastSince } from './sessions.ts'

/** Every table with off-chain rows of a wallet. A test compares the list with the schema. */
export const ACCOUNT_TABLES = [
  'favourites',
  'flag_requests',
  'notification_floors',
  'notification_settings',
  'notification_wallets',
  'notifications',
  'sessions',
  'sign_in_challenges',
] as const
export type AccountTable = (typeof ACCOUNT_TABLES)[number]

/**
 * Deletes all off-chain rows of a wallet, all or nothing.
 * @returns the number of deleted rows, by table.
 */
export async function deleteAccount(
  { db }: Pick<Store, 'db'>,
  wallet: string,
): Promise<Readonly<Record<AccountTable, number>>> {
  return db.transaction().execute(async (transaction) => {
    // Blocks other writers of the wallet's notifications.
    await lockProgress(transaction)
    return deleteRows(transaction, wallet)
  })
}

async function deleteRows(transaction: DatabaseTransaction, wallet: string): Promise<Record<AccountTable, number>> {
  const counts: [AccountTable, number][] = []
  for (const table of ACCOUNT_TABLES) {
    const { numAffectedRows } = await sql`delete from account.${sql.id(table)} where wallet = ${wallet}`.execute(
      transaction,
    )
    counts.push([table, Number(numAffectedRows ?? 0n)])
  }
  return Object.fromEntries(counts) as Record<AccountTable, number>
}

/** Retention of rows of wallets that neither return nor have traded or held anything. */
const RETENTION_MICROS = 90n * DAY_MICROS
/**
 * How long ago a wallet that stays counts as seen: it is looked at again after the rest of the retention, and not as one that has
 * signed in recently.
 */
const STAYED_MICROS = RETENTION_MICROS / 2n
/**
 * How far the index may be behind. One that is made again knows of nobody's tokens and trades at first: holders whose accounts
 * are restored would be taken for wallets that did nothing on chain.
 */
const INDEXED_WITHIN_MICROS = DAY_MICROS
/** Wallets that a call looks at; sign-ins wait for it. */
const BATCH_SIZE = 20

/**
 * Deletes the rows of wallets without activity: no session for 90 days, and nothing on chain that the index knows; none while that is far behind.
 * Any key can sign in, so such rows could pile up without end. A call looks at the few wallets that were seen longest ago. Those that
 * stay are looked at again after another 45 days: sign-ins do not wait longer the more of them there are. One that signs in during a call stays.
 * @returns how many wallets were swept.
 */
export async function sweepIdleWallets({ db }: Pick<Store, 'db'>, nowMicros: bigint): Promise<number> {
  const seenBefore = sql`seen_at < ${pastSince(nowMicros, RETENTION_MICROS)}`
  const isIndexed = sql`exists (select from chain.checkpoints
    where stream = 'main' and ${isWithin(sql`last_timestamp_micros`, nowMicros, INDEXED_WITHIN_MICROS)})`
  const { rows } = await sql<{ wallet: string; isActive: boolean }>`
    select wallet, exists (select from account.sessions where wallet = w.wallet)
      or exists (select from chain.current_token_ownerships_v2 where owner_address = w.wallet and amount > 0)
      or exists (select from market.lots where wallet = w.wallet)
      or exists (select from market.activities where from_address = w.wallet) as "isActive"
    from (
      select wallet from account.notification_wallets where ${seenBefore} and ${isIndexed}
      order by seen_at limit ${BATCH_SIZE}
    ) w`.execute(db)
  const [active, idle] = [true, false].map((is) => rows.flatMap((row) => (row.isActive === is ? [row.wallet] : [])))
  await sql`update account.notification_wallets set seen_at = ${atMicros(nowMicros - STAYED_MICROS)}
    where wallet = any(${active ?? []}::text[]) and ${seenBefore}`.execute(db)
  let swept = 0
  for (const wallet of idle ?? []) {
    const isSwept = await db.transaction().execute(async (transaction) => {
      await lockProgress(transaction)
      // Blocks a sign-in until all rows are deleted. Finds no row if the wallet signed in before.
      const { numAffectedRows } = await sql`
        delete from account.notification_wallets where wallet = ${wallet} and ${seenBefore}`.execute(transaction)
      if (!numAffectedRows) return false
      await deleteRows(transaction, wallet)
      return true
    })
    if (isSwept) swept += 1
  }
  return swept
}
