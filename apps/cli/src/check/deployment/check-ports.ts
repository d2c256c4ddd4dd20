import { parse } from 'yaml'
import * as z from 'zod'

const Compose = z.object({
  services: z.record(z.string(), z.looseObject({ ports: z.array(z.string()).optional() })),
})

/** A host port that is published at an IPv4 address. */
const OF_IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}:/

/**
 * Finds published ports of a compose file that are not those of an IPv4 address. Docker has a proxy of its own for visitors by IPv6, behind
 * which all of them have one address, and one client's share of every limit.
 * @source https://docs.docker.com/engine/network/packet-filtering-firewalls/
 */
export function faultsOfPorts(text: string): readonly string[] {
  const { services } = Compose.parse(parse(text, { merge: true }))
  return Object.entries(services).flatMap(([name, { ports = [] }]) =>
    ports
      .filter((port) => !OF_IPV4.test(port))
      .map((port) => `${name} publishes ${port} by IPv6 too: name an IPv4 address, such as 0.0.0.0:${port}`),
  )
}
