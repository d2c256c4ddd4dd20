import { nameServiceOf } from '@opal/chain/names/name-service'
import type { Json } from '@opal/domain/json'
import { expect, it, vi } from 'vitest'
import type { ChosenDraft } from '../quote/trade-draft.ts'
import { checkReceiver } from './check-receiver.ts'

const [FRIEND, THIEF] = [`0x${'f'.repeat(64)}`, `0x${'7'.repeat(64)}`]

function asked(toName: string | undefined, toAddress: string, target: Json) {
  const view = vi.fn(async (): Promise<readonly Json[]> => [{ vec: target === null ? [] : [target] }])
  const body = { toAddress, items: [] }
  const draft: ChosenDraft = { call: 'transfer', body, ...(toName !== undefined && { toName }) }
  return { view, checked: checkReceiver(draft, nameServiceOf('mainnet'), { view }) }
}

// @feature trade.payload-checked
it.each([
  ['alice.apt', ['alice', { vec: [] }]],
  ['shop.alice.apt', ['alice', { vec: ['shop'] }]],
])('accepts a transfer to %s at the address that the page’s own node resolves', async (name, args) => {
  const { view, checked } = asked(name, FRIEND, FRIEND)
  await checked
  expect(view).toHaveBeenCalledWith(expect.stringMatching(/::router::get_target_addr$/), [], args)
})

// @feature trade.payload-checked
it.each([FRIEND, null])(
  'refuses a transfer to a name when the API resolves another address than %s',
  async (target) => {
    await expect(asked('alice.apt', THIEF, target).checked).rejects.toThrow(
      'a transfer to a wallet other than the one alice.apt points to',
    )
  },
)

// @feature trade.payload-checked
it.each(['list', 'update-price'] as const)(
  '%s: takes the only buyer’s name for the address that the page’s own node resolves, and for no other',
  async (call) => {
    const reserved = (reservedFor: string, buyerName?: string) => {
      const view = vi.fn(async (): Promise<readonly Json[]> => [{ vec: [FRIEND] }])
      const draft = { call, body: { items: [], terms: { reservedFor } }, ...(buyerName !== undefined && { buyerName }) }
      return { view, checked: checkReceiver(draft, nameServiceOf('mainnet'), { view }) }
    }
    await expect(reserved(FRIEND, 'alice.apt').checked).resolves.toBeUndefined()
    await expect(reserved(THIEF, 'alice.apt').checked).rejects.toThrow(
      'reserved for a wallet other than the one alice.apt points to',
    )
    const typed = reserved(THIEF)
    await typed.checked
    expect(typed.view).not.toHaveBeenCalled()
  },
)

it('accepts a typed address without a request', async () => {
  const { view, checked } = asked(undefined, FRIEND, null)
  await checked
  expect(view).not.toHaveBeenCalled()
})
