import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { EXAMPLE_SIGN_IN } from '@opal/contract/shapes/example-sign-in'
import { ACCOUNT_TABLES } from '@opal/store/accounts/wallets'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, refused } from '../../testing/ask.ts'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})
afterEach(() => api[Symbol.asyncDispose]())

const favouritesOf = async (wallet: string) => {
  const headers = { cookie: await signedInAs(api, wallet) }
  return (await ask(api, 'GET', `/aggregator/collection/?walletAddress=${wallet}`, undefined, headers)).json.data
}

/** Returns how many connections of the database wait for a lock. */
const waitingForLocks = async () => {
  const { rows } = await api.store.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count
}

describe('data of an account', () => {
  const star = (body: object, headers = {}) => ask(api, 'POST', '/aggregator/user/collections/favourite', body, headers)

  it('is changed by the signed-in wallet only', async () => {
    const body = { walletAddress: EXAMPLE.buyer, collectionId: EXAMPLE.collectionId }
    expect(await star(body)).toMatchObject(refused(401, 'sign-in-required'))
    expect(await star(body, { cookie: 'opal_session=guess' })).toMatchObject(refused(401, 'sign-in-required'))
    const cookie = await signedInAs(api, EXAMPLE.signer)
    expect(await star(body, { cookie })).toMatchObject(refused(403, 'not-your-wallet'))
    expect(
      await star({ collectionId: EXAMPLE.collectionId }, { cookie, origin: 'https://evil.example' }),
    ).toMatchObject(refused(403, 'foreign-origin'))
    expect(await favouritesOf(EXAMPLE.buyer)).toEqual([])
    expect(await favouritesOf(EXAMPLE.signer)).toEqual([])
  })

  it('holds favourites, one or many, without duplicates', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    expect((await star({ collectionId: EXAMPLE.collectionId }, { cookie })).json.favorite).toBe(true)
    const many = { collections: [EXAMPLE.collectionId, '0xff'] }
    const saved = await ask(api, 'POST', '/aggregator/user/save-collections', many, { cookie })
    expect(saved.json).toEqual({ saved: [EXAMPLE.collectionId] })
    expect(await favouritesOf(EXAMPLE.signer)).toHaveLength(1)
    expect((await star({ collectionId: EXAMPLE.collectionId, delete: true }, { cookie })).json.favorite).toBe(false)
    expect(await favouritesOf(EXAMPLE.signer)).toEqual([])
    expect(await star({ collectionId: '0xff' }, { cookie })).toMatchObject(refused(404, 'collection-not-found'))
  })

  it('holds few favourites of a wallet that the chain does not know, and up to the limit of others', async () => {
    const asked: string[] = []
    let isKnown = false
    const node = {
      isKnown: async (wallet: string) => {
        asked.push(wallet)
        return isKnown
      },
    }
    await using own = await createTestApi(node)
    const cookie = await signedInAs(own, EXAMPLE.signer)
    const save = async (count: number, more: readonly string[] = []) => {
      const collections = Array.from({ length: count }, (_, at) => `0x${(at + 1).toString(16)}`)
      const payload = { collections: [...collections, ...more] }
      const url = '/aggregator/user/save-collections'
      const answer = await own.server.inject({ method: 'POST', url, headers: { cookie }, payload })
      return answer.json().error ?? answer.statusCode
    }
    expect([await save(100), asked]).toEqual([200, []])
    // One that is saved already is not counted again.
    for (let time = 0; time < 2; time += 1) expect(await save(99, [EXAMPLE.collectionId])).toBe(200)
    expect(asked).toEqual([])
    expect(await save(101)).toMatchObject({ code: 'too-many-favourites', details: { most: 100 } })
    isKnown = true
    expect([await save(500), asked]).toEqual([200, [EXAMPLE.signer, EXAMPLE.signer]])
  })

  it('that a slow node has to know of holds no place of other calls', async () => {
    const { promise: isKnown, resolve: answer } = Promise.withResolvers<boolean>()
    let asked = 0
    const node = {
      isKnown: () => {
        asked += 1
        return isKnown
      },
    }
    await using own = await createTestApi(node)
    const payload = { collections: Array.from({ length: 101 }, (_, at) => `0x${(at + 1).toString(16)}`) }
    const saving = [EXAMPLE.signer, EXAMPLE.buyer, EXAMPLE.owner].flatMap((wallet, at) =>
      Array.from({ length: 5 }, async (_, client) => {
        const headers = { cookie: await signedInAs(own, wallet) }
        const remoteAddress = `203.0.113.${10 * at + client}`
        return own.server.inject({
          method: 'POST',
          url: '/aggregator/user/save-collections',
          headers,
          payload,
          remoteAddress,
        })
      }),
    )
    await expect.poll(() => asked).toBe(saving.length)
    const other = await own.server.inject({ url: '/aggregator/collection', remoteAddress: '198.51.100.1' })
    expect(other.statusCode).toBe(200)
    answer(false)
    for (const { statusCode } of await Promise.all(saving)) expect(statusCode).toBe(409)
  })

  it('is swept at the next sign-in when its wallet never came back and did nothing on chain', async () => {
    const [idle, recent] = [`0x${'d1'.repeat(32)}`, `0x${'d2'.repeat(32)}`]
    for (const wallet of [idle, recent]) {
      const cookie = await signedInAs(api, wallet)
      await star({ collectionId: EXAMPLE.collectionId }, { cookie })
    }
    await api.store.pool.query('delete from account.sessions where wallet = $1', [idle])
    await api.store.pool.query(
      `update account.notification_wallets set seen_at = seen_at - interval '200 days' where wallet = $1`,
      [idle],
    )
    expect((await ask(api, 'POST', '/api/session', EXAMPLE_SIGN_IN)).status).toBe(200)
    const wallets = async () => {
      const { rows } = await api.store.pool.query<{ wallet: string }>('select wallet from account.favourites')
      return rows.map(({ wallet }) => wallet)
    }
    await expect.poll(wallets).not.toContain(idle)
    expect(await wallets()).toContain(recent)
  })

  it('is erased whole, and that of other wallets remains', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    await star({ collectionId: EXAMPLE.collectionId }, { cookie })
    const flag = { collectionId: EXAMPLE.collectionId, reason: 'Misleading' }
    await ask(api, 'POST', '/aggregator/collection/flag-request', flag, { cookie })
    await ask(api, 'POST', '/aggregator/collection/flag-request', flag, {
      cookie: await signedInAs(api, EXAMPLE.owner),
    })
    const { json } = await ask(api, 'DELETE', '/api/user/account', undefined, { cookie })
    expect(json.deleted).toMatchObject({ favourites: 1, flag_requests: 1, sessions: 1, sign_in_challenges: 1 })
    expect(json.staysOnChain).toMatch(/no one can erase/)
    expect((await ask(api, 'GET', '/api/session', undefined, { cookie })).json.walletAddress).toBeNull()
    expect(await favouritesOf(EXAMPLE.owner)).toHaveLength(1)
    expect((await ask(api, 'GET', `/api/collection/${EXAMPLE.collectionId}/flags`)).json.data).toHaveLength(1)
  })

  it('is erased of one account at a time while notifications are made, and holds no place of other calls', async () => {
    const wallets = Array.from({ length: 15 }, (_, at) => `0x${(0xe0 + at).toString(16).repeat(32)}`)
    const cookies = await Promise.all(wallets.map((wallet) => signedInAs(api, wallet)))
    const notifier = await api.store.pool.connect()
    await notifier.query('begin; select from account.notification_progress for update')
    const erasing = cookies.map(async (cookie, at) => {
      const asked = { headers: { cookie }, remoteAddress: `203.0.113.${at}` }
      return api.server.inject({ method: 'DELETE', url: '/api/user/account', ...asked })
    })
    try {
      await expect.poll(waitingForLocks).toBe(1)
      let answered = 0
      const other = api.server.inject({ url: '/aggregator/collection', remoteAddress: '198.51.100.1' })
      void other.then(({ statusCode }) => (answered = statusCode))
      await expect.poll(() => answered).toBe(200)
      expect(await waitingForLocks()).toBe(1)
    } finally {
      await notifier.query('rollback')
      notifier.release()
    }
    expect((await Promise.all(erasing)).map(({ statusCode }) => statusCode)).toEqual(wallets.map(() => 200))
  })

  it('is in no table that erasing leaves out', async () => {
    const { rows } = await api.store.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'account' and column_name = 'wallet' order by 1`,
    )
    expect(rows.map((row) => row.name)).toEqual([...ACCOUNT_TABLES].sort())
  })
})
