import cors from '@fastify/cors'
import { type Address, toAddressOrNull } from '@opal/domain/address'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import * as z from 'zod'
import { answerErrors } from '../rest/responses/answer-errors.ts'
import { invalidInput } from '../rest/responses/api-error.ts'
import { createHttpServer } from '../servers/create-http-server.ts'
import { refuseOtherPages } from '../servers/own-machine.ts'
import type { Faucet } from './faucet.ts'

const BODY_LIMIT_BYTES = 16_384
/** Octas for a request that names no amount. */
const STANDARD_OCTAS = 100_000_000n
/** At most 100,000 APT at once: enough to buy the whole demo market, too little to empty the faucet by accident. */
const MAX_FUNDED_OCTAS = 10_000_000_000_000n

const Amount = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,20}$/)]).optional()
const FundRequest = z.object({ address: z.string().optional(), auth_key: z.string().optional(), amount: Amount })

/**
 * Returns the faucet's HTTP side: `POST /fund` as the SDK asks, `POST /mint?address=&amount=` as older clients do.
 * Answers when the transfer is queued; clients wait for its hash.
 */
export async function createFaucetServer(faucet: Faucet, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = createHttpServer(log, { bodyLimitBytes: BODY_LIMIT_BYTES })
  refuseOtherPages(app)
  await app.register(cors, { origin: true, credentials: true, maxAge: 86_400 })
  answerErrors(app)
  app.get('/', (_request, reply) => reply.type('text/plain').send('tap:ok'))
  app.post('/fund', (request) => ({ txn_hashes: [fund(faucet, request.body)] }))
  app.post('/mint', (request) => [fund(faucet, request.query)])
  return app
}

function fund(faucet: Faucet, input: unknown): string {
  const request = FundRequest.safeParse(input)
  if (!request.success) throw invalidInput('Expected an address and a whole amount of octas')
  const { address, auth_key, amount } = request.data
  return faucet.fund(parseReceiver(address ?? auth_key), parseAmount(amount)).hash
}

/** A new account's authentication key is its address. */
function parseReceiver(text: string | undefined): Address {
  const address = text === undefined ? null : toAddressOrNull(text)
  if (address === null) throw invalidInput('address is missing or not an Aptos address')
  return address
}

function parseAmount(amount: string | number | undefined): bigint {
  const octas = amount === undefined ? STANDARD_OCTAS : BigInt(amount)
  if (octas > MAX_FUNDED_OCTAS)
    throw invalidInput(`amount ${octas} exceeds the faucet's limit of ${MAX_FUNDED_OCTAS} octas`)
  return octas
}
