import { createAdapter } from '@socket.io/redis-adapter'
import type { DefaultEventsMap, Server } from 'socket.io'
import type { RedisLink } from '../sharing/redis-link.ts'
import type { ChangeBatch } from './change-pump.ts'

/** What processes of the API tell each other. */
export interface BetweenProcesses {
  feed: (batch: ChangeBatch) => void
}

/**
 * Joins the sockets' server to those of the other processes. From then on everything for the sockets of this process goes
 * through `io.local`: what is not local would reach, or close, everybody's.
 */
export function connectProcesses<Heard extends DefaultEventsMap, Told extends DefaultEventsMap, Facts>(
  io: Server<Heard, Told, BetweenProcesses, Facts>,
  { commands, subscriber }: Pick<RedisLink, 'commands' | 'subscriber'>,
  key: string,
): void {
  io.adapter(createAdapter(commands, subscriber, { key }))
}
