import { Account } from '@aptos-labs/ts-sdk'
import { repeatCommand, testSeed } from '@opal/domain/testing/effort/config'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createBlockTimer } from '../block-timer.ts'
import { createFaucetServer } from '../faucet/create-faucet-server.ts'
import { createFaucet } from '../faucet/faucet.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { FAUCET_ADDRESS } from '../ledger/state/accounts.ts'
import { addressOf } from '../ledger/testing/test-chain.ts'
import { simulateLocalMarketplaces } from '../marketplaces/simulate-marketplaces.ts'
import { fuzzBodies } from '../testing/config.ts'
import { createDice, mutateBody } from '../testing/mutate-body.ts'
import { type ValidRequest, validCheats, validReads, validSubmissions } from '../testing/valid-requests.ts'
import { createRestServer } from './create-rest-server.ts'

type Dice = ReturnType<typeof createDice>
const MAX_MS_PER_BODY = 20
/** Of the bodies, so many ask the faucet and the cheats. */
const FAVOURS_EVERY = 10
const ACCEPTED = ['application/json', 'application/x-bcs', 'text/html, application/x-bcs;q=0.5', '*/*', '']
const silent = pino({ level: 'silent' })

/** The request with something wrong: in its body, or else in its path and query; now and then in its headers. */
function damaged(request: ValidRequest, bodies: readonly Buffer[], roll: Dice): ValidRequest & { accept: string } {
  const accept = ACCEPTED[roll(ACCEPTED.length)] ?? ''
  const type =
    roll(50) === 0
      ? mutateBody(Buffer.from(request.type), [], roll)
          .toString('latin1')
          .replace(/[^ -~]/g, '?')
      : request.type
  const isInUrl = request.body.length === 0 || roll(8) === 0
  if (!isInUrl) return { ...request, type, accept, body: mutateBody(request.body, bodies, roll) }
  const [origin, path] = [request.url.slice(0, 4), decodeURI(request.url.slice(4))]
  const text = mutateBody(Buffer.from(path), [], roll).toString('utf8').toWellFormed()
  return { ...request, type, accept, url: origin + encodeURI(text) }
}

async function ask(app: FastifyInstance, request: ValidRequest & { accept: string }, count: number): Promise<number> {
  const { method, url, type, accept, body } = request
  const headers = { 'content-type': type, accept }
  const answer = await app.inject({ method, url, headers, ...(method === 'POST' ? { payload: body } : {}) })
  if (answer.statusCode >= 500) {
    expect.fail(`${repeatCommand}, body ${count}: ${method} ${url} ${type} ${body.toString('hex')} -> ${answer.body}`)
  }
  return answer.statusCode
}

function openLedger(): Promise<Ledger> {
  return createLedger({ dataDir: null, modules: simulateLocalMarketplaces() })
}

it(
  `${fuzzBodies} requests with something wrong, to every endpoint, neither stop the node nor change a thing on the chain`,
  async () => {
    await using ledger = await openLedger()
    using blocks = createBlockTimer(ledger, { delayMs: 1, onFault: () => undefined })
    const faucet = createFaucet(ledger)
    const account = Account.generate()
    faucet.fund(addressOf(account), 1_000_000_000n)
    blocks.resume()
    const before = { head: ledger.head, state: ledger.stateHash() }
    const app = await createRestServer({ ledger, blocks, faucet }, silent)
    const roll = createDice(testSeed)
    const right = [...validSubmissions(account), ...validReads()]
    const bodies = right.map(({ body }) => body).filter(({ length }) => length > 0)
    const [acceptable = Buffer.alloc(0)] = bodies
    const seen = new Map<number, number>()
    for (let count = 0; count < fuzzBodies; count += 1) {
      const request = damaged(right[count % right.length] as ValidRequest, bodies, roll)
      if (request.body.includes(acceptable)) continue
      const status = await ask(app, request, count)
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
    ledger.commitBlock()
    expect({ head: ledger.head, state: ledger.stateHash() }).toEqual(before)
    // Enough of them went past the first look to be worth the name.
    for (const status of [200, 400, 404]) expect(seen.get(status) ?? 0).toBeGreaterThan(fuzzBodies / 100)
    await app.close()
  },
  60_000 + fuzzBodies * MAX_MS_PER_BODY,
)

it(
  'faucet and cheats survive faulty requests, and transfer only what they accepted',
  async () => {
    await using ledger = await openLedger()
    using blocks = createBlockTimer(ledger, { delayMs: 1, onFault: () => undefined })
    const faucet = createFaucet(ledger)
    const node = await createRestServer({ ledger, blocks, faucet }, silent)
    const fund = await createFaucetServer(faucet, silent)
    const roll = createDice(testSeed)
    const right = validCheats()
    const bodies = right.map(({ body }) => body)
    const transfers = () => ledger.versionsSentBy(FAUCET_ADDRESS).length
    for (let count = 0; count < fuzzBodies / FAVOURS_EVERY; count += 1) {
      const request = damaged(right[count % right.length] as ValidRequest, bodies, roll)
      const before = transfers()
      const isFaucet = !request.url.startsWith('/__dev')
      const status = await ask(isFaucet ? fund : node, request, count)
      const { version } = ledger.head
      ledger.commitBlock()
      const isTransfer = (status === 200 && isFaucet) || status === 202
      const isBack = request.url.includes('restore') && status === 200
      if (!isBack)
        expect({ url: request.url, made: transfers() - before }).toEqual({ url: request.url, made: Number(isTransfer) })
      if (!isTransfer && !isBack) expect(ledger.head.version).toBe(version)
    }
    await node.close()
    await fund.close()
  },
  60_000 + fuzzBodies * MAX_MS_PER_BODY,
)
