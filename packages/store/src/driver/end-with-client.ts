/** Runs a statement on a session. */
type Run = (statement: string) => Promise<unknown>

/**
 * Settings of a session by which the server looks every two seconds for the client of a running statement, and notices within sixteen that the
 * client's machine is gone.
 */
const SETTINGS = [
  'client_connection_check_interval = 2000',
  'tcp_keepalives_idle = 10',
  'tcp_keepalives_interval = 2',
  'tcp_keepalives_count = 3',
]

/**
 * Has the server end a session, and the statement that it runs, soon after its client is gone. By itself it goes on until it has a result to send,
 * for hours where it builds an index, and keeps its locks for as long. Servers that cannot notice it, such as those on Windows, refuse a setting and go on.
 */
export async function endWithClient(run: Run): Promise<void> {
  for (const setting of SETTINGS) await run(`set ${setting}`).catch(() => undefined)
}

/** Interval of keepalive statements while a session is idle. */
const BEAT_MS = 1_000
/** A session that is silent for this long is of a process that has frozen, or of a machine that is gone. */
const SILENCE_MS = 6_000
/** The server's idle timeouts, outside and inside of transactions. */
const SILENCE_SETTINGS = ['idle_session_timeout', 'idle_in_transaction_session_timeout'] as const

/**
 * Has the server end a session whose client is silent for six seconds, with its locks: a process that freezes closes nothing. Until it is disposed of,
 * a statement each second shows that this process goes on. On a connection of Kysely it waits for the end of a transaction, in which nothing may
 * take as long.
 */
export async function endWhenSilent(run: Run): Promise<AsyncDisposable> {
  for (const setting of SILENCE_SETTINGS) await run(`set ${setting} = ${SILENCE_MS}`)
  let isAsking = false
  const beats = setInterval(async () => {
    // While a statement runs, the session is not idle.
    if (isAsking) return
    isAsking = true
    await run('select').catch(() => undefined)
    isAsking = false
  }, BEAT_MS)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(beats)
      for (const setting of SILENCE_SETTINGS) await run(`reset ${setting}`).catch(() => undefined)
    },
  }
}
