import type { Connection } from '../connection.ts'
import type { NodeClient } from '../node-client.ts'
import { chooseAccountToSwitch } from './choose-account.ts'
import { element } from './element.ts'
import { avatar } from './icon.ts'
import { STYLES } from './styles.ts'

/** Mounts a small button in the corner while connected, in place of an extension's toolbar icon: it switches accounts. */
export function mountLauncher(connection: Connection, node: NodeClient): void {
  const host = element('div', { 'data-opal-dev-wallet': 'launcher' })
  const button = element('button', { type: 'button', class: 'launcher' })
  host.attachShadow({ mode: 'open' }).append(element('style', {}, STYLES), button)
  button.addEventListener('click', async () => {
    const account = await chooseAccountToSwitch(connection, node)
    if (account !== null) connection.switchTo(account)
  })
  const show = (): void => {
    const account = connection.current
    host.hidden = account === null
    if (account === null) return
    button.replaceChildren(avatar(account.name, account.address))
    button.setAttribute('aria-label', `Opal Dev Wallet: ${account.name}. Switch account`)
    button.title = `Opal Dev Wallet: ${account.name}`
  }
  connection.onChange(show)
  show()
  document.body.append(host)
}
