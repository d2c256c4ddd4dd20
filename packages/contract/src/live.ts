import * as z from 'zod'
import { activity } from './activities.ts'
import { defineEndpoint } from './http/endpoint.ts'
import type { Notification } from './notifications.ts'
import {
  address,
  addressInput,
  emptyObject,
  micros,
  noBody,
  octas,
  queryInteger,
  u64,
  u64Input,
} from './shapes/scalars.ts'

/** Rooms of the whole market, which a socket may join as well as those of single collections. @source docs/product/live-and-notifications.md#rooms */
export const LIVE_ROOMS = ['activity_room', 'floor_room', 'volume_room', 'bid_room'] as const
export type LiveRoom = (typeof LIVE_ROOMS)[number]

/** Most rooms one socket may be in: several times those of a page. */
export const MAX_ROOMS_PER_SOCKET = 50

/** Payload of `subscribe` and `unsubscribe`: a room, or a collection with all its messages. */
export const subscription = z.union([
  z.strictObject({ room: z.enum(LIVE_ROOMS) }),
  z.strictObject({ collectionId: z.string().regex(/^(0x)?[0-9a-fA-F]{1,64}$/) }),
])
export type Subscription = z.input<typeof subscription>

/**
 * Acknowledgement of `subscribe` and `unsubscribe`. `lastId` is the feed's position at the join: every later message is sent to
 * the room. A `subscribe` is acknowledged once the server can read the feed; without an acknowledgement nothing is promised.
 */
export type SubscriptionAck =
  | { readonly ok: true; readonly lastId: string }
  | { readonly ok: false; readonly reason: string }

/** Interval of heartbeats to every socket with rooms while the server can read the feed, in milliseconds. */
export const HEARTBEAT_INTERVAL_MS = 5_000

/** Heartbeat of a socket: it is in these rooms and those of these collections, and they were sent everything of the feed up to `lastId`. */
export interface LiveHeartbeat {
  readonly lastId: string
  readonly rooms: readonly LiveRoom[]
  readonly collectionIds: readonly string[]
}

const base = {
  /** Position in the feed, ascending: `list-live-messages` returns what came after it. */
  id: u64,
  collectionId: address.nullable(),
  version: u64,
  at: micros,
}

const change = { new: octas.nullable(), old: octas.nullable() }

/** One live message. `kind` is also the socket event's name. */
export const liveMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('activity'), ...base, activity }),
  /** Lowest live price of the collection. */
  z.object({ kind: z.literal('floor_change'), ...base, ...change }),
  /** Listings of the collection have changed without an activity: prices fell by a step, some have expired, or their tokens were frozen or freed. */
  z.object({ kind: z.literal('listings_change'), ...base }),
  /** All-time volume of the collection, and the number of its sales; absent in the messages of an earlier version. */
  z.object({ kind: z.literal('volume_change'), ...base, ...change, sales: z.number().int().optional() }),
  /**
   * Best live collection offer. With an equal `old` and `new` other bids have changed: what they can fill, as the pools behind them have
   * changed, or those for sets of tokens; or some, also on single tokens, have expired or are of bidders who do not accept tokens any more.
   */
  z.object({ kind: z.literal('bid_change'), ...base, ...change }),
  /**
   * Tokens of the collection were described or ranked again: traits, names, images and ranks may have changed.
   * Sent to the collection's room alone.
   */
  z.object({ kind: z.literal('tokens_change'), ...base }),
  /** A pending claim has changed that was made to this wallet, or by it: a token was offered, taken back, or claimed. */
  z.object({ kind: z.literal('claims_change'), ...base, wallet: address }),
  /** The balance of this wallet's bid pool has changed. Of no collection. */
  z.object({ kind: z.literal('pool_change'), ...base, wallet: address }),
])
export type LiveMessage = z.output<typeof liveMessage>

/**
 * Typed events of the Socket.IO connection, server to client. `heartbeat` names every joined room: a room that it does not name
 * for some intervals receives nothing else either, and the client joins it again. Sockets opened with the session of a
 * wallet receive its `notification`s without subscribing: a client that signs in or out reconnects
 * (`socket.disconnect().connect()`), and asks `GET /user/notifications` and `GET /live/since` for what it missed.
 */
export type LiveServerEvents = {
  [Kind in LiveMessage['kind']]: (message: Extract<LiveMessage, { kind: Kind }>) => void
} & { heartbeat: (heartbeat: LiveHeartbeat) => void; notification: (notification: Notification) => void }

/** Typed events, client to server. */
export interface LiveClientEvents {
  subscribe: (subscription: Subscription, ack: (answer: SubscriptionAck) => void) => void
  unsubscribe: (subscription: Subscription, ack?: (answer: SubscriptionAck) => void) => void
}

/** Live messages a client missed, oldest first: after a feed id, or after a ledger version. */
export const listLiveMessages = defineEndpoint({
  id: 'list-live-messages',
  reads: 'primary',
  bases: ['root'],
  method: 'GET',
  path: '/live/since',
  summary: 'Live messages missed while away',
  tag: 'Live',
  params: emptyObject,
  query: z
    .strictObject({
      collectionId: addressInput.optional(),
      version: u64Input.optional().describe('Ledger version of the last message seen'),
      id: u64Input.optional().describe('id of the last message seen; exact, and wins over version'),
      take: queryInteger(1, 500, 100),
    })
    .refine((query) => query.version !== undefined || query.id !== undefined, 'version or id is needed'),
  body: noBody,
  response: z.object({
    data: z.array(liveMessage),
    /** More is waiting after the last one: ask again with its id. */
    hasMore: z.boolean(),
  }),
  errors: [],
  example: { query: { version: '0' } },
})
