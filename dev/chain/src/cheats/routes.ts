import { toAddressOrNull } from '@opal/domain/address'
import { MICROS_PER_SECOND } from '@opal/domain/time'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { ApiError, invalidInput, notFound } from '../rest/responses/api-error.ts'
import { isLocalPage } from '../servers/own-machine.ts'
import type { CheatContext } from './cheat-context.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const MAX_SHIFT_SECONDS = 10 * 365 * 24 * 3_600

const Fund = z.object({ address: z.string(), amount: z.union([z.int().positive(), z.string().regex(/^\d{1,20}$/)]) })
const Advance = z.object({ seconds: z.int().positive().max(MAX_SHIFT_SECONDS) })
const Restore = z.object({ ledger_version: z.string().regex(/^\d{1,20}$/) })
const FailNext = z.object({ vm_status: z.string().min(1).max(500) })

/**
 * Serves `/__dev`: rare situations on demand, which no real network offers. Answers this machine only.
 * Nothing outside `dev` may use them.
 */
export function addCheatRoutes(app: FastifyInstance, context: CheatContext): void {
  app.addHook('onRequest', async (request) => {
    // A page from elsewhere, open in a browser on this machine, also asks from the loopback address.
    const isHere = LOOPBACK.has(request.socket.remoteAddress ?? '')
    if (!isHere || !isLocalPage(request.headers.origin)) {
      throw new ApiError(403, 'api_disabled', 'The cheats answer to this machine only.')
    }
  })
  addStateRoutes(app, context)
  addBlockRoutes(app, context)
  addFundRoute(app, context)
}

/** Adds cheats that read the ledger, reset it, move its clock and inject failures. */
function addStateRoutes(app: FastifyInstance, { ledger, blocks }: CheatContext): void {
  app.get('/', () => ({ is_paused: blocks.isPaused, ledger_version: String(ledger.head.version) }))

  app.get('/state-hash', () => ({ ledger_version: String(ledger.head.version), state_hash: ledger.stateHash() }))

  app.post('/snapshot', () => ({ ledger_version: String(ledger.mark()) }))

  app.post('/restore', (request) => {
    const { ledger_version } = parseBody(Restore, request.body)
    if (!ledger.returnTo(BigInt(ledger_version))) {
      throw notFound('version_not_found', 'Snapshot', `Ledger version(${ledger_version})`)
    }
    return { ledger_version: String(ledger.head.version) }
  })

  app.post('/time', (request) => {
    const { seconds } = parseBody(Advance, request.body)
    ledger.advanceTime(BigInt(seconds) * MICROS_PER_SECOND)
    return { advanced_seconds: seconds }
  })

  app.post('/fail-next', (request) => {
    const { vm_status } = parseBody(FailNext, request.body)
    ledger.failNext(vm_status)
    return { vm_status }
  })
}

/** Adds cheats that control block production. */
function addBlockRoutes(app: FastifyInstance, { ledger, blocks }: CheatContext): void {
  app.post('/pause', () => {
    blocks.pause()
    return { is_paused: true }
  })

  app.post('/resume', () => {
    blocks.resume()
    return { is_paused: false }
  })

  app.post('/commit', () => {
    ledger.commitBlock()
    return { ledger_version: String(ledger.head.version) }
  })
}

function addFundRoute(app: FastifyInstance, { faucet }: CheatContext): void {
  app.post('/fund', (request, reply) => {
    const body = parseBody(Fund, request.body)
    const address = toAddressOrNull(body.address)
    if (address === null) throw invalidInput('address is not an Aptos address')
    return reply.code(202).send({ hash: faucet.fund(address, BigInt(body.amount)).hash })
  })
}

function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw invalidInput(z.prettifyError(parsed.error))
  return parsed.data
}
