import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { listen } from '../http/listen.ts'
import { openSocketServer } from '../realtime/live-server.ts'
import { SendBacklogs } from '../realtime/sockets/send-backlog.ts'
import type { SocketLimits } from '../realtime/sockets/socket-limits.ts'

/** Starts a server of sockets alone, which listens as the API does, until the test ends. @returns its port */
export async function startSocketServer(limits: SocketLimits): Promise<number> {
  const config = readConfig({ OPAL_NETWORK: 'local', DATABASE_URL: 'postgres://nobody' })
  const server = createServer()
  const io = openSocketServer(server, { config, limits, backlogs: new SendBacklogs() })
  onTestFinished(() => io.close())
  const listener = {
    server,
    listen: (where: { host: string; port: number }) =>
      new Promise<string>((resolve) => server.listen(where, () => resolve(where.host))),
  }
  return Number(new URL(await listen(listener, '127.0.0.1', 0, 'API_PORT')).port)
}

/** Returns limits that refuse no socket. @param admits decides on each request to the engine */
export function limitsThat(admits: () => boolean): SocketLimits {
  return {
    admits,
    refusal: () => null,
    watch: () => undefined,
    counts: () => ({ open: 0, max: 0, refused: { 'too-many-of-address': 0, 'too-many': 0 } }),
  }
}
