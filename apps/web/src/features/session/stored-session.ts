import { isAddress, isObject, isWhole } from '../../shared/storage/guards.ts'
import { followStored, readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.session'

/** Marks that a wallet signed in here. The session itself is a cookie that no script reads; without this mark it is not requested. */
export interface StoredSession {
  readonly wallet: string
  /** Microseconds since 1970. */
  readonly expiresAt: string
}

const isStoredSession = isObject({ wallet: isAddress, expiresAt: isWhole })

/** Reads the session of last time; null when there was none or its time is over. */
export function readStoredSession(nowMs: number): StoredSession | null {
  const stored = readStored(KEY, isStoredSession)
  return stored !== null && BigInt(stored.expiresAt) / 1000n > BigInt(Math.floor(nowMs)) ? stored : null
}

/** Reads the session of last time, now and whenever another tab signs in or out. @returns stops following. */
export function followStoredSession(read: (session: StoredSession | null) => void): () => void {
  return followStored([KEY], () => read(readStoredSession(Date.now())))
}

/** Stores the wallet of the open session for the next visit; null deletes it. */
export function storeSession(session: StoredSession | null): void {
  writeStored(KEY, session)
}
