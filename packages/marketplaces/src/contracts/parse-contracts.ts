import { parseAddress } from '@opal/domain/address'
import type { MarketplaceAdapter } from '../adapter.ts'
import { MARKETPLACES } from '../registry.ts'
import type { ContractsOverride } from './network-contracts.ts'

/** `id=package`, `:fee schedule` after it where the marketplace has one, `:numerator/denominator` where it takes another rate. */
const ENTRY =
  /^(?<id>[a-z0-9-]+)=(?<package>0x[0-9a-f]{1,64})(:(?<schedule>0x[0-9a-f]{1,64})(:(?<rate>\d{1,19}\/\d{1,19}))?)?$/i

/**
 * Reads where marketplaces live from one line of configuration: entries `id=package:feeSchedule:15/1000`, separated
 * by commas.
 * @throws TypeError that says which entry is wrong.
 */
export function parseContracts(text: string): Readonly<Record<string, ContractsOverride>> {
  const entries = text.split(',').map((entry) => entry.trim())
  return Object.fromEntries(entries.filter((entry) => entry !== '').map(parseEntry))
}

function parseEntry(entry: string): readonly [string, ContractsOverride] {
  const parts = ENTRY.exec(entry)?.groups
  if (parts === undefined) throw new TypeError(`"${entry}" is not of the form id=package:feeSchedule:15/1000`)
  const id = parts.id as string
  const adapter = MARKETPLACES.find((each) => each.id === id)
  if (adapter === undefined) throw new TypeError(`there is no marketplace "${id}"`)
  if (parts.schedule === undefined && hasFeeSchedule(adapter)) {
    throw new TypeError(`"${entry}" names no fee schedule: orders of ${id} count under its own only`)
  }
  return [
    id,
    {
      packageAddress: parseAddress(parts.package as string),
      ...(parts.schedule !== undefined && { feeScheduleAddress: parseAddress(parts.schedule) }),
      ...(parts.rate !== undefined && { commission: parseRate(parts.rate) }),
    },
  ]
}

function hasFeeSchedule({ contracts }: MarketplaceAdapter): boolean {
  return Object.values(contracts).some((known) => known !== null && known.feeScheduleAddress !== null)
}

function parseRate(text: string) {
  const [numerator = 0n, denominator = 0n] = text.split('/').map(BigInt)
  if (denominator === 0n || numerator > denominator) throw new TypeError(`${text} is not a commission`)
  return { numerator, denominator }
}
