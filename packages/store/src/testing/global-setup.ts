import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { migrate } from '../migrate.ts'
import { givenDatabaseUrl } from './config.ts'
import { startTemporaryCluster } from './servers/temporary-cluster.ts'
import { type TestCluster, withAdmin } from './test-database.ts'

/**
 * Once per run of the tests that need PostgreSQL: a cluster, and in it a template database with all migrations.
 * Each test file copies the template (some 20 ms of a processor) instead of migrating (some 300 ms); what several of them write before
 * they begin they copy too (`Filling`).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = givenDatabaseUrl ? null : await startTemporaryCluster({ inMemory: true })
  const cluster: TestCluster = {
    adminUrl: server?.databaseUrl ?? (givenDatabaseUrl as string),
    template: `opal_template_${randomBytes(6).toString('hex')}`,
    apiUser: { name: `opal_api_${randomBytes(6).toString('hex')}`, password: randomBytes(12).toString('hex') },
  }
  await withAdmin(cluster, (client) => client.query(`create database ${cluster.template}`))
  const url = new URL(cluster.adminUrl)
  url.pathname = cluster.template
  await migrate(url.href)
  const { name, password } = cluster.apiUser
  await withAdmin(cluster, (client) =>
    client.query(`create role ${name} login password '${password}' in role opal_api`),
  )
  project.provide('testCluster', cluster)
  return async () => {
    await withAdmin(cluster, async (client) => {
      const made = await client.query<{ datname: string }>(
        'select datname from pg_database where starts_with(datname, $1)',
        [cluster.template],
      )
      for (const { datname } of made.rows) await client.query(`drop database if exists ${datname} with (force)`)
      await client.query(`drop role ${name}`)
    })
    await server?.[Symbol.asyncDispose]()
  }
}
