import { createStore } from '../../shared/hooks/store.ts'
import { connectDialog } from './wallet-session.ts'

/** Somebody asked for the airdrop page without a wallet: they are led on once one is connected. */
export const airdropWanted = createStore(false)

/** Asks for a wallet first. @source docs/product/site.md#airdrop-link */
export function wantAirdrop(): void {
  connectDialog.set(true)
  airdropWanted.set(true)
}
