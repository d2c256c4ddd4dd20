// Written by scripts/generate-simulators.ts from the folders next to this file. Do not edit.
import { bluemoveSimulator } from './bluemove/simulator.ts'
import type { MarketplaceSimulator } from './marketplace-simulator.ts'
import { mercatoSimulator } from './mercato/simulator.ts'
import { opalSimulator } from './opal/simulator.ts'
import { topazSimulator } from './topaz/simulator.ts'

/** The simulator of every marketplace that runs on the localnet, by folder name. */
export const SIMULATORS: readonly MarketplaceSimulator[] = [
  bluemoveSimulator,
  mercatoSimulator,
  opalSimulator,
  topazSimulator,
]

/** Returns the simulator of a marketplace. @throws TypeError when its folder holds none. */
export function simulatorOf(id: string): MarketplaceSimulator {
  const found = SIMULATORS.find((simulator) => simulator.id === id)
  if (found === undefined) throw new TypeError(`There is no simulator of the marketplace ${id}.`)
  return found
}
