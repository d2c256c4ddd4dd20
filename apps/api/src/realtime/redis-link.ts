import { setTimeout as delay } from 'node:timers/promises'
import { createAdapter } from '@socket.io/redis-adapter'
import type { FastifyBaseLogger } from 'fastify'
import { Command, Redis, type RedisOptions } from 'ioredis'
import type { DefaultEventsMap, Server } from 'socket.io'
import type { ChangeBatch } from './change-relay.ts'

/** Redis is near or it is of no use: nothing waits longer for an answer. */
const ANSWER_MS = 500
const MAX_RETRY_MS = 2_000
/**
 * Silence after which a connection asks whether the other machine is still there. One that only waits for messages would never notice: by default TCP asks
 * after two hours.
 */
const KEEP_ALIVE_MS = 10_000

/** Where Redis is: at an address, or where sentinels say. */
export type RedisAddress =
  | { readonly url: string }
  | {
      readonly sentinels: readonly { readonly host: string; readonly port: number }[]
      /** By which the sentinels know it. */
      readonly name: string
      readonly password: string | null
      readonly sentinelPassword: string | null
    }

/** Connection to Redis, which several processes of the API share. Without it each works alone. */
export interface RedisLink extends AsyncDisposable {
  /** Answers or fails without delay: commands are not queued while Redis is away. */
  readonly commands: Redis
  /** Subscribes to channels, and again by itself when Redis comes back. */
  readonly subscriber: Redis
  /** Resolves whether Redis is reachable now. */
  isReachable(): Promise<boolean>
}

/** Opens the connections; they may be down, and come up later by themselves. */
export function openRedis(address: RedisAddress, log: FastifyBaseLogger): RedisLink {
  const commands = connectTo(LossyRedis, address, {
    commandTimeout: ANSWER_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
  })
  const subscriber = connectTo(LastingRedis, address, { maxRetriesPerRequest: null })
  for (const client of [commands, subscriber]) logOutages(client, log)
  return {
    commands,
    subscriber,
    isReachable: () =>
      commands.ping().then(
        () => true,
        () => false,
      ),
    [Symbol.asyncDispose]: async () => {
      commands.disconnect()
      subscriber.disconnect()
    },
  }
}

function connectTo<Client extends Redis>(
  Kind: { new (url: string, options: RedisOptions): Client; new (options: RedisOptions): Client },
  address: RedisAddress,
  options: RedisOptions,
): Client {
  const retryStrategy = (times: number) => Math.min(times * 50, MAX_RETRY_MS)
  const common: RedisOptions = { ...options, connectTimeout: 2_000, keepAlive: KEEP_ALIVE_MS, retryStrategy }
  if ('url' in address) return new Kind(address.url, common)
  const { sentinels, name, password, sentinelPassword } = address
  return new Kind({
    ...common,
    sentinels: sentinels.map((one) => ({ ...one })),
    name,
    ...(password !== null && { password }),
    ...(sentinelPassword !== null && { sentinelPassword }),
    sentinelRetryStrategy: retryStrategy,
    // A frozen sentinel accepts connections but does not answer: after this time the next one is asked.
    sentinelCommandTimeout: ANSWER_MS,
    // A frozen primary closes no connection; its connections end when the sentinels announce a new primary.
    failoverDetector: true,
  })
}

/** Ignores failed publishes: Socket.IO does not await them, and a process that misses a message reads the store. */
class LossyRedis extends Redis {
  override publish(channel: string | Buffer, message: string | Buffer): Promise<number> {
    return super.publish(channel, message).catch(() => 0)
  }
}

/**
 * Repeats a subscription until Redis accepts it: a Redis that refuses the password also drops waiting commands. No caller awaits a subscription,
 * or its end.
 */
class LastingRedis extends Redis {
  override sendCommand(command: Command, ...rest: SendRest): unknown {
    if (/^p?subscribe$/.test(command.name)) return this.#untilTaken(command, ...rest)
    // The promise itself, without `await`: the client marks it as handled.
    const answer = super.sendCommand(command, ...rest)
    // A connection that ends has no subscriptions left.
    return /^p?unsubscribe$/.test(command.name) ? (answer as Promise<unknown>).catch(() => 0) : answer
  }

  async #untilTaken(command: Command, ...rest: SendRest): Promise<unknown> {
    for (let next = command; ; next = new Command(command.name, command.args)) {
      try {
        return await super.sendCommand(next, ...rest)
      } catch {
        if (this.status === 'end') return 0
        await delay(MAX_RETRY_MS, undefined, { ref: false })
      }
    }
  }
}

type SendRest = Parameters<Redis['sendCommand']> extends [Command, ...infer Rest] ? Rest : never

/** Logs one line when Redis goes and one when it comes back, not one for every attempt. */
function logOutages(client: Redis, log: FastifyBaseLogger): void {
  let isReported = false
  client.on('error', (error: Error) => {
    // The message only: the error may hold the command, and with it a password.
    if (!isReported) log.warn({ reason: error.message }, 'Redis does not answer: each process continues by itself')
    isReported = true
  })
  client.on('ready', () => {
    if (isReported) log.info('Redis answers again')
    isReported = false
  })
}

/** Messages between processes of the API. */
export interface BetweenProcesses {
  feed: (batch: ChangeBatch) => void
}

/**
 * Joins the sockets' server to those of the other processes. From then on everything for the sockets of this process goes
 * through `io.local`: what is not local would reach, or close, everyone's.
 */
export function connectProcesses<Received extends DefaultEventsMap, Emitted extends DefaultEventsMap, Facts>(
  io: Server<Received, Emitted, BetweenProcesses, Facts>,
  { commands, subscriber }: Pick<RedisLink, 'commands' | 'subscriber'>,
  key: string,
): void {
  io.adapter(createAdapter(commands, subscriber, { key }))
}
