import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { AddWallet } from './add-wallet.tsx'
import { ownWallets } from './own-wallets.ts'

// @vitest-environment happy-dom
const OWNED = `0x${'a'.repeat(64)}`

beforeEach(() => ownWallets.set([]))
afterEach(cleanup)

// @feature portfolio.wallets
it.each([
  ['nobody.apt', 'No wallet has this name. Check the spelling, or use the wallet’s address.'],
  ['shop.nobody.apt', 'No wallet has this name. Check the spelling, or use the wallet’s address.'],
  ['0x12', 'This address is incomplete: it needs 64 digits after 0x. Only 0x0 to 0xf can be shorter.'],
  ['nobody at all', 'Enter an address or a .apt name.'],
  ['offline.apt', 'Couldn’t look up that name. Try again.'],
  ['alice.apt', null],
  [OWNED, null],
])('adds a wallet, or says what is wrong: %s', async (text, sentence) => {
  renderSite(<AddWallet />, {
    '/data/user/named/alice.apt': () => ({ name: 'alice.apt', walletAddress: OWNED }),
    '/data/user/named/nobody.apt': () => ({ name: 'nobody.apt', walletAddress: null }),
    '/data/user/named/shop.nobody.apt': () => ({ name: 'shop.nobody.apt', walletAddress: null }),
  })
  const user = userEvent.setup()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address or .apt name' })
  await user.type(field, text)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  if (sentence !== null) await screen.findByText(sentence)
  await waitFor(() => expect(field.value).toBe(sentence === null ? '' : text))
  expect(ownWallets.get()).toEqual(sentence === null ? [OWNED] : [])
})
