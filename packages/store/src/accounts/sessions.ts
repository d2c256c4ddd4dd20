import { sql } from 'kysely'
import type { Store } from '../driver/connection.ts'

/** A stored session. Times are microseconds since 1970. */
export interface StoredSession {
  readonly wallet: string
  readonly openedAtMicros: bigint
  readonly expiresAtMicros: bigint
}

/** Open sessions of one wallet: the holder of its key can open more every hour, and each is listed, and checked by its key. */
const MAX_SESSIONS = 100

/**
 * Stores a session under the hash of its token; the oldest of a wallet end where it has too many. From its first session on, a wallet gets
 * notifications.
 * @param session its `authKey` is the authentication key by which it is opened, `0x` + 64 hex digits, where that is known.
 */
export async function openSession(
  { db }: Pick<Store, 'db'>,
  tokenHash: string,
  { wallet, openedAtMicros, expiresAtMicros, authKey = null }: StoredSession & { readonly authKey?: string | null },
): Promise<void> {
  // One statement, so that a session never exists without its wallet's row of notifications, even if this process ends. The time of that
  // row only advances, even with a slow clock: rows of wallets not seen for long are deleted.
  await sql`
    with opened as (
      insert into account.sessions (token_hash, wallet, opened_at, expires_at, auth_key)
      values (${tokenHash}, ${wallet}, ${atMicros(openedAtMicros)}, ${atMicros(expiresAtMicros)}, ${authKey})
    ), notified as (
      insert into account.notification_wallets (wallet, seen_at) values (${wallet}, ${atMicros(openedAtMicros)})
      on conflict (wallet) do update set seen_at = greatest(notification_wallets.seen_at, excluded.seen_at)
    ), ended as (
      delete from account.sessions where token_hash in (
        select token_hash from account.sessions where wallet = ${wallet} order by opened_at desc, token_hash
        offset ${MAX_SESSIONS - 1}
      )
    )
    delete from account.sessions where expires_at <= ${pastSince(openedAtMicros)}`.execute(db)
}

/** Finds the sessions of tokens that are open at the given time, by their hashes. */
export async function findSessions(
  { db }: Pick<Store, 'db'>,
  tokenHashes: readonly string[],
  nowMicros: bigint,
): Promise<ReadonlyMap<string, StoredSession>> {
  const { rows } = await sql<OpenSession & StoredSession>`
    select token_hash as "tokenHash", wallet,
      (extract(epoch from opened_at) * 1000000)::bigint as "openedAtMicros",
      (extract(epoch from expires_at) * 1000000)::bigint as "expiresAtMicros"
    from account.sessions where token_hash = any(${tokenHashes}::text[]) and expires_at > ${atMicros(nowMicros)}`.execute(
    db,
  )
  return new Map(rows.map(({ tokenHash, ...session }) => [tokenHash, session]))
}

/** Ends a session; does nothing when there is none. */
export async function closeSession({ db }: Pick<Store, 'db'>, tokenHash: string): Promise<void> {
  await sql`delete from account.sessions where token_hash = ${tokenHash}`.execute(db)
}

/** A session with its hash. */
export interface OpenSession extends Omit<StoredSession, 'wallet'> {
  readonly tokenHash: string
}

/** Returns a wallet's open sessions, newest first. */
export async function readSessions(
  { db }: Pick<Store, 'db'>,
  wallet: string,
  nowMicros: bigint,
): Promise<readonly OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select token_hash as "tokenHash",
      (extract(epoch from opened_at) * 1000000)::bigint as "openedAtMicros",
      (extract(epoch from expires_at) * 1000000)::bigint as "expiresAtMicros"
    from account.sessions where wallet = ${wallet} and expires_at > ${atMicros(nowMicros)}
    order by opened_at desc, token_hash`.execute(db)
  return rows
}

/**
 * Ends all sessions of a wallet and its pending sign-ins.
 * @returns how many sessions were open at the given time.
 */
export async function closeSessionsOf({ db }: Pick<Store, 'db'>, wallet: string, nowMicros: bigint): Promise<number> {
  const { rows } = await sql<{ ended: bigint }>`
    with begun as (delete from account.sign_in_challenges where wallet = ${wallet}),
      closed as (delete from account.sessions where wallet = ${wallet} returning expires_at)
    select count(*) as ended from closed where expires_at > ${atMicros(nowMicros)}`.execute(db)
  return Number(rows[0]?.ended ?? 0n)
}

/** Ends the sessions of a wallet that were opened before a time by another key than this one; those whose key is not known go on. */
export async function closeSessionsOfOtherKeys(
  { db }: Pick<Store, 'db'>,
  wallet: string,
  authKey: string,
  openedBeforeMicros: bigint,
): Promise<void> {
  await sql`delete from account.sessions
    where wallet = ${wallet} and auth_key <> ${authKey} and opened_at < ${atMicros(openedBeforeMicros)}`.execute(db)
}

/** Converts microseconds to PostgreSQL's timestamptz. */
export function atMicros(micros: bigint) {
  return sql`(timestamptz 'epoch' + ${micros.toString()}::bigint * interval '1 microsecond')`
}

/**
 * Returns the time since which rows must have been past for some time, to be deleted for everyone: by this program's clock, and by that of the
 * database. A machine whose clock is ahead would else delete what all others still need.
 * @param forMicros how long, microseconds.
 */
export function pastSince(nowMicros: bigint, forMicros = 0n) {
  return sql`(least(${atMicros(nowMicros)}, now()) - ${forMicros.toString()}::bigint * interval '1 microsecond')`
}

/** A sign-in that waits for the wallet's signature. */
export interface SignInChallenge {
  readonly nonce: string
  readonly wallet: string
  /** The exact text that the wallet signs. */
  readonly message: string
  readonly expiresAtMicros: bigint
}

/** Stores a challenge and deletes expired ones. */
export async function writeChallenge(
  { db }: Pick<Store, 'db'>,
  challenge: SignInChallenge,
  nowMicros: bigint,
): Promise<void> {
  await sql`delete from account.sign_in_challenges where expires_at <= ${pastSince(nowMicros)}`.execute(db)
  await sql`insert into account.sign_in_challenges (nonce, wallet, message, expires_at)
    values (${challenge.nonce}, ${challenge.wallet}, ${challenge.message}, ${atMicros(challenge.expiresAtMicros)})`.execute(
    db,
  )
}

/**
 * Deletes a challenge and returns it, so that no second answer finds it. Null when there is none, or it has
 * expired.
 */
export async function takeChallenge(
  { db }: Pick<Store, 'db'>,
  nonce: string,
  nowMicros: bigint,
): Promise<{ readonly wallet: string; readonly message: string } | null> {
  const { rows } = await sql<{ wallet: string; message: string; isOpen: boolean }>`
    delete from account.sign_in_challenges where nonce = ${nonce}
    returning wallet, message, expires_at > ${atMicros(nowMicros)} as "isOpen"`.execute(db)
  const [taken] = rows
  return taken?.isOpen ? { wallet: taken.wallet, message: taken.message } : null
}
