import { rm } from 'node:fs/promises'
import type { SettableClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { demoTraders } from '../accounts/demo-cast.ts'
import { demoModules } from './demo-modules.ts'
import { isSeeded } from './seed-market.ts'

/** A chain for the demo, and what is to be done with it. */
export interface DemoLedger {
  readonly ledger: Ledger
  /** `empty`: to be seeded. `seeded`: done before. `foreign`: begun without the demo, and left alone. */
  readonly state: 'empty' | 'seeded' | 'foreign'
}

/**
 * Opens the chain in the data directory (null: in memory). A market whose making was interrupted is thrown away and
 * begun anew: nobody has read it yet, since the network was never ready.
 */
export async function openDemoLedger(dataDir: string | null, clock: SettableClock): Promise<DemoLedger> {
  const ledger = await createLedger({ dataDir, clock, modules: demoModules() })
  if (isSeeded(ledger)) return { ledger, state: 'seeded' }
  if (!isBegun(ledger)) return { ledger, state: ledger.head.blockHeight === 0n ? 'empty' : 'foreign' }
  await ledger[Symbol.asyncDispose]()
  if (dataDir !== null) await rm(dataDir, { recursive: true })
  return { ledger: await createLedger({ dataDir, clock, modules: demoModules() }), state: 'empty' }
}

/** Have the traders been here? */
function isBegun(ledger: Ledger): boolean {
  return demoTraders().some(({ address }) => ledger.accountSequenceNumber(address) !== null)
}
