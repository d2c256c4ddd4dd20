import { Agent } from 'undici'

/**
 * Creates the connections to hosts that strangers name, by HTTP/1.1 alone. By HTTP/2, which a host may choose where it is offered, it sends what is no part
 * of an answer: pings and settings without end, each of which this process reads and acknowledges.
 */
export function createHostAgent(options: Agent.Options = {}): Agent {
  return new Agent({ ...options, allowH2: false })
}
