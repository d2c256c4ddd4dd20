import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/** A session as it is kept: times are microseconds since 1970. */
export interface StoredSession {
  readonly wallet: string
  readonly openedAtMicros: bigint
  readonly expiresAtMicros: bigint
}

/** Keeps a session under the hash of its token. From its first one on, a wallet is told of what concerns it. */
export async function openSession(
  { db }: Pick<Store, 'db'>,
  tokenHash: string,
  { wallet, openedAtMicros, expiresAtMicros }: StoredSession,
): Promise<void> {
  await sql`insert into account.sessions (token_hash, wallet, opened_at, expires_at)
    values (${tokenHash}, ${wallet}, ${atMicros(openedAtMicros)}, ${atMicros(expiresAtMicros)})`.execute(db)
  await sql`insert into account.notification_wallets (wallet, seen_at) values (${wallet}, ${atMicros(openedAtMicros)})
    on conflict (wallet) do update set seen_at = excluded.seen_at`.execute(db)
  await sql`delete from account.sessions where expires_at <= ${atMicros(openedAtMicros)}`.execute(db)
}

/** The session of a token that is open at this moment; null when there is none. */
export async function findSession(
  { db }: Pick<Store, 'db'>,
  tokenHash: string,
  nowMicros: bigint,
): Promise<StoredSession | null> {
  const { rows } = await sql<StoredSession>`
    select wallet,
      (extract(epoch from opened_at) * 1000000)::bigint as "openedAtMicros",
      (extract(epoch from expires_at) * 1000000)::bigint as "expiresAtMicros"
    from account.sessions where token_hash = ${tokenHash} and expires_at > ${atMicros(nowMicros)}`.execute(db)
  return rows[0] ?? null
}

/** Ends a session; nothing happens when there is none. */
export async function closeSession({ db }: Pick<Store, 'db'>, tokenHash: string): Promise<void> {
  await sql`delete from account.sessions where token_hash = ${tokenHash}`.execute(db)
}

/** A moment as PostgreSQL's timestamptz. */
export function atMicros(micros: bigint) {
  return sql`(timestamptz 'epoch' + ${micros.toString()}::bigint * interval '1 microsecond')`
}
