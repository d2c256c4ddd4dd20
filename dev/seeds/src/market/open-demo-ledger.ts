import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createSettableClock, type SettableClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { demoTraders } from '../accounts/demo-cast.ts'
import { demoModules } from './demo-modules.ts'
import { isSeeded } from './seed-market.ts'

/** A chain for the demo, and what is to be done with it. */
export interface DemoLedger {
  readonly ledger: Ledger
  /** Held in the past until it is released. */
  readonly clock: SettableClock
  /** `empty`: to be seeded. `seeded`: done before. `foreign`: begun without the demo, and left alone. */
  readonly state: 'empty' | 'seeded' | 'foreign'
  /** When the chain began, microseconds. History is told from here, so the same genesis gives the same chain. */
  readonly genesisMicros: bigint
}

/**
 * Opens the chain in the data directory (null: in memory).
 *
 * A market whose making was interrupted is begun anew from the same genesis: its chain comes out byte for byte as it
 * would have, so whoever had read some of it already can go on.
 */
export async function openDemoLedger(dataDir: string | null, genesisMicros: bigint): Promise<DemoLedger> {
  const opened = await open(dataDir, genesisMicros)
  if (dataDir === null || opened.state !== 'foreign' || !isBegun(opened.ledger)) return opened
  await opened.ledger[Symbol.asyncDispose]()
  await rm(join(dataDir, 'chain.log'))
  return open(dataDir, opened.genesisMicros)
}

async function open(dataDir: string | null, genesisMicros: bigint): Promise<DemoLedger> {
  const clock = createSettableClock(genesisMicros)
  const ledger = await createLedger({ dataDir, clock, modules: demoModules() })
  const begun = ledger.blockByHeight(1n)?.timestampMicros ?? genesisMicros
  return { ledger, clock, state: stateOf(ledger), genesisMicros: begun }
}

function stateOf(ledger: Ledger): DemoLedger['state'] {
  if (isSeeded(ledger)) return 'seeded'
  return ledger.head.blockHeight <= 1n ? 'empty' : 'foreign'
}

/** Have the traders been here? */
function isBegun(ledger: Ledger): boolean {
  return demoTraders().some(({ address }) => ledger.resources(address).size > 0)
}
