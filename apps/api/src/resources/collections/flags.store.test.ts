import { MAX_OPEN_FLAGS } from '@opal/contract/collections/flags'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, refused } from '../../testing/ask.ts'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { createTestApi, TEST_OPERATOR_TOKEN, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})
afterEach(() => api[Symbol.asyncDispose]())

describe('flags', () => {
  const flags = `/api/collection/${EXAMPLE.collectionId}/flags`

  it('are public with their decision, without the remarks, and one open per wallet', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    for (const reason of ['Misleading', 'Copy of another collection']) {
      const body = { collectionId: EXAMPLE.collectionId, reason, remarks: 'between us' }
      await ask(api, 'POST', '/aggregator/collection/flag-request', body, { cookie })
    }
    const [open] = (await ask(api, 'GET', flags)).json.data
    expect(open).toMatchObject({ walletAddress: EXAMPLE.signer, reason: 'Copy of another collection', status: 'open' })
    expect(JSON.stringify(open)).not.toContain('between us')
    const verdict = { status: 'upheld', decision: 'It is a copy.' }
    const url = `/api/collection/flag-request/${open.id}`
    expect(await ask(api, 'PATCH', url, verdict)).toMatchObject(refused(403, 'operator-only'))
    const authorization = `Bearer ${TEST_OPERATOR_TOKEN}`
    expect((await ask(api, 'PATCH', url, verdict, { authorization })).json).toMatchObject({ ...verdict, id: open.id })
    expect((await ask(api, 'GET', flags)).json.data).toMatchObject([verdict])
    expect(await ask(api, 'PATCH', '/api/collection/flag-request/999', verdict, { authorization })).toMatchObject(
      refused(404, 'flag-not-found'),
    )
  })

  it('show no text of their senders, nor text that was written before', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    const body = { collectionId: EXAMPLE.collectionId, reason: 'Claim refunds at evil.example' }
    const url = '/aggregator/collection/flag-request'
    expect(await ask(api, 'POST', url, body, { cookie })).toMatchObject(refused(400, 'invalid-request'))
    expect((await ask(api, 'GET', flags)).json.data).toEqual([])
    await ask(api, 'POST', url, { ...body, reason: 'Misleading' }, { cookie })
    await api.store.pool.query(`update account.flag_requests set reason = $1`, [body.reason])
    expect((await ask(api, 'GET', flags)).json.data).toMatchObject([{ reason: 'Something else' }])
  })

  it('of one wallet are bounded, also by concurrent calls, until some are decided', async () => {
    const cookie = await signedInAs(api, EXAMPLE.signer)
    const collections = Array.from({ length: MAX_OPEN_FLAGS + 5 }, (_, at) => `0x${String(at).padStart(64, 'f')}`)
    await api.store.pool.query(
      `insert into chain.current_collections_v2 select made.* from unnest($1::text[]) as id,
        (select to_jsonb(c) as row from chain.current_collections_v2 c where collection_id = $2) c,
        jsonb_populate_record(null::chain.current_collections_v2, c.row || jsonb_build_object('collection_id', id)) made`,
      [collections, EXAMPLE.collectionId],
    )
    const flag = (collectionId: string) =>
      ask(api, 'POST', '/aggregator/collection/flag-request', { collectionId, reason: 'Misleading' }, { cookie })
    const answers = await Promise.all(collections.map(flag))
    const [taken, left] = [200, 409].map((status) => answers.filter((answer) => answer.status === status))
    expect([taken?.length, left?.length]).toEqual([MAX_OPEN_FLAGS, 5])
    expect(left?.[0]).toMatchObject(refused(409, 'too-many-flags'))
    const { id, collectionId } = taken?.[0]?.json ?? {}
    expect((await flag(collectionId)).status).toBe(200)
    const authorization = `Bearer ${TEST_OPERATOR_TOKEN}`
    await ask(
      api,
      'PATCH',
      `/api/collection/flag-request/${id}`,
      { status: 'dismissed', decision: null },
      { authorization },
    )
    const rest = collections.filter((one) => !taken?.some(({ json }) => json.collectionId === one))
    expect((await Promise.all(rest.map(flag))).filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('are read page by page', async () => {
    for (let wallet = 1; wallet <= 5; wallet++) {
      const cookie = await signedInAs(api, `0x${String(wallet).padStart(64, '0')}`)
      await ask(
        api,
        'POST',
        '/aggregator/collection/flag-request',
        { collectionId: EXAMPLE.collectionId, reason: 'Misleading' },
        { cookie },
      )
    }
    const first = (await ask(api, 'GET', `${flags}?take=3`)).json
    const rest = (await ask(api, 'GET', `${flags}?take=3&cursor=${first.nextCursor}`)).json
    const wallets = [...first.data, ...rest.data].map((flag: { walletAddress: string }) => flag.walletAddress.slice(-1))
    expect({ wallets, end: rest.nextCursor }).toEqual({ wallets: ['5', '4', '3', '2', '1'], end: null })
  })
})
