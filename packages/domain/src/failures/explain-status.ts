import { nameOfCode } from './bare-codes.ts'
import {
  type FailureSubject,
  type FailureWords,
  MISSING,
  MISSING_FAILURES,
  MODULE_FAILURES,
  NAMED_FAILURES,
  STATUS_FAILURES,
} from './failure-names.ts'
import { parseMoveAbort } from './parse-move-abort.ts'

/**
 * What a `vm_status` means, in words for people; null where nothing better is known than the node's own words.
 *
 * @param vmStatus e.g. `Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins`.
 * @param subject what the transaction acts on: one abort says of all of it that it is not there.
 */
export function explainStatus(vmStatus: string, subject: FailureSubject): FailureWords | null {
  const words = wordsOf(vmStatus)
  return words === MISSING ? MISSING_FAILURES[subject] : words
}

function wordsOf(vmStatus: string): FailureWords | null {
  const abort = parseMoveAbort(vmStatus)
  if (abort === null) return byStatus(vmStatus)
  const { location, code } = abort
  const module = location.slice(location.lastIndexOf(':') + 1)
  const reason = abort.reason ?? nameOfCode(module, code)
  return (
    MODULE_FAILURES[`${module} ${reason}`] ??
    (reason === null ? undefined : NAMED_FAILURES[reason]) ??
    MODULE_FAILURES[`${module} 0x${code.toString(16)}`] ??
    null
  )
}

function byStatus(vmStatus: string): FailureWords | null {
  const words = vmStatus.toUpperCase().replaceAll(' ', '_')
  const status = Object.keys(STATUS_FAILURES).find((known) => words.includes(known))
  return status === undefined ? null : (STATUS_FAILURES[status] ?? null)
}
