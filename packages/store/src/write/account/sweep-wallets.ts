import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { deleteAccount } from './delete-account.ts'
import { atMicros } from './sessions.ts'

/** How long rows of a wallet are kept that neither comes back nor has traded or held anything. */
const KEPT_MICROS = 90n * 24n * 3600n * 1_000_000n
/** Wallets swept at once; a sign-in waits for them. */
const BATCH_SIZE = 20

/**
 * Erases what is kept for wallets without activity: no session for 90 days, and nothing on chain that the index knows. Any key
 * can sign in, so such rows could be made without end. @returns how many wallets went.
 */
export async function sweepIdleWallets(store: Pick<Store, 'db'>, nowMicros: bigint): Promise<number> {
  const { rows } = await sql<{ wallet: string }>`
    select wallet from account.notification_wallets w
    where seen_at < ${atMicros(nowMicros - KEPT_MICROS)}
      and not exists (select from account.sessions where wallet = w.wallet)
      and not exists (select from chain.current_token_ownerships_v2 where owner_address = w.wallet and amount > 0)
      and not exists (select from market.lots where wallet = w.wallet)
      and not exists (select from market.activities where from_address = w.wallet)
    order by seen_at limit ${BATCH_SIZE}`.execute(store.db)
  for (const { wallet } of rows) await deleteAccount(store, wallet)
  return rows.length
}
