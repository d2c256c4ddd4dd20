import type { ObjectFolder, StoredObject } from '@opal/runtime/objects/object-folder'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createApi } from '../../create-api.ts'
import { createTestApi } from '../../testing/test-api.ts'

it('the price of APT, for which a source may keep all visitors waiting, holds no place of other calls meanwhile', async () => {
  const { promise: aptPrice, resolve: answer } = Promise.withResolvers<{ value: number; ageSeconds: null }>()
  let asked = 0
  await using api = await createTestApi()
  const hanging = () => {
    asked += 1
    return aptPrice
  }
  await using server = await createApi(api.config, { ...api.context, aptPrice: hanging }, pino({ level: 'silent' }))
  const waiting = Array.from({ length: 40 }, (_, at) =>
    server.inject({ url: '/api/utility/stats', remoteAddress: `203.0.113.${at}` }),
  )
  await expect.poll(() => asked).toBe(waiting.length)
  const other = await server.inject({ url: '/aggregator/collection', remoteAddress: '198.51.100.1' })
  expect(other.statusCode).toBe(200)
  answer({ value: 0, ageSeconds: null })
  for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200)
})

it('the list of snapshots, for which a store may keep all visitors waiting, holds no place of other calls meanwhile', async () => {
  const { promise: listed, resolve: answer } = Promise.withResolvers<readonly StoredObject[]>()
  const unused = () => Promise.reject(new Error('not used by the test'))
  let asked = 0
  const list = () => {
    asked += 1
    return listed
  }
  const snapshots: ObjectFolder = {
    directory: null,
    list,
    read: unused,
    open: unused,
    write: unused,
    upload: unused,
    remove: unused,
  }
  await using api = await createTestApi()
  await using server = await createApi(api.config, { ...api.context, snapshots }, pino({ level: 'silent' }))
  const waiting = Array.from({ length: 40 }, (_, at) =>
    server.inject({ url: '/data/snapshots', remoteAddress: `203.0.113.${at}` }),
  )
  await expect.poll(() => asked).toBe(1)
  const other = await server.inject({ url: '/aggregator/collection', remoteAddress: '198.51.100.1' })
  expect(other.statusCode).toBe(200)
  answer([])
  for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200)
})
