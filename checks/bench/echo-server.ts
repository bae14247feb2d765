// The peer of the orders bench: a bare Fastify that sends a body back, without storing or checking
// it.

import fastify from 'fastify'

const app = fastify()
app.post('/*', (request) => request.body)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${new URL(address).port}\n`)
