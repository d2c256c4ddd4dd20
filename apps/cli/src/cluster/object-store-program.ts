// The object store of a cluster as a program under the supervisor: `object-store-program.ts <port> <bucket>`.
// Objects are in memory only. After a restart images are rendered again on request, and snapshots are written the next night.
import { buildApp } from 'fauxqs'
import { HOST } from './cluster.ts'

const [port = '', bucket = ''] = process.argv.slice(2)

const store = buildApp({ logger: false })
// Its own start function would listen on every interface.
await store.inject({ method: 'PUT', url: `/${bucket}` })
await store.listen({ host: HOST, port: Number(port) })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void store.close())
