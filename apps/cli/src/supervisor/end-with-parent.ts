// Loaded into every child before its program: ends it when the supervisor is gone, even by SIGKILL.
// The channel closes at that instant. It must not keep a program alive that wants to end by itself.

const GRACE_MS = 10_000

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), GRACE_MS).unref()
})
process.channel?.unref()

export {}
