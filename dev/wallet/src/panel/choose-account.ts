import type { HeldAccount } from '../account-book.ts'
import type { Connection } from '../connection.ts'
import type { NodeClient } from '../node-client.ts'
import { accountPicker } from './account-picker.ts'
import { element } from './element.ts'
import { showPanel } from './panel.ts'

/** Asks which account the page may see. @returns null when the user rejects. */
export function chooseAccountToConnect(connection: Connection, node: NodeClient): Promise<HeldAccount | null> {
  const picker = accountPicker(connection.accounts, connection.current, node)
  return showPanel({
    title: `Connect to ${location.host}`,
    body: [
      element('p', {}, 'The page will see the address and may ask you to sign. Every request is shown here first.'),
      picker.root,
    ],
    approveLabel: 'Approve',
    rejectLabel: 'Reject',
    answer: picker.chosen,
  })
}

/** Lets the user switch to another account. @returns null when they cancel. */
export function chooseAccountToSwitch(connection: Connection, node: NodeClient): Promise<HeldAccount | null> {
  const picker = accountPicker(connection.accounts, connection.current, node)
  return showPanel({
    title: 'Switch account',
    body: [picker.root],
    approveLabel: 'Switch',
    rejectLabel: 'Cancel',
    answer: picker.chosen,
  })
}
