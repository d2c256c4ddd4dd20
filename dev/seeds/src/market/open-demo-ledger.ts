import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createSettableClock, type SettableClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import type { Address } from '@opal/domain/address'
import { demoTraders } from '../accounts/demo-cast.ts'
import type { DemoCollection } from '../art/demo-collection.ts'
import { demoModules } from './demo-modules.ts'
import { collectionAddress } from './mint-collection.ts'
import { isSeeded } from './seed-market.ts'

/** Decisions of the demo's operator: which collections are verified, and which are featured. */
export interface OperatorChoice {
  readonly featured: readonly Address[]
  readonly verified: readonly Address[]
}

const FEATURED = 6
/** Every fourth collection is new to the operator, so that pages show both kinds. */
const UNKNOWN_EACH = 4

/** The liveliest are featured; they and most others are verified, of those that nothing is wrong with. */
export function operatorChoice(collections: readonly DemoCollection[]): OperatorChoice {
  const sound = collections.filter(({ market }) => market.fate === undefined)
  const byInterest = sound.toSorted((left, right) => right.market.interest - left.market.interest)
  const featured = byInterest.slice(0, FEATURED).map(collectionAddress)
  const known = sound.filter((_, at) => at % UNKNOWN_EACH !== UNKNOWN_EACH - 1).map(collectionAddress)
  return { featured, verified: [...new Set([...featured, ...known])] }
}

/** A chain for the demo, and the work left on it. */
export interface DemoLedger {
  readonly ledger: Ledger
  /** Stays in the past until it is released. */
  readonly clock: SettableClock
  /** `empty`: to be seeded. `seeded`: done before. `foreign`: begun without the demo, and left alone. */
  readonly state: 'empty' | 'seeded' | 'foreign'
  /** Start of the chain, microseconds. History begins here, so the same genesis gives the same chain. */
  readonly genesisMicros: bigint
}

/**
 * Opens the chain in the data directory (null: in memory).
 *
 * A market whose creation was interrupted starts again from the same genesis: its chain is byte for byte as it
 * would have been, so a reader of its first part can go on.
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

/** Returns whether the traders have started. */
function isBegun(ledger: Ledger): boolean {
  return demoTraders().some(({ address }) => ledger.resources(address).size > 0)
}
