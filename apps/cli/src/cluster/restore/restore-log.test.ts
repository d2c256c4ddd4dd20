import { expect, test } from 'vitest'
import { failedRestore, restoredTo, restoreOutcome } from './restore-log.ts'

const REACHED = `2026-11-29 13:42:24.001 UTC [812] LOG:  restored log file "00000003000000000000000E" from archive
2026-11-29 13:42:24.101 UTC [812] LOG:  restored log file "00000003000000000000000F" from archive
2026-11-29 13:42:25.101 UTC [812] LOG:  redo done at 0/E000148 system usage: CPU: user: 0.01 s
2026-11-29 13:42:25.102 UTC [812] LOG:  last completed transaction was at log time 2026-11-29 13:42:20.337162+00
2026-11-29 13:42:25.200 UTC [812] LOG:  selected new timeline ID: 12
2026-11-29 13:42:25.500 UTC [809] LOG:  database system is ready to accept connections`
const SHORT = `2026-11-29 13:42:25.102 UTC [812] LOG:  last completed transaction was at log time 2026-11-29 13:29:33.1+00
2026-11-29 13:42:25.103 UTC [812] FATAL:  recovery ended before configured recovery target was reached`
const UNREAD = `P00  ERROR: [082]: unable to get WAL file '00000004000000000000000E' from the archive
2026-11-29 13:42:25.103 UTC [812] FATAL:  could not restore file "00000004000000000000000E" from archive: child process exited with exit code 255`

test('a restore says up to which transaction it went, and how to go further', () => {
  const outcome = restoreOutcome(REACHED)
  expect(outcome).toEqual({ reached: '2026-11-29 13:42:20.337162+00', timeline: 12, fault: null })
  // It followed timeline 11 and ended in a part of it that was still called 3: what came later is found by 11 alone.
  expect(restoredTo(outcome, 11)).toContain(
    'goes on in timeline 12. For a later time of what was before, add --timeline 11',
  )
  expect(restoredTo(restoreOutcome(''), 1)).toBe('restored up to the transaction of the last backup')
})

test('a restore to a time after the archive fails, and says what to do', () => {
  expect(restoreOutcome(SHORT).fault).toBe('recovery ended before configured recovery target was reached')
  expect(failedRestore(restoreOutcome(SHORT), '/logs')).toMatch(/Take an earlier time, or latest in its place\.$/)
})

test('a restore whose archive cannot be read fails with the message of pgBackRest, and says where its log is', () => {
  const sentence = failedRestore(restoreOutcome(UNREAD), '/logs')
  expect(sentence).toContain("(ERROR: [082]: unable to get WAL file '00000004000000000000000E' from the archive)")
  expect(sentence).toContain('/logs/pg1.log to pg3.log')
})

test('a restore of which the logs say nothing still says where they are', () =>
  expect(failedRestore(restoreOutcome(''), '/logs')).toMatch(/^The restore failed: \/logs\/pg1\.log/))
