import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '../problem.ts'

/** Ports that programs may use. */
export interface PortRange {
  readonly lowest: number
  readonly highest: number
}

/** Returns the option that sets a port; null where only `--port-offset` does. */
export type PortOption<Name extends string> = ((name: Name) => string) | null

/** Longer than programs take to end that a killed start has left. */
const TIMEOUT_MS = 12_000

/** Settings of {@link requireFreePorts}. */
export interface PortWait {
  readonly timeoutMs?: number
  /** Whether other ports may be chosen; not those of an existing cluster. */
  readonly canShift?: boolean
}

/**
 * Returns the given ports, and the standard ones of all other names shifted by `offset`.
 * @throws Problem that names the first port outside of the range.
 */
export function shiftPorts<Name extends string>(
  standard: Readonly<Record<Name, number>>,
  offset: number,
  { lowest, highest }: PortRange,
  optionOf: PortOption<Name>,
  given: Partial<Record<Name, number>> = {},
): Readonly<Record<Name, number>> {
  const names = Object.keys(standard) as Name[]
  const ports = names.map((name) => [name, given[name] ?? standard[name] + offset] as const)
  const outside = ports.find(([, port]) => !(Number.isInteger(port) && port >= lowest && port <= highest))
  if (outside === undefined) return Object.fromEntries(ports) as Record<Name, number>
  const [name, port] = outside
  const advice = optionOf === null ? 'choose another --port-offset' : 'choose another'
  throw new Problem(`Port ${port} (${optionOf?.(name) ?? name}) is not between ${lowest} and ${highest}: ${advice}.`)
}

/**
 * Waits until the ports are free: programs of a killed run take a while to exit.
 * @throws Problem that names the first port still in use after that.
 */
export async function requireFreePorts<Name extends string>(
  ports: Readonly<Record<Name, number>>,
  names: readonly Name[],
  optionOf: PortOption<Name>,
  { timeoutMs = TIMEOUT_MS, canShift = true }: PortWait = {},
): Promise<void> {
  const until = Date.now() + timeoutMs
  for (const name of names) {
    while (!(await isFree(ports[name]))) {
      if (Date.now() > until) {
        const choice = optionOf === null ? '' : ` choose another with ${optionOf(name)},`
        const advice = canShift ? `stop it,${choice} or shift all with another --port-offset.` : 'stop it.'
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
