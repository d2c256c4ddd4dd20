import { parse } from 'yaml'
import * as z from 'zod'
import { anchorsOf } from '../documentation/check-documentation.ts'

const RUNBOOK = 'docs/how-to/operate.md'

const Alerts = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})

/** Finds alerts whose section of the runbook is missing, and sections of alerts that are gone. */
export function faultsOfAlerts(rules: string, runbook: string): readonly string[] {
  const alerts = Alerts.parse(parse(rules)).groups.flatMap((group) => group.rules)
  const sections = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
  const anchors = anchorsOf(runbook)
  return [
    ...alerts.flatMap(({ alert, annotations }) => {
      const wanted = `${RUNBOOK}#${alert.toLowerCase()}`
      if (annotations.runbook !== wanted) return [`${alert} names ${annotations.runbook}, not ${wanted}`]
      return anchors.has(alert.toLowerCase()) ? [] : [`${alert} has no section in ${RUNBOOK}`]
    }),
    ...sections
      .filter((name) => !alerts.some(({ alert }) => alert === name))
      .map((name) => `${RUNBOOK} has a section ${name}, but no alert is called so`),
  ]
}

const METRIC = /\bopal_(?:api|web|indexer)_\w+/g
const PREFIX = /^opal_(?:api|web|indexer)_/
/** Suffixes that Prometheus adds to the name of a histogram. */
const SUFFIX = /_(?:bucket|count|sum)$/

/** Finds metrics of ours that a text queries and no program exports. @param sources source code of the programs */
export function faultsOfMetrics(text: string, sources: string): readonly string[] {
  const asked = new Set(text.match(METRIC) ?? [])
  const isServed = (name: string) => {
    const bare = name.replace(SUFFIX, '')
    // Some are named whole, others by what is behind the prefix of their program.
    return [name, bare].some(
      (each) => sources.includes(`'${each}'`) || sources.includes(`'${each.replace(PREFIX, '')}'`),
    )
  }
  return [...asked].filter((name) => !isServed(name)).map((name) => `no program serves ${name}`)
}
