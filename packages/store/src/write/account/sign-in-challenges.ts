import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { atMicros } from './sessions.ts'

/** A sign-in that waits for the wallet's signature. */
export interface SignInChallenge {
  readonly nonce: string
  readonly wallet: string
  /** The exact text that the wallet signs. */
  readonly message: string
  readonly expiresAtMicros: bigint
}

/** Keeps a challenge, and forgets those that are over. */
export async function writeChallenge(
  { db }: Pick<Store, 'db'>,
  challenge: SignInChallenge,
  nowMicros: bigint,
): Promise<void> {
  await sql`delete from account.sign_in_challenges where expires_at <= ${atMicros(nowMicros)}`.execute(db)
  await sql`insert into account.sign_in_challenges (nonce, wallet, message, expires_at)
    values (${challenge.nonce}, ${challenge.wallet}, ${challenge.message}, ${atMicros(challenge.expiresAtMicros)})`.execute(
    db,
  )
}

/** Takes a challenge away, so that no second answer finds it. Null when there is none, or it is over. */
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
