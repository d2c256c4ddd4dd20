import { ANS, SECONDS_PER_YEAR } from '@opal/dev-chain/modules/ans/ans-account'
import { yearlyPrice } from '@opal/dev-chain/modules/ans/ans-rules'
import type { HistoryWriter } from './history-writer.ts'
import type { Participant } from './market-state.ts'

/** So long that nobody's name runs out while a demo is in use. */
const YEARS = 5n

/** A trader's `.apt` name without its ending: `Tomás Iriarte` is `tomas-iriarte`. */
export function aptosNameOf(traderName: string): string {
  return traderName
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
}

/** Every trader registers their name. As an account's first it becomes the primary one. */
export function registerNames(writer: HistoryWriter, people: readonly Participant[]): void {
  for (const person of people) {
    const name = aptosNameOf(person.trader.name)
    const args = [name, YEARS * SECONDS_PER_YEAR, null, null]
    writer.send(person.trader, { function: `${ANS}::router::register_domain`, args })
    person.balance -= YEARS * yearlyPrice(name.length)
  }
  writer.commit()
}
