import { parse } from 'yaml'
import * as z from 'zod'

const Source = z.union([z.string(), z.object({ source: z.string() }).transform(({ source }) => source)])
const Compose = z.object({
  services: z.record(z.string(), z.object({ read_only: z.boolean().optional(), configs: z.array(Source).default([]) })),
  configs: z.record(z.string(), z.object({ file: z.string().optional() })).default({}),
})

/**
 * Finds services that could not start: Docker copies a configuration that is written in the compose file itself into the container,
 * and refuses that for a read-only one. Only `file` is mounted.
 */
export function faultsOfConfigs(compose: string): readonly string[] {
  const { services, configs } = Compose.parse(parse(compose, { merge: true }))
  return Object.entries(services).flatMap(([name, service]) =>
    service.configs
      .filter((source) => service.read_only === true && configs[source]?.file === undefined)
      .map((source) => `${name} is read-only and cannot get ${source}, which is no file`),
  )
}
