import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '../problem.ts'

/** Standard port of everything that listens. All on 127.0.0.1. */
export const STANDARD_PORTS = {
  web: 3000,
  api: 3001,
  chainGraphql: 8090,
  node: 8080,
  faucet: 8081,
  art: 8082,
  readiness: 8070,
  indexer: 8060,
  stream: 50_051,
  postgres: 54_329,
} as const

export type PortName = keyof typeof STANDARD_PORTS
export type Ports = Readonly<Record<PortName, number>>

/** Returns the option that sets a port: `chainGraphql` is set by `--chain-graphql-port`. */
export function portOption(name: PortName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-port`
}

/**
 * Ports that browsers and `fetch` refuse to ask, above those that only root can listen on.
 * @source https://fetch.spec.whatwg.org/#port-blocking
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
])
/** Programs that are never asked over HTTP. */
const NOT_HTTP: readonly PortName[] = ['stream', 'postgres']

/**
 * Returns ports in use: those given, the others shifted by `offset` from the standard.
 * @throws Problem when one lies outside 1 to 65535, browsers refuse it, or two are the same.
 */
export function choosePorts(given: Partial<Ports>, offset: number): Ports {
  const entries = Object.entries(STANDARD_PORTS) as [PortName, number][]
  const chosen = entries.map(([name, standard]) => [name, given[name] ?? standard + offset] as const)
  const seen = new Map<number, PortName>()
  for (const [name, port] of chosen) {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new Problem(`Port ${port} (${portOption(name)}) is not between 1 and 65535: choose another.`)
    }
    if (BLOCKED_PORTS.has(port) && !NOT_HTTP.includes(name)) {
      throw new Problem(`Browsers refuse port ${port} (${portOption(name)}): choose another, or another --port-offset.`)
    }
    const other = seen.get(port)
    if (other) throw new Problem(`Port ${port} is wanted twice: change ${portOption(other)} or ${portOption(name)}.`)
    seen.set(port, name)
  }
  return Object.fromEntries(chosen) as Ports
}

const TIMEOUT_MS = 3_000

/**
 * Makes sure that the ports can be had. Waits a moment, as the programs of a killed run take an instant to end.
 * @param optionOf names the option that sets a port; null where there is none
 * @throws Problem that names the first port that is taken.
 */
export async function requireFreePorts<Name extends string>(
  ports: Readonly<Record<Name, number>>,
  names: readonly Name[],
  optionOf: ((name: Name) => string) | null,
): Promise<void> {
  const until = Date.now() + TIMEOUT_MS
  for (const name of names) {
    while (!(await isFree(ports[name]))) {
      if (Date.now() > until) {
        const choice = optionOf === null ? '' : ` choose another with ${optionOf(name)},`
        const advice = `stop it,${choice} or shift all with --port-offset 100.`
        throw new Problem(`Port ${ports[name]} (${name}) is taken by another program: ${advice}`)
      }
      await delay(100)
    }
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
