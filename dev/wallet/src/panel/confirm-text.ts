import type { HeldAccount } from '../account-book.ts'
import type { NodeClient } from '../node-client.ts'
import { accountRow } from './account-picker.ts'
import { element } from './element.ts'
import { showPanel } from './panel.ts'

/** Shows a text to be signed and asks for approval. The window says that signing is free and sends nothing to the chain. */
export async function confirmText(
  request: { readonly title: string; readonly text: string; readonly warning: string | null },
  account: HeldAccount,
  node: NodeClient,
): Promise<boolean> {
  const answer = await showPanel({
    title: request.title,
    body: [
      element('p', {}, 'Signing is free and sends nothing to the chain.'),
      ...(request.warning === null ? [] : [element('div', { class: 'warning', role: 'alert' }, request.warning)]),
      element('div', { class: 'card' }, element('pre', { class: 'mono' }, request.text)),
      accountRow(account, node),
    ],
    approveLabel: 'Approve',
    rejectLabel: 'Reject',
    answer: () => true,
  })
  return answer ?? false
}
