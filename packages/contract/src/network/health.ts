import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { emptyObject, noBody, u64 } from '../shapes/scalars.ts'

/** Liveness of the process. Depends on nothing else. */
export const getHealth = defineEndpoint({
  id: 'get-health',
  bases: ['root'],
  method: 'GET',
  path: '/healthz',
  summary: 'Liveness',
  tag: 'Operations',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: z.object({ status: z.literal('ok') }),
  errors: [],
  example: {},
})

/**
 * Readiness of the process, and how far the store is behind the chain. Status 503 with the same body when not
 * ready: without the store, before it is migrated, and once the process is stopping. The first answer waits until the process has
 * read what it serves from, so that no visitor does.
 */
export const readiness = z.object({
  status: z.enum(['ready', 'not-ready']),
  /** Why it is not ready, as a sentence; null when it is, and of versions that do not say it. */
  problem: z.string().nullable().default(null),
  store: z.object({ reachable: z.boolean() }),
  /** Null where none is configured. Without it each process counts and reads for itself: the API stays ready. */
  redis: z.object({ reachable: z.boolean() }).nullable(),
  /** Sockets open at this process, the most it opens, and those it refused since its start; null before any is served. */
  sockets: z
    .object({
      open: z.number().int(),
      max: z.number().int(),
      refused: z.object({ 'too-many-of-address': z.number().int(), 'too-many': z.number().int() }),
    })
    .nullable(),
  node: z.object({ reachable: z.boolean(), version: u64.nullable() }),
  index: z.object({
    /** Last ledger version written; null before the first. */
    version: u64.nullable(),
    /** Seconds between the last written transaction and the chain's clock, or ours while the node does not answer; null before the first. */
    lagSeconds: z.number().nullable(),
    /** Ledger versions not yet written; null when either is unknown. */
    lagVersions: u64.nullable(),
  }),
  /**
   * Status: that of the marketplace's contracts (`active`, `cancel-only`, `history`), or `stopped` at an event
   * that could not be read, or `resuming` while it catches up.
   */
  marketplaces: z.array(z.object({ id: z.string(), status: z.string() })),
})
export type Readiness = z.output<typeof readiness>

/** Whether the API accepts traffic, and how far the index is behind the node. */
export const getReadiness = defineEndpoint({
  id: 'get-readiness',
  bases: ['root'],
  method: 'GET',
  path: '/readyz',
  summary: 'Readiness, with the index lag',
  tag: 'Operations',
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  response: readiness,
  otherResponses: { 503: readiness },
  errors: [],
  example: {},
})
