import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { createLedger } from '../../ledger/create-ledger.ts'
import { startTestLocalnet } from '../../testing/start-localnet.ts'
import { addNodeRoutes } from '../create-rest-server.ts'
import { OPERATIONS } from './operations.ts'
import { SCHEMAS } from './schemas.ts'

const placeless = (path: string) => path.replace(/\{\w+\}|:\w+/g, '*').replace(/\/$/, '')

it('describes every route of the node, and no other', async () => {
  await using ledger = await createLedger({ dataDir: null })
  const app = Fastify()
  const routes = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one.toLowerCase()} ${placeless(url)}`)
  })
  addNodeRoutes(app, { ledger, isCommitting: () => true })
  await app.ready()
  const described = OPERATIONS.map(({ method, path }) => `${method} ${placeless(path)}`)
  expect([...routes].sort()).toEqual(described.sort())
  await app.close()
})

it('is served as a page, as JSON and as YAML, without dangling references', async () => {
  await using localnet = await startTestLocalnet()
  const read = async (name: string) => {
    const response = await fetch(`${localnet.nodeUrl}/${name}`)
    expect(response.status).toBe(200)
    return { type: response.headers.get('content-type'), text: await response.text() }
  }
  const json = await read('spec.json')
  const document = JSON.parse(json.text) as { openapi: string; components: { schemas: object } }
  expect(document.openapi).toMatch(/^3\./)
  expect(parse((await read('spec.yaml')).text)).toEqual(document)
  const page = await read('spec')
  expect(page.type).toContain('text/html')
  expect(page.text).toContain('/v1/transactions/encode_submission')
  const named = [...json.text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name as string)
  for (const name of named) expect(Object.keys(document.components.schemas)).toContain(name)
})

it.each([
  ['', 'IndexResponse'],
  ['/accounts/0x1', 'AccountData'],
  ['/accounts/0x1/resources', 'MoveResources'],
  ['/accounts/0x1/modules', 'MoveModules'],
  ['/accounts/0x1/balance/0xa', 'Balance'],
  ['/accounts/0x1/events/3', 'Events'],
  ['/accounts/0xa550c18/transaction_summaries', 'TransactionSummaries'],
  ['/accounts/0xa550c18/transactions', 'Transactions'],
  ['/transactions', 'Transactions'],
  ['/transactions/auxiliary_info?start_version=0', 'AuxiliaryInfos'],
  ['/transactions/by_version/0', 'Transaction'],
  ['/blocks/by_height/0?with_transactions=true', 'Block'],
  ['/estimate_gas_price', 'GasEstimation'],
  ['/-/healthy', 'HealthCheckSuccess'],
  ['/info', 'Info'],
  ['/accounts/zz', 'AptosError'],
] as const)('GET %s returns a %s', async (path, name) => {
  await using localnet = await startTestLocalnet()
  localnet.fund(`0x${'b'.repeat(64)}` as Parameters<typeof localnet.fund>[0], 1n)
  localnet.ledger.commitBlock()
  const answer: unknown = await (await fetch(`${localnet.nodeUrl}${path}`)).json()
  expect(SCHEMAS[name].safeParse(answer)).toMatchObject({ success: true })
})
