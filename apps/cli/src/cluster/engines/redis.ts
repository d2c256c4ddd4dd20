import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../replace-file.ts'
import { accepts } from '../../start/answers.ts'
import { type Cluster, HOST } from '../cluster.ts'
import { accountOf, type Engine, engineFolder } from '../engine.ts'
import { renderTemplate } from '../template.ts'

const REDIS_SERVERS = [1, 2] as const
const SENTINELS = [1, 2, 3] as const
/** Time limit for a sentinel's answer; all run on this machine. */
const ANSWER_MS = 500

/** Returns the two Redis servers; Sentinel decides which one is the primary, the first one at first. */
export function redisServers(cluster: Cluster): readonly Engine[] {
  const { ports, secrets } = cluster
  return REDIS_SERVERS.map((n) => {
    const name = `redis${n}`
    const folder = engineFolder(cluster, name)
    const values = { HOST, PORT: ports[name as 'redis1'], DATA_DIR: `${folder}/data`, PASSWORD: secrets.redis }
    const text = renderTemplate('redis/redis.conf', values)
    return {
      name,
      title: `Redis ${n}`,
      account: 'redis',
      command: '/usr/bin/redis-server',
      args: ['redis.conf'],
      files: { 'redis.conf': { text: n === 1 ? text : `${text}${replicaOf(ports.redis1)}`, isOwnedByEngine: true } },
      folders: ['data'],
      prepare: () => {
        mend(cluster, name, 'redis.conf', (config) => withLimits(config, text))
        followPrimary(cluster, n)
      },
      isReady: () => accepts(values.PORT),
    }
  })
}

/** Returns the three sentinels. */
export function sentinels(cluster: Cluster): readonly Engine[] {
  const { ports, secrets } = cluster
  return SENTINELS.map((n) => {
    const name = `sentinel${n}`
    const text = renderTemplate('redis/sentinel.conf', {
      HOST,
      PORT: ports[name as 'sentinel1'],
      DATA_DIR: `${engineFolder(cluster, name)}/data`,
      PRIMARY_HOST: HOST,
      PRIMARY_PORT: ports.redis1,
      PASSWORD: secrets.redis,
      SENTINEL_PASSWORD: secrets.sentinel,
    })
    return {
      name,
      title: `Sentinel ${n}`,
      account: 'redis',
      command: '/usr/bin/redis-sentinel',
      args: ['sentinel.conf'],
      files: { 'sentinel.conf': { text, isOwnedByEngine: true } },
      folders: ['data'],
      prepare: () => mend(cluster, name, 'sentinel.conf', (config) => config),
      isReady: () => accepts(ports[name as 'sentinel1']),
    }
  })
}

/**
 * Mends the configuration that a Redis or a sentinel keeps: leads it to its data where the folder of the cluster was moved.
 * @param further what else is to be as the release has it.
 */
function mend(cluster: Cluster, name: string, fileName: string, further: (config: string) => string): void {
  const folder = engineFolder(cluster, name)
  const file = join(folder, fileName)
  const config = readFileSync(file, 'utf8')
  const text = further(withData(config, join(folder, 'data')))
  if (text !== config) replaceFile(file, text, { mode: 0o600, owner: accountOf('redis') })
}

/** Returns a configuration that names a folder of data, unchanged where it does. */
export function withData(config: string, folder: string): string {
  return config.replace(/^dir "?([^"\n]*)"?$/m, (line, named: string) => (named === folder ? line : `dir ${folder}`))
}

/** Returns a configuration with the limits of memory of another one, unchanged where it has them: a release may have brought or changed them. */
export function withLimits(config: string, released: string): string {
  const limits = released.match(/^maxmemory.*$/gm) ?? []
  return limits.reduce((text, limit) => {
    const [name] = limit.split(' ')
    const line = new RegExp(`^${name} .*$`, 'm')
    return line.test(text) ? text.replace(line, limit) : `${text.trimEnd()}\n${limit}\n`
  }, config)
}

/**
 * Makes a restarted Redis follow the primary that the sentinels name now. If it came back as a primary, it would lack
 * the writes it missed, and the sentinels could elect it with that gap.
 */
function followPrimary(cluster: Cluster, n: (typeof REDIS_SERVERS)[number]): void {
  const primary = currentPrimary(cluster)
  if (primary === null) return
  const file = join(engineFolder(cluster, `redis${n}`), 'redis.conf')
  const text = following(readFileSync(file, 'utf8'), primary === cluster.ports[`redis${n}`] ? null : primary)
  replaceFile(file, text, { mode: 0o600, owner: accountOf('redis') })
}

/** Returns a server's configuration with the primary that it follows; null for the primary itself. */
export function following(config: string, primary: number | null): string {
  const others = config.split('\n').filter((line) => !line.startsWith('replicaof ') && line !== '')
  return `${others.join('\n')}\n${primary === null ? '' : replicaOf(primary)}`
}

function replicaOf(port: number): string {
  return `replicaof ${HOST} ${port}\n`
}

/** Returns the port of the primary that most sentinels name; null when they are down or disagree. */
export function currentPrimary({ ports, secrets }: Cluster): number | null {
  const named = SENTINELS.flatMap((n) => askSentinel(ports[`sentinel${n}`], secrets.sentinel))
  return named.find((port) => named.filter((other) => other === port).length > SENTINELS.length / 2) ?? null
}

/** Returns whether the primary that the sentinels name has its replica. */
export function hasReplica(cluster: Cluster): boolean {
  const primary = currentPrimary(cluster)
  if (primary === null) return false
  return /^connected_slaves:1\r?$/m.test(redisCli(primary, ['info', 'replication'], cluster.secrets.redis))
}

function askSentinel(port: number, password: string): readonly number[] {
  const answer = redisCli(port, ['sentinel', 'get-master-addr-by-name', 'opal'], password)
  return [Number(answer.trim().split('\n')[1])].filter(Number.isInteger)
}

/** Sends a command to a Redis or a sentinel. @returns an empty string when it does not answer. */
function redisCli(port: number, question: readonly string[], password: string): string {
  try {
    const args = ['-h', HOST, '-p', String(port), ...question]
    const env = { REDISCLI_AUTH: password }
    return execFileSync('/usr/bin/redis-cli', args, { encoding: 'utf8', timeout: ANSWER_MS, stdio: 'pipe', env })
  } catch {
    return ''
  }
}
