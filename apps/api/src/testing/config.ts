import { existsSync } from 'node:fs'
import { runs } from '@opal/domain/testing/effort/config'

const USUAL_PLACES = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].flatMap((folder) => [
  `${folder}/redis-server`,
  `${folder}/valkey-server`,
])

/** The Redis that tests start; `npm test` says where it is. */
export const redisServerPath: string =
  process.env.REDIS_SERVER_PATH || (USUAL_PLACES.find((path) => existsSync(path)) ?? 'redis-server')

/** Requests of the fuzz test. */
export const fuzzRequests = runs(300, 50_000)

/** Clients of the test of restarts. */
export const liveClients = runs(30, 1_000)
