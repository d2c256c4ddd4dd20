import { existsSync } from 'node:fs'

const USUAL_PLACES = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].flatMap((folder) => [
  `${folder}/redis-server`,
  `${folder}/valkey-server`,
])

/** The Redis that tests start; `npm test` says where it is. */
export const redisServerPath: string =
  process.env.REDIS_SERVER_PATH || (USUAL_PLACES.find((path) => existsSync(path)) ?? 'redis-server')

/** How many requests the fuzz test makes (FUZZ_REQUESTS), and which (FUZZ_SEED). */
export const fuzzRequests = Number(process.env.FUZZ_REQUESTS ?? 1_500)
/** The seed of the fuzz test's requests. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_261_121)
