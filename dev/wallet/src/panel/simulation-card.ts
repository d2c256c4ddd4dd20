import type { AnyRawTransaction } from '@aptos-labs/ts-sdk'
import type { HeldAccount } from '../account-book.ts'
import { formatApt, formatAptChange, shortenHex } from '../format.ts'
import type { NodeClient } from '../node-client.ts'
import { type ObjectMove, simulatedEffects } from '../transaction/simulated-effects.ts'
import { element } from './element.ts'

/** Returns a card that says what the transaction will change for the account, once the node has simulated it. */
export function simulationCard(transaction: AnyRawTransaction, account: HeldAccount, node: NodeClient): HTMLElement {
  const body = element('p', {}, 'Simulating the transaction…')
  const card = element('div', { class: 'card', 'aria-live': 'polite' }, element('h3', {}, 'Estimated changes'), body)
  void simulatedBody(transaction, account, node).then((content) => body.replaceWith(content))
  return card
}

async function simulatedBody(
  transaction: AnyRawTransaction,
  account: HeldAccount,
  node: NodeClient,
): Promise<HTMLElement> {
  const [result, balance] = await Promise.all([
    node.simulate(transaction, account.key.publicKey),
    node.balanceOctas(account.address),
  ])
  if ('refused' in result) return warning(`The node could not simulate this. ${result.refused}`)
  if (!result.success) return warning(`This transaction would fail: ${result.vm_status}`)
  const gas = BigInt(result.gas_used) * BigInt(result.gas_unit_price)
  const effects = simulatedEffects(result.events, account.address)
  const { aptChangeOctas, storageRefundOctas } = effects
  const after = balance === null ? null : balance + aptChangeOctas + storageRefundOctas - gas
  const rows = aptRows(aptChangeOctas, gas, storageRefundOctas, after)
  return element('dl', {}, ...(await moveRows(effects.objects, node)), ...rows)
}

function aptRows(change: bigint, gas: bigint, refund: bigint, after: bigint | null): readonly HTMLElement[] {
  const tone = change < 0n ? 'loss' : 'gain'
  return [
    ...(change === 0n ? [] : [row('APT', formatAptChange(change), `${tone} total`)]),
    row('Network fee', `about ${formatApt(gas)}`, ''),
    ...(refund === 0n ? [] : [row('Storage deposit refund', formatApt(refund), 'gain')]),
    ...(after === null ? [] : [row('Balance after', formatApt(after), '')]),
  ]
}

async function moveRows(moves: readonly ObjectMove[], node: NodeClient): Promise<readonly HTMLElement[]> {
  const names = await Promise.all(moves.slice(0, 5).map((move) => node.tokenName(move.object)))
  const rows = names.map((name, index) => {
    const move = moves[index] as ObjectMove
    const label = name ?? shortenHex(move.object)
    return row(move.direction === 'in' ? 'You receive' : 'You send', label, move.direction === 'in' ? 'gain' : 'loss')
  })
  return moves.length > 5 ? [...rows, row('And', `${moves.length - 5} more`, '')] : rows
}

function row(term: string, value: string, tone: string): HTMLElement {
  return element('div', {}, element('dt', {}, term), element('dd', { class: tone }, value))
}

function warning(text: string): HTMLElement {
  return element('div', { class: 'warning', role: 'alert' }, text)
}
