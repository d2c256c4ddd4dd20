import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { lockProgress } from './notifications/lock-progress.ts'

/** Every table that keeps rows of a wallet off the chain. A test holds the list against the schema. */
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

/** Erases all that is kept of a wallet off the chain, all or nothing. @returns how many rows went, by table. */
export async function deleteAccount(
  { db }: Pick<Store, 'db'>,
  wallet: string,
): Promise<Readonly<Record<AccountTable, number>>> {
  return db.transaction().execute(async (transaction) => {
    // Nobody writes a notification of the wallet meanwhile.
    await lockProgress(transaction)
    const counts: [AccountTable, number][] = []
    for (const table of ACCOUNT_TABLES) {
      const { numAffectedRows } = await sql`delete from account.${sql.id(table)} where wallet = ${wallet}`.execute(
        transaction,
      )
      counts.push([table, Number(numAffectedRows ?? 0n)])
    }
    return Object.fromEntries(counts) as Record<AccountTable, number>
  })
}
