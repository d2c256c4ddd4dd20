import { type FailureWords, MODULE_FAILURES, NAMED_FAILURES, STATUS_FAILURES } from './failure-names.ts'

const ABORT = /Move abort in (?:0x[0-9a-f]+::)?(\w+): (?:(\w+)\((0x[0-9a-f]+)\)|(0x[0-9a-f]+))/i

/**
 * What a `vm_status` means, in words for people; null where nothing better is known than the node's own words.
 *
 * @param vmStatus e.g. `Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins`.
 */
export function explainStatus(vmStatus: string): FailureWords | null {
  const abort = ABORT.exec(vmStatus)
  if (abort === null) return byStatus(vmStatus)
  const [, module = '', name, namedCode, bareCode] = abort
  return (
    MODULE_FAILURES[`${module} ${name}`] ??
    (name === undefined ? undefined : NAMED_FAILURES[name]) ??
    MODULE_FAILURES[`${module} ${(namedCode ?? bareCode ?? '').toLowerCase()}`] ??
    null
  )
}

function byStatus(vmStatus: string): FailureWords | null {
  const words = vmStatus.toUpperCase().replaceAll(' ', '_')
  const status = Object.keys(STATUS_FAILURES).find((known) => words.includes(known))
  return status === undefined ? null : (STATUS_FAILURES[status] ?? null)
}
