import type { HeldAccount } from '../account-book.ts'
import { formatApt, shortenHex } from '../format.ts'
import type { NodeClient } from '../node-client.ts'
import { element } from './element.ts'
import { avatar } from './icon.ts'

/** A list of radio buttons, one per account, whose balances fill in as the node answers. */
export interface AccountPicker {
  readonly root: HTMLElement
  readonly chosen: () => HeldAccount
}

/** Lets a person choose one of the accounts; `initial` or the first is chosen beforehand. */
export function accountPicker(
  accounts: readonly HeldAccount[],
  initial: HeldAccount | null,
  node: NodeClient,
): AccountPicker {
  const first = initial ?? accounts[0]
  if (first === undefined) throw new Error('Opal Dev Wallet: there are no accounts to choose from')
  let chosen = first
  const rows = accounts.map((account) => {
    const input = element('input', { type: 'radio', name: 'account', 'aria-label': account.name })
    input.checked = account === first
    input.addEventListener('change', () => {
      chosen = account
    })
    return element('label', {}, input, accountRow(account, node))
  })
  return { root: element('fieldset', {}, element('legend', {}, 'Account'), ...rows), chosen: () => chosen }
}

/** Returns name, address and balance of an account. */
export function accountRow(account: HeldAccount, node: NodeClient): HTMLElement {
  const balance = element('span', { class: 'balance' }, '…')
  void node.balanceOctas(account.address).then((octas) => {
    balance.textContent = octas === null ? '' : formatApt(octas - (octas % 10_000n))
  })
  return element(
    'span',
    { class: 'account' },
    avatar(account.name, account.address),
    element('span', {}, account.name, element('small', { class: 'mono' }, shortenHex(account.address))),
    balance,
  )
}
