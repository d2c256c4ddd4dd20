import { DAY_MICROS, formatMicros } from '@opal/domain/time'
import type { PastWriter } from './past-writer.ts'
import { syntheticAddress } from './synthetic-address.ts'

/** Names for each wallet of the market. Every second of these wallets has one; most names are of accounts that trade nothing. */
const PER_WALLET = 3
/** The domain under which every second name is given out, as wallet apps do. */
const APP = 'app'
/** Policy of names that end with their domain, whatever their own time says. */
const WITH_DOMAIN = 1
const YEAR_MICROS = 365n * DAY_MICROS

const NAMES_BETWEEN_PAUSES = 10_000

/** Writes names of accounts: domains, of which some have run out, and names under the domain of an app. Yields now and then, as `writeTokensOf` does. */
export function* writeNames(writer: PastWriter): Generator<void> {
  const { scale } = writer.market
  const end = BigInt(writer.endMicros)
  writeName(writer, 0, { domain: APP, subdomain: '', untilMicros: end + YEAR_MICROS })
  for (let number = 1; number <= scale.wallets * PER_WALLET; number += 1) {
    const untilMicros = end + (BigInt(number % 12) - 1n) * (YEAR_MICROS / 12n)
    const isUnderApp = number % 2 === 1
    const name = isUnderApp
      ? { domain: APP, subdomain: `wallet-${number}` }
      : { domain: `wallet-${number}`, subdomain: '' }
    writeName(writer, number, { ...name, untilMicros })
    if (number % NAMES_BETWEEN_PAUSES === 0) yield
  }
}

interface Name {
  readonly domain: string
  readonly subdomain: string
  readonly untilMicros: bigint
}

/** Writes a name that a wallet shows. */
function writeName(
  { market, sinks, version }: PastWriter,
  number: number,
  { domain, subdomain, untilMicros }: Name,
): void {
  const wallet = syntheticAddress(market.seed, 'wallet', 2 * number)
  const name = subdomain === '' ? domain : `${subdomain}.${domain}`
  const policy = subdomain === '' ? null : WITH_DOMAIN
  sinks.names.write([domain, subdomain, 'v2', name, wallet, formatMicros(untilMicros), false, policy, null, version])
  sinks.primaryNames.write([wallet, 'v2', domain, subdomain, name, false, version])
}
