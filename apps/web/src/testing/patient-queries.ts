export {}

// Runs before every unit test; only those that have a document draw anything, and only they pay for the library.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  // What a test waits for comes within a moment; on a busy machine that moment may be long. Half of a test's own time.
  configure({ asyncUtilTimeout: 10_000 })
}
