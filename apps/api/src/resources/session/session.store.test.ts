import { NodeUnreachableError } from '@opal/chain/rest/node-errors'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { EXAMPLE_SIGN_IN } from '@opal/contract/shapes/example-sign-in'
import { ACCOUNT_TABLES } from '@opal/store/accounts/wallets'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashSessionToken } from '../../auth/session-token.ts'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { createTestApi, TEST_OPERATOR_TOKEN, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})
afterEach(() => api[Symbol.asyncDispose]())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
async function ask(method: Method, url: string, payload?: object, headers: Record<string, string> = {}) {
  const answer = await api.server.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, json: answer.json(), cookie: String(answer.headers['set-cookie'] ?? '') }
}
const refused = (status: number, code: string) => ({ status, json: { error: { code } } })
const favouritesOf = async (wallet: string) => {
  const headers = { cookie: await signedInAs(api, wallet) }
  return (await ask('GET', `/aggregator/collection/?walletAddress=${wallet}`, undefined, headers)).json.data
}

describe('signing in', () => {
  it('opens a session by a cookie that no script reads, and signing out ends it', async () => {
    const { status, json, cookie } = await ask('POST', '/api/session', EXAMPLE_SIGN_IN)
    expect({ status, wallet: json.walletAddress }).toEqual({ status: 200, wallet: EXAMPLE.signer })
    expect(cookie).toMatch(/^opal_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await ask('GET', '/api/session', undefined, headers)).json).toEqual(json)
    expect((await ask('DELETE', '/api/session', undefined, headers)).cookie).toContain('Max-Age=0')
    expect((await ask('GET', '/api/session', undefined, headers)).json).toEqual({
      walletAddress: null,
      expiresAt: null,
    })
  })

  it('is by https alone and for this host alone off the local network: no sibling host plants a session', async () => {
    await using mainnet = await createTestApi({}, { OPAL_NETWORK: 'mainnet' })
    const opened = await signedInAs(mainnet, EXAMPLE.signer)
    const [, token = ''] = opened.split('=')
    expect(opened).toBe(`__Host-opal_session=${token}`)
    const walletBy = async (cookie: string) =>
      (await mainnet.server.inject({ url: '/api/session', headers: { cookie } })).json().walletAddress
    expect(await walletBy(opened)).toBe(EXAMPLE.signer)
    expect(await walletBy(`opal_session=${token}`)).toBeNull()
    const closing = await mainnet.server.inject({ method: 'DELETE', url: '/api/session', headers: { cookie: opened } })
    expect(closing.headers['set-cookie']).toBe(
      '__Host-opal_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
    expect(await walletBy(opened)).toBeNull()
  })

  // @feature account.sessions
  it('lists the open sessions of the wallet alone, and ends them everywhere at once', async () => {
    const [here, there] = [await signedInAs(api, EXAMPLE.buyer), await signedInAs(api, EXAMPLE.buyer)]
    const stranger = await signedInAs(api, EXAMPLE.signer)
    const sessionsOf = async (cookie: string) => (await ask('GET', '/api/sessions', undefined, { cookie })).json.data
    const listed = await sessionsOf(here)
    expect(listed.map((each: { isCurrent: boolean }) => each.isCurrent).sort()).toEqual([false, true])
    expect(JSON.stringify(listed)).not.toContain(here.split('=')[1])
    await api.store.pool.query(`update account.sessions set expires_at = '2000-01-01' where token_hash = $1`, [
      hashSessionToken(there.split('=')[1] ?? ''),
    ])
    expect(await sessionsOf(here)).toHaveLength(1)
    await ask('POST', '/api/session/challenge', { walletAddress: EXAMPLE.buyer })

    const again = await signedInAs(api, EXAMPLE.buyer)
    const ended = await ask('DELETE', '/api/sessions', undefined, { cookie: here })
    expect([ended.status, ended.json]).toEqual([200, { ended: 2 }])
    expect(ended.cookie).toContain('opal_session=; Max-Age=0')
    for (const cookie of [here, there, again])
      expect(await ask('GET', '/api/sessions', undefined, { cookie })).toMatchObject(refused(401, 'sign-in-required'))
    const begun = await api.store.pool.query('select 1 from account.sign_in_challenges where wallet = $1', [
      EXAMPLE.buyer,
    ])
    expect(begun.rowCount).toBe(0)
    expect(await sessionsOf(stranger)).toHaveLength(1)
  })

  // @feature account.key-rotation
  it.each([
    ['the session itself', '/api/session'],
    ['a call of the wallet', '/api/sessions'],
    ['favourites in a list', `/aggregator/collection/?walletAddress=${EXAMPLE.signer}`],
  ])('ends with the rule of the key that opened it, after its next use, by %s', async (_use, url) => {
    const { cookie: opened } = await ask('POST', '/api/session', EXAMPLE_SIGN_IN)
    const headers = { cookie: opened.split(';')[0] ?? '' }
    const stranger = { cookie: await signedInAs(api, EXAMPLE.buyer) }
    await api.store.pool.query(`update account.sessions set opened_at = opened_at - interval '1 minute'`)
    const openSessions = async () =>
      (await api.store.pool.query<{ wallet: string }>('select wallet from account.sessions')).rows
    expect((await ask('GET', url, undefined, headers)).status).toBe(200)
    expect(await openSessions()).toHaveLength(2)
    api.rotatedKeys.set(EXAMPLE.signer, `0x${'7e'.repeat(32)}`)
    expect((await ask('GET', url, undefined, headers)).status).toBe(200)
    await expect.poll(openSessions).toEqual([{ wallet: EXAMPLE.buyer }])
    api.rotatedKeys.delete(EXAMPLE.signer)
    // It is deleted for good; other sessions are not.
    expect(await ask('GET', '/api/sessions', undefined, headers)).toMatchObject(refused(401, 'sign-in-required'))
    expect((await ask('GET', '/api/session', undefined, headers)).json.walletAddress).toBeNull()
    expect((await ask('GET', '/api/sessions', undefined, stranger)).status).toBe(200)
  })

  it('goes on while the node is slow or away, and waits for no answer of it', async () => {
    const headers = { cookie: await signedInAs(api, EXAMPLE.signer) }
    for (const silent of [new NodeUnreachableError('by the test'), new Promise<string>(() => undefined)]) {
      api.rotatedKeys.set(EXAMPLE.signer, silent)
      const calls = Array.from({ length: 20 }, () => ask('GET', '/api/sessions', undefined, headers))
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
    }
  })

  it('is ended everywhere by no page of a foreign origin', async () => {
    const headers = { cookie: await signedInAs(api, EXAMPLE.buyer), origin: 'https://evil.example' }
    expect(await ask('DELETE', '/api/sessions', undefined, headers)).toMatchObject(refused(403, 'foreign-origin'))
    const { cookie } = headers
    expect((await ask('GET', '/api/sessions', undefined, { cookie })).json.data).toHaveLength(1)
  })

  it('takes an answer once, whether it was right or wrong', async () => {
    const wrong = { ...EXAMPLE_SIGN_IN, signature: `0x40${'00'.repeat(64)}` }
    expect(await ask('POST', '/api/session', wrong)).toMatchObject(refused(401, 'sign-in-refused'))
    expect(await ask('POST', '/api/session', EXAMPLE_SIGN_IN)).toMatchObject(refused(401, 'sign-in-refused'))
  })

  it('gives a token of its own whatever cookie came with the answer, and ends the session of that one', async () => {
    const planted = { cookie: 'opal_session=planted-by-somebody-else' }
    const before = { cookie: await signedInAs(api, EXAMPLE.buyer) }
    const { status, cookie } = await ask('POST', '/api/session', EXAMPLE_SIGN_IN, before)
    expect({ status, isNew: !cookie.includes(before.cookie) }).toEqual({ status: 200, isNew: true })
    for (const headers of [planted, before]) {
      expect((await ask('GET', '/api/session', undefined, headers)).json.walletAddress).toBeNull()
    }
  })

  it('takes no answer after its time', async () => {
    const { json } = await ask('POST', '/api/session/challenge', { walletAddress: EXAMPLE.signer })
    await api.store.pool.query(`update account.sign_in_challenges set expires_at = '2000-01-01'`)
    const late = { ...EXAMPLE_SIGN_IN, input: json.input }
    expect(await ask('POST', '/api/session', late)).toMatchObject(refused(401, 'sign-in-refused'))
  })

  it('refuses a signature of another challenge, and a message of another page', async () => {
    const { json } = await ask('POST', '/api/session/challenge', { walletAddress: EXAMPLE.signer })
    const forged = { ...EXAMPLE_SIGN_IN, input: json.input }
    expect(await ask('POST', '/api/session', forged)).toMatchObject(refused(401, 'sign-in-refused'))
    const elsewhere = { ...EXAMPLE_SIGN_IN, input: { ...EXAMPLE_SIGN_IN.input, domain: 'evil.example' } }
    expect(await ask('POST', '/api/session', elsewhere)).toMatchObject(refused(401, 'sign-in-refused'))
  })

  it('asks for the page that asks, and for our own when a foreign page does', async () => {
    const body = { walletAddress: EXAMPLE.signer }
    const domain = async (origin?: string) =>
      (await ask('POST', '/api/session/challenge', body, origin === undefined ? {} : { origin })).json.input?.domain
    expect(await domain()).toBe('127.0.0.1:3000')
    expect(await domain('http://localhost:3000')).toBe('localhost:3000')
    const foreign = await ask('POST', '/api/session/challenge', body, { origin: 'https://evil.example' })
    expect(foreign).toMatchObject(refused(403, 'foreign-origin'))
  })

  it('is over when the session’s time is over', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    await api.store.pool.query(`update account.sessions set expires_at = '2000-01-01'`)
    expect((await ask('GET', '/api/session', undefined, { cookie })).json.walletAddress).toBeNull()
  })
})

describe('what a wallet keeps', () => {
  const star = (body: object, headers = {}) => ask('POST', '/aggregator/user/collections/favourite', body, headers)

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

  it('are favourites, one or many, and without doubles', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    expect((await star({ collectionId: EXAMPLE.collectionId }, { cookie })).json.favorite).toBe(true)
    const many = { collections: [EXAMPLE.collectionId, '0xff'] }
    const saved = await ask('POST', '/aggregator/user/save-collections', many, { cookie })
    expect(saved.json).toEqual({ saved: [EXAMPLE.collectionId] })
    expect(await favouritesOf(EXAMPLE.signer)).toHaveLength(1)
    expect((await star({ collectionId: EXAMPLE.collectionId, delete: true }, { cookie })).json.favorite).toBe(false)
    expect(await favouritesOf(EXAMPLE.signer)).toEqual([])
    expect(await star({ collectionId: '0xff' }, { cookie })).toMatchObject(refused(404, 'collection-not-found'))
  })

  it('are few for a wallet that the chain does not know, and as many as one may have for others', async () => {
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
    const save = async (count: number) => {
      const collections = Array.from({ length: count }, (_, at) => `0x${(at + 1).toString(16)}`)
      const payload = { collections }
      const url = '/aggregator/user/save-collections'
      const answer = await own.server.inject({ method: 'POST', url, headers: { cookie }, payload })
      return answer.json().error ?? answer.statusCode
    }
    expect([await save(100), asked]).toEqual([200, []])
    expect(await save(101)).toMatchObject({ code: 'too-many-favourites', details: { most: 100 } })
    isKnown = true
    expect([await save(500), asked]).toEqual([200, [EXAMPLE.signer, EXAMPLE.signer]])
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
    expect((await ask('POST', '/api/session', EXAMPLE_SIGN_IN)).status).toBe(200)
    const { rows } = await api.store.pool.query<{ wallet: string }>('select wallet from account.favourites')
    expect(rows.map(({ wallet }) => wallet)).toContain(recent)
    expect(rows.map(({ wallet }) => wallet)).not.toContain(idle)
  })

  it('is erased whole, and nothing of anybody else', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    await star({ collectionId: EXAMPLE.collectionId }, { cookie })
    const flag = { collectionId: EXAMPLE.collectionId, reason: 'Misleading' }
    await ask('POST', '/aggregator/collection/flag-request', flag, { cookie })
    await ask('POST', '/aggregator/collection/flag-request', flag, { cookie: await signedInAs(api, EXAMPLE.owner) })
    const { json } = await ask('DELETE', '/api/user/account', undefined, { cookie })
    expect(json.deleted).toMatchObject({ favourites: 1, flag_requests: 1, sessions: 1, sign_in_challenges: 1 })
    expect(json.staysOnChain).toMatch(/nobody can erase/)
    expect((await ask('GET', '/api/session', undefined, { cookie })).json.walletAddress).toBeNull()
    expect(await favouritesOf(EXAMPLE.owner)).toHaveLength(1)
    expect((await ask('GET', `/api/collection/${EXAMPLE.collectionId}/flags`)).json.data).toHaveLength(1)
  })

  it('lies in no table that erasing forgets', async () => {
    const { rows } = await api.store.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'account' and column_name = 'wallet' order by 1`,
    )
    expect(rows.map((row) => row.name)).toEqual([...ACCOUNT_TABLES].sort())
  })
})

describe('flags', () => {
  const flags = `/api/collection/${EXAMPLE.collectionId}/flags`

  it('are public with their decision, without the remarks, and one open per wallet', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    for (const reason of ['Misleading', 'Copy of another collection']) {
      const body = { collectionId: EXAMPLE.collectionId, reason, remarks: 'between us' }
      await ask('POST', '/aggregator/collection/flag-request', body, { cookie })
    }
    const [open] = (await ask('GET', flags)).json.data
    expect(open).toMatchObject({ walletAddress: EXAMPLE.signer, reason: 'Copy of another collection', status: 'open' })
    expect(JSON.stringify(open)).not.toContain('between us')
    const verdict = { status: 'upheld', decision: 'It is a copy.' }
    const url = `/api/collection/flag-request/${open.id}`
    expect(await ask('PATCH', url, verdict)).toMatchObject(refused(403, 'operator-only'))
    const authorization = `Bearer ${TEST_OPERATOR_TOKEN}`
    expect((await ask('PATCH', url, verdict, { authorization })).json).toMatchObject({ ...verdict, id: open.id })
    expect((await ask('GET', flags)).json.data).toMatchObject([verdict])
    expect(await ask('PATCH', '/api/collection/flag-request/999', verdict, { authorization })).toMatchObject(
      refused(404, 'flag-not-found'),
    )
  })

  it('show no words of their senders, nor such as were written before', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    const body = { collectionId: EXAMPLE.collectionId, reason: 'Claim refunds at evil.example' }
    const url = '/aggregator/collection/flag-request'
    expect(await ask('POST', url, body, { cookie })).toMatchObject(refused(400, 'invalid-request'))
    expect((await ask('GET', flags)).json.data).toEqual([])
    await ask('POST', url, { ...body, reason: 'Misleading' }, { cookie })
    await api.store.pool.query(`update account.flag_requests set reason = $1`, [body.reason])
    expect((await ask('GET', flags)).json.data).toMatchObject([{ reason: 'Something else' }])
  })

  it('are read page by page', async () => {
    for (let wallet = 1; wallet <= 5; wallet++) {
      const cookie = await signedInAs(api, `0x${String(wallet).padStart(64, '0')}`)
      await ask(
        'POST',
        '/aggregator/collection/flag-request',
        { collectionId: EXAMPLE.collectionId, reason: 'Misleading' },
        { cookie },
      )
    }
    const first = (await ask('GET', `${flags}?take=3`)).json
    const rest = (await ask('GET', `${flags}?take=3&cursor=${first.nextCursor}`)).json
    const wallets = [...first.data, ...rest.data].map((flag: { walletAddress: string }) => flag.walletAddress.slice(-1))
    expect({ wallets, end: rest.nextCursor }).toEqual({ wallets: ['5', '4', '3', '2', '1'], end: null })
  })
})

describe('the operator', () => {
  const authorization = `Bearer ${TEST_OPERATOR_TOKEN}`
  const quiet = async () =>
    (await ask('GET', '/aggregator/collection/search/quiet?page=1&take=1')).json.data[0] as {
      collectionId: string
      isVerified: boolean
    }

  it('features a collection, takes it off again, and vouches for it', async () => {
    const { collectionId } = await quiet()
    const feature = (isfeatured: boolean) =>
      ask('PATCH', `/api/collection/${collectionId}/feature`, { isfeatured }, { authorization })
    const featured = async () =>
      (await ask('GET', '/aggregator/collection/featured')).json.data.map(
        (row: { collectionId: string }) => row.collectionId,
      )
    expect((await feature(true)).json).toEqual({ collectionId, isFeatured: true })
    expect(await featured()).toContain(collectionId)
    expect((await quiet()).isVerified).toBe(true)
    await feature(false)
    expect(await featured()).not.toContain(collectionId)
    await ask('PATCH', `/api/collection/${collectionId}/verify`, { isVerified: false }, { authorization })
    expect((await quiet()).isVerified).toBe(false)
  })

  it('is absent without the token, or where none is configured', async () => {
    const url = `/api/collection/${EXAMPLE.collectionId}/feature`
    expect(await ask('PATCH', url, { isfeatured: true })).toMatchObject(refused(403, 'operator-only'))
    expect(await ask('PATCH', url, { isfeatured: true }, { authorization: 'Bearer x' })).toMatchObject(
      refused(403, 'operator-only'),
    )
  })
})
