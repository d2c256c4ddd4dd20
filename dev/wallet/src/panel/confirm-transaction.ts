import type { RawTransaction } from '@aptos-labs/ts-sdk'
import type { HeldAccount } from '../account-book.ts'
import { formatApt, shortenHex, shortenType } from '../format.ts'
import type { NodeClient } from '../node-client.ts'
import { describeTransaction, type TransactionDescription } from '../transaction/describe-transaction.ts'
import { accountRow } from './account-picker.ts'
import { element } from './element.ts'
import { showPanel } from './panel.ts'

/**
 * Shows a transaction and asks whether to sign it.
 * @param raw the transaction exactly as it will be signed
 * @param effects element that the simulation's effects are rendered into while the window is open
 * @returns whether the user approved
 */
export async function confirmTransaction(
  raw: RawTransaction,
  account: HeldAccount,
  node: NodeClient,
  effects: HTMLElement,
): Promise<boolean> {
  const description = await describeTransaction(raw, node)
  const answer = await showPanel({
    title: 'Confirm transaction',
    body: [
      callLine(description),
      effects,
      argumentList(description),
      element('div', { class: 'card' }, element('h3', {}, 'Details'), detailList(description)),
      accountRow(account, node),
    ],
    approveLabel: 'Approve',
    rejectLabel: 'Reject',
    answer: () => true,
  })
  return answer ?? false
}

function callLine(description: TransactionDescription): HTMLElement {
  const where = description.moduleAddress === null ? '' : ` at ${shortenHex(description.moduleAddress)}`
  return element('p', {}, element('code', { title: description.moduleAddress ?? '' }, description.title), where)
}

function argumentList(description: TransactionDescription): HTMLElement {
  const items = [
    ...description.typeArguments.map((text) => ({ type: 'type argument', text })),
    ...description.arguments,
  ].map(({ type, text }) =>
    element('li', {}, element('small', { title: type }, shortenType(type)), element('code', {}, text)),
  )
  const list = items.length === 0 ? element('p', {}, 'None') : element('ol', {}, ...items)
  return element('div', { class: 'card' }, element('h3', {}, 'Arguments'), list)
}

function detailList(description: TransactionDescription): HTMLElement {
  const most = description.maxGasAmount * description.gasUnitPrice
  return element(
    'dl',
    {},
    ...[
      ['Sender', shortenHex(description.sender)],
      ['Sequence number', description.sequenceNumber.toString()],
      ['Max network fee', formatApt(most)],
    ].map(([term, value]) => element('div', {}, element('dt', {}, term ?? ''), element('dd', {}, value ?? ''))),
  )
}
