import { z } from 'zod'
import { readStored, writeStored } from '../../lib/storage.ts'

const KEY = 'opal.wallet'

/** The wallet of last time. @source spec 001, section 3 "Persisted locally: wallet name, address and public key" */
const storedWallet = z.object({ name: z.string().min(1).max(80), address: z.string(), publicKey: z.string() })
export type StoredWallet = z.output<typeof storedWallet>

export function readStoredWallet(): StoredWallet | null {
  return readStored(KEY, storedWallet)
}

export function storeWallet(wallet: StoredWallet | null): void {
  writeStored(KEY, wallet)
}
