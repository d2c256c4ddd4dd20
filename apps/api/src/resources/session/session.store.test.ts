import { NodeUnreachableError } from '@opal/chain/rest/node-errors'
import { signInText } from '@opal/chain/sign-in/sign-in-message'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { EXAMPLE_SIGN_IN } from '@opal/contract/shapes/example-sign-in'
import { writeChallenge } from '@opal/store/accounts/sessions'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashSessionToken } from '../../auth/session-token.ts'
import { ask, refused } from '../../testing/ask.ts'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})
afterEach(() => api[Symbol.asyncDispose]())

describe('signing in', () => {
  it('opens a session by a cookie that no script reads, and signing out ends it', async () => {
    const { status, json, cookie } = await ask(api, 'POST', '/api/session', EXAMPLE_SIGN_IN)
    expect({ status, wallet: json.walletAddress }).toEqual({ status: 200, wallet: EXAMPLE.signer })
    expect(cookie).toMatch(/^opal_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await ask(api, 'GET', '/api/session', undefined, headers)).json).toEqual(json)
    expect((await ask(api, 'DELETE', '/api/session', undefined, headers)).cookie).toContain('Max-Age=0')
    expect((await ask(api, 'GET', '/api/session', undefined, headers)).json).toEqual({
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
    const sessionsOf = async (cookie: string) =>
      (await ask(api, 'GET', '/api/sessions', undefined, { cookie })).json.data
    const listed = await sessionsOf(here)
    expect(listed.map((each: { isCurrent: boolean }) => each.isCurrent).sort()).toEqual([false, true])
    expect(JSON.stringify(listed)).not.toContain(here.split('=')[1])
    await api.store.pool.query(`update account.sessions set expires_at = '2000-01-01' where token_hash = $1`, [
      hashSessionToken(there.split('=')[1] ?? ''),
    ])
    expect(await sessionsOf(here)).toHaveLength(1)
    await ask(api, 'POST', '/api/session/challenge', { walletAddress: EXAMPLE.buyer })

    const again = await signedInAs(api, EXAMPLE.buyer)
    const ended = await ask(api, 'DELETE', '/api/sessions', undefined, { cookie: here })
    expect([ended.status, ended.json]).toEqual([200, { ended: 2 }])
    expect(ended.cookie).toContain('opal_session=; Max-Age=0')
    for (const cookie of [here, there, again])
      expect(await ask(api, 'GET', '/api/sessions', undefined, { cookie })).toMatchObject(
        refused(401, 'sign-in-required'),
      )
    const begun = await api.store.pool.query('select 1 from account.sign_in_challenges where wallet = $1', [
      EXAMPLE.buyer,
    ])
    expect(begun.rowCount).toBe(0)
    expect(await sessionsOf(stranger)).toHaveLength(1)
  })

  it('waits for none of the idle wallets that it has swept, nor do any number of sign-ins hold the store for that', async () => {
    const { pool } = api.store
    const { input } = EXAMPLE_SIGN_IN
    const times = { expiresAtMicros: TEST_NOW_MICROS + 60_000_000n }
    const challenge = { nonce: input.nonce, wallet: input.address, message: signInText(input), ...times }
    const idle = () => pool.query(`select from account.notification_wallets where wallet = 'idle'`)
    await pool.query(`insert into account.notification_wallets (wallet, seen_at) values ('idle', '2000-01-01')`)
    const notifier = await pool.connect()
    await notifier.query('begin; select from account.notification_progress for update')
    for (let turn = 0; turn < 15; turn += 1) {
      if (turn > 0) await writeChallenge(api.store, challenge, TEST_NOW_MICROS)
      expect((await ask(api, 'POST', '/api/session', EXAMPLE_SIGN_IN)).status).toBe(200)
    }
    expect((await ask(api, 'GET', '/api/session')).status).toBe(200)
    expect((await idle()).rowCount).toBe(1)
    await notifier.query('rollback')
    notifier.release()
    await expect.poll(async () => (await idle()).rowCount).toBe(0)
  })

  it('ends the oldest of a hundred sessions of its wallet, and none of another', async () => {
    const open = (wallet: string) =>
      api.store.pool.query(
        `insert into account.sessions (token_hash, wallet, opened_at, expires_at)
         select $1 || n, $1, now() - n * interval '1 minute', 'infinity' from generate_series(1, 120) n`,
        [wallet],
      )
    await open(EXAMPLE.signer)
    await open(EXAMPLE.buyer)
    const { cookie } = await ask(api, 'POST', '/api/session', EXAMPLE_SIGN_IN)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await ask(api, 'GET', '/api/session', undefined, headers)).json.walletAddress).toBe(EXAMPLE.signer)
    const { rows } = await api.store.pool.query<{ wallet: string; count: bigint; oldest: string | null }>(
      `select wallet, count(*), max(nullif(substr(token_hash, 67), '')::int) filter (where token_hash like '0x%') as oldest
       from account.sessions group by wallet`,
    )
    expect(new Map(rows.map(({ wallet, count, oldest }) => [wallet, [Number(count), Number(oldest)]]))).toEqual(
      new Map([
        [EXAMPLE.signer, [100, 99]],
        [EXAMPLE.buyer, [120, 120]],
      ]),
    )
  })

  // @feature account.key-rotation
  it.each([
    ['the session itself', '/api/session'],
    ['a call of the wallet', '/api/sessions'],
    ['favourites in a list', `/aggregator/collection/?walletAddress=${EXAMPLE.signer}`],
  ])('ends with the rule of the key that opened it, after its next use, by %s', async (_use, url) => {
    const { cookie: opened } = await ask(api, 'POST', '/api/session', EXAMPLE_SIGN_IN)
    const headers = { cookie: opened.split(';')[0] ?? '' }
    const stranger = { cookie: await signedInAs(api, EXAMPLE.buyer) }
    await api.store.pool.query(`update account.sessions set opened_at = opened_at - interval '1 minute'`)
    const openSessions = async () =>
      (await api.store.pool.query<{ wallet: string }>('select wallet from account.sessions')).rows
    expect((await ask(api, 'GET', url, undefined, headers)).status).toBe(200)
    expect(await openSessions()).toHaveLength(2)
    api.rotatedKeys.set(EXAMPLE.signer, `0x${'7e'.repeat(32)}`)
    expect((await ask(api, 'GET', url, undefined, headers)).status).toBe(200)
    await expect.poll(openSessions).toEqual([{ wallet: EXAMPLE.buyer }])
    api.rotatedKeys.delete(EXAMPLE.signer)
    // It is deleted for good; other sessions are not.
    expect(await ask(api, 'GET', '/api/sessions', undefined, headers)).toMatchObject(refused(401, 'sign-in-required'))
    expect((await ask(api, 'GET', '/api/session', undefined, headers)).json.walletAddress).toBeNull()
    expect((await ask(api, 'GET', '/api/sessions', undefined, stranger)).status).toBe(200)
  })

  it('remains open while the node is slow or away, and does not wait for it', async () => {
    const headers = { cookie: await signedInAs(api, EXAMPLE.signer) }
    for (const silent of [new NodeUnreachableError('by the test'), new Promise<string>(() => undefined)]) {
      api.rotatedKeys.set(EXAMPLE.signer, silent)
      const calls = Array.from({ length: 20 }, () => ask(api, 'GET', '/api/sessions', undefined, headers))
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
    }
  })

  it('is ended everywhere by no page of a foreign origin', async () => {
    const headers = { cookie: await signedInAs(api, EXAMPLE.buyer), origin: 'https://evil.example' }
    expect(await ask(api, 'DELETE', '/api/sessions', undefined, headers)).toMatchObject(refused(403, 'foreign-origin'))
    const { cookie } = headers
    expect((await ask(api, 'GET', '/api/sessions', undefined, { cookie })).json.data).toHaveLength(1)
  })

  it('takes an answer once, whether it was right or wrong', async () => {
    const wrong = { ...EXAMPLE_SIGN_IN, signature: `0x40${'00'.repeat(64)}` }
    expect(await ask(api, 'POST', '/api/session', wrong)).toMatchObject(refused(401, 'sign-in-refused'))
    expect(await ask(api, 'POST', '/api/session', EXAMPLE_SIGN_IN)).toMatchObject(refused(401, 'sign-in-refused'))
  })

  it('gives a token of its own whatever cookie came with the answer, and ends the session of that one', async () => {
    const planted = { cookie: 'opal_session=planted-by-an-attacker' }
    const before = { cookie: await signedInAs(api, EXAMPLE.buyer) }
    const { status, cookie } = await ask(api, 'POST', '/api/session', EXAMPLE_SIGN_IN, before)
    expect({ status, isNew: !cookie.includes(before.cookie) }).toEqual({ status: 200, isNew: true })
    for (const headers of [planted, before]) {
      expect((await ask(api, 'GET', '/api/session', undefined, headers)).json.walletAddress).toBeNull()
    }
  })

  it('takes no answer after its time', async () => {
    const { json } = await ask(api, 'POST', '/api/session/challenge', { walletAddress: EXAMPLE.signer })
    await api.store.pool.query(`update account.sign_in_challenges set expires_at = '2000-01-01'`)
    const late = { ...EXAMPLE_SIGN_IN, input: json.input }
    expect(await ask(api, 'POST', '/api/session', late)).toMatchObject(refused(401, 'sign-in-refused'))
  })

  it('refuses a signature of another challenge, and a message of another page', async () => {
    const { json } = await ask(api, 'POST', '/api/session/challenge', { walletAddress: EXAMPLE.signer })
    const forged = { ...EXAMPLE_SIGN_IN, input: json.input }
    expect(await ask(api, 'POST', '/api/session', forged)).toMatchObject(refused(401, 'sign-in-refused'))
    const elsewhere = { ...EXAMPLE_SIGN_IN, input: { ...EXAMPLE_SIGN_IN.input, domain: 'evil.example' } }
    expect(await ask(api, 'POST', '/api/session', elsewhere)).toMatchObject(refused(401, 'sign-in-refused'))
  })

  it('asks for the page that asks, and for our own when a foreign page does', async () => {
    const body = { walletAddress: EXAMPLE.signer }
    const domain = async (origin?: string) =>
      (await ask(api, 'POST', '/api/session/challenge', body, origin === undefined ? {} : { origin })).json.input
        ?.domain
    expect(await domain()).toBe('127.0.0.1:3000')
    expect(await domain('http://localhost:3000')).toBe('localhost:3000')
    const foreign = await ask(api, 'POST', '/api/session/challenge', body, { origin: 'https://evil.example' })
    expect(foreign).toMatchObject(refused(403, 'foreign-origin'))
  })

  it('is over when the session’s time is over', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    await api.store.pool.query(`update account.sessions set expires_at = '2000-01-01'`)
    expect((await ask(api, 'GET', '/api/session', undefined, { cookie })).json.walletAddress).toBeNull()
  })
})
