/** How often the server looks whether the client of a running statement is still there, milliseconds. */
const LOOK_EVERY_MS = 2_000

/**
 * Has the server end a statement soon after its client is gone. By itself it goes on until it has a result to send, for hours where it builds an
 * index, and keeps its locks for as long. Servers that cannot tell, such as those on Windows, refuse the setting and go on.
 * @param run runs a statement on the session.
 */
export async function endWithClient(run: (statement: string) => Promise<unknown>): Promise<void> {
  await run(`set client_connection_check_interval = ${LOOK_EVERY_MS}`).catch(() => undefined)
}
