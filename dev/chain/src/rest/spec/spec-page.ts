import { OPERATIONS } from './operations.ts'

/** A page for people: every operation, and where the description for programs is. */
export function specPage(): string {
  const groups = Map.groupBy(OPERATIONS, ({ tag }) => tag)
  const sections = [...groups].map(([tag, operations]) => {
    const rows = operations.map(
      ({ method, path, summary }) =>
        `<tr><td><code>${method.toUpperCase()}</code></td><td><code>/v1${path}</code></td><td>${summary}</td></tr>`,
    )
    return `<h2>${tag}</h2><table>${rows.join('')}</table>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Aptos Node API</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}td{padding:.2rem 1rem .2rem 0}</style>
</head>
<body>
<h1>Aptos Node API</h1>
<p>The description for programs: <a href="spec.json">spec.json</a>, <a href="spec.yaml">spec.yaml</a>.</p>
${sections.join('\n')}
</body>
</html>
`
}
