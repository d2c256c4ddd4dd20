import { Problem } from '../problem.ts'
import { shiftPorts } from '../supervisor/ports.ts'

/** Standard ports of the programs, all on 127.0.0.1. */
export const STANDARD_PORTS = {
  web: 3000,
  api: 3001,
  chainGraphql: 8090,
  node: 8080,
  faucet: 8081,
  art: 8082,
  readiness: 8070,
  indexer: 8060,
  apiMetrics: 8061,
  webMetrics: 8062,
  stream: 50_051,
  postgres: 54_329,
} as const

export type PortName = keyof typeof STANDARD_PORTS
export type Ports = Readonly<Record<PortName, number>>

const RANGE = { lowest: 1, highest: 65_535 }

/** Returns the option that sets a port: `chainGraphql` is set by `--chain-graphql-port`. */
export function portOption(name: PortName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-port`
}

/**
 * Ports that browsers and `fetch` block, above the privileged ones.
 * @source https://fetch.spec.whatwg.org/#port-blocking
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
])
/** Programs that serve no HTTP. */
const NOT_HTTP: readonly PortName[] = ['stream', 'postgres']

/**
 * Returns the given ports, and the standard ones of all other programs shifted by `offset`.
 * @throws Problem when a port is outside of 1 to 65535, is blocked by browsers, or is used twice.
 */
export function choosePorts(given: Partial<Ports>, offset: number): Ports {
  const ports = shiftPorts(STANDARD_PORTS, offset, RANGE, portOption, given)
  const seen = new Map<number, PortName>()
  for (const [name, port] of Object.entries(ports) as [PortName, number][]) {
    if (BLOCKED_PORTS.has(port) && !NOT_HTTP.includes(name)) {
      throw new Problem(`Browsers refuse port ${port} (${portOption(name)}): choose another, or another --port-offset.`)
    }
    const other = seen.get(port)
    if (other) throw new Problem(`Port ${port} is assigned twice: change ${portOption(other)} or ${portOption(name)}.`)
    seen.set(port, name)
  }
  return ports
}
